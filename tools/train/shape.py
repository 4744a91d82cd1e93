"""The shape of the network and the units of its integers: as in src/eval/nnue/shape.rs."""

SHAPE = 3
REACH = 4
HALF_STATES = (3 ** (REACH + 1) - 1) // 2
CODES = HALF_STATES**2
CENTRES = 3
ROWS = CODES * CENTRES
# What a stone of a side can threaten at a point, nothing first.
THREATS = 8
CHANNELS = 32
POINT_CHANNELS = 16
ACROSS = 3
REGIONS = ACROSS**2
FEATURES = REGIONS * POINT_CHANNELS
HIDDEN = 32
OUTCOMES = 3

ONE = 127
EMBEDDING_SHIFT = 4
POINT_SHIFT = 6
HEAD_SHIFT = 8
POOL_SHIFT = 3

MAX_EMBEDDING = 5456
MAX_POINT_WEIGHT = 127
MAX_FIRST = 512
MAX_WEIGHT = 8192
MAX_BIAS = 1 << 28
MAX_WAY = 2560

# Classes of the way between two points, as in src/eval/nearby.rs, and the longest one that counts.
WAYS = 28
FAR = 6
# A number for a way is in units of a natural logarithm divided by this.
WAY_UNIT = 256

# The value at which the win rate is 73.1 %, by rule: as in src/eval/win_rate.rs.
SCALE = {"freestyle": 474.0, "standard": 470.0, "renju": 304.0}
RULES = ["freestyle", "standard", "renju"]
