#!/usr/bin/env bash
# The second checks of a GPU, after mends: second.sh OUT [GROUP,…].
#
# First the groups that are named, which are those that failed; then what first.sh leaves out: the experiments,
# a second measurement beside PyTorch's profiler, the cost of each kind of record, and what Nsight Compute says
# of the kernels. Works like first.sh, with LIMIT_S=270 and the same other variables.
here=$(cd "$(dirname "$0")" && pwd)
[[ $# == 1 || $# == 2 ]] || { echo "usage: second.sh OUT [GROUP,…]" >&2; exit 2; }
limit=${LIMIT_S:-270}
named=${2:-}
source "$here/steps.sh"

# What is measured of the kernels: how many warps were active, and the bytes of memory.
metrics=sm__warps_active.avg.pct_of_peak_sustained_active,dram__bytes.sum,gpu__time_duration.sum

begin
unpack_kernel
obstacle=$no_kernel
wanted doctor && plain doctor 40 "$node" "$kernel/dist/cli.cjs" doctor

cd "$out" || exit 2
obstacle=$no_addon
[[ -n $named ]] && groups named 150 "$named" --record "$out/records.stream"
obstacle=$no_kernel
wanted notebook && checks notebook 40 "$node" "$kernel/dist/runNotebook.cjs" "$here/gpu.ipynb"
obstacle=$no_addon
wanted costs && groups costs 90 costs
wanted illegal && groups illegal 30 illegal
wanted experiments && groups experiments 100 experiments
obstacle=$no_addon
[[ -n $obstacle ]] || need ncu
wanted ncu && plain ncu 40 ncu --csv --metrics "$metrics" "$node" "$here/testGpu.cjs" --probe work
obstacle=$no_addon
wanted kinds && groups kinds 60 kinds
finish
