-- Which member was dealt which hand, so that members find theirs without a search of the log.

-- `ended`: the move that settled the hand or made it void; NULL while it is played, and then it is
-- shown to nobody. What is pruned from the log goes from here with its hand.
CREATE TABLE dealt (
    id INTEGER PRIMARY KEY,
    guild INTEGER NOT NULL,
    account INTEGER NOT NULL,
    table_id INTEGER NOT NULL,
    hand INTEGER NOT NULL,
    ended INTEGER,
    UNIQUE (table_id, hand, account),
    FOREIGN KEY (table_id, hand) REFERENCES hand (table_id, number) ON DELETE CASCADE
);

CREATE INDEX dealt_to ON dealt (guild, account, id) WHERE ended IS NOT NULL;

-- The hands there are already, in the order in which they were dealt.
INSERT INTO dealt (guild, account, table_id, hand, ended)
SELECT saved_table.guild, member.value, hand.table_id, hand.number, (
    SELECT later.seq FROM move AS later
    WHERE later.table_id = hand.table_id AND later.seq >= hand.seq AND (
        instr(later.events, '"type":"HandFinished"') OR instr(later.events, '"type":"RoundVoided"')
    )
    ORDER BY later.seq LIMIT 1
)
FROM hand
JOIN move ON move.table_id = hand.table_id AND move.seq = hand.seq
JOIN saved_table ON saved_table.id = hand.table_id
JOIN json_each(move.events) AS event ON json_extract(event.value, '$.type') = 'HandBegan'
JOIN json_each(event.value, '$.members') AS member
ORDER BY move.id, member.key;
