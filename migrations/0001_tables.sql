-- Tables, their log of moves, the ledger, and who the account numbers belong to.
-- An applied file is never edited: what changes later is a new file.

-- People are numbers everywhere else. This row alone maps one to a Discord user.
CREATE TABLE person (
    account INTEGER PRIMARY KEY CHECK (account BETWEEN 1 AND 9007199254740991),
    user INTEGER NOT NULL UNIQUE,
    name TEXT NOT NULL
);

-- The newest state of every table there ever was. `message` is where its board is.
CREATE TABLE saved_table (
    id INTEGER PRIMARY KEY CHECK (id > 0),
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    message INTEGER,
    closed INTEGER NOT NULL CHECK (closed IN (0, 1)),
    state TEXT NOT NULL
);

-- Read at start: the few that are open among all that ever were.
CREATE INDEX saved_table_open ON saved_table (id) WHERE closed = 0;

-- The log. Replaying a table's moves in the order of `seq` gives its state.
CREATE TABLE move (
    id INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES saved_table (id),
    seq INTEGER NOT NULL,
    press INTEGER,
    at INTEGER NOT NULL,
    move TEXT NOT NULL,
    events TEXT NOT NULL,
    UNIQUE (table_id, seq)
);

-- A Discord interaction moves a table at most once, ever.
CREATE UNIQUE INDEX move_press ON move (press) WHERE press IS NOT NULL;

-- A log with a hole could not be replayed: the move after a lost one is refused too.
CREATE TRIGGER move_without_a_hole BEFORE INSERT ON move
WHEN NEW.seq <> 1 + coalesce((SELECT max(seq) FROM move WHERE table_id = NEW.table_id), 0)
BEGIN
    SELECT RAISE(ABORT, 'not the next move of this table');
END;

-- The state right after the deal of each hand, for replays by the same engine.
CREATE TABLE hand (
    table_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    engine INTEGER NOT NULL,
    state TEXT NOT NULL,
    PRIMARY KEY (table_id, number),
    FOREIGN KEY (table_id, seq) REFERENCES move (table_id, seq)
);

-- The ledger, double entry: `amount` chips leave `debit` and reach `credit`.
CREATE TABLE transfer (
    id INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    hand INTEGER NOT NULL,
    debit TEXT NOT NULL,
    credit TEXT NOT NULL CHECK (credit <> debit),
    amount INTEGER NOT NULL CHECK (typeof(amount) = 'integer' AND amount > 0),
    why TEXT NOT NULL,
    FOREIGN KEY (table_id, seq) REFERENCES move (table_id, seq)
);

-- What each account holds. Only the mint and the unlimited house may owe.
CREATE TABLE balance (
    table_id INTEGER NOT NULL REFERENCES saved_table (id),
    account TEXT NOT NULL,
    chips INTEGER NOT NULL,
    PRIMARY KEY (table_id, account),
    CHECK (typeof(chips) = 'integer' AND (chips >= 0 OR account IN ('mint', 'house')))
) WITHOUT ROWID;

-- Balances follow the ledger and nothing else writes them, so a table's balances sum to zero.
-- The new balance is computed before the insert: a CHECK is judged before the conflict is seen.
CREATE TRIGGER transfer_is_booked AFTER INSERT ON transfer
BEGIN
    INSERT INTO balance (table_id, account, chips)
    VALUES (NEW.table_id, NEW.debit, coalesce(
        (SELECT chips FROM balance WHERE table_id = NEW.table_id AND account = NEW.debit), 0
    ) - NEW.amount)
    ON CONFLICT (table_id, account) DO UPDATE SET chips = excluded.chips;
    INSERT INTO balance (table_id, account, chips)
    VALUES (NEW.table_id, NEW.credit, coalesce(
        (SELECT chips FROM balance WHERE table_id = NEW.table_id AND account = NEW.credit), 0
    ) + NEW.amount)
    ON CONFLICT (table_id, account) DO UPDATE SET chips = excluded.chips;
END;

CREATE TRIGGER transfer_is_never_changed BEFORE UPDATE ON transfer
BEGIN
    SELECT RAISE(ABORT, 'the ledger is append-only');
END;

CREATE TRIGGER transfer_is_never_deleted BEFORE DELETE ON transfer
BEGIN
    SELECT RAISE(ABORT, 'the ledger is append-only');
END;
