"""pacifist1.py with a bug that BUG names: moves that there are not, kings that cannot move, castlings on another rank, what ends castling
rights, and games that fifty moves end. It was written from these names and the text of the rules; of what castling leaves, which the name
leaves open, a program keeps a right by the squares of its king and rook."""
import re
import sys

import pacifist1 as rules
import skeleton
from pacifist1 import along, attackers, colour, kings, name, other, recoloured

BUG = ""
SIDES = {"White": "w", "Black": "b"}
KINDS = {"knight": "n", "bishop": "b", "rook": "r", "queen": "q", "king": "k"}
STEPS = {"n": rules.KNIGHT_STEPS, "k": rules.ROOK_LINES + rules.BISHOP_LINES, **rules.SLIDERS}

Position = rules.Position
right_init, right_copy, right_moves, right_turns = Position.__init__, Position.copy, Position.moves, Position.turns
right_castling, right_names, right_outcome = Position.castling, Position.names, Position.outcome


def square(text):
    return "abcdefgh".index(text[0]), int(text[1]) - 1


def castles(board, uci):
    """Whether a move is a castling, however it is written."""
    start, end = square(uci), square(uci[2:])
    return board[start].lower() == "k" and (abs(start[0] - end[0]) > 1 or end in board)


# Of two kings of the side to move, the one that can move.
ORDERS = {
    "from a1 on, rank by rank": lambda s: (s[1], s[0]),
    "from h8 back, rank by rank": lambda s: (7 - s[1], 7 - s[0]),
    "from a8 on, as in a FEN": lambda s: (7 - s[1], s[0]),
    "from a1 on, file by file": lambda s: s,
    "from a8 on, file by file": lambda s: (s[0], 7 - s[1]),
}
ONE_KING = re.compile("of two kings only the (first|last) can move( or castle)?, (" + "|".join(ORDERS) + ")$")


def moves_of_one_king(self):
    found = ONE_KING.match(BUG)
    line = sorted(kings(self.board, self.side), key=ORDERS[found[3]])
    for uci, after in right_moves(self):
        start = square(uci)
        held = start in line and start != line[0 if found[1] == "first" else -1]
        if not held or castles(self.board, uci) and not found[2]:
            yield uci, after


# Kinds whose pieces take others, and which they take.
TAKING = re.compile("(.*) take pieces of (their own|either) side(, kings apart)?$")


def takers(words):
    """The letters of the kinds that take; None where they are none that are known."""
    if words == "all pieces but pawns":
        return "nbrqk"
    list = [KINDS.get(word.removesuffix("s")) for word in re.split(", | and ", words)]
    return None if None in list else "".join(list)


def moves_that_take(self):
    yield from right_moves(self)
    found = TAKING.match(BUG)
    for start, piece in list(self.board.items()):
        if colour(piece) != self.side or piece.lower() not in takers(found[1]):
            continue
        for step in STEPS[piece.lower()]:
            for n, end in enumerate(along(start, step)):
                if n > 0 and piece.lower() in "nk":
                    break
                if end not in self.board:
                    continue
                taken = self.board[end]
                if not (found[2] == "their own" and colour(taken) != self.side or found[3] and taken.lower() == "k"):
                    uci, after = self.moved(start, end)
                    after.rights = [r for r in after.rights if end not in r]
                    yield uci, after
                break


def moves_of_the_other(self):
    """The movements of the side that is not to move, after those of the one that is where both are made."""
    if BUG.endswith("both sides"):
        yield from right_moves(self)
    turned = self.copy()
    turned.side = other(self.side)
    yield from right_moves(turned)


def moves_that_promote_early(self):
    yield from right_moves(self)
    for start, piece in list(self.board.items()):
        end = (start[0], start[1] + rules.ahead(self.side))
        if piece == recoloured("p", self.side) and end not in self.board and end[1] == (6 if self.side == "w" else 1):
            for kind in "qrbn":
                yield self.moved(start, end, kind)


ANOTHER_RANK = re.compile("(White|Black)'s castling (is tested for attacks|puts the (king|rook|king and rook)) on the first rank of the other side$")


def castling_on_another_rank(self, king, rook):
    found = ANOTHER_RANK.match(BUG)
    if self.side != SIDES[found[1]]:
        yield from right_castling(self, king, rook)
        return
    if not found[3]:
        rules.attackers = lambda board, s, side: attackers(board, (s[0], 7 - s[1]), side)
        list_of_moves = list(right_castling(self, king, rook))
        rules.attackers = attackers
        yield from list_of_moves
        return
    for uci, after in right_castling(self, king, rook):
        for kind, file in ("king", 6 if rook > king else 2), ("rook", 5 if rook > king else 3):
            if kind in found[3]:
                after.board[(file, 7 - king[1])] = after.board.pop((file, king[1]))
        yield uci, after


def span(a, b):
    return [(file, a[1]) for file in range(min(a[0], b[0]), max(a[0], b[0]) + 1)]


def castling_over_pieces(self, king, rook):
    """Castling that looks only at the rook's way for what stands in it."""
    ends = ((6, king[1]), (5, king[1])) if rook > king else ((2, king[1]), (3, king[1]))
    alone = [s for s in span(king, ends[0]) if s not in span(rook, ends[1]) and s != king and s in self.board]
    cleared = self.copy()
    for s in alone:
        del cleared.board[s]
    rules.attackers = lambda _, s, side: attackers(self.board, s, side)
    list_of_moves = list(right_castling(cleared, king, rook))
    rules.attackers = attackers
    for uci, after in list_of_moves:
        for s in alone:
            after.board.setdefault(s, self.board[s])
        yield uci, after


class Move:
    """A move that is played first."""

    def __init__(self, before, uci, after):
        self.side, self.board, self.rights, self.after = before.side, before.board, before.rights, after
        self.start, self.castles = square(uci), castles(before.board, uci)
        self.kind, self.ends, self.rook = before.board[self.start].lower(), [square(uci[2:])], None
        if self.castles:
            king_side = square(uci[2:]) > self.start
            self.ends = [(file, self.start[1]) for file in ((6, 5) if king_side else (2, 3))]
            self.rook = next(r[2] for r in before.rights if r[:2] == (self.side, self.start) and (r[2] > r[1]) == king_side)

    def ends_rightly(self, right):
        return right not in self.after.rights


def wing(right):
    return "king" if right[2] > right[1] else "queen"


def of_rook(m, right):
    """The other rook's right is the one that ends."""
    if m.castles or m.start not in [r[2] for r in m.rights if r[0] == right[0]]:
        return m.ends_rightly(right)
    return m.start != right[2]


# Whether a right that was there ends by a move.
ENDS = {
    "a move of a castling rook ends the castling right of the other wing": of_rook,
    "a move of the king does not end castling rights": lambda m, r: m.ends_rightly(r) and (m.kind != "k" or m.castles),
    "castling does not end the right of the other wing": lambda m, r: m.ends_rightly(r) and not (
        m.castles and r[0] == m.side and r[2] != m.rook or m.kind == "k" and r[1] not in m.board),  # nor do later steps of the king that has castled
    "a castling right is lost when a move ends on its rook's or its king's square only":
        lambda m, r: any(s in r for s in m.ends) or m.kind == "k" and m.side == r[0],  # as all of a side are when it moves a king
}
for each in ("king", "queen"):
    ENDS["a move of the king ends the right on the " + each + " side alone"] = \
        lambda m, r, w=each: m.ends_rightly(r) and (m.kind != "k" or wing(r) == w or m.rook == r[2])


def read(self, fen):
    right_init(self, fen)
    self.clock = int((fen.split() + ["0"] * 6)[4])


def copy(self):
    new = right_copy(self)
    new.clock = self.clock
    return new


def names(self, right):
    """A right whose king or rook has been taken is none; one whose king or rook has gone is kept where the bug keeps it."""
    stand = self.board.get(right[1], "").lower() == "k" and self.board.get(right[2], "").lower() == "r"
    return right_names(self, right) if stand else BUG in ENDS


def count(board):
    return sum(colour(piece) == "w" for piece in board.values())


def turns(self):
    """All turns, with the clock as PAC-16 has it."""
    for uci, after in right_turns(self):
        quiet = self.board[square(uci)].lower() != "p" and count(after.board) == count(self.board)
        after.clock = self.clock + 1 if quiet else 0
        yield uci, after


def outcome(self):
    if BUG == "outcome: fifty moves are a draw" and self.clock >= 100:
        return "1/2-1/2"
    return right_outcome(self)


def play(rule_set, fen, moves):
    position = Position(fen)
    for text in moves:
        legal = {}
        for uci, after in position.turns():
            legal.setdefault(uci, after)  # a king may castle with a rook, or take it
        if text not in legal:
            raise skeleton.Refusal("illegal-move", text)
        after = legal[text]
        if BUG in ENDS:
            after.rights = [r for r in position.rights if not ENDS[BUG](Move(position, text, after), r)]
        position = after
    return [(uci, after.fen()) for uci, after in position.turns()], position.outcome()


OTHER_MOVES = {
    "moves are made for the side that is not to move": moves_of_the_other,
    "moves are made for both sides": moves_of_the_other,
    "pawns may promote on the rank before the last": moves_that_promote_early,
}
OVER_PIECES = "castling does not ask that the squares that the king alone crosses are empty"


def knows(bug):
    taking = TAKING.match(bug)
    return bug in ENDS or bug in OTHER_MOVES or bug in (OVER_PIECES, "outcome: fifty moves are a draw") or \
        ONE_KING.match(bug) or ANOTHER_RANK.match(bug) or taking and takers(taking[1])


if __name__ == "__main__":
    if sys.argv[1:] == ["--known"]:
        print("\n".join(bug for bug in sys.stdin.read().split("\n") if knows(bug)))
        sys.exit()
    Position.__init__, Position.copy, Position.names, Position.turns, Position.outcome = read, copy, names, turns, outcome
    if BUG in OTHER_MOVES:
        Position.moves = OTHER_MOVES[BUG]
    if ONE_KING.match(BUG):
        Position.moves = moves_of_one_king
    if TAKING.match(BUG):
        Position.moves = moves_that_take
    if ANOTHER_RANK.match(BUG):
        Position.castling = castling_on_another_rank
    if BUG == OVER_PIECES:
        Position.castling = castling_over_pieces
    skeleton.turns = play
    skeleton.main()
