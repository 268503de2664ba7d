-- A history that shows when it was overwritten, and that may be pruned without losing a chip.

-- `hash` covers the move, all it wrote, and the hash of the move before (see bot/store/chain.py).
-- `state_hash` is the SHA-256 of the state the move left. `engine`: the version that played it;
-- there was only the first one until now. SQLite itself can't compute hashes, so moves that are
-- older than this migration have none, and the chain of their table begins after them.
ALTER TABLE move ADD COLUMN engine INTEGER NOT NULL DEFAULT 1;
ALTER TABLE move ADD COLUMN state_hash BLOB;
ALTER TABLE move ADD COLUMN hash BLOB;

-- Where a table's chain begins, if not with its first move. Moves up to `pruned` are deleted. The
-- chain begins after move `seq`, and its first link is tied to `hash`.
CREATE TABLE chain_start (
    table_id INTEGER PRIMARY KEY REFERENCES saved_table (id),
    pruned INTEGER NOT NULL CHECK (pruned >= 0 AND pruned <= seq),
    seq INTEGER NOT NULL,
    hash BLOB NOT NULL
);
INSERT INTO chain_start (table_id, pruned, seq, hash) SELECT id, 0, seq, x'' FROM saved_table;

-- What belongs to a move is found by it: for the check, and for foreign keys when moves go.
CREATE INDEX transfer_of_move ON transfer (table_id, seq);
CREATE INDEX hand_of_move ON hand (table_id, seq);
CREATE INDEX purse_line_of_move ON purse_line (table_id, seq);

-- What pruned ledger lines had brought to each account: carried + transfers = balance, always.
CREATE TABLE carried (
    table_id INTEGER NOT NULL REFERENCES saved_table (id),
    account TEXT NOT NULL,
    chips INTEGER NOT NULL CHECK (typeof(chips) = 'integer'),
    PRIMARY KEY (table_id, account)
) WITHOUT ROWID;

-- The same for purses.
CREATE TABLE purse_carried (
    guild INTEGER NOT NULL,
    kind TEXT NOT NULL,
    account INTEGER NOT NULL,
    chips INTEGER NOT NULL CHECK (typeof(chips) = 'integer'),
    given INTEGER NOT NULL CHECK (typeof(given) = 'integer'),
    PRIMARY KEY (guild, kind, account)
) WITHOUT ROWID;

-- A line may go only behind its table's checkpoint, and what it moved is carried as it goes.
DROP TRIGGER transfer_is_never_deleted;
CREATE TRIGGER transfer_is_deleted_by_pruning_only BEFORE DELETE ON transfer
WHEN OLD.seq > coalesce((SELECT pruned FROM chain_start WHERE table_id = OLD.table_id), 0)
BEGIN
    SELECT RAISE(ABORT, 'the ledger is append-only');
END;

CREATE TRIGGER transfer_is_carried AFTER DELETE ON transfer
BEGIN
    INSERT INTO carried (table_id, account, chips)
    VALUES (OLD.table_id, OLD.debit, -OLD.amount), (OLD.table_id, OLD.credit, OLD.amount)
    ON CONFLICT (table_id, account) DO UPDATE SET chips = chips + excluded.chips;
END;

DROP TRIGGER purse_line_is_never_deleted;
CREATE TRIGGER purse_line_is_deleted_by_pruning_only BEFORE DELETE ON purse_line
WHEN OLD.seq > coalesce((SELECT pruned FROM chain_start WHERE table_id = OLD.table_id), 0)
BEGIN
    SELECT RAISE(ABORT, 'the lines of a purse are append-only');
END;

CREATE TRIGGER purse_line_is_carried AFTER DELETE ON purse_line
BEGIN
    INSERT INTO purse_carried (guild, kind, account, chips, given)
    VALUES (
        OLD.guild, OLD.kind, OLD.account,
        CASE OLD.what WHEN 'taken' THEN OLD.chips WHEN 'brought' THEN -OLD.chips ELSE 0 END,
        CASE OLD.what WHEN 'stake' THEN OLD.chips WHEN 'rebuy' THEN OLD.chips ELSE 0 END
    )
    ON CONFLICT (guild, kind, account) DO UPDATE
    SET chips = chips + excluded.chips, given = given + excluded.given;
END;

-- The best runs outlive the moves that ended them: the same table, without the reference.
CREATE TABLE lasting_run (
    id INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    guild INTEGER NOT NULL,
    account INTEGER NOT NULL,
    name TEXT NOT NULL,
    score INTEGER NOT NULL CHECK (score > 0),
    rounds INTEGER NOT NULL CHECK (rounds > 0),
    at INTEGER NOT NULL,
    UNIQUE (table_id, seq, account)
);
INSERT INTO lasting_run SELECT id, table_id, seq, guild, account, name, score, rounds, at FROM run;
DROP TABLE run;
ALTER TABLE lasting_run RENAME TO run;

CREATE INDEX run_ranked ON run (guild, score DESC, rounds, at, id);

CREATE TRIGGER run_beyond_the_five_best_has_no_name AFTER INSERT ON run
BEGIN
    UPDATE run SET name = ''
    WHERE guild = NEW.guild AND name <> '' AND id NOT IN (
        SELECT id FROM run WHERE guild = NEW.guild
        ORDER BY score DESC, rounds, at, id LIMIT 5
    );
END;
