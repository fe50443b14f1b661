#!/usr/bin/env bash
# The first checks of a GPU on a machine that has nothing installed but a driver: first.sh OUT.
#
# Goes on after each failure, cuts off what hangs, and ends within LIMIT_S seconds, what is worth most first.
# Writes OUT/report.md, a line for each check as soon as it is known, and one log for each step. Exit code 0
# only if every check passed.
#
#   LIMIT_S=360         seconds for everything
#   REBUILD_LIMIT_S=120 seconds for compiling the addon where it does not load
#   GROUP_LIMIT_S       seconds for each group of checks; by default a limit of its own for each
#   ONLY=step,step      only these steps (unpacking, loading and the state of the GPU always run)
#   GROUPS_ONLY=a,b     only these groups of checks in the step `checks`
#   PYTHON=python3      the Python whose PyTorch does the same work
here=$(cd "$(dirname "$0")" && pwd)
[[ $# == 1 ]] || { echo "usage: first.sh OUT" >&2; exit 2; }
limit=${LIMIT_S:-360}
source "$here/steps.sh"

begin
unpack_kernel
obstacle=$no_kernel
wanted doctor && plain doctor 40 "$node" "$kernel/dist/cli.cjs" doctor

cd "$out" || exit 2
obstacle=$no_addon
wanted checks && groups checks 240 \
  "${GROUPS_ONLY:-kernel,clock,durations,copies,streams,graphs,launches,costs,samples}"
obstacle=$no_kernel
wanted notebook && checks notebook 40 "$node" "$kernel/dist/runNotebook.cjs" "$here/gpu.ipynb"
obstacle=$no_addon
wanted record && groups record 60 record --record "$out/records.stream"
wanted more && groups more 120 work,cublas,illegal
need nvidia-smi
wanted nvidia-smi && plain nvidia-smi 15 nvidia-smi
need ldd
wanted ldd && plain ldd 10 ldd "$addon"
finish
