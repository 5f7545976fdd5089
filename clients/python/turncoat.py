"""The rules of conversion chess in Python: positions, turns, explanations, forced wins, and records checked.

    from turncoat import Position

    start = Position.from_fen("start", rules="pacifist1")
    for turn in start.play("e4").legal_turns():
        print(turn["san"], turn["waves"])

One process of `turncoat answer` does the work. It is started when it is first needed and ends with the program; the
variable TURNCOAT names the command where it is not on the path. Answers are the objects that docs/INTERFACE.md
describes, as dictionaries. What cannot be answered raises an Error with its code.
"""
import atexit
import json
import os
import subprocess
import threading
from typing import Any, Dict, List, Optional, Tuple, Union

# A built-in name, the path of a rule-set file, its text, or an object with a base.
RuleSet = Union[str, "os.PathLike[str]", Dict[str, Any]]
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


class Error(Exception):
    """What the program could not answer; code is one of docs/INTERFACE.md, such as illegal-move."""

    def __init__(self, code: str, message: str, rule: Optional[str] = None) -> None:
        super().__init__(message)
        self.code, self.rule = code, rule


def _loaded(rules: RuleSet) -> Union[str, Dict[str, Any]]:
    """The rules as the protocol takes them: of a path, the text of the file."""
    path = isinstance(rules, str) and "\n" not in rules and rules.lower().endswith((".yaml", ".yml"))
    if path or isinstance(rules, os.PathLike):
        with open(rules, encoding="utf-8") as file:
            return file.read()
    return rules


class Engine:
    """A process of `turncoat answer`. It can be shared by threads, which are answered one after the other."""

    def __init__(self, command: Optional[str] = None) -> None:
        self.command = command or os.environ.get("TURNCOAT", "turncoat")
        self._lock, self._process = threading.Lock(), None  # type: threading.Lock, Optional[subprocess.Popen]

    def ask(self, ask: str, **keys: Any) -> Dict[str, Any]:
        """Sends one request of the protocol and returns its answer."""
        with self._lock:
            if self._process is None or self._process.poll() is not None:
                self._process = self._start()
            process = self._process
            try:
                process.stdin.write(json.dumps({"id": 1, "ask": ask, **keys}) + "\n")
                process.stdin.flush()
                line = process.stdout.readline()
            except BaseException:  # an answer that nobody has read would be taken for the next one's
                process.kill()
                process.communicate()
                self._process = None
                raise
        if not line:
            raise Error("ended", "%s answer has ended" % self.command)
        answer = json.loads(line)
        if "error" in answer:
            error = answer["error"]
            raise Error(error["code"], error["message"], error.get("rule"))
        return answer

    def _start(self) -> "subprocess.Popen[str]":
        try:
            return subprocess.Popen([self.command, "answer"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                    encoding="utf-8")
        except OSError as error:
            raise Error("no-program", "cannot start %s (%s): install the program turncoat, or set TURNCOAT to its path"
                        % (self.command, error.strerror)) from error

    def close(self) -> None:
        """Ends the process. The next question starts another."""
        with self._lock:
            if self._process is not None:
                self._process.communicate()
                self._process = None


_engine = Engine()
atexit.register(_engine.close)


class Position:
    """A position with its rules, and how it came about: rights and claims that no FEN shows are kept."""

    def __init__(self, fen: str, rules: RuleSet, moves: Tuple[str, ...] = (), engine: Optional[Engine] = None) -> None:
        self._from, self.rules, self.moves, self._engine = fen, _loaded(rules), moves, engine or _engine
        self.fen: str = fen

    @classmethod
    def from_fen(cls, fen: str = "start", rules: RuleSet = "pacifist1", engine: Optional[Engine] = None) -> "Position":
        position = cls(START if fen in ("start", "startpos") else fen, rules, (), engine)
        position.outcome()  # an invalid FEN is refused here
        return position

    def _ask(self, ask: str, **keys: Any) -> Dict[str, Any]:
        return self._engine.ask(ask, rules=self.rules, fen=self._from, moves=list(self.moves), **keys)

    def legal_turns(self, reclaim: Optional[str] = None) -> List[Dict[str, Any]]:
        """Every legal turn, with reclaim="full" only the full one of each move."""
        return self._ask("turns", **({"reclaim": reclaim} if reclaim else {}))["turns"]

    def play(self, move: str) -> "Position":
        """The position after a move as people write it: "Nf5", "e3f5", "Nf5~d4,e5"."""
        position = Position(self._from, self.rules, self.moves + (move,), self._engine)
        position.fen = position._ask("play")["fen"]
        return position

    def explain(self, move: str) -> Dict[str, Any]:
        """Why a move does what it does, or which rule forbids it."""
        return self._ask("explain", move=move)["explain"]

    def outcome(self) -> str:
        """"*", "1-0", "0-1" or "1/2-1/2"."""
        return self._ask("turns", reclaim="full")["outcome"]

    def perft(self, depth: int) -> int:
        """How many sequences of so many turns there are."""
        return self._ask("perft", depth=depth)["nodes"]

    def solve(self, turns: int, goal: str = "win", nodes: Optional[int] = None) -> Dict[str, Any]:
        """The shortest forced win, or another goal, in up to so many turns: status, in, keys and more."""
        return self._ask("solve", **{"in": turns, "goal": goal, **({"nodes": nodes} if nodes else {})})["solve"]


def validate(text: str, rules: Optional[RuleSet] = None, engine: Optional[Engine] = None) -> List[Dict[str, Any]]:
    """Checks records in any form that `turncoat validate` reads; returns them with their findings."""
    return (engine or _engine).ask("read", text=text, **({"rules": _loaded(rules)} if rules else {}))["read"]["records"]
