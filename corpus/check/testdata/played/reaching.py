"""pacifist1.py with a bug that BUG names: how far pieces bear and how they are counted, what two-steps are tested for, what becomes of the
moved piece in the conversions of its turn, and of two kings one that is tested. It was written from these names and the text of the rules alone."""
import re
import sys

import pacifist1 as rules
import skeleton
from pacifist1 import along, attackers, colour, kings, name, other, over_persuaded, recoloured

BUG = ""
KINDS = {"pawn": "p", "knight": "n", "bishop": "b", "rook": "r", "queen": "q", "king": "k"}
LINES = rules.ROOK_LINES + rules.BISHOP_LINES

Position = rules.Position
right_weight, right_pawn = rules.weight, Position.pawn


def square(text):
    return "abcdefgh".index(text[0]), int(text[1]) - 1


def slides(piece, line):
    return line in rules.SLIDERS.get(piece.lower(), [])


def along_line(board, start, line):
    """The pieces on a line, with their squares, the nearest first."""
    return [(s, board[s]) for s in along(start, line) if s in board]


# How many of a side's sliders bear on a square along a line.

def over(let_through):
    """Sliders are not stopped by some pieces, nor by the sliders that the rules let them bear through."""
    def weigh(board, start, line, side):
        n = 0
        for _, piece in along_line(board, start, line):
            bears = colour(piece) == side and slides(piece, line)
            n += bears
            if not bears and not let_through(piece, side):
                break
        return n
    return weigh


def through_neighbour(kinds):
    """Sliders bear through a piece of their side that stands next to the square and bears on it."""
    def weigh(board, start, line, side):
        n = 0
        for s, piece in along_line(board, start, line):
            if colour(piece) != side:
                break
            if slides(piece, line):
                n += 1
            elif not (piece.lower() in kinds and s in attackers(board, start, side)):
                break
        return n
    return weigh


def of_either_colour(board, start, line, side):
    """Whose the first slider is is asked, and of those behind it not."""
    n = 0
    for _, piece in along_line(board, start, line):
        if not slides(piece, line) or n == 0 and colour(piece) != side:
            break
        n += 1
    return n


ALONG = {
    "sliders bear over all pieces in their way": over(lambda piece, side: True),
    "sliders bear over the pieces of the enemy in their way": over(lambda piece, side: colour(piece) != side),
    "sliders bear through whatever is the enemy's": over(lambda piece, side: colour(piece) != side),
    "sliders bear through a pawn that bears on the square as well": through_neighbour("p"),
    "sliders bear through a king that bears on the square as well": through_neighbour("k"),
    "sliders bear through a pawn or a king that bears on the square as well": through_neighbour("pk"),
    "behind a slider those of the enemy count, too": of_either_colour,
}
ALONG_IN = re.compile("(" + "|".join(sorted(ALONG, key=len, reverse=True)) + ")(?:, in (persuasion|support))?$")
ROUND = "kings bear round the edge of the board"
TOO_MANY = "persuasion counts one piece too many where there is any"


def number(s):
    """The number of a square, from 0 to 63, a1 first."""
    return 8 * s[1] + s[0]


def weigh(board, start, side, role):
    found = ALONG_IN.match(BUG)
    if found and found[2] in (None, role):
        nearest = [s for s in attackers(board, start, side) if board[s].lower() in "pnk"]
        return len(nearest) + sum(ALONG[found[1]](board, start, line, side) for line in LINES)
    n = right_weight(board, start, side)
    if BUG == TOO_MANY and role == "persuasion" and n > 0:
        n += 1
    if BUG == ROUND:
        n += sum(abs(number(s) - number(start)) in (1, 7, 8, 9) and abs(s[0] - start[0]) > 1 for s in kings(board, side))
    return n


def weighed(board, start, owner):
    return weigh(board, start, other(owner), "persuasion") > weigh(board, start, owner, "support")


def bearers(board, start, side):
    """The squares of all that bear on a square (PAC-4)."""
    yield from (s for s in attackers(board, start, side) if board[s].lower() in "pnk")
    for line in LINES:
        for s, piece in along_line(board, start, line):
            if colour(piece) != side or not slides(piece, line):
                break
            yield s


ONLY = re.compile("two-steps are refused only where an enemy (" + "|".join(KINDS) + ") bears on the passed square$")
AS_IF = "two-steps are tested as if the pawn stood on the passed square"


def refused(board, start, passed, side):
    """Whether a two-step is refused that has its way free."""
    found = ONLY.match(BUG)
    if found:
        return any(board[s].lower() == KINDS[found[1]] for s in bearers(board, passed, other(side)))
    stood = dict(board)
    stood[passed] = stood.pop(start)
    return over_persuaded(stood, passed, side)


def pawn(self, start):
    forward, first_rank = rules.ahead(self.side), 1 if self.side == "w" else 6
    one, two = (start[0], start[1] + forward), (start[0], start[1] + 2 * forward)
    yield from (m for m in right_pawn(self, start) if m[0][2:4] != name(two))
    if start[1] == first_rank and one not in self.board and two not in self.board and not refused(self.board, start, one, self.side):
        yield self.moved(start, two)


TURNCOAT = re.compile("a moved piece( [(]of a castling what stands on the square that it is written with[)])? that is over-persuaded "
                      "before the conversions changes sides itself$")
OWN_TOO = "the mover's own over-persuaded pieces change sides as well, in every wave"
BOTH_PLACES = "conversions are made while the moved piece still stands where it came from, too"


def over_persuaded_ones(board, squares):
    return [s for s in squares if s in board and over_persuaded(board, s, colour(board[s]))]


def turn_coats(board, squares):
    for s in squares:
        board[s] = recoloured(board[s], other(colour(board[s])))


def convert(before, uci, board, side):
    """The conversions of a turn, made on the board right after its move."""
    start, end = square(uci), square(uci[2:])
    castles = before[start].lower() == "k" and (abs(start[0] - end[0]) > 1 or end in before)
    found = TURNCOAT.match(BUG)
    if found:
        ends = [end]
        if castles and not found[1]:
            ends = [(file, start[1]) for file in ((6, 5) if end > start else (2, 3))]
        turn_coats(board, over_persuaded_ones(board, ends))
    if BUG == OWN_TOO:
        for _ in range(64):  # some go to and fro for ever: as many waves as there are squares are enough
            turn_coats(board, over_persuaded_ones(board, board))
        return
    left = [s for s in before if s not in board]
    if BUG == BOTH_PLACES:
        for s in left:
            board[s] = before[s]
    rules.convert(board, side)
    if BUG == BOTH_PLACES:
        for s in left:
            del board[s]


LAST = re.compile("of two kings only the last is tested, (from a1 on, file by file|from a8 on, file by file|as in a FEN, but what has moved comes last)$")
FILE_BY_FILE = {"from a1 on, file by file": lambda s: s, "from a8 on, file by file": lambda s: (s[0], -s[1])}


def tested(board, side):
    """The kings of which one at least must not be over-persuaded."""
    own, found = kings(board, side), LAST.match(BUG)  # a board lists its pieces as the FEN does, and what has moved last
    if found and found[1] in FILE_BY_FILE:
        own.sort(key=FILE_BY_FILE[found[1]])
    return own[-1:] if found else own


def turns(self):
    for uci, after in self.moves():
        convert(self.board, uci, after.board, self.side)
        if all(rules.over_persuaded(after.board, king, self.side) for king in tested(after.board, self.side)):
            continue
        after.rights = [r for r in after.rights if after.names(r)]
        after.side = other(self.side)
        yield uci, after


def knows(bug):
    return bug in (ROUND, TOO_MANY, AS_IF, OWN_TOO, BOTH_PLACES) or any(p.match(bug) for p in (ALONG_IN, ONLY, TURNCOAT, LAST))


if __name__ == "__main__":
    if sys.argv[1:] == ["--known"]:
        print("\n".join(bug for bug in sys.stdin.read().split("\n") if knows(bug)))
        sys.exit()
    if BUG in (ROUND, TOO_MANY) or ALONG_IN.match(BUG):
        rules.over_persuaded = weighed
    if BUG == AS_IF or ONLY.match(BUG):
        Position.pawn = pawn
    Position.turns = turns
    skeleton.turns = rules.turns
    skeleton.main()
