#!/bin/sh
# Runs the benchmark on a machine that has a Vulkan driver and nothing else: ./run.sh [SUITE ...]; README.md says more.
set -u
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 1
cd "$here" || exit 1
node="$here/bin/node"

# Dawn asks for a folder of the person's own; the machine may have none.
export XDG_RUNTIME_DIR="${XDG_RUNTIME_DIR:-$here}"
export HOME="${HOME:-$here}"

# The machine's own Vulkan loader comes first; ours is for machines that have only a driver.
if ! "$node" -e 'try { process.dlopen({ exports: {} }, "libvulkan.so.1") } catch (e) { process.exit(/cannot open/.test(e) ? 1 : 0) }'; then
  if [ -f "$here/vulkan/libvulkan.so.1" ]; then
    export LD_LIBRARY_PATH="$here/vulkan${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
  fi
fi

# The benchmarks write below bench/results.
mkdir -p results
[ -e bench/results ] || ln -s ../results bench/results

failed=0
# Shows what a command prints, and keeps it; its exit code tells missed bounds (1) from what could not run for want of an adapter (4).
keep() {
  log="results/$1"
  shift
  echo "== $*"
  { "$@" 2>&1; echo $? >results/.code; } | tee "$log"
  code=$(cat results/.code)
  rm -f results/.code
  [ "$code" -eq 0 ] && return
  echo "== exit code $code"
  # Without an adapter (4) other figures say little, and what else failed is likely to come of it.
  if [ "$code" -eq 4 ] || [ "$failed" -eq 4 ]; then failed=4; else failed=1; fi
}

# What it is told besides, such as `--scene octopi-8 --frames 20`, is words, to be taken apart.
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
