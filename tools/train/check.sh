#!/usr/bin/env bash
# The trainer from end to end, in a small form: data, training that is interrupted and resumed,
# export, and the engine's outputs against those of Python. PYTHON names the interpreter that has
# the packages of requirements.txt; OUTPUTS the example network_outputs, if it is built already.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-python3}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export PYTHONDONTWRITEBYTECODE=1

if [ -z "${OUTPUTS:-}" ]; then
    (cd "$here/../.." && cargo build --locked --release --example network_outputs)
    OUTPUTS=${CARGO_TARGET_DIR:-$here/../../target}/release/examples/network_outputs
fi

"$python" "$here/test_tools.py"
"$python" "$here/sample_data.py" --games 120 --out "$folder/sample.tdata"
train() {
    "$python" "$here/train.py" --data "$folder/sample.tdata" --epochs 3 --batch 128 \
        --log-every 20 --out "$@"
}
train "$folder/whole.bin"
train "$folder/parts.bin" --stop-after 40 > /dev/null
train "$folder/parts.bin" --resume > /dev/null
if ! cmp "$folder/whole.bin" "$folder/parts.bin"; then
    echo "training that was resumed ends with other weights" >&2
    exit 1
fi
"$python" "$here/check.py" --data "$folder/sample.tdata" --out "$folder/whole.bin" \
    --outputs "$OUTPUTS"
echo "all is well"
