"""Files of training data (.tdata), as `tengen datagen` writes them.

Little endian. A header: magic, u16 version, u8 rule, u8 width, u8 height, 3 zero bytes, u32 length
of the recipe, the recipe, u32 CRC-32 of all that. Then a block for each game: u32 length, payload,
u32 CRC-32 of the payload. A payload: u8 result (0 White won, 1 draw, 2 Black won), 0, u16 number of
opening stones, u16 number of moves, the opening stones (u16 each), the moves (8 bytes each).
"""

import struct
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from shape import RULES

MAGIC = b"TNGNDATA"
VERSION = 1
HEADER = struct.Struct("<8sHBBB3x")
GAME = struct.Struct("<BxHH")
MOVE = np.dtype([("played", "<u2"), ("best", "<u2"), ("value", "<i2"), ("flags", "u1"), ("zero", "u1")])
RANDOM, FORCED = 1, 2

# A value beyond this is a proven win or loss.
PROVEN = 20_000


# In place of a classic value: no evaluation is asked for there.
DECIDED = -32768
CLASSIC = struct.Struct("<8sIII")


class DataError(Exception):
    """A file that cannot be read: says which, where and why."""


@dataclass
class Threats:
    """What stones would threaten in some positions. `counts`: at how many points of each position; those
    points of all positions; what is threatened there (by Black, and 8 times what is by White)."""

    counts: np.ndarray
    points: np.ndarray
    kinds: np.ndarray


@dataclass
class Game:
    """A game: points are y * width + x. Before each move, `classic`: what the classic evaluation says;
    `threats`: what stones would threaten."""

    result: int
    opening: np.ndarray
    moves: np.ndarray
    classic: np.ndarray | None = None
    threats: Threats | None = None


@dataclass
class Header:
    """What all games of a file share."""

    rule: str
    width: int
    height: int
    recipe: str


def read(path, allow_cut=False):
    """The header and the games of a file. With `allow_cut` a last block that is cut off, as after
    a kill while writing, is left out."""
    with open(path, "rb") as file:
        data = file.read()
    header, at = _header(path, data)
    games = []
    while at < len(data):
        if at + 4 > len(data):
            end = None
        else:
            (length,) = struct.unpack_from("<I", data, at)
            end = at + 4 + length + 4
        if end is None or end > len(data):
            if allow_cut:
                break
            raise DataError(f"{path}: the last block, at byte {at}, is cut off")
        payload = data[at + 4 : end - 4]
        if zlib.crc32(payload) != struct.unpack_from("<I", data, end - 4)[0]:
            raise DataError(f"{path}: the block at byte {at} is damaged: its checksum does not fit")
        games.append(_game(path, at, payload, header.width * header.height))
        at = end
    return header, games


def add_classic(path, games):
    """Gives the games of a file the values and threats of the file that `tengen data classic` has written
    beside it; the checksum of the classic weights."""
    path = Path(path).with_suffix(".classic")
    data = path.read_bytes()
    if len(data) < CLASSIC.size + 4 or zlib.crc32(data[:-4]) != struct.unpack("<I", data[-4:])[0]:
        raise DataError(f"{path}: damaged, or not a file of classic values")
    magic, weights, number, marked = CLASSIC.unpack_from(data)
    moves = sum(len(game.moves) for game in games)
    if magic != b"TNGNCLA2" or len(data) != CLASSIC.size + 4 * number + 3 * marked + 4:
        raise DataError(f"{path}: not a file of classic values")
    if number < moves:
        raise DataError(f"{path}: values of {number} positions, where there are {moves}")
    at = CLASSIC.size
    values = np.frombuffer(data, "<i2", number, at)
    ends = np.cumsum(np.frombuffer(data, "<u2", number, at + 2 * number), dtype=np.int64)
    points = np.frombuffer(data, "<u2", marked, at + 4 * number)
    threats = np.frombuffer(data, "u1", marked, at + 4 * number + 2 * marked)
    if marked != (ends[-1] if number else 0):
        raise DataError(f"{path}: not a file of classic values")
    first, start = 0, 0
    for game in games:
        last = first + len(game.moves)
        end = ends[last - 1] if last else 0
        game.classic = values[first:last]
        game.threats = Threats(np.diff(ends[first:last], prepend=start), points[start:end], threats[start:end])
        first, start = last, end
    return weights


def _header(path, data):
    if len(data) < HEADER.size + 4 or data[:8] != MAGIC:
        raise DataError(f"{path}: not a file of training data")
    _, version, rule, width, height = HEADER.unpack_from(data)
    if version != VERSION:
        raise DataError(f"{path}: version {version} of the format is not known, only {VERSION}")
    (length,) = struct.unpack_from("<I", data, HEADER.size)
    end = HEADER.size + 4 + length
    if end + 4 > len(data):
        raise DataError(f"{path}: the header is cut off")
    if zlib.crc32(data[:end]) != struct.unpack_from("<I", data, end)[0]:
        raise DataError(f"{path}: the header is damaged: its checksum does not fit")
    if rule >= len(RULES):
        raise DataError(f"{path}: rule number {rule} is not known")
    recipe = data[HEADER.size + 4 : end].decode("utf-8", "replace")
    return Header(RULES[rule], width, height, recipe), end + 4


def _game(path, at, payload, area):
    def wrong(reason):
        return DataError(f"{path}: the game at byte {at}: {reason}")

    if len(payload) < GAME.size:
        raise wrong("too short")
    result, stones, moves = GAME.unpack_from(payload)
    if len(payload) != GAME.size + 2 * stones + MOVE.itemsize * moves:
        raise wrong("its length is not that of its moves")
    if result > 2:
        raise wrong(f"result {result} is not known")
    opening = np.frombuffer(payload, "<u2", stones, GAME.size)
    records = np.frombuffer(payload, MOVE, moves, GAME.size + 2 * stones)
    points = np.concatenate([opening, records["played"]])
    if (points >= area).any() or (records["best"] >= area).any():
        raise wrong("a point is off the board")
    if len(np.unique(points)) != len(points):
        raise wrong("two stones on one point")
    return Game(result, opening, records)


def write(path, header, games):
    """Writes a file: for tests."""
    recipe = header.recipe.encode()
    rule = RULES.index(header.rule)
    head = HEADER.pack(MAGIC, VERSION, rule, header.width, header.height)
    head += struct.pack("<I", len(recipe)) + recipe
    with open(path, "wb") as file:
        file.write(head + struct.pack("<I", zlib.crc32(head)))
        for game in games:
            payload = GAME.pack(game.result, len(game.opening), len(game.moves))
            payload += game.opening.astype("<u2").tobytes() + game.moves.astype(MOVE).tobytes()
            block = struct.pack("<I", len(payload)) + payload
            file.write(block + struct.pack("<I", zlib.crc32(payload)))
