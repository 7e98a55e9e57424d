-- A profile as version 1 of its tables was written, in all that SQLite keeps of it: tests open it with later programs.
PRAGMA application_id = 1197827681;
PRAGMA user_version = 1;
CREATE TABLE meta (key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE matches (
    id INTEGER PRIMARY KEY,
    match BLOB NOT NULL UNIQUE,
    game TEXT NOT NULL,
    role TEXT NOT NULL,
    state TEXT NOT NULL,
    started INTEGER NOT NULL,
    address TEXT NOT NULL,
    code TEXT NOT NULL,
    watch_code TEXT NOT NULL,
    record BLOB NOT NULL,
    signatures BLOB NOT NULL,
    result TEXT
);
CREATE TABLE secrets (
    match INTEGER NOT NULL,
    seat_key BLOB NOT NULL,
    draft_nonce BLOB NOT NULL,
    deck_secret BLOB NOT NULL,
    chain_seed BLOB NOT NULL,
    identity_seed BLOB NOT NULL,
    level TEXT NOT NULL,
    PRIMARY KEY (match, seat_key, draft_nonce)
) WITHOUT ROWID;
CREATE TABLE entries (
    place INTEGER PRIMARY KEY,
    term INTEGER NOT NULL,
    signature BLOB NOT NULL,
    envelope BLOB NOT NULL
);
CREATE TABLE outbox (
    match INTEGER NOT NULL,
    author BLOB NOT NULL,
    number INTEGER NOT NULL,
    envelope BLOB NOT NULL,
    duty TEXT NOT NULL,
    PRIMARY KEY (match, author, number)
) WITHOUT ROWID;
CREATE TABLE aside (
    id INTEGER PRIMARY KEY,
    place INTEGER NOT NULL,
    term INTEGER NOT NULL,
    signature BLOB NOT NULL,
    envelope BLOB NOT NULL
);
INSERT INTO meta VALUES ('identity', x'6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b');
INSERT INTO matches VALUES (
    1, x'000102030405060708090a0b0c0d0e0f', 'gefaehrten', 'guest', 'running', 1700000000, 'host:8765', 'CODE', '',
    x'7265636f7264', zeroblob(64), '{"scores": [1, 2]}'
);
INSERT INTO secrets VALUES (1, x'6d6d', x'6e6e', x'6464', x'6363', x'', '');
INSERT INTO entries VALUES (4294967297, 1, x'7331', x'6531');
INSERT INTO entries VALUES (4294967298, 1, x'7332', x'6532');
INSERT INTO outbox VALUES (1, x'6d6d', 1, x'6f31', 'turn:1');
INSERT INTO aside VALUES (1, 4294967299, 1, x'7333', x'6533');
