#!/usr/bin/env python3
"""The rules of conversion (Conversion Chess) in Python: the skeleton, filled in.

    turncoat corpus check --cmd 'python3 conversion.py' --rules conversion --size smoke

Written from the text of the rules for reading, not for speed. Squares, lines and the reading of a
FEN are those of pacifist1.py.
"""
import pacifist1
import skeleton
from pacifist1 import BISHOP_LINES, KNIGHT_STEPS, ROOK_LINES, SLIDERS, ahead, along, attackers, colour, kings, name, on_board, other, recoloured
from skeleton import Refusal


def cosquares(board, moved):
    """The co-squares that a moved piece makes with its partners (CON-2, CON-3)."""
    piece = board[moved]
    kind = piece.lower()
    partners = {"p": "", "k": "q", "q": "qk"}.get(kind, kind)
    for square, partner in board.items():
        if square == moved or colour(partner) != colour(piece) or partner.lower() not in partners:
            continue
        if square[0] != moved[0] and square[1] != moved[1]:
            yield (moved[0], square[1])
            yield (square[0], moved[1])


class Position(pacifist1.Position):
    def __init__(self, fen):
        super().__init__(fen)
        if any(len(kings(self.board, side)) != 1 for side in "wb"):  # CON-12
            raise Refusal("invalid-fen", "each side has one king")
        passed = (fen.split() + ["-"] * 4)[3]
        self.passed = None if passed == "-" else ("abcdefgh".index(passed[0]), int(passed[1]) - 1)
        # Of the move that led here: the pieces that make co-squares, and a castling's king and rook before it.
        self.movers, self.castled = [], None

    def right(self, letter):
        """King and rook of a right are its side's own: a conversion ends it (CON-10)."""
        board, side = self.board, "w" if letter.isupper() else "b"
        self.board = {square: piece for square, piece in board.items() if colour(piece) == side}
        found = super().right(letter)
        self.board = board
        return found

    def copy(self):
        new = Position.__new__(Position)
        new.board, new.side, new.rights = dict(self.board), self.side, list(self.rights)
        new.passed, new.movers, new.castled = None, [], None
        return new

    def moved(self, square, to, promotion=""):
        after = self.copy()
        piece = after.board.pop(square)
        after.board[to] = recoloured(promotion or piece, self.side)
        after.rights = [r for r in self.rights if square not in r[1:] and to not in r[1:]]
        after.movers = [] if promotion else [to]  # CON-6
        return name(square) + name(to) + promotion, after

    def moves(self):
        """All movements, as (uci, position after it), conversions not yet made (CON-1)."""
        for square, piece in list(self.board.items()):
            if colour(piece) != self.side:
                continue
            if piece.lower() == "p":
                yield from self.pawn(square)
                continue
            for to in self.reached(square, piece.lower()):
                if to not in self.board or colour(self.board[to]) != self.side:
                    yield self.moved(square, to)
        for right in self.rights:
            if right[0] == self.side:
                yield from self.castling(right[1], right[2])

    def reached(self, square, kind):
        """The squares that a piece attacks, what stands on them whatever it is."""
        if kind in SLIDERS:
            for line in SLIDERS[kind]:
                for to in along(square, line):
                    yield to
                    if to in self.board:
                        break
            return
        for step in KNIGHT_STEPS if kind == "n" else ROOK_LINES + BISHOP_LINES:
            to = (square[0] + step[0], square[1] + step[1])
            if on_board(to):
                yield to

    def pawn(self, square):
        forward = ahead(self.side)
        promotions = "qrbn" if square[1] + forward in (0, 7) else [""]
        for step in (-1, 1):
            to = (square[0] + step, square[1] + forward)
            if to in self.board and colour(self.board[to]) != self.side:
                for kind in promotions:
                    yield self.moved(square, to, kind)
            if to == self.passed:
                uci, after = self.moved(square, to)
                del after.board[(to[0], square[1])]
                yield uci, after
        to = (square[0], square[1] + forward)
        if to in self.board:
            return
        for kind in promotions:
            yield self.moved(square, to, kind)
        second = (square[0], square[1] + 2 * forward)
        if square[1] == (1 if self.side == "w" else 6) and second not in self.board:
            uci, after = self.moved(square, second)
            after.passed = to
            yield uci, after

    def castling(self, king, rook):
        """PAC-13; where the king may pass is asked in turns (CON-9)"""
        board, side, rank = self.board, self.side, king[1]
        king_end, rook_end = ((6, rank), (5, rank)) if rook > king else ((2, rank), (3, rank))
        files = [square[0] for square in (king, rook, king_end, rook_end)]
        for file in range(min(files), max(files) + 1):
            if (file, rank) in board and (file, rank) not in (king, rook):
                return
        after = self.copy()
        del after.board[king], after.board[rook]
        after.board[king_end], after.board[rook_end] = recoloured("k", side), recoloured("r", side)
        after.rights = [r for r in self.rights if r[0] != side]
        after.movers, after.castled = [king_end, rook_end], (king, rook)  # CON-5
        plain = king[0] == 4 and rook[0] in (0, 7)
        yield name(king) + name(king_end if plain else rook), after

    def convert(self):
        """The conversions of the move that led here (CON-4); self.side is still the mover."""
        squares = {s for moved in self.movers for s in cosquares(self.board, moved)}
        converted = [s for s in squares if s in self.board and colour(self.board[s]) != self.side]
        for square in converted:
            self.board[square] = recoloured(self.board[square], self.side)
        self.rights = [r for r in self.rights if r[2] not in converted]  # CON-10

    def in_check(self, side):
        """Whether a side's king could be captured or converted (CON-7)."""
        king = next(s for s, piece in self.board.items() if piece == recoloured("k", side))
        if any(attackers(self.board, king, other(side))):
            return True
        threat = self.copy()
        threat.side = other(side)
        for _, after in threat.moves():
            if any(king in cosquares(after.board, moved) for moved in after.movers):
                return True
        return False

    def may_pass(self, king, rook):
        """CON-9: whether the king may castle from where it stands and over the squares on its way."""
        end = 6 if rook > king else 2
        way = [(file, king[1]) for file in range(min(king[0], end) + 1, max(king[0], end))]
        for square in way:
            passing = self.copy()
            del passing.board[king]
            if rook in way:
                del passing.board[rook]
            passing.board[square] = recoloured("k", self.side)
            if passing.in_check(self.side):
                return False
        return not self.in_check(self.side)

    def turns(self):
        """All legal turns, as (uci, position after it)."""
        for uci, after in self.moves():
            if after.castled and not self.may_pass(*after.castled):
                continue
            after.convert()
            if after.in_check(self.side):  # CON-8
                continue
            after.side = other(self.side)
            yield uci, after

    def outcome(self):
        """CON-11"""
        if any(True for _ in self.turns()):
            return "*"
        if not self.in_check(self.side):
            return "1/2-1/2"
        return "0-1" if self.side == "w" else "1-0"


def turns(rules, fen, moves):
    if rules != "conversion":
        raise Refusal("unknown-rules", "only conversion is known here")
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
