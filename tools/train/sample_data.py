#!/usr/bin/env python3
"""Writes a file of training data from random games with made-up values, to try the trainer with.

    python tools/train/sample_data.py --games 100 --out sample.tdata

The values and best moves follow simple laws (who has more neighbours in rows; the point with most
own stones beside it), so that a trainer that works learns something."""

import argparse

import numpy as np

import tdata


def beside(board, colour):
    """How many stones of a colour each point has to its left and right."""
    stones = np.pad((board == colour).astype(int), ((0, 0), (1, 1)))
    return stones[:, :-2] + stones[:, 2:]


def game(random, width, height):
    area = width * height
    length = int(random.integers(20, min(60, area)))
    points = random.permutation(area)[:length].astype(np.uint16)
    opening = int(random.integers(2, 8))
    board = np.zeros(area, int)
    moves = np.zeros(length - opening, tdata.MOVE)
    for n, point in enumerate(points):
        own, other = n % 2 + 1, (n + 1) % 2 + 1
        if n >= opening:
            grid = board.reshape(height, width)
            own_pairs = (beside(grid, own) * (grid == own)).sum()
            other_pairs = (beside(grid, other) * (grid == other)).sum()
            wish = beside(grid, own).reshape(-1) * 1.0 + random.random(area) * 0.01
            best = np.where(board == 0, wish, -1).argmax()
            moves[n - opening] = (point, best, 150 * (own_pairs - other_pairs), 0, 0)
        board[point] = own
    last = int(moves["value"][-1])
    black_is_due = (length - 1) % 2 == 0
    result = 1 if last == 0 else 2 if (last > 0) == black_is_due else 0
    return tdata.Game(result, points[:opening], moves)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--rule", default="freestyle")
    parser.add_argument("--width", type=int, default=15)
    parser.add_argument("--height", type=int, default=15)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    random = np.random.default_rng(options.seed)
    games = [game(random, options.width, options.height) for _ in range(options.games)]
    header = tdata.Header(options.rule, options.width, options.height, "made up, for a check")
    tdata.write(options.out, header, games)


if __name__ == "__main__":
    main()
