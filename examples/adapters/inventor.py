#!/usr/bin/env python3
"""The rules of pacifist-number, pacifist-value and pacifist-average in Python, on top of pacifist1.py.

    turncoat corpus check --cmd 'python3 inventor.py' --rules pacifist-value --size smoke

Written from the text of the rules for reading, not for speed. What the inventor's forms add is how
a side's weight is reckoned, the moved piece that does not count, and the reclaim.
"""
from fractions import Fraction
from itertools import chain, combinations

import pacifist1
import skeleton
from pacifist1 import SLIDERS, ahead, along, attackers, colour, kings, name, other, recoloured
from skeleton import Refusal

VALUES = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9, "k": 1000}
WEIGH = {
    "pacifist-number": len,
    "pacifist-value": sum,
    "pacifist-average": lambda values: Fraction(sum(values), len(values)) if values else 0,
}


def bearers(board, square, side):
    """The squares of a side's pieces that bear on a square (PAC-4)."""
    for found in attackers(board, square, side):
        yield found
        if board[found].lower() not in SLIDERS:
            continue
        line = tuple((b > a) - (b < a) for a, b in zip(square, found))
        for behind in along(found, line):
            if behind not in board:
                continue
            piece = board[behind]
            if colour(piece) != side or line not in SLIDERS.get(piece.lower(), []):
                break
            yield behind


class Position(pacifist1.Position):
    def __init__(self, rules, fen):
        super().__init__(fen)
        self.rules = rules

    def copy(self):
        new = Position.__new__(Position)
        new.rules, new.board, new.side, new.rights = self.rules, dict(self.board), self.side, list(self.rights)
        return new

    def weight(self, board, square, side, mute=()):
        return WEIGH[self.rules]([VALUES[board[s].lower()] for s in bearers(board, square, side) if s not in mute])

    def over_persuaded(self, board, square, owner, mute=()):
        """PAC-5"""
        return self.weight(board, square, other(owner), mute) > self.weight(board, square, owner, mute)

    def right(self, letter):
        """In these forms the rook of a right has its colour (PAC-15)."""
        side = "w" if letter.isupper() else "b"
        rank = 0 if side == "w" else 7
        row = {file: self.board.get((file, rank), ".") for file in range(8)}
        stand = [file for file in row if row[file].lower() == "k"]
        own = [file for file in stand if row[file] == recoloured("k", side)] or stand
        rooks = [file for file in row if row[file] == recoloured("r", side)]

        def king(rook):
            return 4 if 4 in own else min(own, key=lambda file: abs(file - rook))

        if letter.lower() == "k":
            rook = max(file for file in rooks if file > king(file))
        elif letter.lower() == "q":
            rook = min(file for file in rooks if file < king(file))
        else:
            rook = "abcdefgh".index(letter.lower())
        return side, (king(rook), rank), (rook, rank)

    def moved(self, square, to, promotion=""):
        uci, after = super().moved(square, to, promotion)
        after.stand = [to]
        return uci, after

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
            if not self.over_persuaded(self.board, to, self.side):  # PAC-3
                yield self.moved(square, second)

    def castling(self, king, rook):
        """PAC-13, PAC-14; the end square is judged like that of any king's move (PAC-11)"""
        board, side, rank = self.board, self.side, king[1]
        if board.get(king) != recoloured("k", side) or board.get(rook) != recoloured("r", side):
            return
        king_end, rook_end = ((6, rank), (5, rank)) if rook > king else ((2, rank), (3, rank))
        files = [square[0] for square in (king, rook, king_end, rook_end)]
        for file in range(min(files), max(files) + 1):
            if (file, rank) in board and (file, rank) not in (king, rook):
                return
        way = [(file, rank) for file in range(min(king[0], king_end[0]) + 1, max(king[0], king_end[0]))]
        if self.over_persuaded(board, king, side):
            return
        for square in way:
            stood = {s: piece for s, piece in board.items() if s != king and not (s == rook and rook in way)}
            stood[square] = recoloured("k", side)
            if self.over_persuaded(stood, square, side):
                return
        after = self.copy()
        del after.board[king], after.board[rook]
        after.board[king_end], after.board[rook_end] = recoloured("k", side), recoloured("r", side)
        after.rights = [r for r in self.rights if r[0] != side and rook not in r[1:] and king not in r[1:]]
        after.stand = [king_end, rook_end]
        plain = king[0] == 4 and rook[0] in (0, 7)
        yield name(king) + name(king_end if plain else rook), after

    def convert(self, board, mute):
        """All rounds of the mover's conversions (PAC-6), in which some moved pieces do not count (PAC-7)."""
        enemy = other(self.side)
        converted = set()
        while True:
            wave = [s for s, piece in board.items() if colour(piece) == enemy and self.over_persuaded(board, s, enemy, mute)]
            if not wave:
                return converted
            for square in wave:
                board[square] = recoloured(board[square], self.side)
            converted.update(wave)

    def reclaims(self, board):
        """Every choice that the enemy has in the reclaim (PAC-8), as (squares, board)."""
        choices = {frozenset(): board}
        unseen = [frozenset()]
        while unseen:
            taken = unseen.pop()
            at = choices[taken]
            can = [s for s, piece in at.items() if colour(piece) == self.side and self.over_persuaded(at, s, self.side)]
            # By average the order of taking may matter; else one at a time reaches every choice.
            sizes = range(1, len(can) + 1) if self.rules == "pacifist-average" else [1]
            for squares in chain.from_iterable(combinations(can, size) for size in sizes):
                more = taken.union(squares)
                if more not in choices:
                    choices[more] = {s: recoloured(piece, other(self.side)) if s in squares else piece for s, piece in at.items()}
                    unseen.append(more)
        return choices.items()

    def turns(self):
        """All legal turns, as (uci, position after it)."""
        kingless = not kings(self.board, self.side)
        for uci, after in self.moves():
            mute = [s for s in after.stand if self.over_persuaded(after.board, s, self.side)]
            if any(after.board[s].lower() == "k" for s in mute):
                continue  # PAC-11
            converted = self.convert(after.board, mute)
            if kingless and not kings(after.board, self.side):
                continue
            for taken, board in self.reclaims(after.board):
                end = after.copy()
                end.board, end.taken = board, taken
                changed = converted | taken
                end.rights = [r for r in after.rights if r[1] not in changed and r[2] not in changed]  # PAC-15
                end.rights = [r for r in end.rights if end.names(r)]
                end.side = other(self.side)
                yield uci, end


def turns(rules, fen, moves):
    if rules not in WEIGH:
        raise Refusal("unknown-rules", "only " + ", ".join(WEIGH) + " are known here")
    position = Position(rules, fen)
    for move in moves:
        wanted, chosen, taken = move.partition("~")
        choices = [after for uci, after in position.turns() if uci == wanted]
        if chosen:
            squares = set(taken.split(",")) - {"-"}
            choices = [after for after in choices if {name(s) for s in after.taken} == squares]
        if not choices:
            raise Refusal("illegal-move", move)
        position = max(choices, key=lambda after: len(after.taken))  # a move alone: the full reclaim
    return [(uci, after.fen()) for uci, after in position.turns()], position.outcome()


if __name__ == "__main__":
    skeleton.turns = turns
    skeleton.main()
