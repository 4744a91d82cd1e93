#!/usr/bin/env python3
"""Holds a trained network against the engine: the outputs of the engine must be those of the same
integers here, bit for bit, and near those of the floating point that was trained.

    python tools/train/check.py --data sample.tdata --out net.bin --outputs PROGRAM

PROGRAM is the engine's example `network_outputs`."""

import argparse
import subprocess
import sys
from pathlib import Path

import numpy as np

import dataset
import embedding
import export
import model
import shape
import tdata
import windows

POSITIONS = 40


def integer_outputs(numbers, rows, kinds, sides, width, height):
    """The network in integers, written down a second time. `kinds`: what Black and White would threaten
    at each point."""
    lines, threats, point, point_start, *heads = [part.astype(np.int64) for part in numbers]
    each = len(heads) // 2
    heads = [heads[:each], heads[each:]]
    cut = lambda sums, shift: np.clip((sums + (1 << shift >> 1)) >> shift, 0, shape.ONE)
    plain, _ = windows.stored_of_row()
    nothing = np.zeros((2, 1, shape.CHANNELS), np.int64)
    threats = np.concatenate([nothing, threats.reshape(2, -1, shape.CHANNELS)], axis=1)
    sums = lines.reshape(-1, shape.CHANNELS)[plain[rows]].sum(axis=2)
    for side in range(2):
        sums = sums + threats[side, kinds[..., side]]
    inputs = cut(sums, shape.EMBEDDING_SHIFT)
    points = cut(inputs @ point.T + point_start, shape.POINT_SHIFT)
    grid = points.reshape(len(points), height, width, -1)
    features = [
        grid[:, y, x].sum(axis=(1, 2)) for y in windows.parts(height) for x in windows.parts(width)
    ]
    features = np.stack(features, axis=1)
    results = []
    for n, side in enumerate(sides):
        first, c1, second, c2, last, c3, move_sum, move_point, _ = heads[side]
        values = cut(first @ features[n].reshape(-1) + c1, shape.HEAD_SHIFT + shape.POOL_SHIFT)
        values = cut(second @ values + c2, shape.HEAD_SHIFT)
        moves = inputs[n] @ move_sum + points[n] @ move_point
        results.append(np.concatenate([last @ values + c3, moves]))
    return np.array(results)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", required=True)
    parser.add_argument("--out", required=True, type=Path, help="the weights file")
    parser.add_argument("--outputs", required=True, help="the program network_outputs")
    options = parser.parse_args()
    header, games = tdata.read(options.data)
    _, [boards], *_ = dataset.load([options.data], 0.5, 0, 1)
    chosen = np.random.default_rng(1).choice(boards.training, POSITIONS, replace=False)
    with np.load(options.out.with_suffix(".npz")) as saved:
        weights = {k.split("/")[1]: saved[k] for k in saved.files if k.startswith("weights/")}

    stones = boards.stones[chosen]
    lines = [boards.points[boards.game[p]][: boards.stones[p]] for p in chosen]
    text = "".join(" ".join(map(str, line)) + "\n" for line in lines)
    command = [options.outputs, str(options.out), str(header.width), str(header.height)]
    output = subprocess.run(command, input=text, capture_output=True, text=True)
    if output.returncode:
        sys.exit(f"{options.outputs}: {output.stderr}")
    engine = np.array([line.split() for line in output.stdout.splitlines()], np.int64)

    board = windows.boards(boards.points[boards.game[chosen]], stones, boards.area)
    rows = windows.rows(board, boards.width, boards.height)
    sides = stones % 2
    kinds = boards.threats_of(chosen)
    integers = integer_outputs(export.quantised(weights), rows, kinds, sides, *boards.size)
    if not np.array_equal(engine, integers):
        sys.exit(f"{(engine != integers).sum()} of {engine.size} outputs of the engine differ")

    indices, _, batch = boards.batch(chosen)
    table = embedding.rows(weights, embedding.halves_of_rows())
    sums = table[indices].sum(axis=1).reshape(POSITIONS, -1, shape.CHANNELS)
    value, moves = model.outputs(
        weights, sums, batch["sides"], batch["sources"], boards.size
    )
    real = np.concatenate([np.asarray(value), np.asarray(moves)], axis=1)
    distance = np.abs(engine / (shape.ONE << shape.HEAD_SHIFT) - real)
    print(
        f"{POSITIONS} positions: the engine's integers are as expected; from floating point"
        f" {distance.mean():.5f} in the mean, at most {distance.max():.5f},"
        f" where outputs vary by {real[:, :3].std():.3f} and {real[:, 3:].std():.3f}"
    )
    if distance.mean() > 0.01 or distance.max() > 0.1:
        sys.exit("that is more than rounding explains")


if __name__ == "__main__":
    main()
