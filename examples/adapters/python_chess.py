#!/usr/bin/env python3
"""Lets Turncoat check python-chess.

    turncoat corpus check --rules chess --cmd 'python3 python_chess.py'

    --path DIRECTORY    where its package chess is, if it is not installed
"""
import argparse
import sys

import skeleton
from skeleton import Refusal


def main():
    parser = argparse.ArgumentParser(description="python-chess under Turncoat's protocol")
    parser.add_argument("--path")
    arguments = parser.parse_args()
    if arguments.path:
        sys.path.insert(0, arguments.path)
    import chess

    def position(fen, moves):
        """A board on which castling is written as Turncoat writes it."""
        board = chess.Board(fen, chess960=True)
        if board.king(chess.WHITE) is None or board.king(chess.BLACK) is None:
            raise Refusal("invalid-fen", "each side has a king")
        homes = ((chess.WHITE, chess.BB_RANK_1, chess.E1), (chess.BLACK, chess.BB_RANK_8, chess.E8))
        board.chess960 = bool(board.castling_rights & ~chess.BB_CORNERS) or any(
            board.castling_rights & rank and board.king(colour) != home
            for colour, rank, home in homes)
        for move in moves:
            board.push_uci(move)
        return board

    def turns(rules, fen, moves):
        if rules != "chess":
            raise Refusal("unknown-rules", "known here: chess")
        board = position(fen, moves)
        listed = []
        for move in board.legal_moves:
            uci = board.uci(move)
            board.push(move)
            listed.append((uci, board.fen(en_passant="legal", shredder=True)))
            board.pop()
        # What ends a game otherwise, such as bare kings, is no outcome of the turns.
        if listed:
            return listed, "*"
        if board.is_stalemate():
            return listed, "1/2-1/2"
        return listed, "0-1" if board.turn == chess.WHITE else "1-0"

    skeleton.turns = turns
    skeleton.main()


if __name__ == "__main__":
    main()
