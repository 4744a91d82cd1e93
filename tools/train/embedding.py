"""Rows of the embedding, sums of them, and their gradients.

All are products with sparse matrices of ones. SciPy's are several times as fast on a CPU as the gather
and scatter of XLA.

A row of the embedding is what its two halves say, plus a part of its own. Most of the many rows are
seldom seen: what they have in common with others is learnt from those."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from scipy import sparse

import shape
import windows


def halves_of_rows():
    """A matrix of ones that makes the rows of what their halves say: (stored rows, centres and
    halves)."""
    centre, before, after = windows.stored_rows()
    columns = np.concatenate([centre * shape.HALF_STATES + half for half in (before, after)])
    lines = np.tile(np.arange(windows.STORED), 2)
    ones = np.ones(len(columns), np.float32)
    return sparse.csr_matrix((ones, (lines, columns)), (windows.STORED, HALVES))


# What halves there are, by centre.
HALVES = shape.CENTRES * shape.HALF_STATES


def rows(weights, of_halves):
    """The rows of the embedding of a network: those of surroundings, those of threats, and one of zeros
    (see `windows.threat_rows`)."""
    threats = np.asarray(weights["threats"])
    zeros = np.zeros((1, threats.shape[1]), np.float32)
    return np.concatenate([line_rows(weights, of_halves), threats, zeros])


def line_rows(weights, of_halves):
    """Those of surroundings."""
    return np.asarray(weights["rows"]) + of_halves @ np.asarray(weights["halves"])


def near(weights, ways):
    """What the ways from the last stones add to each move. `ways`: places in the numbers of the
    weights, (which stone, batch, points)."""
    numbers = np.asarray(weights["ways"]).reshape(-1)
    return numbers[ways].sum(axis=0)


def gradient_of_ways(gradient, ways):
    """The gradient of the numbers of the ways, from that of what they add."""
    length = 2 * 2 * shape.WAYS
    parts = [np.bincount(each.reshape(-1), gradient.reshape(-1), length) for each in ways]
    return sum(parts).astype(np.float32).reshape(2, 2, shape.WAYS)


class Sums:
    """Of batches of points, with `threads` threads."""

    def __init__(self, threads):
        self.threads = threads
        self.pool = ThreadPoolExecutor(threads)

    def _parts(self, length):
        ends = [length * n // self.threads for n in range(self.threads + 1)]
        return [slice(start, end) for start, end in zip(ends, ends[1:]) if end > start]

    @staticmethod
    def _matrix(indices, number):
        points, each = indices.shape
        pointers = np.arange(0, points * each + 1, each, dtype=np.int32)
        ones = np.ones(points * each, np.float32)
        return sparse.csr_matrix((ones, indices.reshape(-1), pointers), shape=(points, number))

    def forward(self, table, indices):
        """The sum of the rows that each line of `indices` names."""
        parts = self._parts(len(indices))
        work = lambda part: self._matrix(indices[part], len(table)) @ table
        return np.concatenate(list(self.pool.map(work, parts)))

    def backward(self, gradient, indices, number):
        """The gradient of the `number` rows, from that of the sums."""
        parts = self._parts(len(indices))
        work = lambda part: self._matrix(indices[part], number).T @ gradient[part]
        return sum(self.pool.map(work, parts))
