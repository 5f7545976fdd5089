"""pacifist1.py with a bug that BUG names: steps that pieces lose, mistake or have twice, kinds that go or bear as others, pawns that bear on
other squares, bearers that do not count, and promotions to other kinds. It was written from these names and the text of the rules alone."""
import re
import sys

import pacifist1 as rules
import skeleton
from pacifist1 import along, colour, on_board, other, recoloured

BUG = ""
SIDES = {"White": "w", "Black": "b"}
KINDS = {"pawn": "p", "knight": "n", "bishop": "b", "rook": "r", "queen": "q", "king": "k"}
KIND = "(" + "|".join(KINDS) + ")"
STEP = r"([+-]\d)([+-]\d)"
Position = rules.Position
right_moves, right_moved, right_weight, right_attackers = Position.moves, Position.moved, rules.weight, rules.attackers
DIAGONAL, STRAIGHT = rules.BISHOP_LINES, rules.ROOK_LINES
RIGHT = {"n": rules.KNIGHT_STEPS, "b": DIAGONAL, "r": STRAIGHT, "q": DIAGONAL + STRAIGHT, "k": DIAGONAL + STRAIGHT}

# Steps by their names: of the side whose piece takes them, and the step.
STEPS = {
    "diagonal steps": lambda side, f, r: f and r,
    "straight steps": lambda side, f, r: not (f and r),
    "steps along ranks": lambda side, f, r: r == 0,
    "steps along files": lambda side, f, r: f == 0,
    "backward steps": lambda side, f, r: r * rules.ahead(side) < 0,
    "forward steps": lambda side, f, r: r * rules.ahead(side) > 0,
    "steps down the board": lambda side, f, r: r < 0,
    "steps up the board": lambda side, f, r: r > 0,
    "steps towards the a-file": lambda side, f, r: f < 0,
    "steps towards the h-file": lambda side, f, r: f > 0,
    "rising diagonal steps": lambda side, f, r: f and r and (f > 0) == (r > 0),
    "falling diagonal steps": lambda side, f, r: f and r and (f > 0) != (r > 0),
}
STEPS_NAMED = "(" + "|".join(sorted(STEPS, key=len, reverse=True)) + "|steps " + STEP + ")"

LOST = re.compile("the " + STEPS_NAMED + " of (.*) are missing in moving and in bearing$")
NOT_BORNE = re.compile("(.*) do not bear by their " + STEPS_NAMED + "$")
TWICE = re.compile("(the .*) step " + STEP + " missing, and " + STEP + " there twice$")
MISTAKEN = re.compile("the (knight|king)'s step " + STEP + " is " + STEP + ", in moving and in bearing$")
AS = re.compile(KIND + "s (move and bear|move|bear) as " + KIND + "s$")
EACH_OTHER = re.compile(KIND + "s and " + KIND + "s (move and bear|move|bear) as each other$")
PAWNS = re.compile("(White's |Black's )?pawns bear (.*?)(?:, in (persuasion|support))?$")
UNCOUNTED = re.compile("(?:(White|Black)'s )?" + KIND + "s do not (bear on|persuade|support) (anything|" + "|".join(k + "s" for k in KINDS) + ")$")
AS_ONE = re.compile("several " + KIND + "s that bear on a square count as one$")
MADE = re.compile("promotions to a " + KIND + " make a " + KIND + "$")
EXCHANGED = re.compile("promotions to a " + KIND + " and to a " + KIND + " are exchanged$")
BACKWARDS = re.compile("(White's |Black's )?pawns move( and bear)? the wrong way$")

PAWN_STEPS = {  # the enemy is up
    "backwards, not forwards": [(1, -1), (-1, -1)],
    "straight ahead, not diagonally": [(0, 1)],
    "sideways, not diagonally": [(1, 0), (-1, 0)],
    "straight ahead as well as diagonally": [(-1, 1), (1, 1), (0, 1)],
    "straight ahead as well": [(-1, 1), (1, 1), (0, 1)],
    "backwards as well as forwards": [(-1, 1), (1, 1), (-1, -1), (1, -1)],
    "backwards as well": [(-1, 1), (1, 1), (-1, -1), (1, -1)],
    "sideways as well": [(-1, 1), (1, 1), (-1, 0), (1, 0)],
    "on one diagonal square only, the one towards the a-file": [(-1, 1)],
    "on one diagonal square only, the one towards the h-file": [(1, 1)],
    "two squares away, diagonally": [(2, 2), (-2, 2)],
    "on nothing": [],
}

# What a name leaves open, its letters decide: whether the program has a list of steps from the piece or from the square back to it, and
# whether castling is tested by the same function.
SPIN = sum(map(ord, BUG))
BACK, TESTED = SPIN % 2 == 1, SPIN // 2 % 2 == 1


def kinds(words):
    """The letters of kinds that are listed, in the plural or as what is theirs."""
    if words == "all pieces but pawns":
        return "nbrqk"
    return "".join(KINDS[re.sub("s$|'s$|^the ", "", re.sub("'s$", "", w.removeprefix("the ")))] for w in re.split(", | and ", words))


def number(*texts):
    return tuple(int(t) for t in texts)


def steps(kind, side):
    """The steps that the program has in its list for a kind."""
    right = RIGHT[kind]
    found = LOST.match(BUG) or NOT_BORNE.match(BUG)
    if found:
        words, whose = (found[1], found[4]) if LOST.match(BUG) else (found[2], found[1])
        if kind not in kinds(whose):
            return right
        if words in STEPS:
            return [s for s in right if not STEPS[words](side, *s)]
        return [s for s in right if s != number(*re.search(STEP, words).groups())]
    found = TWICE.match(BUG)
    if found and kind in kinds(found[1]):
        lost, twice = number(found[2], found[3]), number(found[4], found[5])
        return [twice if s == lost else s for s in right]
    found = MISTAKEN.match(BUG)
    if found and kind == KINDS[found[1]]:
        return [number(found[4], found[5]) if s == number(found[2], found[3]) else s for s in right]
    return right


def disguised(kind):
    """The kind as which a kind goes or bears."""
    found = AS.match(BUG)
    if found and kind == KINDS[found[1]]:
        return KINDS[found[3]]
    found = EACH_OTHER.match(BUG)
    if found and kind in (KINDS[found[1]], KINDS[found[2]]):
        return KINDS[found[2]] if kind == KINDS[found[1]] else KINDS[found[1]]
    return kind


def bears_otherwise():
    found = AS.match(BUG) or EACH_OTHER.match(BUG)
    return found and "bear" in found[0]


def moves_otherwise():
    found = AS.match(BUG) or EACH_OTHER.match(BUG)
    return found and "move" in found[0] or LOST.match(BUG) or TWICE.match(BUG) or MISTAKEN.match(BUG) or BACKWARDS.match(BUG)


def seen(kind):
    return disguised(kind) if bears_otherwise() else kind


def pawn_steps(side):
    found = BACKWARDS.match(BUG)
    if found and found[2] and found[1] in (None, "White's " if side == "w" else "Black's "):
        return PAWN_STEPS["backwards, not forwards"]
    found = PAWNS.match(BUG)
    if found and found[1] in (None, "White's " if side == "w" else "Black's "):
        return PAWN_STEPS[found[2]]
    return [(-1, 1), (1, 1)]


def bearers(board, square, side):
    """All that bears on a square, as often as it counts."""
    def listed(kind):
        return [(-f, -r) for f, r in steps(kind, side)] if BACK and not NOT_BORNE.match(BUG) else steps(kind, side)

    for at, piece in board.items():
        if colour(piece) != side:
            continue
        step = (square[0] - at[0], square[1] - at[1])
        kind = seen(piece.lower())
        if kind == "p":
            yield from [at] * [(f, r * rules.ahead(side)) for f, r in pawn_steps(side)].count(step)
        elif kind in "nk":
            yield from [at] * listed(kind).count(step)
    for line in DIAGONAL + STRAIGHT:
        for at in along(square, (-line[0], -line[1])):
            if at not in board:
                continue
            kind = seen(board[at].lower())
            if colour(board[at]) != side or kind not in "brq" or line not in listed(kind):
                break
            yield from [at] * listed(kind).count(line)


def counts(board, square, side, role):
    all = list(bearers(board, square, side))
    found = PAWNS.match(BUG)
    if found and found[3] not in (None, role):
        return list(right_bearers(board, square, side))
    found = UNCOUNTED.match(BUG)
    if found and {"bear on": role, "persuade": "persuasion", "support": "support"}[found[3]] == role and \
            found[1] in (None, "White" if side == "w" else "Black") and \
            found[4] in ("anything", next((k + "s" for k in KINDS if KINDS[k] == board.get(square, "").lower()), None)):
        return [x for x in all if board[x].lower() != KINDS[found[2]]]
    found = AS_ONE.match(BUG)
    if found:
        of = [x for x in all if board[x].lower() == KINDS[found[1]]]
        return [x for x in all if x not in of[1:]]
    return all


def right_bearers(board, square, side):
    return range(right_weight(board, square, side))


def over_persuaded(board, square, owner):
    return len(counts(board, square, other(owner), "persuasion")) > len(counts(board, square, owner, "support"))


def moves(self):
    """All movements, those of pieces that go otherwise by their own steps."""
    back = BACKWARDS.match(BUG)
    for uci, after in right_moves(self):
        start, end = square(uci), square(uci[2:])
        kind = self.board[start].lower()
        castles = kind == "k" and (end in self.board or abs(start[0] - end[0]) > 1)
        changed = kind == "p" and back and back[1] in (None, "White's " if self.side == "w" else "Black's ") if back else \
            kind != "p" and (disguised(kind) != kind or steps(kind, self.side) != RIGHT[kind])
        if castles or not changed:
            yield uci, after
    for start, piece in list(self.board.items()):
        kind = piece.lower()
        if colour(piece) != self.side:
            continue
        if back:
            end = (start[0], start[1] - rules.ahead(self.side))
            if kind == "p" and back[1] in (None, "White's " if self.side == "w" else "Black's ") and on_board(end) and end not in self.board:
                for promotion in "qrbn" if end[1] in (0, 7) else [""]:
                    yield self.moved(start, end, promotion)
            continue
        if kind == "p" or disguised(kind) == kind and steps(kind, self.side) == RIGHT[kind]:
            continue
        as_kind = disguised(kind)
        for step in set(steps(as_kind, self.side)):
            for end in along(start, step):
                if end in self.board:
                    break
                yield self.moved(start, end)
                if as_kind in "nk":
                    break


def moved(self, start, end, promotion=""):
    """A movement, its promotion to what the bug makes of it."""
    uci, after = right_moved(self, start, end, promotion)
    found = MADE.match(BUG) or EXCHANGED.match(BUG)
    if promotion and found:
        one, two = KINDS[found[1]], KINDS[found[2]]
        if promotion == one:
            after.board[end] = recoloured(two, self.side)
        elif promotion == two and EXCHANGED.match(BUG):
            after.board[end] = recoloured(one, self.side)
    return uci, after


def play(rule_set, fen, moves):
    position = Position(fen)
    for text in moves:
        legal = {}
        for uci, after in position.turns():
            legal.setdefault(uci, after)  # a castling before a step of the king that is written alike
        if text not in legal:
            raise skeleton.Refusal("illegal-move", text)
        position = legal[text]
    return [(uci, after.fen()) for uci, after in position.turns()], position.outcome()


def square(text):
    return "abcdefgh".index(text[0]), int(text[1]) - 1


def knows(bug):
    pawns = PAWNS.match(bug)
    return any(p.match(bug) for p in (LOST, NOT_BORNE, TWICE, MISTAKEN, AS, EACH_OTHER, UNCOUNTED, AS_ONE, MADE, EXCHANGED, BACKWARDS)) \
        or pawns and pawns[2] in PAWN_STEPS


if __name__ == "__main__":
    if sys.argv[1:] == ["--known"]:
        print("\n".join(bug for bug in sys.stdin.read().split("\n") if knows(bug)))
        sys.exit()
    Position.moved = moved
    if moves_otherwise():
        Position.moves = moves
    rules.over_persuaded = over_persuaded
    if TESTED and not (UNCOUNTED.match(BUG) or AS_ONE.match(BUG) or PAWNS.match(BUG) and PAWNS.match(BUG)[3] or " as well" in BUG and not " as well as " in BUG):
        rules.attackers = bearers
    skeleton.turns = play
    skeleton.main()
