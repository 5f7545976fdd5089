"""pacifist1.py with a bug that BUG names: the many that follow from a few words. It was written from these names and the text of the rules alone."""
import re
import sys

import pacifist1 as rules
import skeleton
from pacifist1 import along, attackers, colour, kings, name, other, over_persuaded, recoloured, weight

BUG = ""
SIDES = {"White": "w", "Black": "b"}
KINDS = {"pawn": "p", "knight": "n", "bishop": "b", "rook": "r", "queen": "q", "king": "k"}
KIND = "(" + "|".join(KINDS) + ")"

Position = rules.Position
right_moves = Position.moves
right_init, right_pawn, right_castling, right_names = Position.__init__, Position.pawn, Position.castling, Position.names

EDGES = {"the a-file": lambda s: s[0] == 0, "the h-file": lambda s: s[0] == 7, "the first rank": lambda s: s[1] == 0,
         "the eighth rank": lambda s: s[1] == 7, "the edge of the board": lambda s: s[0] in (0, 7) or s[1] in (0, 7)}
EDGE = "(" + "|".join(EDGES) + ")"
UNREACHED = re.compile("(pieces|sliders) cannot move to " + EDGE + ", and no line reaches it$")


def along_to_the_edge(start, line):
    """The squares along a line that ends before the edge."""
    edge = EDGES[UNREACHED.match(BUG)[2]]
    for s in along(start, line):
        if edge(s):
            return
        yield s


def moves_before_the_edge(self):
    """All movements but those of pieces to the edge."""
    found = UNREACHED.match(BUG)
    for uci, after in right_moves(self):
        start, end = square(uci), square(uci[2:])
        castles = self.board[start].lower() == "k" and (end in self.board or abs(start[0] - end[0]) > 1)
        if found[1] == "sliders" or castles or self.board[start].lower() == "p" or not EDGES[found[2]](end):
            yield uci, after


def square(text):
    return "abcdefgh".index(text[0]), int(text[1]) - 1


class Move:
    """A move that is played first, between two positions."""

    def __init__(self, before, uci, after):
        self.before, self.after, self.side = before, after, before.side
        self.start, self.end = square(uci), square(uci[2:])
        self.kind = before.board[self.start].lower()
        castled = [r for r in before.rights if r[0] == self.side and r[1] == self.start]
        to_rook = before.board.get(self.end) == recoloured("r", self.side)
        self.castles = self.kind == "k" and bool(castled) and (to_rook or abs(self.start[0] - self.end[0]) > 1)
        self.rook = None
        if self.castles:
            king_side = self.end[0] > self.start[0]
            self.rook = self.end if to_rook else next(r[2] for r in castled if (r[2][0] > r[1][0]) == king_side)

    def ended(self, right):
        return right not in self.after.rights

    def own(self, right):
        return right[0] == self.side

    def king_moves(self, right):
        return self.start == right[1]

    def rook_moves(self, right):
        return self.start == right[2]


def king_side(right):
    return right[2][0] > right[1][0]


def wing(right):
    return "king" if king_side(right) else "queen"


# What ends a castling right: whether one that was there is lost by a move.
LOST = {
    "castling rights are never lost": lambda m, r: False,
    "castling rights are lost with any move": lambda m, r: True,
    "castling rights are lost with any move of their side": lambda m, r: m.own(r),
    "castling rights are lost when any piece of their side on its first rank moves":
        lambda m, r: m.ended(r) or m.own(r) and m.start[1] == r[1][1],
    "a move of any rook ends both castling rights of its side": lambda m, r: m.ended(r) or m.own(r) and m.kind == "r",
    "a move of the king ends the castling rights of both sides": lambda m, r: m.ended(r) or m.kind == "k",
    "a move of the king, castling apart, ends the castling rights of both sides":
        lambda m, r: m.ended(r) or m.kind == "k" and not m.castles,
    "a move of a king that has no right does not end its side's castling rights":
        lambda m, r: m.ended(r) and not (m.kind == "k" and m.own(r) and not m.king_moves(r)),
    "a move of the rook does not end its castling right":
        lambda m, r: m.ended(r) and not (m.rook_moves(r) and m.own(r)),
    "castling ends the castling rights of both sides": lambda m, r: m.ended(r) or m.castles,
    "castling ends the castling rights of the enemy alone": lambda m, r: not m.own(r) if m.castles else (
        m.ended(r) and not (m.kind == "k" and r[1] not in m.before.board)),  # a right that castling has left stays, whoever steps later
    "a move of the king ends the castling rights of the enemy, not its own":
        lambda m, r: not m.own(r) if m.kind == "k" else m.ended(r),
    "a claimed king ends the castling rights of its new side":
        lambda m, r: m.ended(r) or m.own(r) and len(kings(m.after.board, m.side)) > len(kings(m.before.board, m.side)),
    "a castling right is lost when its king or rook is converted":
        lambda m, r: m.ended(r) or not m.own(r) and any(colour(m.before.board[s]) != colour(m.after.board[s]) for s in r[1:]),
    "a castling right is not lost when the enemy moves its king or rook, converted, away":
        lambda m, r: m.ended(r) and not (not m.own(r) and m.start in r[1:]),
}
for side_name, letter in SIDES.items():
    LOST[side_name + "'s castling rights are never lost"] = lambda m, r, s=letter: m.ended(r) and r[0] != s
    LOST[side_name + "'s castling rights are not lost by moves of its king"] = \
        lambda m, r, s=letter: m.ended(r) and not (r[0] == s == m.side and m.kind == "k" and not m.castles)
    LOST[side_name + "'s castling rights are not lost by moves of its rooks"] = \
        lambda m, r, s=letter: m.ended(r) and not (r[0] == s == m.side and m.kind == "r")
for side_name in ("king", "queen"):
    LOST["a move of the rook does not end the castling right on the " + side_name + " side"] = \
        lambda m, r, w=side_name: m.ended(r) and not (m.rook_moves(r) and wing(r) == w)


def after_first_wave(landed, side):
    board = dict(landed)
    enemy = other(side)
    for s in [s for s, piece in board.items() if colour(piece) == enemy and over_persuaded(board, s, enemy)]:
        board[s] = recoloured(board[s], side)
    return board


def replaced(m, landed):
    """The position after a move that is played first."""
    after = m.after.copy()
    if BUG in LOST:
        after.rights = [r for r in m.before.rights if not LOST[BUG](m, r)]
    elif BUG == "moves that are played first convert nothing":
        after.board = dict(landed)
    elif BUG == "moves that are played first convert a first wave only":
        after.board = after_first_wave(landed, m.side)
    elif BUG == "after a move that is played first its side is to move again":
        after.side = m.side
    elif BUG == "moves that are played first are not made":
        after = m.before
    elif BUG == "moves that are played first are not made, but the other side is to move":
        after = m.before.copy()
        after.side = other(m.side)
    return after


REPLAY = set(LOST) | {
    "moves that are played first convert nothing", "moves that are played first convert a first wave only",
    "after a move that is played first its side is to move again", "moves that are played first are not made",
    "moves that are played first are not made, but the other side is to move"}

# Which rights of a FEN are read.
READ = {
    "castling rights are not read": lambda r: False,
    "a right of a king off the e-file is not read": lambda r: r[1][0] == 4,
    "a right of a rook off the corner is not read": lambda r: r[2][0] in (0, 7),
    "a right of a king off the e-file or a rook off the corner is not read": lambda r: r[1][0] == 4 and r[2][0] in (0, 7),
}
for side_name, letter in SIDES.items():
    READ[side_name + "'s castling rights are not read"] = lambda r, s=letter: r[0] != s
    for w in ("king", "queen"):
        READ["FEN: " + side_name + "'s right on the " + w + " side is not read"] = lambda r, s=letter, w=w: r[0] != s or wing(r) != w
READ = {(n if n.startswith("FEN: ") else "FEN: " + n): f for n, f in READ.items()}


def read(self, fen):
    right_init(self, fen)
    order = sorted(self.rights, key=lambda r: ("wb".index(r[0]), not king_side(r)))
    if BUG == "FEN: Black is always taken to be to move":
        self.side = "b"
    if BUG in READ:
        self.rights = [r for r in self.rights if READ[BUG](r)]
    elif BUG == "FEN: of the castling rights only the first is read":
        self.rights = order[:1]
    elif BUG == "FEN: of the castling rights only the last is read":
        last = sorted(self.rights, key=lambda r: ("bw".index(r[0]), king_side(r)))
        self.rights = last[:1]
    for w in ("king", "queen"):
        if BUG == "FEN: of a side's castling rights only the one on the " + w + " side is read where there are two":
            both = [s for s in "wb" if len([r for r in self.rights if r[0] == s]) == 2]
            self.rights = [r for r in self.rights if r[0] not in both or wing(r) == w]


# What is asked of a square in the place of being over-persuaded against a side.
TESTS = {
    "over-persuaded": over_persuaded,
    "persuaded as much as supported, or more": lambda b, s, o: weight(b, s, other(o)) >= max(1, weight(b, s, o)),
    "persuaded as much as supported, or more, or by nobody": lambda b, s, o: weight(b, s, other(o)) >= weight(b, s, o),
    "attacked, however well supported": lambda b, s, o: any(attackers(b, s, other(o))),
    "over-persuaded against the enemy": lambda b, s, o: over_persuaded(b, s, other(o)),
    "over-persuaded by those that bear on it directly":
        lambda b, s, o: len(list(attackers(b, s, other(o)))) > len(list(attackers(b, s, o))),
    "not supported by anything": lambda b, s, o: weight(b, s, other(o)) > 0 and weight(b, s, o) == 0,
}
TEST = "(" + "|".join(sorted(map(re.escape, TESTS), key=len, reverse=True)) + ")"

TWO_STEP = re.compile("two-steps are refused where, on the board (.*), the square (.*?) is " + TEST + "$")
CASTLING = re.compile("castling is refused where (the .*?) is " + TEST + "( once the king is taken off the board)?$")
SAFETY = re.compile("king safety: on the board (.*?), (not all|none) of the mover's kings may be " + TEST
                    + r"(?:, on the squares where they stand (.*?))?( \(a side without one is not tested\))?$")


def pawn(self, start):
    """The pawn's moves, its two-step as the bug tests it."""
    found = TWO_STEP.match(BUG)
    forward = rules.ahead(self.side)
    first_rank = 1 if self.side == "w" else 6
    passed, second = (start[0], start[1] + forward), (start[0], start[1] + 2 * forward)
    board, rules.over_persuaded = dict(self.board), lambda *_: False
    for uci, after in list(right_pawn(self, start)):
        if start[1] == first_rank and uci[2:] == name(second):
            piece = board[start]
            if found[1] != "before the move":
                del board[start]
            if found[1] == "with the pawn on the passed square":
                board[passed] = piece
            if found[1] == "after the move":
                board[second] = piece
            squares = {"where it begins": start, "that it passes": passed, "where it ends": second}
            if any(TESTS[found[3]](board, squares[s], self.side) for s in found[2].split(" or ")):
                continue
        rules.over_persuaded = over_persuaded
        yield uci, after
        rules.over_persuaded = lambda *_: False
    rules.over_persuaded = over_persuaded


def files(a, b):
    return [(file, a[1]) for file in range(min(a[0], b[0]), max(a[0], b[0]) + 1)]


def castling(self, king, rook):
    """Castling, tested as the bug tests it, or with other squares to be empty."""
    side, rank = self.side, king[1]
    ends = ((6, rank), (5, rank)) if rook > king else ((2, rank), (3, rank))
    king_end, rook_end = ends
    way = [s for s in files(king, king_end) if s != king_end] or [king]
    found, board = CASTLING.match(BUG), dict(self.board)
    if found:
        if found[3]:
            board.pop(king, None)
        parts = {
            "the king's square": [king],
            "the king's way": [s for s in way if s != king],
            "the king's end": [king_end],
            "the rook's square": [rook] if rook != king_end else [],
            "the rest of the rook's way": [s for s in files(rook, rook_end) if s not in way + [rook, king_end, king]],
        }
        if any(TESTS[found[2]](board, s, side) for part in found[1].split(" or ") for s in parts[part]):
            return
        rules.attackers = lambda *_: iter(())
        moves = list(right_castling(self, king, rook))
        rules.attackers = attackers
        yield from moves
        return
    more = {
        "all squares of its rank from the king to the edge": files(king, (7 if rook > king else 0, rank)),
        "the b-file": [(1, rank)] if rook < king else [],
        "b to d or f and g, whatever king and rook cross": [(f, rank) for f in ((5, 6) if rook > king else (1, 2, 3))],
    }
    for words, squares in more.items():
        if BUG == "castling asks for empty squares: " + words and any(s in board for s in squares if s not in (king, rook)):
            return
    stands = re.match("castling is refused where the (.*) stands on a square on which one of the two ends$", BUG)
    if stands and ("king" in stands[1] and king in ends or "rook" in stands[1] and rook in ends):
        return
    yield from right_castling(self, king, rook)


def bears(board, start, end, side):
    return start in list(bearers(board, end, side))


class Waves:
    """The conversions of a turn: who moves, what has moved, the board before them, the wave before, and how many there were."""

    def __init__(self, board, side, moved):
        self.board, self.side, self.moved, self.first = board, side, sorted(moved, key=lambda s: (s[1], s[0])), dict(board)
        self.n, self.last, self.claimed, self.changed = 0, [], False, 0
        self.castled = len(moved) == 2

    def weigh(self, s, count=lambda x: 1):
        return sum(count(x) for x in bearers(self.board, s, self.side))

    def enemies(self):
        return [s for s, piece in self.board.items() if colour(piece) == other(self.side)]

    def over(self, s):
        """Whether an enemy piece is over-persuaded, as the bug weighs persuasion."""
        support = weight(self.board, s, other(self.side))
        if BUG in WITHOUT:
            gone = WITHOUT[BUG](self)
            return self.weigh(s, lambda x: x not in gone) > support
        if BUG.startswith("the moved piece counts twice when it persuades"):
            twice = self.n == 0 or not BUG.endswith("in the first wave")
            return self.weigh(s) + (twice and any(bears(self.board, x, s, self.side) for x in self.moved)) > support
        if BUG == "support is counted once, before the first wave":
            return self.weigh(s) > weight(self.first, s, other(self.side))
        if BUG == "persuasion is counted once, before the first wave":
            return weight(self.first, s, self.side) > support
        return self.weigh(s) > support

    def of(self, wave, *kinds):
        return [s for s in wave if self.board[s].lower() in kinds]

    def borne(self, wave, by):
        return [s for s in wave if any(bears(self.board, x, s, self.side) for x in by)]


def castled(c, kinds):
    return [s for s in c.moved if c.castled and c.board[s].lower() in kinds]


# What does not persuade.
WITHOUT = {
    "a castling rook does not persuade in its turn": lambda c: castled(c, "r"),
    "a castling king does not persuade in its turn": lambda c: castled(c, "k"),
    "king and rook do not persuade when they castle": lambda c: castled(c, "kr"),
    "the moved piece does not persuade in its turn": lambda c: c.moved,
    "the moved piece does not persuade in its turn, but castling king and rook do": lambda c: [] if c.castled else c.moved,
    "the moved piece does not persuade in its turn, but castling rooks do": lambda c: castled(c, "k") if c.castled else c.moved,
    "a king that moves does not persuade in its turn": lambda c: [s for s in c.moved if c.board[s].lower() == "k"],
    "the moved piece does not persuade in the first wave": lambda c: [] if c.n else c.moved,
    "the moved piece does not persuade after the first wave": lambda c: c.moved if c.n else [],
    "pieces that have changed sides do not persuade in the waves that follow":
        lambda c: [s for s in c.board if c.board[s] != c.first[s]],
    "after the first wave only the pieces of the wave before persuade": lambda c: [s for s in c.board if c.n and s not in c.last],
}
for kind_name, letter in KINDS.items():
    WITHOUT["a " + kind_name + " that moves does not persuade in its turn"] = \
        lambda c, k=letter: [s for s in c.moved if not c.castled and c.board[s].lower() == k]


def king_count(c, s):
    return len(kings(c.board, colour(c.board[s])))


# What becomes of a wave.
CHANGES = {
    "nothing is ever converted": lambda c, w: [],
    "waves of a single piece are not carried out": lambda c, w: w if len(w) > 1 else [],
    "waves of more than one piece are not carried out": lambda c, w: w if len(w) == 1 else [],
    "waves with a king are not carried out": lambda c, w: [] if c.of(w, "k") else w,
    "a wave with a king changes nothing but the king": lambda c, w: c.of(w, "k") or w,
    "kings change sides only after the first wave": lambda c, w: w if c.n else c.of(w, *"pnbrq"),
    "the last king of a side does not change sides":
        lambda c, w: [s for s in w if c.board[s].lower() != "k" or king_count(c, s) > 1],
    "the enemy's last king is never converted": lambda c, w: [s for s in w if c.board[s].lower() != "k" or king_count(c, s) > 1],
    "the enemy's king is converted only by a side that has no king":
        lambda c, w: c.of(w, *"pnbrq") if kings(c.board, c.side) else w,
    "conversions stop with the wave that changes a king": lambda c, w: [] if c.claimed else w,
    "only what the moved piece bears on is converted": lambda c, w: c.borne(w, c.moved),
    "only what the moved piece bears on is converted in the first wave": lambda c, w: w if c.n else c.borne(w, c.moved),
    "only pieces next to the moved piece are converted in the first wave":
        lambda c, w: w if c.n else [s for s in w if max(abs(s[0] - c.moved[0][0]), abs(s[1] - c.moved[0][1])) <= 1],
    "only what the moved piece attacks is converted": lambda c, w: [s for s in w if set(c.moved) & set(attackers(c.board, s, c.side))],
    "only what the moved piece attacks is converted, in the first wave":
        lambda c, w: w if c.n else [s for s in w if set(c.moved) & set(attackers(c.board, s, c.side))],
    "later waves reach only what the pieces of the wave before bear on": lambda c, w: c.borne(w, c.last) if c.n else w,
}
for kind_name, letter in KINDS.items():
    CHANGES[kind_name + "s are never converted"] = lambda c, w, k=letter: [s for s in w if c.board[s].lower() != k]
    CHANGES["only " + kind_name + "s are converted"] = lambda c, w, k=letter: c.of(w, k)
    CHANGES[kind_name + "s are converted in the first wave only"] = \
        lambda c, w, k=letter: [s for s in w if not c.n or c.board[s].lower() != k]
for number, which in enumerate(("second", "third", "fourth", "fifth"), 1):
    CHANGES[which + " waves are missing"] = lambda c, w, n=number: w if c.n < n else []
for side_name, letter in SIDES.items():
    CHANGES[side_name + "'s turns convert nothing"] = lambda c, w, s=letter: [] if c.side == s else w
for edge, on in EDGES.items():
    CHANGES["pieces on " + edge + " are never converted"] = lambda c, w, on=on: [s for s in w if not on(s)]

ORDERS = {
    "from a1 on, rank by rank": lambda s: (s[1], s[0]),
    "from h8 back, rank by rank": lambda s: (-s[1], -s[0]),
    "from a8 on, as in a FEN": lambda s: (-s[1], s[0]),
    "from a1 on, file by file": lambda s: (s[0], s[1]),
    "from a8 on, file by file": lambda s: (s[0], -s[1]),
}
ORDERED = re.compile("(the pieces of a wave change sides one after another, |the pieces are gone through once, and change sides one after another, "
                     "|a wave changes only (?:one|two|three) pieces?, the first |a turn changes only (?:one|two|three) pieces?, the first )"
                     "(?:from (pawn|king)s to (?:pawn|king)s, each )?(" + "|".join(map(re.escape, ORDERS)) + ")$")


def in_order(c, squares):
    found = ORDERED.match(BUG)
    kinds = {None: "", "pawn": "pnbrqk", "king": "kqrbnp"}[found[2]]
    return sorted(squares, key=lambda s: (kinds.find(c.board[s].lower()), ORDERS[found[3]](s)))


def converted(board, side, moved):
    """All conversions of a side, as the bug makes them."""
    c = Waves(board, side, moved)
    ordered = ORDERED.match(BUG)
    while True:
        if ordered and "one after another" in BUG:
            changed = False
            for s in in_order(c, c.enemies()):
                if c.over(s):
                    board[s] = recoloured(board[s], side)
                    changed = True
            if not changed or "gone through once" in BUG:
                return
            continue
        wave = [s for s in c.enemies() if c.over(s)]
        if BUG in CHANGES:
            wave = CHANGES[BUG](c, wave)
        if ordered:
            most = ["one", "two", "three"].index(BUG.split(" only ")[1].split(" ")[0]) + 1
            wave = in_order(c, wave)[:max(0, most - (c.changed if BUG.startswith("a turn") else 0))]
        if not wave:
            return
        c.claimed = c.claimed or bool(c.of(wave, "k"))
        for s in wave:
            board[s] = recoloured(board[s], side)
        c.last, c.n, c.changed = wave, c.n + 1, c.changed + len(wave)


def converting(self):
    """All turns, with the conversions as the bug makes them."""
    kingless = not kings(self.board, self.side)
    for uci, after in self.moves():
        start, end = square(uci), square(uci[2:])
        moved = [end]
        if self.board[start].lower() == "k" and (end in self.board or abs(start[0] - end[0]) > 1):
            moved = [(file, start[1]) for file in ((6, 5) if end[0] > start[0] else (2, 3))]
        converted(after.board, self.side, moved)
        own = kings(after.board, self.side)
        if all(over_persuaded(after.board, king, self.side) for king in own) or kingless and not own:
            continue
        after.rights = [r for r in after.rights if after.names(r)]
        after.side = other(self.side)
        yield uci, after


ENDS = {
    "king and rook change places when they castle": lambda king, rook, way: (rook, king),
    "castling moves the king two squares and the rook over it, from wherever they stand":
        lambda king, rook, way: (min(7, max(0, king + 2 * way)), min(7, max(0, min(7, max(0, king + 2 * way)) - way))),
    "castling O-O puts the king on the f-file and the rook on the g-file": lambda king, rook, way: (5, 6) if way > 0 else (2, 3),
    "castling O-O-O puts the king on the d-file and the rook on the e-file": lambda king, rook, way: (3, 4) if way < 0 else (6, 5),
    "castling puts the rook beside the king, wherever the king stands": lambda king, rook, way: (king, min(7, max(0, king - way))),
}


def elsewhere(self, king, rook):
    """Castling that ends on other squares; where its name says on which, the king's end is no part of its way (PAC-14)."""
    king_file, rook_file = ENDS[BUG](king[0], rook[0], 1 if rook > king else -1)
    untested = (king_file, king[1]) if BUG.startswith("castling O-O") else None
    rules.attackers = lambda board, s, side: iter(()) if s == untested != king else attackers(board, s, side)
    castlings = list(right_castling(self, king, rook))
    rules.attackers = attackers
    for uci, after in castlings:
        board = dict(self.board)
        king_piece, rook_piece = board.pop(king), board.pop(rook)
        board[(king_file, king[1])] = king_piece
        board[(rook_file, king[1])] = rook_piece
        after.board = board
        yield uci, after


TAKES = re.compile("(all pieces but pawns|" + KIND + "s(?:, " + KIND + "s)*(?: and " + KIND + "s)?) take pieces of "
                   "(?P<whose>their own side|the enemy|either side)(?P<apart>, kings apart)?$")


def moves(self):
    """All movements, and those onto other pieces that the bug has."""
    yield from right_moves(self)
    found = TAKES.match(BUG)
    kinds = "nbrqk" if found[1].startswith("all") else [KINDS[k] for k in re.findall(KIND, found[1])]
    for target, piece in list(self.board.items()):
        own = colour(piece) == self.side
        if own and found["whose"] == "the enemy" or not own and found["whose"] == "their own side" or found["apart"] and piece.lower() == "k":
            continue
        cleared = self.copy()
        del cleared.board[target]
        for start, mover in list(cleared.board.items()):
            if colour(mover) != self.side or mover.lower() not in kinds:
                continue
            alone = [(uci, after) for uci, after in right_moves(cleared) if square(uci) == start and square(uci[2:]) == target]
            for uci, after in alone:
                if mover.lower() != "k" or abs(start[0] - target[0]) <= 1:
                    yield uci, after


def turns(self):
    """All turns, with king safety as the bug has it."""
    found = SAFETY.match(BUG)
    kingless = not kings(self.board, self.side)
    for uci, after in self.moves():
        landed = dict(after.board)
        rules.convert(after.board, self.side)
        if kingless and not kings(after.board, self.side):
            continue
        boards = {"after the turn": after.board, "before the move": self.board, "right after the move": landed}
        if found[1] == "after the first wave":
            boards[found[1]] = after_first_wave(landed, self.side)
        own = kings(boards[found[4] or found[1]], self.side)
        bad = [TESTS[found[3]](boards[found[1]], s, self.side) for s in own]
        if not own:
            if not found[5]:
                continue
        elif all(bad) if found[2] == "not all" else any(bad):
            continue
        after.rights = [r for r in after.rights if after.names(r)]
        after.side = other(self.side)
        yield uci, after


class Turn:
    """A turn that is judged: its board before the move, right after it and in the end."""

    def __init__(self, position, uci, landed, after):
        self.before, self.landed, self.after, self.side = position.board, landed, after, position.side
        self.start, self.end = square(uci), square(uci[2:])
        self.kind, self.promotes = self.before[self.start].lower(), len(uci) == 5
        self.castles = self.kind == "k" and (self.end in self.before or abs(self.start[0] - self.end[0]) > 1)
        self.steps = self.kind == "k" and not self.castles
        self.ends = [self.end]
        if self.castles:  # king and rook
            self.ends = [(file, self.start[1]) for file in ((6, 5) if self.end[0] > self.start[0] else (2, 3))]
            self.end = self.ends[0]
        self.two_step = self.kind == "p" and abs(self.start[1] - self.end[1]) == 2
        self.kingless, self.own = not kings(self.before, self.side), kings(after, self.side)
        self.claims = not self.kingless or bool(self.own)
        self.safe = not all(over_persuaded(after, king, self.side) for king in self.own)
        self.right = self.claims and self.safe

    def attacked(self, board, s):
        return any(attackers(board, s, other(self.side)))

    def beside(self, sides):
        return any(max(abs(k[0] - self.end[0]), abs(k[1] - self.end[1])) == 1 for x in sides for k in kings(self.before, x) if k != self.start)

    def enemy_safe(self):
        enemy = kings(self.after, other(self.side))
        return not enemy or any(not over_persuaded(self.after, s, other(self.side)) for s in enemy)


# Which turns are legal.
JUDGED = {
    "the enemy's kings are tested for king safety, not the mover's": lambda t: t.claims and t.enemy_safe(),
    "a king may not move next to another king": lambda t: t.right and not (t.steps and t.beside("wb")),
    "a king may not move next to the enemy's king": lambda t: t.right and not (t.steps and t.beside(other(t.side))),
    "a king may not step to where it is attacked then, however well supported":
        lambda t: t.right and not (t.steps and t.attacked(t.landed, t.end)),
    "a side without a king may make any turn that it likes": lambda t: t.right or t.kingless,
    "a side without a king must claim all kings": lambda t: t.right and not (t.kingless and kings(t.after, other(t.side))),
    "a turn that claims a king is not tested for king safety":
        lambda t: t.claims and (t.safe or len(t.own) > len(kings(t.before, t.side))),
    "none of the mover's kings may be attacked after the turn, however well supported":
        lambda t: t.claims and not any(t.attacked(t.after, s) for s in t.own),
    "none of the mover's kings may be attacked right after the move, before the conversions":
        lambda t: t.claims and not any(t.attacked(t.landed, s) for s in kings(t.landed, t.side)),
    "the mover's kings may not all be attacked right after the move, before the conversions":
        lambda t: t.claims and (t.kingless or not all(t.attacked(t.landed, s) for s in kings(t.landed, t.side))),
    "none of the mover's kings may be persuaded as much as it is supported (a tie is taken for over-persuaded)":
        lambda t: t.claims and not any(TESTS["persuaded as much as supported, or more"](t.after, s, t.side) for s in t.own),
    "pieces do not go to squares that are over-persuaded before the move":
        lambda t: t.right and not over_persuaded(t.before, t.end, t.side),
    "pawns do not promote onto squares that are over-persuaded before the move":
        lambda t: t.right and not (t.promotes and over_persuaded(t.before, t.end, t.side)),
    "no piece may go where it is over-persuaded right after the move":
        lambda t: t.right and not any(over_persuaded(t.landed, s, t.side) for s in t.ends),
}
for kind_name, letter in KINDS.items():
    JUDGED[kind_name + "s do not go to squares that are over-persuaded before the move"] = \
        lambda t, k=letter: t.right and not (t.kind == k and over_persuaded(t.before, t.end, t.side))
    JUDGED["no " + kind_name + " may go where it is over-persuaded right after the move"] = \
        lambda t, k=letter: t.right and not (t.kind == k and over_persuaded(t.landed, t.end, t.side))
    JUDGED["no " + kind_name + " may go where it is over-persuaded after the turn"] = \
        lambda t, k=letter: t.right and not (t.kind == k and over_persuaded(t.after, t.end, t.side))

CONVERTING = re.compile("(only )?(moves of " + KIND + "s|castlings|promotions|moves of pawns that do not promote|two-steps) convert (nothing|anything)$")


def converts(t):
    """Whether a turn converts anything."""
    found = CONVERTING.match(BUG)
    if not found:
        return True
    such = {"castlings": t.castles, "promotions": t.promotes, "moves of pawns that do not promote": t.kind == "p" and not t.promotes,
            "two-steps": t.two_step}.get(found[2], found[3] and t.kind == KINDS[found[3]])
    return bool(such) == bool(found[1])


def judged_turns(self):
    """All turns, those that are legal or convert as the bug has it."""
    for uci, after in self.moves():
        landed = dict(after.board)
        if converts(Turn(self, uci, landed, landed)):
            rules.convert(after.board, self.side)
        turn = Turn(self, uci, landed, after.board)
        if not (JUDGED[BUG](turn) if BUG in JUDGED else turn.right):
            continue
        after.rights = [r for r in after.rights if after.names(r)]
        after.side = other(self.side)
        yield uci, after


def outcome(self):
    """The outcome as the bug has it."""
    king, enemy_king = bool(kings(self.board, self.side)), bool(kings(self.board, other(self.side)))
    wins = {"w": "1-0", "b": "0-1"}
    won, lost = wins[self.side], wins[other(self.side)]
    moves = any(True for _ in self.turns())
    rest = [piece for piece in self.board.values() if piece.lower() != "k"]
    what = BUG[len("outcome: "):]
    if what == "the game always goes on":
        return "*"
    if what == "whoever is without a king has lost, even if it can claim one" and not (king and enemy_king):
        return won if king else lost
    if what == "two kings alone are a draw" and not rest:
        return "1/2-1/2"
    if what == "a king alone on each side, or one with a minor piece, is a draw" and (not rest or len(rest) == 1 and rest[0] in "bnBN"):
        return "1/2-1/2"
    if what.startswith("it is asked whether the side that has moved has a turn"):
        moved = self.copy()
        moved.side = other(self.side)
        if any(True for _ in moved.turns()):
            return "*"
        if what.endswith("whether the side to move has a king"):
            return "1/2-1/2" if king else lost
        return "1/2-1/2" if enemy_king else won
    if moves:
        return "*"
    return {
        "whoever has no turn, kings or not, draws": "1/2-1/2",
        "the wrong side has won": "1/2-1/2" if king else won,
        "White is said to have won, whoever has": "1/2-1/2" if king else "1-0",
        "Black is said to have won, whoever has": "1/2-1/2" if king else "0-1",
        "a side without a turn has won if it has a king": won if king else lost,
        "lost and drawn are mixed up": lost if king else "1/2-1/2",
        "the game goes on for a side that has a king but no turn": "*" if king else lost,
        "the game goes on for a side that has neither a king nor a turn": "1/2-1/2" if king else "*",
        "a side without a turn has lost if its king is attacked":
            lost if not king or any(any(attackers(self.board, s, other(self.side))) for s in kings(self.board, self.side)) else "1/2-1/2",
        "a side without a turn has lost if its king is over-persuaded":
            lost if all(over_persuaded(self.board, s, self.side) for s in kings(self.board, self.side)) else "1/2-1/2",
    }.get(what, "1/2-1/2" if king else lost)


def bearers(board, square, side):
    """The squares of all that bear on a square (PAC-4)."""
    for found in attackers(board, square, side):
        yield found
        if board[found].lower() not in rules.SLIDERS:
            continue
        line = tuple((b > a) - (b < a) for a, b in zip(square, found))
        for behind in along(found, line):
            if behind in board:
                if colour(board[behind]) != side or line not in rules.SLIDERS.get(board[behind].lower(), []):
                    break
                yield behind


def hangs(board, start, end):
    """Whether the only king of a piece's side would be attacked if the piece went from one square to another, or away."""
    side = colour(board[start])
    if len(kings(board, side)) != 1:
        return False
    after = dict(board)
    piece = after.pop(start)
    if end:
        after[end] = piece
    return any(any(attackers(after, king, other(side))) for king in kings(after, side))


def attacked_king(board, side):
    return any(any(attackers(board, king, other(side))) for king in kings(board, side))


VERB = {"bear on": "both", "persuade": "persuasion", "support": "support"}
# How much each bearer counts: of the board, the square, all bearers, and the bearer.
COUNTS = [
    (KIND + "s do not (bear on|persuade|support) anything", lambda m, b, s, all, x: b[x].lower() != KINDS[m[1]]),
    ("only " + KIND + "s (bear on|persuade|support) anything", lambda m, b, s, all, x: b[x].lower() == KINDS[m[1]]),
    ("nothing (bear|persuade|support)s (?:on )?" + KIND + "s", lambda m, b, s, all, x: b.get(s, "").lower() != KINDS[m[2]]),
    ("pieces of one kind that (bear on|persuade|support) a square count as one",
     lambda m, b, s, all, x: not any(b[y] == b[x] for y in all[:all.index(x)])),
    ("kings do not (bear on|persuade|support) what the other side bears on",
     lambda m, b, s, all, x: not (b[x].lower() == "k" and any(attackers(b, s, other(colour(b[x])))))),
    ("pieces that are pinned to their king do not (bear on|persuade|support) anything off the line of the pin",
     lambda m, b, s, all, x: not (b[x].lower() != "k" and hangs(b, x, s) and not attacked_king(b, colour(b[x])))),
    ("pieces whose capture would leave their king attacked do not (bear on|persuade|support) anything",
     lambda m, b, s, all, x: not hangs(b, x, s)),
    ("pieces that are pinned to their king do not (bear on|persuade|support) anything",
     lambda m, b, s, all, x: not (b[x].lower() != "k" and hangs(b, x, None) and not attacked_king(b, colour(b[x])))),
    ("attacked pieces do not (bear on|persuade|support) anything", lambda m, b, s, all, x: not any(attackers(b, x, other(colour(b[x]))))),
    ("only pieces next to a square (bear on|persuade|support) it", lambda m, b, s, all, x: max(abs(s[0] - x[0]), abs(s[1] - x[1])) == 1),
    ("(?:White|Black)'s pieces do not (bear on|persuade|support) anything", lambda m, b, s, all, x: colour(b[x]) != SIDES[m[0][:5]]),
    ("nothing bears on " + EDGE, lambda m, b, s, all, x: not EDGES[m[1]](s)),
    ("nothing bears from " + EDGE, lambda m, b, s, all, x: not EDGES[m[1]](x)),
    (KIND + "s count twice", lambda m, b, s, all, x: 2 if b[x].lower() == KINDS[m[1]] else 1),
    ("of all that (bear on|persuade|support) a square no more than ([123]) count", lambda m, b, s, all, x: all.index(x) < int(m[2])),
]


def counted():
    """What the bug counts, the name of its role among the groups."""
    for words, count in COUNTS:
        found = re.match(words + "$", BUG)
        if found:
            verb = next((g for g in found.groups() if g in VERB), "bear on" if "bears" in BUG or "twice" in BUG else None)
            verb = verb or next(g for g in found.groups() if g in ("bear", "persuade", "support"))
            return found, count, VERB.get(verb, "both")
    return None


def judged(board, square, owner):
    """Whether what stands on a square is over-persuaded, as the bug counts."""
    found, count, role = counted()

    def weigh(side, of):
        all = list(bearers(board, square, side))
        return sum(count(found, board, square, all, x) for x in all) if role in ("both", of) else len(all)

    return weigh(other(owner), "persuasion") > weigh(owner, "support")


# Whether a line goes on behind a piece: the bug's words, and a question of the piece, the side, the line, and the pieces nearer.
THROUGH = {
    "one other slider at most": lambda p, side, line, nearer: slides(p, side, line) and not nearer,
    "each other on diagonals only": lambda p, side, line, nearer: slides(p, side, line) and 0 not in line,
    "each other on files and ranks only": lambda p, side, line, nearer: slides(p, side, line) and 0 in line,
    "sliders of the enemy that move along the line as well": lambda p, side, line, nearer: slides(p, colour(p), line),
    "enemy kings as well": lambda p, side, line, nearer: slides(p, side, line) or p == recoloured("k", other(side)),
    "their own king as well": lambda p, side, line, nearer: slides(p, side, line) or p == recoloured("k", side),
    "all sliders of their side, of other lines too": lambda p, side, line, nearer: colour(p) == side and p.lower() in "brq",
    "pawns of their side as well": lambda p, side, line, nearer: slides(p, side, line) or p == recoloured("p", side),
    "one piece of their side, whatever it is": lambda p, side, line, nearer: slides(p, side, line) or colour(p) == side and not nearer,
    "one piece of either side, whatever it is": lambda p, side, line, nearer: slides(p, side, line) or not nearer,
    "one piece of the enemy, whatever it is": lambda p, side, line, nearer: slides(p, side, line) or colour(p) != side and not nearer,
}
for side_name, letter in SIDES.items():
    THROUGH["each other only where they are " + side_name + "'s"] = lambda p, side, line, nearer, s=letter: slides(p, side, line) and side == s
for kind_name in ("bishop", "rook", "queen"):
    THROUGH[kind_name + "s only"] = lambda p, side, line, nearer, k=KINDS[kind_name]: slides(p, side, line) and p.lower() == k
    THROUGH["each other, but not through " + kind_name + "s"] = \
        lambda p, side, line, nearer, k=KINDS[kind_name]: slides(p, side, line) and p.lower() != k
LINES = re.compile("sliders bear through (" + "|".join(map(re.escape, THROUGH)) + ")(?:, in (persuasion|support))?$")


# How often a slider counts that has others before it, of which it is asked: its kind, its square, and all that stand nearer on its line.
BEHIND = {
    "sliders bear through those of their own kind only": lambda b, x, nearer: all(b[n].lower() == b[x].lower() for n in nearer),
    "sliders bear through another only when they stand right behind it":
        lambda b, x, nearer: max(abs(x[0] - nearer[-1][0]), abs(x[1] - nearer[-1][1])) == 1,
    "sliders behind others count twice": lambda b, x, nearer: 2,
    "sliders do not bear through each other": lambda b, x, nearer: 0,
}
for kind_name in ("bishop", "rook", "queen"):
    BEHIND[kind_name + "s do not bear through other sliders"] = lambda b, x, nearer, k=KINDS[kind_name]: b[x].lower() != k
BEHIND_IN = re.compile("(" + "|".join(map(re.escape, sorted(BEHIND, key=len, reverse=True))) + ")(?:,? in (persuasion|support))?$")


def judged_along(board, start, owner, role_of_bug, times):
    """Whether what stands on a square is over-persuaded, with sliders counted along each line: times says how often the next piece of
    a line counts, and whether the line goes on behind it."""
    def weigh(side, role):
        if role_of_bug not in (None, role):
            return weight(board, start, side)
        count = sum(board[x].lower() not in rules.SLIDERS for x in attackers(board, start, side))
        for line in rules.ROOK_LINES + rules.BISHOP_LINES:
            nearer = []
            for s in along(start, line):
                if s in board:
                    n, goes_on = times(s, side, line, nearer)
                    count += n
                    if not goes_on:
                        break
                    nearer.append(s)
        return count

    return weigh(other(owner), "persuasion") > weigh(owner, "support")


def judged_behind(board, start, owner):
    """Whether what stands on a square is over-persuaded, with sliders behind others as the bug counts them."""
    found = BEHIND_IN.match(BUG)

    def times(s, side, line, nearer):
        is_one = slides(board[s], side, line)
        return (BEHIND[found[1]](board, s, nearer) if nearer else 1) if is_one else 0, is_one

    return judged_along(board, start, owner, found[2], times)


def slides(piece, side, line):
    return colour(piece) == side and line in rules.SLIDERS.get(piece.lower(), [])


def judged_by_lines(board, start, owner):
    """Whether what stands on a square is over-persuaded, with lines that go on as the bug has it."""
    found = LINES.match(BUG)
    return judged_along(board, start, owner, found[2], lambda s, side, line, nearer: (
        slides(board[s], side, line), THROUGH[found[1]](board[s], side, line, nearer)))


OUTCOMES = ["the game always goes on", "whoever is without a king has lost, even if it can claim one", "two kings alone are a draw",
            "a king alone on each side, or one with a minor piece, is a draw",
            "it is asked whether the side that has moved has a turn",
            "it is asked whether the side that has moved has a turn, but whether the side to move has a king",
            "whoever has no turn, kings or not, draws", "the wrong side has won", "White is said to have won, whoever has",
            "Black is said to have won, whoever has", "a side without a turn has won if it has a king", "lost and drawn are mixed up",
            "the game goes on for a side that has a king but no turn",
            "the game goes on for a side that has neither a king nor a turn",
            "a side without a turn has lost if its king is attacked",
            "a side without a turn has lost if its king is over-persuaded"]


HINDERED = re.compile("(?:(only )?enemy " + KIND + "s that attack the king or its way(?: do not)? hinder castling|(White|Black)'s castling is not tested for attacks)$")


def hindered(self, king, rook):
    """Castling that only some attackers hinder."""
    found = HINDERED.match(BUG)

    def some(board, s, side):
        if found[3]:
            return [] if self.side == SIDES[found[3]] else list(attackers(board, s, side))
        return [x for x in attackers(board, s, side) if (board[x].lower() == KINDS[found[2]]) == bool(found[1])]

    rules.attackers = some
    moves = list(right_castling(self, king, rook))
    rules.attackers = attackers
    yield from moves


WRITTEN = re.compile("(White's |Black's )?moves are written (from Black's side of the board|with the ranks counted from the other end"
                     "|with the files counted from the other end|with their squares the wrong way round)$")
SHOWN = re.compile("the board that is written after a turn is the one (after its first wave|before its move)$")


def written(position, uci):
    """A move as the program writes it."""
    found = WRITTEN.match(BUG)
    if not found or found[1] and SIDES[found[1][:5]] != position.side:
        return uci
    if "wrong way" in found[2]:
        return uci[2:4] + uci[:2] + uci[4:]
    files, ranks = "ranks" not in found[2], "files" not in found[2]
    return "".join(name((7 - f if files else f, 7 - r if ranks else r)) for f, r in (square(uci), square(uci[2:]))) + uci[4:]


def shown(position, uci, after):
    """The board after a turn as the program writes it, and the side to move."""
    found = SHOWN.match(BUG)
    if found:
        after = after.copy()
        after.board = position.board if found[1] == "before its move" else after_first_wave(dict(position.moves())[uci].board, position.side)
    return after.fen()


def names(self, right):
    """A right whose king or rook has gone is kept where the bug keeps it."""
    stand = self.board.get(right[1], "").lower() == "k" and self.board.get(right[2], "").lower() == "r"
    return right_names(self, right) if stand else True


def play(rule_set, fen, moves):
    position = Position(fen)
    for text in moves:
        legal = {}
        for uci, after in position.turns():
            legal[uci] = after
        if text not in legal:
            raise skeleton.Refusal("illegal-move", text)
        landed = dict(position.moves())[text].board
        position = replaced(Move(position, text, legal[text]), landed)
    return [(written(position, uci), shown(position, uci, after)) for uci, after in position.turns()], position.outcome()


def knows(bug):
    return bool(any(p.match(bug) for p in (BEHIND_IN, HINDERED, WRITTEN, SHOWN)) or bug == "FEN: Black is always taken to be to move"
                or bug in JUDGED or CONVERTING.match(bug) or LINES.match(bug) or UNREACHED.match(bug) or bug in CHANGES or bug in WITHOUT or ORDERED.match(bug) or bug.startswith("the moved piece counts twice when it persuades")
                or bug in ("support is counted once, before the first wave", "persuasion is counted once, before the first wave")
                or bug in ENDS or TAKES.match(bug) and (not re.match(".*king|all", bug.split(" take ")[0]) or "the enemy" in bug) or any(re.match(words + "$", bug) for words, _ in COUNTS) or bug in REPLAY or bug in READ or bug.startswith("FEN: of ") or TWO_STEP.match(bug) or CASTLING.match(bug) or SAFETY.match(bug)
                or bug.startswith("castling asks for empty squares: ") or re.match("castling is refused where the .* stands on a", bug)
                or bug.startswith("outcome: ") and bug[len("outcome: "):] in OUTCOMES)


if __name__ == "__main__":
    if sys.argv[1:] == ["--known"]:
        print("\n".join(bug for bug in sys.stdin.read().split("\n") if knows(bug)))
        sys.exit()
    Position.__init__, Position.names = read, names
    if TWO_STEP.match(BUG):
        Position.pawn = pawn
    if BUG.startswith("castling ") and BUG not in LOST and BUG not in ENDS:
        Position.castling = castling
    if HINDERED.match(BUG):
        Position.castling = hindered
    if LINES.match(BUG):
        rules.over_persuaded = judged_by_lines
    if BEHIND_IN.match(BUG):
        rules.over_persuaded = judged_behind
    if UNREACHED.match(BUG):
        rules.along, Position.moves = along_to_the_edge, moves_before_the_edge
    if BUG in CHANGES or BUG in WITHOUT or ORDERED.match(BUG) or "counts twice when" in BUG or "is counted once, before" in BUG:
        Position.turns = converting
    if BUG in JUDGED or CONVERTING.match(BUG):
        Position.turns = judged_turns
    if BUG in ENDS:
        Position.castling = elsewhere
    if TAKES.match(BUG):
        Position.moves = moves
    if counted():
        rules.over_persuaded = judged
    if SAFETY.match(BUG):
        Position.turns = turns
    if BUG.startswith("outcome: "):
        Position.outcome = outcome
    skeleton.turns = play
    skeleton.main()
