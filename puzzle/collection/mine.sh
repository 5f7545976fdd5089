# What the scripts that make the collection share: each is called with DIR, mines there and writes into its own folder, "$here".
set -eu
dir=${1:?usage: $(basename "$0") DIR}
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
cd "$dir"

# mine NAME FLAGS… mines into NAME, unless that is done.
mine() {
  name=$1
  shift
  [ -f "$name/puzzles.jsonl" ] || turncoat puzzle mine --seed "${seed:-1}" --out "$name" "$@"
}
