"""The rules of conversion chess in Python: positions, turns, explanations, forced wins, and records checked.

    from turncoat import Position

    start = Position.from_fen("start", rules="pacifist1")
    for turn in start.play("e4").legal_turns():
        print(turn["san"], turn["waves"])

One process of `turncoat answer` does the work. It is started when it is first needed and ends with the
program; the variable TURNCOAT names the command where it is not on the path. Answers are the objects
that docs/INTERFACE.md describes, as dictionaries, without their id. What cannot be answered raises an
Error with its code.
"""
import atexit
import json
import os
import subprocess
import threading
from typing import Any, Callable, Dict, List, Optional, Tuple, Union

# A built-in name, the text of a rule-set file, a pathlib.Path of one, or an object with a base.
RuleSet = Union[str, "os.PathLike[str]", Dict[str, Any]]
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


class Error(Exception):
    """What the program could not answer; code is one of docs/INTERFACE.md, such as illegal-move."""

    def __init__(self, code: str, message: str, rule: Optional[str] = None) -> None:
        super().__init__(message)
        self.code, self.rule = code, rule


def _loaded(rules: RuleSet) -> Union[str, Dict[str, Any]]:
    """The rules as the protocol takes them: of a path, the text of the file."""
    if isinstance(rules, os.PathLike):
        with open(rules, encoding="utf-8") as file:
            return file.read()
    return rules


class Engine:
    """A process of `turncoat answer`. It can be shared by threads, which are answered one after the
    other, and used in a with statement.

    command is the program, timeout the seconds that an answer may take: what takes longer raises an
    Error with the code "limit".
    """

    def __init__(self, command: Optional[str] = None, timeout: Optional[float] = None) -> None:
        self.command = command or os.environ.get("TURNCOAT", "turncoat")
        self.timeout = timeout
        self._lock = threading.Lock()
        self._process: Optional[subprocess.Popen] = None

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *exception: Any) -> None:
        self.close()

    def __repr__(self) -> str:
        return "Engine(%r)" % self.command

    def ask(self, ask: str, progress: Optional[Callable[[Dict[str, Any]], None]] = None,
            **keys: Any) -> Dict[str, Any]:
        """Sends one request of the protocol and returns its answer. progress is called with reports
        of how far a search has come."""
        request = {"id": 1, "ask": ask, **keys}
        if progress:
            request["progress"] = True
        with self._lock:
            answer = self._exchange(json.dumps(request), progress)
        if "error" in answer:
            error = answer["error"]
            raise Error(error["code"], error["message"], error.get("rule"))
        del answer["id"]
        return answer

    def _exchange(self, line: str, progress: Optional[Callable[[Dict[str, Any]], None]]) -> Dict[str, Any]:
        if self._process is None or self._process.poll() is not None:
            self._process = self._start()
        process, late = self._process, threading.Event()

        def stop() -> None:
            late.set()
            process.kill()

        timer = threading.Timer(self.timeout, stop) if self.timeout else None
        if timer:
            timer.start()
        try:
            process.stdin.write(line + "\n")
            process.stdin.flush()
            while True:
                text = process.stdout.readline()
                answer = json.loads(text) if text else None
                if not answer or "progress" not in answer:
                    break
                if progress:
                    progress(answer["progress"])
        except BrokenPipeError:
            answer = None
        except BaseException:  # an answer that nobody has read would be taken for the next one's
            self._kill()
            raise
        finally:
            if timer:
                timer.cancel()
        if answer:
            return answer
        self._kill()
        if late.is_set():
            raise Error("limit", "no answer within %g seconds" % self.timeout)
        raise Error("ended", "%s answer has ended" % self.command)

    def _start(self) -> "subprocess.Popen[str]":
        try:
            return subprocess.Popen([self.command, "answer"], stdin=subprocess.PIPE,
                                    stdout=subprocess.PIPE, encoding="utf-8")
        except OSError as error:
            raise Error("no-program", "cannot start %s (%s): install the program turncoat, or set "
                        "TURNCOAT to its path" % (self.command, error.strerror)) from error

    def _kill(self) -> None:
        process, self._process = self._process, None
        process.kill()
        try:
            process.communicate()
        except BrokenPipeError:
            pass

    def close(self) -> None:
        """Ends the process. The next question starts another."""
        with self._lock:
            if self._process is not None:
                self._process.communicate()
                self._process = None


_engine = Engine()
atexit.register(_engine.close)


class Position:
    """A position with its rules, and how it came about: it keeps rights and claims that no FEN shows.

    Positions are equal if their rules and FENs are.
    """

    def __init__(self, start: str, rules: Union[str, Dict[str, Any]], moves: Tuple[str, ...],
                 fen: str, engine: Engine) -> None:
        self._start, self.rules, self.moves, self.fen = start, rules, moves, fen
        self._engine = engine

    def __repr__(self) -> str:
        return "<Position %r, rules=%r>" % (self.fen, self.rules)

    def _key(self) -> Tuple[str, str]:
        return json.dumps(self.rules, sort_keys=True), self.fen

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    @classmethod
    def from_fen(cls, fen: str = "start", rules: RuleSet = "pacifist1",
                 engine: Optional[Engine] = None) -> "Position":
        """Reads a position. An invalid FEN is refused here; fen is then as Turncoat writes it."""
        start = START if fen in ("start", "startpos") else fen
        engine = engine or _engine
        loaded = _loaded(rules)
        read = engine.ask("play", rules=loaded, fen=start)
        return cls(start, loaded, (), read["fen"], engine)

    def _ask(self, ask: str, **keys: Any) -> Dict[str, Any]:
        request = {"rules": self.rules, "fen": self._start, "moves": list(self.moves), **keys}
        return self._engine.ask(ask, **request)

    def legal_turns(self, reclaim: Optional[str] = None) -> List[Dict[str, Any]]:
        """Every legal turn, with reclaim="full" only the full one of each move."""
        return self._ask("turns", **({"reclaim": reclaim} if reclaim else {}))["turns"]

    def play(self, move: str) -> "Position":
        """The position after a move as people write it: "Nf5", "e3f5", "Nf5~d4,e5"."""
        moves = self.moves + (move,)
        fen = self._ask("play", moves=list(moves))["fen"]
        return Position(self._start, self.rules, moves, fen, self._engine)

    def explain(self, move: str) -> Dict[str, Any]:
        """Why a move does what it does, or which rule forbids it."""
        return self._ask("explain", move=move)["explain"]

    def outcome(self) -> str:
        """"*", "1-0", "0-1" or "1/2-1/2"."""
        return self._ask("turns", reclaim="full")["outcome"]

    def perft(self, depth: int) -> int:
        """How many sequences of so many turns there are."""
        return self._ask("perft", depth=depth)["nodes"]

    def solve(self, turns: Union[int, str], **keys: Any) -> Dict[str, Any]:
        """The shortest forced win, or another goal="…", in up to so many turns, or a stipulation as
        people write it, such as "h#2.5": status, in, keys and more. Other keys are those of the ask
        "solve", such as nodes, and progress."""
        asked = {"goal": turns} if isinstance(turns, str) else {"in": turns}
        return self._ask("solve", **{**asked, **keys})["solve"]


def validate(text: str, rules: Optional[RuleSet] = None,
             engine: Optional[Engine] = None) -> List[Dict[str, Any]]:
    """Checks records in any form that `turncoat validate` reads; returns them with their findings. A
    text without a record raises an Error with the code "no-record"."""
    keys = {"rules": _loaded(rules)} if rules else {}
    records = (engine or _engine).ask("read", text=text, **keys)["read"]["records"]
    if not records:
        raise Error("no-record", "the text has no record in it")
    return records
