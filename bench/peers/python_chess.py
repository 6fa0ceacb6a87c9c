"""python-chess: chess in pure Python."""

from importlib.metadata import version
from random import Random

import chess


class Contestant:
    """A board; a game ends by mate, stalemate, bare kings or seventy-five idle moves."""

    version = version("chess")
    views = False

    def __init__(self, game: str) -> None:
        pass

    def play(self, seed: int, until: int, *, with_view: bool) -> tuple[int, int, chess.Board]:
        """Push any of the legal moves."""
        random = Random(seed).random
        board = chess.Board()
        decisions = single = 0
        moves = list(board.legal_moves)
        while moves and decisions < until:
            number = len(moves)
            if number > 1:
                decisions += 1
            else:
                single += 1
            board.push(moves[int(random() * number)])
            if board.halfmove_clock >= 150 or board.is_insufficient_material():
                break
            moves = list(board.legal_moves)
        return decisions, single, board

    def copy(self, state: chess.Board) -> chess.Board:
        """A copy to search on, without the moves that led here."""
        return state.copy(stack=False)
