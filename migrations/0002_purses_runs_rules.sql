-- Chips members keep from table to table, the best solo runs, and the rules servers have saved.

-- A member's own chips that are at no table: one purse per server and kind of table.
-- `given`: all that the house ever gave, first stake and re-buys. `rebought_at`: ms since 1970.
CREATE TABLE purse (
    guild INTEGER NOT NULL,
    kind TEXT NOT NULL,
    account INTEGER NOT NULL,
    chips INTEGER NOT NULL CHECK (typeof(chips) = 'integer' AND chips >= 0),
    given INTEGER NOT NULL CHECK (typeof(given) = 'integer' AND given > 0),
    rebought_at INTEGER,
    PRIMARY KEY (guild, kind, account)
) WITHOUT ROWID;

-- What moves did to purses, in the order it happened; a purse is the sum of its lines.
--   stake    the house gave the first chips, straight to the table
--   brought  chips went from the purse to the table
--   taken    chips went from the table to the purse
--   rebuy    the house gave a new stake, straight to the table
CREATE TABLE purse_line (
    id INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    guild INTEGER NOT NULL,
    kind TEXT NOT NULL,
    account INTEGER NOT NULL,
    what TEXT NOT NULL CHECK (what IN ('stake', 'brought', 'taken', 'rebuy')),
    chips INTEGER NOT NULL CHECK (typeof(chips) = 'integer' AND chips >= 0),
    at INTEGER NOT NULL,
    FOREIGN KEY (table_id, seq) REFERENCES move (table_id, seq)
);

-- Purses follow their lines and nothing else writes them. What begins with 'purse: ' is known to
-- the program: the member's chips are not what the table believed them to be.
CREATE TRIGGER purse_line_needs_its_purse BEFORE INSERT ON purse_line
BEGIN
    SELECT RAISE(ABORT, 'purse: there is one, and a first stake is given once')
    WHERE NEW.what = 'stake' AND EXISTS (
        SELECT 1 FROM purse
        WHERE guild = NEW.guild AND kind = NEW.kind AND account = NEW.account
    );
    SELECT RAISE(ABORT, 'purse: there is none')
    WHERE NEW.what <> 'stake' AND NOT EXISTS (
        SELECT 1 FROM purse
        WHERE guild = NEW.guild AND kind = NEW.kind AND account = NEW.account
    );
    SELECT RAISE(ABORT, 'purse: the chips are elsewhere by now')
    WHERE NEW.what = 'brought' AND NEW.chips > (
        SELECT chips FROM purse
        WHERE guild = NEW.guild AND kind = NEW.kind AND account = NEW.account
    );
    SELECT RAISE(ABORT, 'purse: the last re-buy was less than 24 hours ago')
    WHERE NEW.what = 'rebuy' AND NEW.at < 86400000 + (
        SELECT rebought_at FROM purse
        WHERE guild = NEW.guild AND kind = NEW.kind AND account = NEW.account
    );
END;

CREATE TRIGGER purse_line_is_booked AFTER INSERT ON purse_line
BEGIN
    INSERT INTO purse (guild, kind, account, chips, given)
    SELECT NEW.guild, NEW.kind, NEW.account, 0, NEW.chips WHERE NEW.what = 'stake';
    UPDATE purse SET
        chips = chips + CASE NEW.what
            WHEN 'taken' THEN NEW.chips WHEN 'brought' THEN -NEW.chips ELSE 0 END,
        given = given + CASE NEW.what WHEN 'rebuy' THEN NEW.chips ELSE 0 END,
        rebought_at = CASE NEW.what WHEN 'rebuy' THEN NEW.at ELSE rebought_at END
    WHERE guild = NEW.guild AND kind = NEW.kind AND account = NEW.account;
END;

CREATE TRIGGER purse_line_is_never_changed BEFORE UPDATE ON purse_line
BEGIN
    SELECT RAISE(ABORT, 'the lines of a purse are append-only');
END;

CREATE TRIGGER purse_line_is_never_deleted BEFORE DELETE ON purse_line
BEGIN
    SELECT RAISE(ABORT, 'the lines of a purse are append-only');
END;

-- Ended solo runs: `score` is the most chips held. `name` outlives the person's for the five best.
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    guild INTEGER NOT NULL,
    account INTEGER NOT NULL,
    name TEXT NOT NULL,
    score INTEGER NOT NULL CHECK (score > 0),
    rounds INTEGER NOT NULL CHECK (rounds > 0),
    at INTEGER NOT NULL,
    UNIQUE (table_id, seq, account),
    FOREIGN KEY (table_id, seq) REFERENCES move (table_id, seq)
);

-- In the order in which they are ranked.
CREATE INDEX run_ranked ON run (guild, score DESC, rounds, at, id);

CREATE TRIGGER run_beyond_the_five_best_has_no_name AFTER INSERT ON run
BEGIN
    UPDATE run SET name = ''
    WHERE guild = NEW.guild AND name <> '' AND id NOT IN (
        SELECT id FROM run WHERE guild = NEW.guild
        ORDER BY score DESC, rounds, at, id LIMIT 5
    );
END;

-- Rules that a server made for itself, by name.
CREATE TABLE saved_rules (
    guild INTEGER NOT NULL,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 32),
    rules TEXT NOT NULL,
    PRIMARY KEY (guild, name)
) WITHOUT ROWID;

-- What begins with 'saved rules: ' is known to the program. A name that is there is replaced.
CREATE TRIGGER saved_rules_are_few BEFORE INSERT ON saved_rules
WHEN NOT EXISTS (SELECT 1 FROM saved_rules WHERE guild = NEW.guild AND name = NEW.name)
    AND (SELECT count(*) FROM saved_rules WHERE guild = NEW.guild) >= 25
BEGIN
    SELECT RAISE(ABORT, 'saved rules: the server has 25 already');
END;
