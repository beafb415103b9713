#!/bin/sh
# Runs the benchmarks on a machine that has only a Vulkan driver: ./run.sh [SUITE ...]. See README.md.
set -u
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 1
cd "$here" || exit 1
node="$here/bin/node"

# Dawn needs XDG_RUNTIME_DIR, which the machine may not set.
export XDG_RUNTIME_DIR="${XDG_RUNTIME_DIR:-$here}"
export HOME="${HOME:-$here}"

# Use the machine's own Vulkan loader if there is one, else the packed one.
if ! "$node" -e 'try { process.dlopen({ exports: {} }, "libvulkan.so.1") } catch (e) { process.exit(/cannot open/.test(e) ? 1 : 0) }'; then
  if [ -f "$here/vulkan/libvulkan.so.1" ]; then
    export LD_LIBRARY_PATH="$here/vulkan${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
  fi
fi

# The benchmarks write into bench/results, relative to this folder.
mkdir -p results
[ -e bench/results ] || ln -s ../results bench/results

failed=0
# Prints a command's output and stores it. Exit code 1 means a missed bound, 4 a missing adapter.
keep() {
  log="results/$1"
  shift
  echo "== $*"
  { "$@" 2>&1; echo $? >results/.code; } | tee "$log"
  code=$(cat results/.code)
  rm -f results/.code
  [ "$code" -eq 0 ] && return
  echo "== exit code $code"
  # A missing adapter (4) has priority over other failures, since it probably caused them.
  if [ "$code" -eq 4 ] || [ "$failed" -eq 4 ]; then failed=4; else failed=1; fi
}

# TABLE_OPTIONS, such as `--scene octopi-8 --frames 20`, is split into words on purpose.
table() {
  mkdir -p results/table1
  size=${TABLE_SIZE:-small}
  # shellcheck disable=SC2086
  keep "table1/gpu-$size.txt" "$node" cli/main.js table1 --backend gpu --size "$size" \
    --out "results/table1/gpu-$size.md" --json "results/table1/gpu-$size.json" ${TABLE_OPTIONS:-}
}

[ $# -gt 0 ] || set -- gpu steps table1
for suite in "$@"; do
  case $suite in
    table1) table ;;
    *) keep "$suite.txt" "$node" bench/main.js "$suite" ;;
  esac
done
echo "results lie in $here/results"
exit $failed
