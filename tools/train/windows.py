"""From stones to rows of the embedding, for whole batches at once."""

import functools

import numpy as np

from shape import ACROSS, CENTRES, CODES, FAR, HALF_STATES, REACH, REGIONS, ROWS, THREATS

# Steps of column and row of the four directions.
DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]


def boards(points, counts, area):
    """Boards (0 empty, 1 black, 2 white) with the first `counts` of the `points` of each game."""
    number, longest = points.shape
    order = np.arange(longest)
    # What is not placed yet goes to a point that is cut off at the end.
    at = np.where(order < counts[:, None], points, area)
    board = np.zeros((number, area + 1), np.uint8)
    colours = np.broadcast_to((order % 2 + 1).astype(np.uint8), at.shape)
    np.put_along_axis(board, at.astype(np.int64), colours, axis=1)
    board[:, area] = 0
    return board[:, :area]


@functools.lru_cache
def _empty_codes(width, height):
    """The codes of an empty board, by direction and point."""
    first = [(3**visible - 1) // 2 for visible in range(REACH + 1)]
    codes = np.zeros((4, height, width), np.uint16)
    for d, (dx, dy) in enumerate(DIRECTIONS):
        for y in range(height):
            for x in range(width):

                def room(sign):
                    steps = 0
                    while (
                        steps < REACH
                        and 0 <= x + sign * (steps + 1) * dx < width
                        and 0 <= y + sign * (steps + 1) * dy < height
                    ):
                        steps += 1
                    return steps

                codes[d, y, x] = first[room(-1)] * HALF_STATES + first[room(1)]
    return codes


def rows(board, width, height):
    """The row of every board (first axis), point and direction (last axis)."""
    number = len(board)
    padded = np.zeros((number, height + 2 * REACH, width + 2 * REACH), np.uint16)
    inner = padded[:, REACH : REACH + height, REACH : REACH + width]
    inner[...] = board.reshape(number, height, width)
    result = np.empty((number, height, width, 4), np.uint16)
    for d, (dx, dy) in enumerate(DIRECTIONS):
        code = inner * np.uint16(CODES) + _empty_codes(width, height)[d]
        for distance in range(1, REACH + 1):
            for sign, unit in [(-1, HALF_STATES), (1, 1)]:
                y = REACH + sign * distance * dy
                x = REACH + sign * distance * dx
                part = padded[:, y : y + height, x : x + width]
                code += part * np.uint16(3 ** (distance - 1) * unit)
        result[..., d] = code
    return result.reshape(number, height * width, 4)


@functools.lru_cache
def ways(width, height):
    """The class of the way from each point (first axis; beyond them all: no point) to each other,
    as in src/eval/nearby.rs."""
    y, x = np.divmod(np.arange(width * height), width)
    columns = np.abs(x[:, None] - x)
    rows = np.abs(y[:, None] - y)
    short, long = np.minimum(columns, rows), np.maximum(columns, rows)
    classes = np.where(long > FAR, 0, long * (long + 1) // 2 + short)
    return np.vstack([classes, np.zeros_like(classes[:1])]).astype(np.int32)


def _half_with_colours_swapped(half):
    cells = [cell for cell in half_cells()[half] if cell < CENTRES]
    start = (3 ** len(cells) - 1) // 2
    return start + sum((0, 2, 1)[cell] * 3**n for n, cell in enumerate(cells))


def half_cells():
    """The cells of every half, from the middle outwards: empty, black, white or beyond the edge."""
    halves = []
    for half in range(HALF_STATES):
        visible = next(v for v in range(REACH + 1) if half < (3 ** (v + 1) - 1) // 2)
        start = (3**visible - 1) // 2
        digits = [(half - start) // 3**n % 3 for n in range(visible)]
        halves.append(digits + [CENTRES] * (REACH - visible))
    return halves


def stored_rows():
    """For each stored row its centre and its two halves, in the order of weights files. A line
    read the other way round has the same row; only one of the two is stored."""
    before, after = np.triu_indices(HALF_STATES)
    centre = np.repeat(np.arange(CENTRES), len(before))
    return centre, np.tile(before, CENTRES), np.tile(after, CENTRES)


STORED = CENTRES * HALF_STATES * (HALF_STATES + 1) // 2


# What a stone of a side can threaten at a point has rows after those, but for nothing.
THREAT_ROWS = 2 * (THREATS - 1)


def threat_rows(threats):
    """The rows of what Black and White (last axis) would threaten. Nothing has the one after the last of
    the embedding: one of zeros."""
    rows = STORED - 1 + threats.astype(np.int32) + (THREATS - 1) * np.arange(2)
    return np.where(threats == 0, STORED + THREAT_ROWS, rows).astype(np.int32)


@functools.lru_cache
def stored_of_row():
    """For each row the stored one that it is, as it stands and with the colours swapped."""
    centre, before, after = stored_rows()
    plain = np.zeros(ROWS, np.int32)
    for one, other in [(before, after), (after, before)]:
        plain[centre * CODES + one * HALF_STATES + other] = np.arange(STORED)
    swap = np.array([_half_with_colours_swapped(half) for half in range(HALF_STATES)])
    centres = np.array([0, 2, 1])
    code = np.arange(CODES)
    swapped_code = swap[code // HALF_STATES] * HALF_STATES + swap[code % HALF_STATES]
    swapped = np.concatenate([plain[centres[c] * CODES + swapped_code] for c in range(CENTRES)])
    return plain, swapped


def parts(length):
    """The three parts that rows or columns are cut into: the outer two of one width, and what is
    left over in the middle."""
    outer = length // ACROSS
    return slice(0, outer), slice(outer, length - outer), slice(length - outer, length)


def symmetries(width, height):
    """For each symmetry of the board, where each region comes from.

    Sums at points do not depend on how the board is turned, since all directions share the
    embedding and lines have no beginning: a turned board only has its regions in other places."""
    grid = np.arange(REGIONS).reshape(ACROSS, ACROSS)
    turned = [np.rot90(grid, n) for n in range(4)] if width == height else [grid, grid[::-1, ::-1]]
    return np.array([g.reshape(-1) for one in turned for g in (one, one[:, ::-1])], np.int32)
