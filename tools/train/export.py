"""Weights files (see src/eval/nnue/format.rs for the format)."""

import struct
import zlib

import numpy as np

import embedding
import shape
import tdata
import windows

MAGIC = b"TNGNNET\n"
VERSION = 2
# The shape that had no rows for threats, and was the same otherwise.
WITHOUT_THREATS = 2
# What follows the magic: version, rule, shape, five dimensions, checksum of the classic weights, hash of
# the numbers, length of the recipe.
HEAD = struct.Struct("<8HIQI")


def _units(values, unit, limit, kind):
    return np.clip(np.rint(np.asarray(values, np.float64) * unit), -limit, limit).astype(kind)


def _layout():
    """The numbers of a file in its order: first those that stand once, then those of a side to move.
    Each with its name, its dimensions, its kind, its unit and its limit."""
    head, point = 1 << shape.HEAD_SHIFT, 1 << shape.POINT_SHIFT
    start = lambda name, number, unit: (name, (number,), "<i4", shape.ONE * unit, shape.MAX_BIAS)
    weight = lambda name, *dimensions, limit=shape.MAX_WEIGHT: (name, dimensions, "<i2", head, limit)
    unit = shape.ONE << shape.EMBEDDING_SHIFT
    once = [
        ("rows", (windows.STORED, shape.CHANNELS), "<i2", unit, shape.MAX_EMBEDDING),
        ("threats", (windows.THREAT_ROWS, shape.CHANNELS), "<i2", unit, shape.MAX_EMBEDDING),
        ("point", (shape.POINT_CHANNELS, shape.CHANNELS), "i1", point, shape.MAX_POINT_WEIGHT),
        start("point_start", shape.POINT_CHANNELS, point),
    ]
    side = [
        weight("first", shape.HIDDEN, shape.FEATURES, limit=shape.MAX_FIRST),
        start("first_start", shape.HIDDEN, head << shape.POOL_SHIFT),
        weight("second", shape.HIDDEN, shape.HIDDEN),
        start("second_start", shape.HIDDEN, head),
        weight("last", shape.OUTCOMES, shape.HIDDEN),
        start("last_start", shape.OUTCOMES, head),
        weight("move_sum", shape.CHANNELS),
        weight("move_point", shape.POINT_CHANNELS),
        ("ways", (2, shape.WAYS), "<i2", shape.WAY_UNIT, shape.MAX_WAY),
    ]
    return once, side


def quantised(weights):
    """The integers of the network, in the order of the file."""
    once, side = _layout()
    whole = weights | {"rows": embedding.line_rows(weights, embedding.halves_of_rows())}
    numbers = [_units(whole[name], unit, limit, kind) for name, _, kind, unit, limit in once]
    for n in range(2):
        numbers += [_units(whole[name][n], unit, limit, kind) for name, _, kind, unit, limit in side]
    return numbers


def fnv1a(data):
    """Fowler, Noll and Vo's hash, variant 1a, of 64 bits."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def write(path, weights, rule, base, recipe):
    """Writes a weights file and returns its hash. `base`: the checksum of the classic weights whose
    values the network adds to, 0 for none."""
    numbers = b"".join(part.tobytes() for part in quantised(weights))
    recipe = recipe.encode()
    value = fnv1a(numbers)
    dimensions = (
        shape.REACH, shape.CHANNELS, shape.POINT_CHANNELS, shape.REGIONS, shape.HIDDEN,
    )
    head = MAGIC + HEAD.pack(
        VERSION, shape.RULES.index(rule), shape.SHAPE, *dimensions, base, value, len(recipe)
    )
    data = head + recipe + numbers
    with open(path, "wb") as file:
        file.write(data + struct.pack("<I", zlib.crc32(data)))
    return value


def read(path):
    """The weights of a file in floating point, to begin a training with, and their hash.

    A file has rows of the embedding as sums of what their halves say and of their own part. The halves
    are those that explain the rows best, as nearly all rows have next to nothing of their own. A file of
    the shape before this one is a network that looks at no threats."""
    with open(path, "rb") as file:
        data = file.read()
    start, checksum = len(MAGIC) + HEAD.size, 4
    if not data.startswith(MAGIC) or len(data) < start + checksum:
        raise tdata.DataError(f"{path}: not a file of network weights")
    if zlib.crc32(data[:-checksum]) != struct.unpack("<I", data[-checksum:])[0]:
        raise tdata.DataError(f"{path}: damaged, the checksum does not fit")
    version, _, number, *_, value, recipe = HEAD.unpack_from(data, len(MAGIC))
    if version != VERSION or number not in (WITHOUT_THREATS, shape.SHAPE):
        raise tdata.DataError(f"{path}: version {version}, shape {number} are not known here")
    at = start + recipe

    def take(dimensions, kind, unit, _):
        nonlocal at
        count = int(np.prod(dimensions))
        numbers = np.frombuffer(data, kind, count, at).reshape(dimensions)
        at += numbers.nbytes
        return (numbers / unit).astype(np.float32)

    once, side = _layout()
    weights = {}
    for name, dimensions, *rest in once:
        if name == "threats" and number == WITHOUT_THREATS:
            weights[name] = np.zeros(dimensions, np.float32)
        else:
            weights[name] = take(dimensions, *rest)
    sides = [{name: take(*rest) for name, *rest in side} for _ in range(2)]
    weights |= {name: np.stack([one[name] for one in sides]) for name in sides[0]}
    of_halves = embedding.halves_of_rows()
    halves, *_ = np.linalg.lstsq(of_halves.toarray(), weights["rows"], rcond=None)
    weights["halves"] = halves.astype(np.float32)
    weights["rows"] = weights["rows"] - of_halves @ weights["halves"]
    return weights, value
