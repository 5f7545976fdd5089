-- Version 2 of the store of puzzles, which docs/store.md describes. Version 1 has the same tables, and
-- others about those who solved the puzzles. [Open] compares the text of each statement with that in a
-- file, so none of them changes within a version.
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
