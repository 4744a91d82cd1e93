#!/usr/bin/env bash
# The whole way from games to a network that plays, in a small form: tests of the parts; training that
# is interrupted and resumed on made-up data; then games of the engine with itself, training on them,
# the engine's outputs against those of Python, and searches with the new network. Some minutes.
#
# PYTHON names the interpreter that has the packages of requirements.txt.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-python3}
python=$(command -v "$python")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export PYTHONDONTWRITEBYTECODE=1

cd "$here/../.."
cargo build --locked --release --bin tengen --example network_outputs
release=${CARGO_TARGET_DIR:-target}/release
tengen=$release/tengen

fail() {
    echo "check.sh: $1" >&2
    exit 1
}
train() {
    "$python" "$here/train.py" --epochs 3 --batch 128 --log-every 20 "$@"
}
# The engine's outputs against those of Python, for a network and the data that it is from.
outputs() {
    "$python" "$here/check.py" --outputs "$release/examples/network_outputs" "$@"
}
signature() {
    "$tengen" bench --nodes 2000 "$@" | sed -n -e 's/^signature *//p'
}

"$python" "$here/test_tools.py"

"$python" "$here/sample_data.py" --games 120 --out "$folder/sample.tdata"
"$tengen" data classic "$folder/sample.tdata"
sample=(--data "$folder/sample.tdata")
train "${sample[@]}" --out "$folder/whole.bin"
train "${sample[@]}" --out "$folder/parts.bin" --stop-after 40 > /dev/null
train "${sample[@]}" --out "$folder/parts.bin" --resume > /dev/null
cmp "$folder/whole.bin" "$folder/parts.bin" || fail "resumed training ends with other weights"
outputs "${sample[@]}" --out "$folder/whole.bin"
train "${sample[@]}" --start "$folder/whole.bin" --rate 1e-3 --out "$folder/further.bin"
outputs "${sample[@]}" --out "$folder/further.bin"

for rule in renju freestyle; do
    games=$folder/$rule.tdata network=$folder/$rule.bin
    "$tengen" datagen --rule "$rule" --games 300 --nodes 100 --threads 2 --random 15 --stones 4-10 \
        --out "$games"
    "$tengen" data classic "$games"
    train --classic --data "$games" --out "$network"
    outputs --data "$games" --out "$network"
    with=$(signature --weights "$network")
    [ "$with" = "$(signature --weights "$network" --portable)" ] ||
        fail "the portable arithmetic gives another search"
    [ "$with" != "$(signature --eval classic)" ] || fail "the network is not used"
done
echo "all is well"
