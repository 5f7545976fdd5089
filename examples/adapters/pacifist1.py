#!/usr/bin/env python3
"""The rules of pacifist1 in Python: the skeleton, filled in.

    turncoat corpus check --cmd 'python3 pacifist1.py' --rules pacifist1 --size smoke

Written from the text of the rules for reading, not for speed. A board is a dict from (file, rank),
both 0 to 7, to a letter as in FEN: upper case White, lower case Black.
"""
import re

import skeleton
from skeleton import Refusal

ROOK_LINES = [(1, 0), (-1, 0), (0, 1), (0, -1)]
BISHOP_LINES = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
KNIGHT_STEPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
SLIDERS = {"r": ROOK_LINES, "b": BISHOP_LINES, "q": ROOK_LINES + BISHOP_LINES}


def colour(piece):
    return "w" if piece.isupper() else "b"


def other(side):
    return "b" if side == "w" else "w"


def recoloured(piece, side):
    return piece.upper() if side == "w" else piece.lower()


def on_board(square):
    return 0 <= square[0] < 8 and 0 <= square[1] < 8


def name(square):
    return "abcdefgh"[square[0]] + str(square[1] + 1)


def along(square, line):
    """The squares from a square along a line, the nearest first."""
    file, rank = square[0] + line[0], square[1] + line[1]
    while on_board((file, rank)):
        yield (file, rank)
        file, rank = file + line[0], rank + line[1]


def ahead(side):
    return 1 if side == "w" else -1


def attackers(board, square, side):
    """The squares of a side's pieces that attack a square as in orthodox chess."""
    file, rank = square
    for step in KNIGHT_STEPS:
        if board.get((file + step[0], rank + step[1])) == recoloured("n", side):
            yield (file + step[0], rank + step[1])
    for step in ROOK_LINES + BISHOP_LINES:
        if board.get((file + step[0], rank + step[1])) == recoloured("k", side):
            yield (file + step[0], rank + step[1])
    for step in (-1, 1):
        if board.get((file + step, rank - ahead(side))) == recoloured("p", side):
            yield (file + step, rank - ahead(side))
    for line in ROOK_LINES + BISHOP_LINES:
        for found in along(square, line):
            if found in board:
                piece = board[found]
                if colour(piece) == side and line in SLIDERS.get(piece.lower(), []):
                    yield found
                break


def weight(board, square, side):
    """How many pieces of a side bear on a square (PAC-4): the attackers, and behind each slider
    among them the sliders of the same colour that move along the same line."""
    count = 0
    for found in attackers(board, square, side):
        count += 1
        if board[found].lower() not in SLIDERS:
            continue
        line = tuple((b > a) - (b < a) for a, b in zip(square, found))
        for behind in along(found, line):
            if behind not in board:
                continue
            piece = board[behind]
            if colour(piece) != side or line not in SLIDERS.get(piece.lower(), []):
                break
            count += 1
    return count


def over_persuaded(board, square, owner):
    """PAC-5"""
    return weight(board, square, other(owner)) > weight(board, square, owner)


def kings(board, side):
    return [square for square, piece in board.items() if piece == recoloured("k", side)]


class Position:
    def __init__(self, fen):
        fields = fen.split()
        if len(fields) < 3:
            raise Refusal("invalid-fen", fen)
        rows = [re.sub("[1-8]", lambda empty: "." * int(empty.group()), row) for row in fields[0].split("/")]
        if len(rows) != 8 or not all(re.fullmatch("[pnbrqkPNBRQK.]{8}", row) for row in rows):
            raise Refusal("invalid-fen", fields[0])
        self.board = {(file, 7 - row): letter for row, text in enumerate(rows)
                      for file, letter in enumerate(text) if letter != "."}
        self.side = fields[1]
        # A right is the side that has it and the squares of king and rook (PAC-15).
        self.rights = [self.right(letter) for letter in fields[2] if letter != "-"]

    def right(self, letter):
        side = "w" if letter.isupper() else "b"
        rank = 0 if side == "w" else 7
        row = {file: self.board.get((file, rank), ".") for file in range(8)}
        stand = [file for file in row if row[file].lower() == "k"]
        own = [file for file in stand if row[file] == recoloured("k", side)] or stand
        rooks = [file for file in row if row[file].lower() == "r"]

        def king(rook):
            return 4 if 4 in own else min(own, key=lambda file: abs(file - rook))

        if letter.lower() == "k":
            rook = max(file for file in rooks if file > king(file))
        elif letter.lower() == "q":
            rook = min(file for file in rooks if file < king(file))
        else:
            rook = "abcdefgh".index(letter.lower())
        return side, (king(rook), rank), (rook, rank)

    def names(self, right):
        """Whether a FEN of the position gives a right to its own king: where two stand on that rank, it may not (PAC-15)."""
        letter = "abcdefgh"[right[2][0]]
        return self.right(letter.upper() if right[0] == "w" else letter) == right

    def copy(self):
        new = Position.__new__(Position)
        new.board, new.side, new.rights = dict(self.board), self.side, list(self.rights)
        return new

    def fen(self):
        rows = []
        for rank in range(7, -1, -1):
            row = "".join(self.board.get((file, rank), ".") for file in range(8))
            for empty in range(8, 0, -1):
                row = row.replace("." * empty, str(empty))
            rows.append(row)
        return "/".join(rows) + " " + self.side

    def moves(self):
        """All movements, as (uci, position after it), conversions not yet made (PAC-1 to PAC-3)."""
        for square, piece in list(self.board.items()):
            if colour(piece) != self.side:
                continue
            if piece.lower() == "p":
                yield from self.pawn(square)
            elif piece.lower() in SLIDERS:
                for line in SLIDERS[piece.lower()]:
                    for to in along(square, line):
                        if to in self.board:
                            break
                        yield self.moved(square, to)
            else:
                steps = KNIGHT_STEPS if piece.lower() == "n" else ROOK_LINES + BISHOP_LINES
                for step in steps:
                    to = (square[0] + step[0], square[1] + step[1])
                    if on_board(to) and to not in self.board:
                        yield self.moved(square, to)
        for right in self.rights:
            if right[0] == self.side:
                yield from self.castling(right[1], right[2])

    def pawn(self, square):
        forward = ahead(self.side)
        to = (square[0], square[1] + forward)
        if to in self.board:
            return
        if to[1] in (0, 7):
            for kind in "qrbn":
                yield self.moved(square, to, kind)
            return
        yield self.moved(square, to)
        second = (square[0], square[1] + 2 * forward)
        first_rank = 1 if self.side == "w" else 6
        if square[1] == first_rank and second not in self.board:
            if not over_persuaded(self.board, to, self.side):  # PAC-3
                yield self.moved(square, second)

    def moved(self, square, to, promotion=""):
        after = self.copy()
        piece = after.board.pop(square)
        after.board[to] = recoloured(promotion or piece, self.side)
        after.rights = [r for r in self.rights if square not in r[1:] and not (piece.lower() == "k" and r[0] == self.side)]
        return name(square) + name(to) + promotion, after

    def castling(self, king, rook):
        """PAC-13, PAC-14"""
        board, side, rank = self.board, self.side, king[1]
        if board.get(king) != recoloured("k", side) or board.get(rook) != recoloured("r", side):
            return
        king_end, rook_end = ((6, rank), (5, rank)) if rook > king else ((2, rank), (3, rank))
        files = [square[0] for square in (king, rook, king_end, rook_end)]
        for file in range(min(files), max(files) + 1):
            if (file, rank) in board and (file, rank) not in (king, rook):
                return
        for file in range(min(king[0], king_end[0]), max(king[0], king_end[0]) + 1):
            way = (file, rank)
            if (way != king_end or way == king) and any(attackers(board, way, other(side))):
                return
        after = self.copy()
        del after.board[king], after.board[rook]
        after.board[king_end], after.board[rook_end] = recoloured("k", side), recoloured("r", side)
        after.rights = [r for r in self.rights if r[0] != side and rook not in r[1:] and king not in r[1:]]
        plain = king[0] == 4 and rook[0] in (0, 7)
        yield name(king) + name(king_end if plain else rook), after

    def turns(self):
        """All legal turns, as (uci, position after it)."""
        kingless = not kings(self.board, self.side)
        for uci, after in self.moves():
            convert(after.board, self.side)
            own = kings(after.board, self.side)
            # PAC-10: some king of the mover must be safe; so a kingless mover must claim one.
            if all(over_persuaded(after.board, king, self.side) for king in own):
                continue
            if kingless and not own:
                continue
            after.rights = [r for r in after.rights if after.names(r)]
            after.side = other(self.side)
            yield uci, after

    def outcome(self):
        """PAC-12"""
        if any(True for _ in self.turns()):
            return "*"
        if kings(self.board, self.side):
            return "1/2-1/2"
        return "0-1" if self.side == "w" else "1-0"


def convert(board, side):
    """All rounds of the mover's conversions (PAC-6)."""
    while True:
        enemy = other(side)
        wave = [square for square, piece in board.items() if colour(piece) == enemy and over_persuaded(board, square, enemy)]
        if not wave:
            return
        for square in wave:
            board[square] = recoloured(board[square], side)


def turns(rules, fen, moves):
    if rules != "pacifist1":
        raise Refusal("unknown-rules", "only pacifist1 is known here")
    position = Position(fen)
    for move in moves:
        legal = dict(position.turns())
        if move not in legal:
            raise Refusal("illegal-move", move)
        position = legal[move]
    return [(uci, after.fen()) for uci, after in position.turns()], position.outcome()


if __name__ == "__main__":
    skeleton.turns = turns
    skeleton.main()
