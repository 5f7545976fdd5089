#!/usr/bin/env python3
"""Checks what Turncoat claims: proofs, puzzles, golden corpora, test vectors and tablebases.

    python3 clients/checker/turncoat_check.py [flags] FILE...

Written from docs/RULES.md, docs/INTERFACE.md and docs/tablebases.md alone; it shares nothing with the program and needs
only the standard library. It plays every turn that a file claims something about and looks whether the claim holds.
Rules are cited as in RULES.md (PAC-7). Exit status: 0 all claims hold, 1 some do not, 2 something cannot be read.
"""
import argparse, bisect, bz2, collections, gzip, hashlib, io, itertools, json, math, os, random, re, struct
import subprocess, sys

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(1, 7)
LETTERS = " PNBRQK"
class Wrong(Exception): "A claim does not hold. (Any other exception: an input cannot be read.)"

# ---- records: objects of JSON with the keys that INTERFACE.md gives them, each once ----
CASE = "id rules fen moves turns outcome cite tells why title version".split()  # the last three of test vectors
HEAD = "format version rules fen at stipulation in half keys complete shortest none sum".split()
STEPS = {"win": ("at", "win", "play"), "hold": ("at", "hold", "except", "answers"), "line": ("line",)}
PUZZLE = """id rules fen stipulation title authors dedication published date prize comments unsound in half keys line
    solution lines study only claims phases twins themes grade source""".split()

def unique(pairs):
    """An object of JSON, in which no key may come twice."""
    found = dict(pairs)
    if len(found) < len(pairs): raise ValueError("a key comes twice in %s" % ", ".join(key for key, _ in pairs))
    return found

def parsed(text): return json.loads(text, object_pairs_hook=unique)

def whole(n):
    """Whether something is a whole number from 1; Python takes true for one."""
    return type(n) is int and n > 0

def only(record, keys):
    """The record, if it is an object with none but these keys."""
    if not isinstance(record, dict): raise ValueError("no object of JSON")
    unknown = set(record).difference(keys)
    if unknown: raise ValueError("unknown keys: %s" % ", ".join(sorted(unknown)))
    return record

VALUES = {PAWN: 1, KNIGHT: 3, BISHOP: 3, ROOK: 5, QUEEN: 9, KING: 1000}  # PAC-4
SETS = ("pacifist1", "pacifist2", "pacifist-number", "pacifist-value", "pacifist-average", "conversion", "benedict",
        "benedict-king", "andernach", "anti-andernach", "super-andernach", "tibet", "double-tibet", "traitor",
        "magic-squares", "masand", "masand-generalised", "chess")
# Of Andernach Chess and its kin (AND-2): which pieces act (the moved one, or every one of the mover), what converts
# (itself, or what it attacks), when, of which side (0 for both), and whether a castling rook has moved (AND-5).
Step = collections.namedtuple("Step", "when side attacks every rook squares", defaults=(0, False, False, False, ()))
STEPS_AFTER = {
    "andernach": Step("capture"), "anti-andernach": Step("no-capture"), "super-andernach": Step("always"),
    "tibet": Step("other-kind", -1), "double-tibet": Step("other-kind"),
    "traitor": Step("square", -1, squares=tuple(range(32))),
    "magic-squares": Step("square", rook=True, squares=(27, 28, 35, 36)),  # d4, e4, d5, e5
    "masand": Step("check", attacks=True), "masand-generalised": Step("check", attacks=True, every=True)}

# ---- the board: 64 numbers, a1, b1 ... h8; 0 is empty, a kind is a white piece, its negative a black one. A side is 1
# (White) or -1. A right is (side, king's square, rook's square), a move (from, to, promotion or 0, right or None). ----
def reached(square, steps, far=1):
    """Yields the squares that lie 1 to far steps from a square, a tuple for each step."""
    for df, dr in steps:
        on = [(square % 8 + i * df, square // 8 + i * dr) for i in range(1, far + 1)]
        if 0 <= on[0][0] < 8 and 0 <= on[0][1] < 8: yield tuple(f + 8 * r for f, r in on if 0 <= f < 8 and 0 <= r < 8)

def near(steps): return [tuple(line[0] for line in reached(s, steps)) for s in range(64)]

STRAIGHT, DIAGONAL = [(1, 0), (-1, 0), (0, 1), (0, -1)], [(1, 1), (1, -1), (-1, 1), (-1, -1)]
LEAPS = {KNIGHT: near([(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]),
         KING: near(STRAIGHT + DIAGONAL)}
LINES = [[(ROOK, line) for line in reached(s, STRAIGHT, 7)] + [(BISHOP, line) for line in reached(s, DIAGONAL, 7)]
         for s in range(64)]
WAYS = {kind: [[line for slider, line in lines if kind in (slider, QUEEN)] for lines in LINES]
        for kind in (BISHOP, ROOK, QUEEN)}
WAYS.update({kind: [[(to,) for to in leaps] for leaps in LEAPS[kind]] for kind in LEAPS})
AHEAD = {1: near([(-1, 1), (1, 1)]), -1: near([(-1, -1), (1, -1)])}  # of a pawn of a side: diagonally
ALONE = {1: near([(0, 1)]), -1: near([(0, -1)])}                     # and straight
SQUARES = [f + r for r in "12345678" for f in "abcdefgh"]

def names(squares): return [SQUARES[s] for s in sorted(squares, key=lambda s: (s % 8, s))]

def board_text(board):
    text = "".join(LETTERS[p] if p > 0 else LETTERS[-p].lower() if p else "1" for p in board)
    return "/".join(re.sub("1+", lambda m: str(len(m[0])), text[r:r + 8]) for r in range(56, -1, -8))

def read_board(text):
    ranks = [re.sub("[1-8]", lambda m: "." * int(m[0]), rank) for rank in text.split("/")[::-1]]
    if len(ranks) != 8 or not all(re.fullmatch("[.PNBRQKpnbrqk]{8}", rank) for rank in ranks):
        raise ValueError("%r is no board" % text)
    return [0 if c == "." else LETTERS.index(c.upper()) * (1 if c.isupper() else -1) for c in "".join(ranks)]

class Position(collections.namedtuple("Position", "board side rights ep clock number", defaults=((), -1, 0, 1))):
    def key(self):
        """What makes two positions the same (PAC-16), in sixteen bytes."""
        rest = [self.side + 1, self.ep + 1] + [s for right in self.rights for s in right[1:]]
        return hashlib.md5(bytes([p + 6 for p in self.board] + rest)).digest()

# A move with its conversions: what the enemy takes back is chosen afterwards (PAC-8). Resets: the half-move clock.
Turn = collections.namedtuple("Turn", "move board waves resets")

def uci(move):
    start, to, promotion, castling = move
    if castling and start % 8 == 4 and to % 8 in (0, 7): to = start + (2 if to > start else -2)
    return SQUARES[start] + SQUARES[to] + LETTERS[promotion].lower().strip()

def goals(king, rook):
    """Where king and rook end (PAC-13)."""
    return (king & 56 | 6, king & 56 | 5) if rook > king else (king & 56 | 2, king & 56 | 3)

def attacked(board, square, by):
    """Whether a side attacks a square in the orthodox sense."""
    for kind, squares in ((KNIGHT, LEAPS[KNIGHT][square]), (KING, LEAPS[KING][square]), (PAWN, AHEAD[-by][square])):
        if any(board[s] == by * kind for s in squares): return True
    for slider, line in LINES[square]:
        p = next((board[s] for s in line if board[s]), 0) * by
        if p == slider or p == QUEEN: return True
    return False

def flip(board, squares):
    for s in squares: board[s] = -board[s]
    return board

def in_order(rights): return tuple(sorted(rights, key=lambda r: (-r[0], r[2] < r[1])))

FIRST = {1: range(0, 8), -1: range(56, 64)}  # the squares of a side's first rank

class Rules:
    def __init__(self, name):
        if name not in SETS: raise ValueError("only the built-in rule sets are known, not %r" % name)
        self.name, self.pacifist, self.conversion = name, name.startswith("pacifist"), name == "conversion"
        self.benedict, self.step = name.startswith("benedict"), STEPS_AFTER.get(name)
        self.peaceful = self.pacifist or self.benedict  # no captures, and kings change sides
        self.smith = "pacifist-" in name  # the inventor's forms, otherwise those of vchess.club
        self.keeps = self.peaceful and not self.smith  # conversion ends no right (PAC-15, BEN-5)
        self.average = name == "pacifist-average"
        self.play = (self.play_pacifist if self.pacifist else self.play_benedict if self.benedict
                     else self.play_step if self.step else self.play_orthodox)  # gives None for an illegal move
        # A weight is a sum of these: the value in the upper bits, and how many pieces there are in the lowest eight.
        self.value = [0] + [(1 if name in SETS[:3:2] else value) << 8 | 1 for value in VALUES.values()]
    # ---- FEN (RULES.md, FEN) ----
    def rook_for(self, piece, side):  # whether a right of a side can name this piece (PAC-17)
        return piece == side * ROOK or self.keeps and piece == -side * ROOK
    def king_for(self, board, side, rook):
        """The king that a FEN gives to a rook, or -1: found from the rook, whichever side of the king it is on."""
        kings = [s for s in FIRST[side] if board[s] == side * KING or self.keeps and board[s] == -side * KING]
        return min(kings, key=lambda s: (board[s] != side * KING, s % 8 != 4, abs(rook - s), s), default=-1)
    def right(self, board, letter):
        """The right that a letter of a FEN names, or None (PAC-15)."""
        side = 1 if letter.isupper() else -1
        rights = [(side, self.king_for(board, side, r), r) for r in FIRST[side] if self.rook_for(board[r], side)]
        rights = [right for right in rights if right[1] >= 0]
        if letter in "Kk": return max((r for r in rights if r[2] > r[1]), key=lambda r: r[2], default=None)
        if letter in "Qq": return min((r for r in rights if r[2] < r[1]), key=lambda r: r[2], default=None)
        rook = FIRST[side]["ABCDEFGH".index(letter.upper())]
        if self.came(board, side, rook): return side, rook, rook
        return next((r for r in rights if r[2] == rook), None)
    def came(self, board, side, square):
        """Whether a right with the king's square alone says that the king came there in the game (AND-9)."""
        return self.step and square == FIRST[side][4] and board[square] == side * KING
    def letter(self, board, right):
        side, king, rook = right
        if king == rook: return "E" if side > 0 else "e"
        letter = "K" if rook > king else "Q"
        if self.right(board, letter if side > 0 else letter.lower()) != right: letter = "ABCDEFGH"[rook % 8]
        return letter if side > 0 else letter.lower()
    def read(self, text, helped=False):
        """Reads a FEN of up to six fields, or the position of a proof, where rights are squares of king and rook."""
        board, side, rights, ep, clock, number = text.split() + ["w", "-", "-", "0", "1"][len(text.split()) - 1:]
        if not re.fullmatch("[wb] (-|[A-HKQa-hkq]+|(([a-h]1){2}|([a-h]8){2})+) [0-9]+ [0-9]+", " ".join(
                (side, rights, clock, number))):
            raise ValueError("%r is no position" % text)
        if max(int(clock), int(number)) > 65535: raise ValueError("a number over 65535 in %r" % text)
        board, on = read_board(board), [SQUARES.index(s) for s in re.findall("[a-h][18]", rights)]
        found = [(1 if k < 8 else -1, k, r) for k, r in zip(on[::2], on[1::2])] or [
            self.right(board, c) for c in rights if c != "-"]
        return self.valid(board, side, found, ep, int(clock), int(number), helped)
    def valid(self, board, side, rights=(), ep="-", clock=0, number=1, helped=False):
        """Returns the position, or raises ValueError when it is not valid (PAC-17, CON-12, BEN-7; in a help-win of
        the Conversion or the chess family one side may have no king)."""
        kings, side, passed = [s for s in range(64) if abs(board[s]) == KING], -1 if side == "b" else 1, -1
        alone = helped and not self.peaceful and len(kings) == 1
        if not alone and (len(kings) != 2 or not self.peaceful and sum(board[s] for s in kings)) or any(
                abs(p) == PAWN for p in board[:8] + board[56:]):
            raise ValueError("invalid placement of kings or pawns")
        wings = {(r[0], r[2] > r[1]) for r in rights if r and r[1] in kings
                 and (self.rook_for(board[r[2]], r[0]) or r[1] == r[2])
                 and (self.peaceful or board[r[1]] == r[0] * KING) and self.right(board, self.letter(board, r)) == r}
        if len(wings) != len(rights): raise ValueError("castling rights without king and rook, or two on a wing")
        if any(r[1] == r[2] and o[0] == r[0] and o != r for r in rights for o in rights):
            raise ValueError("a castling right of a king that came to its square")
        rights = in_order(rights)
        if not self.peaceful and ep != "-":
            passed = SQUARES.index(ep)
            found = [board[passed + d] for d in (0, 8 * side, -8 * side)] if passed // 8 in (2, 5) else []
            if found != [0, 0, -side * PAWN]: raise ValueError("no pawn can have passed over %s" % ep)
        if self.benedict and -side * KING not in board: raise ValueError("the enemy has no king")
        if not self.peaceful and self.in_check(board, -side, rights): raise ValueError("the enemy is in check")
        return Position(board, side, rights, self.passed(board, side, passed), clock, max(1, number))
    def passed(self, board, side, square):
        """The en passant square, if a pawn of a side stands ready to take there."""
        return square if square >= 0 and side * PAWN in [board[s] for s in AHEAD[-side][square]] else -1
    def fen(self, pos):
        rights = "".join(self.letter(pos.board, r) for r in pos.rights) or "-"
        return " ".join((board_text(pos.board), "w" if pos.side > 0 else "b", rights,
                         SQUARES[pos.ep] if pos.ep >= 0 else "-", str(pos.clock), str(pos.number)))
    # ---- weights (PAC-4, PAC-5) ----
    def weights(self, board, without=()):
        """The weights of White and of Black on every square. Pieces on the squares of without do not count (PAC-7)."""
        white, black = [0] * 64, [0] * 64
        for square, p in enumerate(board):
            if p and square not in without:
                side, weight = (1, white) if p > 0 else (-1, black)
                kind, value = p * side, self.value[p * side]
                for to in AHEAD[side][square] if kind == PAWN else LEAPS[kind][square] if kind in LEAPS else ():
                    weight[to] += value
                for slider, line in LINES[square] if BISHOP <= kind <= QUEEN else ():
                    for to in line if kind == slider or kind == QUEEN else ():
                        weight[to] += value
                        through = board[to] * side  # a slider bears through friends that move along the line
                        if through and through != slider and through != QUEEN: break
        return white, black
    def over(self, weights, square, side):
        """Whether a piece of a side is, or would be, over-persuaded on a square (PAC-5)."""
        own, enemy = weights[side < 0][square], weights[side > 0][square]
        if self.average and own: return (enemy >> 8) * (own & 255) > (own >> 8) * (enemy & 255)
        return enemy >> 8 > own >> 8
    # ---- moves ----
    def moves(self, pos, threats=False, starts=range(64)):
        """Every move, whatever becomes of the kings. With threats, castlings need only have nothing in their way."""
        board, side, found = pos.board, pos.side, []
        if self.benedict and side * KING not in board: return []  # BEN-4
        weights = self.pacifist and len(starts) > 1 and self.weights(board)
        for start in starts:
            kind = board[start] * side
            if kind == PAWN:
                to = start + 8 * side
                targets = [] if self.peaceful else [t for t in AHEAD[side][start] if board[t] * side < 0 or t == pos.ep]
                if not board[to]:
                    targets.append(to)
                    if start // 8 == (1 if side > 0 else 6) and not board[to + 8 * side] and not (
                            self.pacifist and self.over(weights or self.weights(board), to, side)):  # PAC-3
                        targets.append(to + 8 * side)
                kinds = (0,) if 8 <= to < 56 else (QUEEN, ROOK, BISHOP, KNIGHT)
                found += [(start, t, kind, None) for t in targets for kind in kinds]
            for line in WAYS[kind][start] if kind > PAWN else ():
                for to in line:
                    if not board[to] or not self.peaceful and board[to] * side < 0: found.append((start, to, 0, None))
                    if board[to]: break
        return found + [(r[1], r[2], 0, r) for r in pos.rights if r[0] == side and r[1] in starts
                        and self.may_castle(pos, r, threats)]
    def may_castle(self, pos, right, threats):
        """PAC-13, PAC-14, CON-9, BEN-5. Where the king ends is judged as for any move."""
        board, (side, king, rook) = pos.board, right
        to, beside = goals(king, rook)
        ends = (king, rook, to, beside)
        if (board[king], board[rook]) != (side * KING, side * ROOK) or any(
                board[s] for s in range(min(ends), max(ends) + 1) if s not in (king, rook)):
            return False
        if self.benedict: return True
        way = range(king, to, 1 if to > king else -1)[1:]
        if threats or self.keeps: return threats or not any(attacked(board, s, -side) for s in (king, *way))
        for s in (king, *way):
            there = board[:]
            there[king] = 0
            if rook in way and s != king: there[rook] = 0
            there[s] = side * KING
            if (self.over(self.weights(there), s, side) if self.pacifist
                    else self.in_check(there, side, pos.rights, s)): return False
        return True
    def moved(self, pos, move):
        """The board after a move, before any conversion, where the moved pieces are, and what was captured."""
        start, to, promotion, castling = move
        board, landed = pos.board[:], (to,)
        piece, taken = board[start], board[to]
        board[start] = 0
        if castling:
            board[to], landed, taken = 0, goals(start, to), 0
            board[landed[1]] = pos.side * ROOK
        elif to == pos.ep and abs(piece) == PAWN:
            taken, board[to - 8 * pos.side] = -piece, 0
        board[landed[0]] = promotion * pos.side or piece
        return board, landed, taken
    def legal(self, pos):  # before any reclaim
        return filter(None, (self.play(pos, move) for move in self.moves(pos)))
    def stuck(self, pos): return not any(self.legal(pos))
    # ---- the Pacifist family ----
    def play_pacifist(self, pos, move):
        side, king = pos.side, pos.side * KING
        board, landed, _ = self.moved(pos, move)
        weights, waves = self.weights(board), []
        if self.smith and board[landed[0]] == king and self.over(weights, landed[0], side): return None  # PAC-11
        without = [s for s in landed if self.smith and self.over(weights, s, side)]  # PAC-7
        if without: weights = self.weights(board, without)
        for wave in iter(lambda: self.over_persuaded(board, weights, -side), []):
            waves.append(wave)
            flip(board, wave)  # PAC-6: all at once
            weights = self.weights(board, without)
        if king not in board or not self.smith and all(
                self.over(weights, s, side) for s in range(64) if board[s] == king):
            return None  # PAC-10, PAC-11
        return Turn(move, board, waves, bool(waves) or abs(pos.board[move[0]]) == PAWN)
    def over_persuaded(self, board, weights, side):
        return [s for s in range(64) if board[s] * side > 0 and self.over(weights, s, side)]
    def choices(self, pos, turn):
        """What the enemy can take back after a turn, each choice a tuple of squares; the full reclaim first (PAC-8)."""
        if not self.smith: return [()]
        full, board = (), turn.board[:]
        for more in iter(lambda: self.over_persuaded(board, self.weights(board), pos.side), []):
            full = tuple(sorted(full + tuple(more)))
            flip(board, more)
        found, new = {full}, [()] if full else []
        while new:
            taken = new.pop()
            found.add(taken)
            board = flip(turn.board[:], taken)
            more = self.over_persuaded(board, self.weights(board), pos.side)
            # By number and value one at a time reaches all; by average any set may be taken together.
            for size in range(1, 1 + (len(more) if self.average else min(len(more), 1))):
                sets = {tuple(sorted(taken + some)) for some in itertools.combinations(more, size)}
                new += sets.difference(found, new)
        return [full] + sorted(found - {full})
    # ---- Benedict Chess ----
    def play_benedict(self, pos, move):
        side = pos.side
        board, landed, _ = self.moved(pos, move)
        if move[3]:  # BEN-3
            landed = [s for s, start in zip(landed, move[:2]) if s != start and (
                board[s] == side * KING or self.name == "benedict")]
        wave = sorted({s for start in landed for s in self.attacks(board, start) if board[s] * side < 0})
        flip(board, wave)  # BEN-2
        return Turn(move, board, [wave] if wave else [], bool(wave) or abs(pos.board[move[0]]) == PAWN)
    def attacks(self, board, start):
        """The squares that a piece attacks, sliders as far as the first piece."""
        kind = abs(board[start])
        if kind == PAWN: return AHEAD[board[start]][start]
        return [s for line in WAYS[kind][start] for s in line[:1 + next(
            (i for i, to in enumerate(line) if board[to]), len(line))]]
    # ---- Conversion Chess and chess ----
    def play_orthodox(self, pos, move):
        board, landed, taken = self.moved(pos, move)
        waves = self.convert(board, pos.side, landed, move) if self.conversion else []
        if self.in_check(board, pos.side, self.rights_after(pos, move, board, waves)): return None  # CON-8
        return Turn(move, board, waves, taken or abs(pos.board[move[0]]) == PAWN)
    # ---- Andernach Chess and its kin ----
    def play_step(self, pos, move):
        board, landed, taken = self.moved(pos, move)
        wave = self.step_wave(board, pos.side, landed, taken, move)
        flip(board, wave)  # AND-2
        if self.in_check(board, pos.side, ()): return None  # AND-7
        return Turn(move, board, [wave] if wave else [], taken or abs(pos.board[move[0]]) == PAWN)
    def step_wave(self, board, side, landed, taken, move):
        """The squares of what converts (AND-2 to AND-6)."""
        step, king = self.step, board.index(-side * KING) if -side * KING in board else -1
        if step.when in ("capture", "other-kind") and not taken or step.when == "no-capture" and taken: return []
        if step.when == "other-kind" and abs(taken) == abs(board[landed[0]]): return []
        if move[3]:  # AND-5
            landed = [s for s, start in zip(landed, move[:2]) if s != start and (board[s] == side * KING or step.rook)]
        acting = [s for s in range(64) if board[s] * side > 0] if step.every else landed
        if step.when == "square": acting = [s for s in acting if s in step.squares]
        if step.when == "check": acting = [s for s in acting if king in self.attacks(board, s)]
        chosen = {to for s in acting for to in self.attacks(board, s)} if step.attacks else set(acting)
        return sorted(s for s in chosen if board[s] and abs(board[s]) != KING
                      and (not step.side or board[s] * step.side > 0))
    def convert(self, board, side, landed, move):
        """Converts on the board what a move converts (CON-2 to CON-6), and returns the waves: one, or none."""
        squares = set()
        for m in landed if not move[2] and board[landed[0]] != side * PAWN else ():
            kinds = (side * QUEEN, side * KING) if board[m] == side * QUEEN else (
                (side * QUEEN,) if board[m] == side * KING else (board[m],))
            for p in range(64):
                if board[p] in kinds and p % 8 != m % 8 and p // 8 != m // 8:
                    squares |= {m % 8 + p // 8 * 8, p % 8 + m // 8 * 8}
        wave = [s for s in squares if board[s] * side < 0]
        flip(board, wave)
        return [wave] if wave else []
    def in_check(self, board, side, rights, king=-1):
        """Whether the enemy could capture, or convert, the king of a side (CON-7)."""
        if king < 0 and side * KING not in board: return False
        king = board.index(side * KING) if king < 0 else king
        if attacked(board, king, -side) or not self.conversion: return attacked(board, king, -side)
        enemy = Position(board, -side, rights)
        for move in self.moves(enemy, True):
            # A piece elsewhere than on the king's file or rank makes no co-square there.
            if move[3] or abs(board[move[0]]) != PAWN and (move[1] % 8 == king % 8 or move[1] // 8 == king // 8):
                after, landed, _ = self.moved(enemy, move)
                if any(king in wave for wave in self.convert(after, -side, landed, move)): return True
        return False
    # ---- after the turn ----
    def rights_after(self, pos, move, board, waves, taken=()):
        """PAC-15, CON-10."""
        kept = [r for r in pos.rights if not set(move[:2]) & set(r[1:])
                and not (r[0] == pos.side and pos.board[move[0]] == pos.side * KING)]
        if kept and not self.keeps:
            changed = set(taken).union(*waves)
            kept = [r for r in kept if r[2] not in changed and not (self.pacifist and r[1] in changed)]
        same = [board[s:s + 8] == pos.board[s:s + 8] for s in (0, 56)]  # then the rights there are the same
        kept = [r for r in kept if same[r[1] > 7] or self.right(board, self.letter(board, r)) == r]
        return in_order(kept + self.gained(pos, move, board, waves, kept)) if self.step else tuple(kept)
    def gained(self, pos, move, board, waves, kept):
        """The rights of rooks that converted at home, and that a king has come to its square (AND-9)."""
        found = []
        if not move[3] and pos.board[move[0]] == pos.side * KING and self.came(board, pos.side, move[1]):
            found.append((pos.side, move[1], move[1]))
        for side in (1, -1):
            home = FIRST[side][4]
            has = [r[2] > r[1] for r in kept + found if r[0] == side]
            if board[home] != side * KING or any(r[0] == side and r[1] == r[2] for r in kept + found): continue
            for corner in (FIRST[side][0], FIRST[side][7]):
                turned = any(corner in wave for wave in waves) and board[corner] == side * ROOK
                if turned and (corner > home) not in has: found.append((side, home, corner))
        return found
    def after(self, pos, turn, taken=()):
        """The position after a turn and what was taken back."""
        board, ep, (start, to) = flip(turn.board[:], taken), -1, turn.move[:2]
        if not self.peaceful and board[to] == pos.side * PAWN and abs(start - to) == 16 and not turn.move[2] and (
                pos.board[start] == board[to]):  # AND-10: a pawn that has converted is not taken
            ep = self.passed(board, -pos.side, (start + to) // 2)
        clock, number = 0 if turn.resets or taken else pos.clock + 1, pos.number + (pos.side < 0)
        rights = self.rights_after(pos, turn.move, board, turn.waves, taken)
        return Position(board, -pos.side, rights, ep, min(clock, 65535), min(number, 65535))
    def hangs(self, pos):
        """Whether the side to move has lost if it is stuck: it is kingless (PAC-12, BEN-6), or in check (CON-11)."""
        return pos.side * KING not in pos.board if self.peaceful else self.in_check(pos.board, pos.side, pos.rights)
    def lost(self, pos): return self.hangs(pos) and self.stuck(pos)
    def outcome(self, pos):
        """The outcome of a position and its reason."""
        if not self.stuck(pos): return "*", None
        if not self.hangs(pos): return "1/2-1/2", "stalemate"
        reason = "claimless" if self.pacifist else "king-converted" if self.benedict else "checkmate"
        return "0-1" if pos.side > 0 else "1-0", reason
    def san(self, pos, turn, turns, after):
        """NOT-1 to NOT-3, without a reclaim; turns are all legal ones."""
        start, to, promotion, castling = turn.move
        kind, which = abs(pos.board[start]), ""
        takes = "x" if pos.board[to] or kind == PAWN and start % 8 != to % 8 else ""
        alike = [t.move[0] for t in turns if t.move[1] == to and t.move[0] != start and not t.move[3]
                 and abs(pos.board[t.move[0]]) == kind]
        if kind == PAWN and takes or alike and start % 8 not in [s % 8 for s in alike]:
            which = SQUARES[start][0]
        elif alike:
            which = SQUARES[start] if start // 8 in [s // 8 for s in alike] else SQUARES[start][1]
        text = LETTERS[kind].strip("P") + which + takes + SQUARES[to] + ("=" + LETTERS[promotion]) * (promotion > 0)
        if castling: text = "O-O" if to > start else "O-O-O"
        if self.conversion:
            for s in map(SQUARES.index, names(itertools.chain(*turn.waves))):
                text += "/" + LETTERS[abs(turn.board[s])].strip("P") + SQUARES[s]
        return text + ("#" if self.stuck(after) else "+") * self.hangs(after)
    def turn(self, pos, written):
        starts = [SQUARES.index(written[:2])] if written[:2] in SQUARES else ()
        turns = (self.play(pos, move) for move in self.moves(pos, starts=starts) if written == uci(move))
        for turn in filter(None, turns): return turn
        raise Wrong("%s is not legal in %s" % (written, self.fen(pos)))
    def choice(self, pos, turn, written):
        """The reclaim that is written: nothing for the full one, ~- for none."""
        choices = self.choices(pos, turn)
        squares = tuple(sorted(map(SQUARES.index, re.findall("[a-h][1-8]", written or ""))))
        if written and squares not in choices:
            raise Wrong("%s is not possible after %s in %s" % (written, uci(turn.move), self.fen(pos)))
        return squares if written else choices[0]
    def reclaim(self, pos, turn, taken):  # how it is written
        return "" if taken == self.choices(pos, turn)[0] else "~" + (",".join(names(taken)) or "-")
    def find(self, pos, written):
        """The position after a move as proofs and corpora write it, e3f5~d4,e5."""
        move, taken = re.fullmatch("([^~]*)(~.*)?", written).groups()
        turn = self.turn(pos, move)
        return self.after(pos, turn, self.choice(pos, turn, taken))

# ---- goals and proofs ----
class Goal:
    """What the side to move has to reach: win, self-win (the enemy wins), claim (a king is converted), or help-win."""
    proved = set()  # that the keys are all, and nothing is shorter, by the proofs so far
    def __init__(self, rules, kind, n, half=False):
        if kind not in ("win", "self-win", "claim", "help-win") or not whole(n) or half and kind != "help-win":
            raise ValueError("unknown stipulation %r in %r" % (kind, n))
        self.rules, self.kind, self.n, self.plies = Rules(rules), kind, n, 2 * n + bool(half)
        self.said = "%s, %s in %d%s by " % (rules, kind, n, ".5" * bool(half))
    def about(self, pos, keys):
        return self.rules.name, self.rules.fen(pos), self.kind, self.n, tuple(sorted(keys))
    def claims(self, turn):
        return self.kind == "claim" and any(abs(turn.board[s]) == KING for wave in turn.waves for s in wave)
    def reaches(self, pos, turn, n, answered):
        """Whether a turn reaches the goal in n turns, whatever the enemy takes back and plays. Of each enemy turn that
        does not end it, answered(position, what was taken back before, turn, n) says whether there is a way on."""
        for taken in self.rules.choices(pos, turn) if not self.claims(turn) else ():
            then = self.rules.after(pos, turn, taken)
            if not (self.kind == "win" and self.rules.lost(then)):
                replies = list(self.rules.legal(then)) if n > 1 or self.kind == "self-win" else []
                if not replies or not all(answered(then, taken, reply, n) for reply in replies): return False
        return True
    def follow(self, pos, reply, n, known):
        """Whether, after an enemy turn, some reclaim reaches a self-win, or makes known(position, n - 1) true."""
        thens = (self.rules.after(pos, reply, taken) for taken in self.rules.choices(pos, reply))
        return any(self.kind == "self-win" and self.rules.lost(t) or n > 1 and known(t, n - 1) for t in thens)
    def line(self, pos, step):
        """A line of a help-win."""
        for written in step["line"]: pos = self.rules.find(pos, written)
        if len(step["line"]) != self.plies or not self.rules.lost(pos):
            raise Wrong("%s is no win in so many turns" % " ".join(step["line"]))

class Proof(Goal):
    """A proof, in two passes over its lines: the first notes what each step claims, the second plays it. A step may use
    any that wins in fewer turns, or holds for at least the turns that are left; so none can rest on itself. Version 2
    has wins in 2 or more only, sorted, with a checksum; a position that is won at once needs no step."""
    def __init__(self, lines, tables=None):
        self.lines, self.tables, head = lines, tables, only(parsed(next(lines())), HEAD)
        if head["format"] != "turncoat-proof" or not whole(head["version"]) or head["version"] > 2:
            raise ValueError("no proof of version 1 or 2")
        if any(head.get(key, True) is not True for key in ("half", "complete", "shortest", "none")):
            raise ValueError("half, complete, shortest and none are true or left out")
        self.head, self.sorted, self.once, self.hint = head, head["version"] == 2, {}, None
        if self.sorted == ("sum" not in head): raise ValueError("version 2 has a sum, version 1 has none")
        super().__init__(head["rules"], head["stipulation"], head["in"], head.get("half"))
        self.root = self.rules.read(head["fen"], self.kind == "help-win")
        fen = self.rules.fen(self.root)
        if "at" in head: self.root = self.rules.read(head["at"], self.kind == "help-win")
        if self.rules.fen(self.root).split()[:4] != fen.split()[:4]: raise Wrong("the position is not that of the FEN")
    def steps(self):
        for number, line in enumerate(self.lines(), 1):
            step = parsed(line)
            kind = next((k for k in STEPS if k in step), "head")
            only(step, STEPS.get(kind, HEAD))
            n = len(step[kind]) if kind == "line" else step.get(kind, 1)
            once = all(len(set(step.get(key, ()))) == len(step.get(key, ())) for key in ("play", "except"))
            if (kind == "head") != (number == 1) or not whole(n) or not step.get("play", True) or not once:
                raise ValueError("line %d: no step of a proof" % number)
            if number > 1: yield number, kind, step, self.rules.read(step["at"]) if kind != "line" else self.root
    def check(self):
        """Returns what is proved, in words."""
        self.wins, self.holds, self.leaves, counts = {}, {}, 0, collections.Counter()
        root, first, barred = self.root.key(), set(), []  # steps at the root: moves that win; (turns held, except by)
        if self.sorted: self.check_sorted()
        for number, kind, step, pos in self.steps():
            counts[kind], at = counts[kind] + 1, pos.key()
            if kind == "line": first.add(step["line"][0])
            elif kind == "win":
                self.wins[at] = min(step["win"], self.wins.get(at, step["win"]))
                first.update(step["play"] if at == root and step["win"] <= self.n else ())
            elif kind == "hold":
                barred += [(step["hold"], set(step.get("except", ())))] if at == root else []
                if not step.get("except"): self.holds[at] = max(step["hold"], self.holds.get(at, 0))
        said = self.claim(first, barred, counts)
        for number, kind, step, pos in self.steps():
            try: getattr(self, kind)(pos, step)
            except Wrong as e: raise Wrong("line %d: %s" % (number, e))
        if self.head.get("complete") and self.head.get("shortest"):  # what puzzles rest on, now that it is shown
            self.proved.add(self.about(self.root, set(self.head.get("keys", ()))))
        return said + ", with %d values of tables" % self.leaves * (self.leaves > 0)
    def check_sorted(self):
        """What version 2 promises."""
        before, total = "", hashlib.sha256()
        for line in itertools.islice(self.lines(), 1, None): total.update((line.strip() + "\n").encode())
        if total.hexdigest() != self.head["sum"]: raise Wrong("the checksum of the steps is %s" % total.hexdigest())
        if self.kind not in ("win", "claim") or {"none", "shortest", "complete"} & set(self.head):
            raise ValueError("version 2 shows wins and claims only")
        seen = set()
        for number, kind, step, pos in self.steps():
            if kind != "win" or step["win"] < 2: raise ValueError("line %d: no win in 2 or more" % number)
            if step["at"] <= before: raise ValueError("line %d: the steps are not sorted" % number)
            if pos.key() in seen: raise ValueError("line %d: a position comes twice" % number)
            before = step["at"]
            seen.add(pos.key())
    def won_at_once(self, pos):
        """Whether some turn reaches the goal. The one that did the last time is tried first."""
        key = pos.key()
        if key not in self.once:
            wins = lambda turn: turn is not None and self.reaches(pos, turn, 1, None)
            moves = sorted(self.rules.moves(pos), key=lambda move: move != self.hint)
            self.hint = next((move for move in moves if wins(self.rules.play(pos, move))), None)
            self.once[key] = self.hint is not None
        return self.once[key]
    def claim(self, first, barred, counts):
        """Whether the steps at the root, if they are right, prove what the header claims."""
        get, n, keys, help_win = self.head.get, self.n, set(self.head.get("keys", ())), self.kind == "help-win"
        claims = {claim for claim in ("none", "shortest", "complete", "keys") if get(claim)}
        if help_win != (counts["line"] > 0) or help_win and claims - {"keys"} or get("none") and len(claims) > 1:
            raise Wrong("lines prove help-wins, and not that they are all; nothing is said of what there is not")
        for claim, m, but in (("none", n, set()), ("complete", n, keys), ("shortest", n - 1, set())):
            if get(claim) and m and not any(turns >= m and moves <= but for turns, moves in barred):
                raise Wrong("no step shows what %r says" % claim)
        if not get("none") and not (first and keys <= first) or len(keys) < len(get("keys", ())):
            raise Wrong("there are keys without a step that shows them, or one twice")
        return "%s%s (%s; %s)" % (self.said, ", ".join(sorted(keys)) or "its steps", ", ".join(sorted(claims)),
                                  ", ".join("%s: %d" % count for count in sorted(counts.items())))
    def known(self, pos, n, wins):
        """Whether a step or a table shows that the side to move wins in n turns, or, with wins false, does not."""
        found = (self.wins if wins else self.holds).get(pos.key())
        if self.sorted: return wins and (0 < (found or 0) <= n or self.won_at_once(pos))
        if found: return found <= n if wins else found >= n
        score = self.tables.score(self.rules, pos) if self.tables and self.kind == "win" else None
        self.leaves += score is not None
        return score is not None and (score > 1000 - 2 * n) == wins
    def win(self, pos, step):
        def answered(then, taken, reply, n):
            return self.follow(then, reply, n, lambda end, m: self.known(end, m, True))
        for written in step["play"]:
            if not self.reaches(pos, self.rules.turn(pos, written), step["win"], answered):
                raise Wrong("%s does not do it in %s" % (written, self.rules.fen(pos)))
    def hold(self, pos, step):
        rules, n, answers, but = self.rules, step["hold"], step.get("answers", {}), step.get("except", ())
        unused = set(but) | set(answers)
        for turn in rules.legal(pos):
            written = uci(turn.move)
            unused.discard(written)
            if written not in but:
                taken, reply = re.fullmatch("(~[^ ]+)? ?(.*)", answers.get(written, "")).groups()
                then = rules.after(pos, turn, rules.choice(pos, turn, taken))
                if self.claims(turn) or self.kind == "win" and rules.lost(then):
                    raise Wrong("%s reaches the goal" % written)
                last = n == 1 and self.kind != "self-win"
                if last and reply or not last and not reply and not rules.stuck(then):
                    raise Wrong("%s is answered by %s" % (written, reply or "nothing"))
                reply = reply and rules.turn(then, reply)
                for end in [rules.after(then, reply, taken) for taken in rules.choices(then, reply)] if reply else ():
                    if self.kind == "self-win" and rules.lost(end) or n > 1 and not self.known(end, n - 1, False):
                        raise Wrong("%s: nothing shows that it holds in %s" % (written, rules.fen(end)))
        if unused: raise Wrong("%s is not legal" % min(unused))

# ---- puzzles ----
class Puzzle(Goal):
    """A puzzle: its solution is replayed. That no other turn and nothing shorter does it must be shown by a proof that
    was read before. Themes, grade, phases and twins are not checked."""
    def check(self, record):
        rules, keys = self.rules, sorted(record["keys"])
        begins = "%s-%s%g-" % (rules.name, (self.kind + "-") * (self.kind != "win"), self.plies / 2)
        pos, self.longest = rules.read(record["fen"], self.kind == "help-win"), 0
        said = record["id"] + ": " + self.said + ", ".join(keys)
        turns = list(rules.legal(pos))
        if not record["id"].startswith(begins) or len(turns) != record["claims"]["firstTurns"]:
            raise Wrong("the id does not begin with %s, or there are not %d first turns" % (begins, len(turns)))
        spoken = self.spoken(pos, record["line"])
        if self.kind == "help-win":
            for line in record["lines"]: self.line(pos, {"line": line})
            if sorted({x[0] for x in record["lines"]}) != keys or record["lines"][0] != [m + c for m, c in spoken]:
                raise Wrong("keys or main line are not those of the lines")
            return said + "; that there are no other lines was not checked"
        if "study" in record: self.longest = self.n  # its line is not the whole solution
        else: self.replay(pos, record["solution"], self.n)
        way, before = record["solution"], ""
        for i, (move, taken) in enumerate(spoken):
            text, before = (before + " " + move).strip(), taken
            way = branches(way).get(text) if i % 2 else way if way and way[0] == text else None
            if not way and i + 1 < self.plies: raise Wrong("%s of the main line is not in the solution" % text)
        if self.longest != self.n or len(spoken) != self.plies - (self.kind != "self-win"):
            raise Wrong("the solution takes %d turns, the main line %d" % (self.longest, len(spoken)))
        if record["solution"][0] not in keys: raise Wrong("the solution begins with %s" % record["solution"][0])
        if "study" in record: return said + "; that its line is best play takes tables"
        if self.about(pos, keys) in self.proved: return said + ", proved"
        if len(keys) > 1: raise Wrong("%d keys without a proof" % len(keys))
        return said + "; that nothing else does it takes a proof"
    def replay(self, pos, solution, n):
        """Plays a solution: a turn, then [enemy turns, solution] for each way it goes on, until the goal is reached."""
        turn, ways = self.rules.turn(pos, solution[0].split()[-1]), branches(solution)
        unused = set(ways)
        def answered(then, taken, reply, n):
            text = (self.rules.reclaim(pos, turn, taken) + " " + uci(reply.move)).strip()
            if text not in ways or ways[text] and n == 1:
                raise Wrong("no answer to %s in %s, or one too many" % (text, self.rules.fen(then)))
            unused.discard(text)
            if not ways[text]: return self.follow(then, reply, 1, None)
            taken = self.rules.choice(then, reply, ways[text][0].rpartition(" ")[0])
            return self.replay(self.rules.after(then, reply, taken), ways[text], n - 1)
        if not self.reaches(pos, turn, n, answered) or unused:
            raise Wrong("%s fails, or has too many answers, in %s" % (solution[0], self.rules.fen(pos)))
        self.longest = max(self.longest, self.n - n + 1)
        return True
    def spoken(self, pos, line):
        """The moves of a line in SAN, with what is taken back after each."""
        rules, found = self.rules, []
        for san in line:
            turns = list(rules.legal(pos))
            turn, taken = next(((t, c) for t in turns for c in rules.choices(pos, t) if san == rules.san(
                pos, t, turns, rules.after(pos, t, c)) + rules.reclaim(pos, t, c)), (None, ()))
            if not turn: raise Wrong("%s of the main line is not legal" % san)
            found.append((uci(turn.move), rules.reclaim(pos, turn, taken)))
            pos = rules.after(pos, turn, taken)
        return found

def branches(solution):
    """The enemy turns of a solution with how it goes on after each, None where they reach the goal themselves. Behind
    0000 are those that do not parry the threat."""
    pairs = [(text, (branch + [None])[1]) for branch in solution[1:] for text in branch[0] if text != "0000"]
    if len(dict(pairs)) != len(pairs): raise Wrong("an enemy turn with two answers")
    return dict(pairs)

# ---- corpora and test vectors ----
def case_id(rules, fen, moves):
    question = "%s\n%s\n%s\n" % (rules, fen, " ".join(moves))
    return "%s-%s" % (rules, hashlib.sha256(question.encode()).hexdigest()[:8])

def check_case(case):
    """A case of a golden corpus, or a test vector: every answer."""
    rules, told, found = Rules(case["rules"]), case["turns"], []
    pos = rules.read(case["fen"])
    name = case_id(rules.name, case["fen"], case["moves"])
    if case["id"] != name or rules.fen(pos) != case["fen"]:
        raise Wrong("the id would be %s, the FEN %s" % (name, rules.fen(pos)))
    for written in case["moves"]: pos = rules.find(pos, written)
    turns = list(rules.legal(pos))
    for turn, taken in ((t, taken) for t in turns for taken in rules.choices(pos, t)):
        after = rules.after(pos, turn, taken)
        outcome, reason = rules.outcome(after)
        found.append({"uci": uci(turn.move), "san": rules.san(pos, turn, turns, after), "reclaimed": names(taken),
                      "waves": [names(w) for w in turn.waves], "fen": rules.fen(after), "outcome": outcome,
                      **({"reason": reason} if reason else {})})
    found.sort(key=lambda t: (t["uci"], t["reclaimed"]))
    if told and isinstance(told[0], str): found = ["%s %s" % (t["uci"], " ".join(t["fen"].split()[:2])) for t in found]
    outcome = rules.outcome(pos)[0]
    for want, got in [(case["outcome"], outcome), *zip(told, found)]:
        if want != got: raise Wrong("there is %s where the file has %s" % (json.dumps(got), json.dumps(want)))
    if len(told) != len(found): raise Wrong("there are %d turns where the file has %d" % (len(found), len(told)))
    return "%s: %d turns, outcome %s" % (case["id"], len(found), case["outcome"])

# ---- tablebases (tablebases.md) ----
SYMMETRIES = [lambda s, m=m: s ^ m for m in (0, 7, 56, 63)] + [
    lambda s, m=m: (s % 8 * 8 + s // 8) ^ m for m in (0, 7, 56, 63)]
GROUPS = (PAWN, KNIGHT, BISHOP, ROOK, QUEEN)

def free_for(kind, used=()): return [s for s in (range(8, 56) if kind == PAWN else range(64)) if s not in used]

class Table:
    """The values of a class, DIR/RULES/CLASS.tct. What the sides may still castle with is a pair, Black's part first: 1
    for the right to the queen's side, 2 for the king's side, 3 for both, 4 for a king that may gain one, else 0."""
    def __init__(self, path):
        with open(path, "rb") as f: data = f.read()
        self.rules, self.pieces = Rules(data[16:40].rstrip(b"\0").decode()), data[56:61]
        self.values = unpacked(data[132 + 8 * struct.unpack_from("<I", data, 116)[0]:])
        count, *self.totals = struct.unpack_from("<5Q2I", data, 64)
        step, self.apart = self.rules.step, not self.rules.peaceful
        if step and step.when not in ("always", "no-capture", "square") and sum(self.pieces) < 2:
            step = None  # a lone piece captures no other and attacks none
        self.sides = (1, -1) if step and step.side else (1,)  # one, if the colours can be exchanged
        symmetries = [f for f in (SYMMETRIES[:2] if self.pieces[0] else SYMMETRIES)
                      if not step or {f(s) for s in step.squares} == set(step.squares)]
        self.gaining = [side for side in (-1, 1) if step and (self.pieces[0] or self.pieces[3])
                        and step.side != side and (step.when != "square" or FIRST[side][0] in step.squares)]
        self.places = [math.comb(48 if kind == PAWN else 62 - sum(self.pieces[:i]), k)
                       for i, (kind, k) in enumerate(zip(GROUPS, self.pieces))]
        self.sections, numbers = {}, 0  # by what the sides have: the first number, king pairs, where kings go
        for has in itertools.product(*(range(5) if side in self.gaining else (0,) for side in (-1, 1))):
            if len(rooks(has)) <= self.pieces[3]:
                homes = {FIRST[side][4] for side, wings in zip((-1, 1), has) if wings}
                lead = leads(symmetries if not homes else SYMMETRIES[:1], homes)
                pairs = sorted({least for least, _ in lead.values()})
                self.sections[has] = numbers, pairs, lead
                numbers += len(self.sides) * self.half(pairs)
        if data[:12] != b"turntab\x1a\1\0\0\0" or not count == numbers == len(self.values):
            raise ValueError("no table of version 1, or not as many values as the class has numbers")
    def counted(self):
        """What the header says: how many positions there are, won, lost and drawn, the longest win and loss."""
        counts = collections.Counter(self.values)
        counts = [counts[v] for v in range(255)]
        plies = [max((v - 1 for v in range(first, 255, 2) if counts[v]), default=0) for first in (2, 1)]
        return [sum(counts), sum(counts[2::2]), sum(counts[1::2]), counts[0]] + plies
    def half(self, pairs):
        """How many numbers a section with these pairs of kings has for one side to move."""
        return (4 >> self.apart) * len(pairs) * math.prod(self.places) << sum(self.pieces)
    def rights(self, board, has):
        """The castling rights, and the kings that came to their squares; None if the kings are elsewhere."""
        found = [(side, FIRST[side][4], rook) for side, rook in rooks(has)]
        for side, wings in zip((-1, 1), has):
            home = FIRST[side][4]
            if wings and board[home] != side * KING: return None
            if side in self.gaining and not wings and board[home] == side * KING: found.append((side, home, home))
        return in_order(found)
    def castling(self, pos):
        """What the sides have, or None if the table has no such position."""
        rights = tuple(r for r in pos.rights if r[1] != r[2] or r[0] in self.gaining)
        return next((has for has in self.sections if self.rights(pos.board, has) == rights), None)
    def number(self, board, side, has):
        if side not in self.sides:
            board, side, has = [-board[s ^ 56 if self.pieces[0] or any(has) else s] for s in range(64)], 1, has[::-1]
        first, pairs, lead = self.sections[has]
        least, symmetries = lead[tuple(s for s in range(64) if abs(board[s]) == KING)]
        number = min(self.numbered(sorted((f(s), board[s] * side) for s in range(64) if board[s]), least, pairs)
                     for f in symmetries)
        return first + self.sides.index(side) * self.half(pairs) + number
    def numbered(self, at, used, pairs):
        owners, pair, number = [p < 0 for s, p in at if abs(p) == KING][::-1], bisect.bisect_left(pairs, used), 0
        for kind, places in ((k, n) for k, n, some in zip(GROUPS, self.places, self.pieces) if some):
            group, free = [(s, p) for s, p in at if abs(p) == kind], free_for(kind, used)
            number = number * places + sum(math.comb(free.index(s), i) for i, (s, p) in enumerate(group, 1))
            owners, used = owners + [p < 0 for s, p in group], used + tuple(s for s, p in group)
        owners = int("".join("01"[owner] for owner in owners), 2) - (self.apart << sum(self.pieces))
        return (owners * len(pairs) + pair) * math.prod(self.places) + number
    def boards(self, sample, seed):
        """Boards with the pieces of the class, who is to move and what the sides may castle with: all, or so many at
        random, with rooks mostly where rights want them."""
        kinds, draw, lots = [k for kind, n in zip(GROUPS, self.pieces) for k in [kind] * n], random.Random(seed), {}
        for has, (_, pairs, _) in self.sections.items():
            corners = [rook for _, rook in rooks(has)]
            lots[has] = [self.sides, pairs, range(self.apart, 4 - self.apart), range(1 << len(kinds)), *(
                free_for(k) + corners * (64 if k == ROOK and sample else 0) for k in kinds)]
        drawn = ((has, map(draw.choice, lots[has])) for has in draw.choices(list(lots), k=sample or 0))
        every = ((has, chosen) for has in lots for chosen in itertools.product(*lots[has]))
        for has, (side, pair, kings, owners, *squares) in drawn if sample else every:
            if len({*pair, *squares}) == 2 + len(kinds):
                board = [0] * 64
                board[pair[0]], board[pair[1]] = -KING if kings & 1 else KING, -KING if kings & 2 else KING
                for i, s in enumerate(squares): board[s] = -kinds[i] if owners >> i & 1 else kinds[i]
                yield board, side, has

def rooks(has):
    """The side and the square of each rook that may castle."""
    return [(side, FIRST[side][file]) for side, wings in zip((-1, 1), has) for wing, file in ((1, 0), (2, 7))
            if wings & wing]

def leads(symmetries, homes):
    """Of each pair of squares for the kings that has these in it: where it goes, and by which symmetries."""
    found = {}
    for pair in itertools.combinations(range(64), 2):
        images = [(sorted(map(f, pair)), f) for f in symmetries]
        least = min(image for image, f in images)
        if homes <= set(pair): found[pair] = tuple(least), [f for image, f in images if image == least]
    return found

class Tables:
    """The tables of a directory. A score is 1000 - n for a win in n plies, n - 1000 for a loss, 0 for a draw."""
    def __init__(self, folder):
        self.folder, self.read = folder, {}
    def score(self, rules, pos):
        """What a position is worth for the side to move, or None if there is no table of it."""
        name = "".join(LETTERS[kind] for kind in sorted((abs(p) for p in pos.board if p), reverse=True))
        path = os.path.join(self.folder, rules.name, name + ".tct")
        if path not in self.read: self.read[path] = Table(path) if os.path.exists(path) else None
        table = self.read[path]
        has = table and table.castling(pos)
        if has is None: return None
        if pos.ep >= 0: return self.by_turns(rules, pos)
        value = table.values[table.number(pos.board, pos.side, has)]
        return 0 if not value else 1001 - value if value % 2 == 0 else value - 1001
    def by_turns(self, rules, pos):
        """What it is worth by the values after its turns: the enemy chooses what to take back."""
        scores = [max(self.score(rules, rules.after(pos, turn, taken)) for taken in rules.choices(pos, turn))
                  for turn in rules.legal(pos)]
        return max(((s > 0) - (s < 0) - s for s in scores), default=-1000 if rules.hangs(pos) else 0)

def check_table(path, sample, seed):
    """Every value of three pieces, or a sample, against those after the turns."""
    path, seen = os.path.abspath(path), set()
    table, tables = Table(path), Tables(os.path.dirname(os.path.dirname(path)))
    rules = table.rules
    if table.counted() != table.totals: raise Wrong("the header counts other values")
    if sample is None and sum(table.pieces) > 1: sample = 20000
    for board, side, has in table.boards(sample, seed):
        number, rights = table.number(board, side, has), table.rights(board, has)
        if number not in seen:
            seen.add(number)
            try: pos = None if rights is None else rules.valid(board, "w" if side > 0 else "b", rights)
            except ValueError: pos = None
            if (table.values[number] == 255) != (pos is None):
                raise Wrong("%s, castling %s, has the value %d" % (board_text(board), has, table.values[number]))
            if not pos: continue
            told, found = tables.score(rules, pos), tables.by_turns(rules, pos)
            if told != found: raise Wrong("%s is worth %d, by its turns %d" % (rules.fen(pos), told, found))
    return "%s, %d positions%s" % (rules.name, len(seen), " of a sample" if sample else "")

# ---- the command ----
def unpacked(data):
    """Zstandard, by Python's own module from 3.14 on, else by the program zstd."""
    try:
        from compression import zstd
        return zstd.decompress(data)
    except ImportError:
        return subprocess.run(["zstd", "-dc"], input=data, stdout=subprocess.PIPE, check=True).stdout

def opened(path):
    """The lines of a file, compressed or not."""
    if path.endswith(".zst"):
        with open(path, "rb") as f: return io.StringIO(unpacked(f.read()).decode("utf-8-sig"))
    of = gzip.open if path.endswith(".gz") else bz2.open if path.endswith(".bz2") else open
    return of(path, "rt", encoding="utf-8-sig")

def checks(path, args):
    """Yields what there is to check in a file: its name and the call."""
    with open(path, "rb") as f: magic = f.read(8)
    if magic == b"turntab\x1a": return (yield path, lambda: check_table(path, args.sample, args.seed))
    for number, text in enumerate(opened(path), 1):
        if number == 1 and '"turncoat-proof"' in text:
            return (yield path, lambda: Proof(lambda: opened(path), args.tables and Tables(args.tables)).check())
        text = text.strip(" \r\n,")
        if text.strip("[]"):  # test vectors are a list, one a line
            yield "%s:%d" % (path, number), lambda: check_record(parsed(text))

def check_record(record):
    if "turns" in record: return check_case(only(record, CASE))
    only(record, PUZZLE)
    return Puzzle(record["rules"], record.get("stipulation", "win"), record["in"], record.get("half")).check(record)

def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--tables", metavar="DIR", help="tables whose values proofs may use in place of steps")
    parser.add_argument("--sample", type=int, metavar="N",
                        help="positions of a table, 0 for all (default: 20000 of 4 or 5 pieces, else all)")
    parser.add_argument("--seed", type=int, default=1, help="random seed of the sample")
    parser.add_argument("--quiet", action="store_true", help="print only what is not right")
    args, counts = parser.parse_args(), [0, 0, 0]
    if args.sample and args.sample < 0: parser.error("--sample is at least 0")
    for path in args.files:
        what, found, before = path, checks(path, args), sum(counts)
        while True:
            try:
                what, call = next(found, (path, None))
                if not call and sum(counts) > before: break
                if not call: raise ValueError("nothing to check")
                verdict, said = 0, call()
            except Wrong as e: verdict, said = 1, str(e)
            except Exception as e: verdict, said = 2, "%s: %s" % (type(e).__name__, e)  # what unreadable input raises
            counts[verdict] += 1
            if verdict or not args.quiet:
                print("%s: %s: %s" % (what, ("right", "wrong", "unusable")[verdict], re.sub("[^ -~]", "?", said)))
    print("%d right, %d wrong, %d unusable" % tuple(counts), file=sys.stderr)
    return 2 if counts[2] else 1 if counts[1] else 0

if __name__ == "__main__": sys.exit(main())
