-- Version 1 of the store of puzzles. docs/store.md describes it; a change is a new migration in
-- schema.go, never an edit of this file.
CREATE TABLE puzzle (
  n           INTEGER PRIMARY KEY,  -- in the order in which they were added
  id          TEXT NOT NULL UNIQUE,
  rules       TEXT NOT NULL,        -- name of the rule set
  stipulation TEXT NOT NULL,        -- win, help-win, self-win or claim
  length      REAL NOT NULL,        -- turns, 2.5 for a help-win in two and a half
  rating      INTEGER,              -- grade; NULL where the puzzle has none
  pieces      INTEGER NOT NULL,     -- on the board, kings included
  key_piece   TEXT NOT NULL,        -- letter of the piece that makes the first key, upper case
  strict      INTEGER NOT NULL,     -- 1: one key and no dual
  fen         TEXT NOT NULL,
  material    TEXT NOT NULL,        -- letters of all pieces whatever their colour, KKQRP
  position    INTEGER NOT NULL,     -- hash of rules and position, the same for its images
  idea        INTEGER NOT NULL,     -- hash of rules, length, key and shape of the solution
  line        BLOB NOT NULL         -- the puzzle as it came, packed
) STRICT;
CREATE INDEX puzzle_rating ON puzzle (rating);
CREATE INDEX puzzle_position ON puzzle (position);
CREATE INDEX puzzle_idea ON puzzle (idea);

CREATE TABLE theme (
  theme INTEGER PRIMARY KEY,
  name  TEXT NOT NULL UNIQUE,
  uses  INTEGER NOT NULL DEFAULT 0  -- how many puzzles have it
) STRICT;
CREATE TABLE puzzle_theme (
  theme  INTEGER NOT NULL REFERENCES theme,
  rating INTEGER NOT NULL,          -- of the puzzle, 0 where it has none
  n      INTEGER NOT NULL REFERENCES puzzle,
  PRIMARY KEY (theme, rating, n)
) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE words USING fts5 (title, authors, comments, content='', contentless_delete=1);
CREATE TABLE author (
  name TEXT NOT NULL,
  n    INTEGER NOT NULL REFERENCES puzzle,
  PRIMARY KEY (name, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE solver (
  solver     INTEGER PRIMARY KEY,
  name       TEXT NOT NULL UNIQUE,
  rating     REAL NOT NULL,         -- Glicko-2
  deviation  REAL NOT NULL,
  volatility REAL NOT NULL
) STRICT;
CREATE TABLE puzzle_strength (      -- as those who tried to solve it found it
  n          INTEGER PRIMARY KEY REFERENCES puzzle,
  rating     REAL NOT NULL,
  deviation  REAL NOT NULL,
  volatility REAL NOT NULL,
  attempts   INTEGER NOT NULL,
  solved     INTEGER NOT NULL
) STRICT;
CREATE TABLE attempt (
  attempt INTEGER PRIMARY KEY,
  solver  INTEGER NOT NULL REFERENCES solver,
  n       INTEGER NOT NULL REFERENCES puzzle,
  at      TEXT NOT NULL,            -- RFC 3339, UTC
  seconds REAL NOT NULL,
  tries   INTEGER NOT NULL,         -- first moves tried, the right one included
  solved  INTEGER NOT NULL,         -- 1: at the first try and without a hint
  rating  REAL NOT NULL             -- of the solver, after it
) STRICT;
CREATE INDEX attempt_solver ON attempt (solver, n);
