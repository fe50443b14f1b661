#!/usr/bin/env bash
# All checks of a GPU on a machine that has nothing installed but a driver: first.sh OUT.
#
# Needs bash and coreutils; gzip or python3 to unpack Node; g++ if the addon has to be compiled here.
# Goes on after each failure, cuts off what hangs, and ends within LIMIT_S seconds. Writes OUT/report.md with
# a line for each check, and one log for each step. Exit code 0 only if every check passed.
#
#   LIMIT_S=470         seconds for everything
#   GROUP_LIMIT_S       seconds for each group of checks; by default a limit of its own for each
#   ONLY=step,step      only these steps (unpacking, loading and the state of the GPU always run)
#   QUICK_GROUPS=a,b    only these groups of checks in the step `quick`
#   PYTHON=python3      the Python whose PyTorch does the same work
set -u
LC_ALL=C.UTF-8
export LC_ALL
here=$(cd "$(dirname "$0")" && pwd)
[[ $# == 1 ]] || { echo "usage: first.sh OUT" >&2; exit 2; }
mkdir -p "$1" || exit 2
out=$(cd "$1" && pwd)
limit=${LIMIT_S:-470}
python=${PYTHON:-python3}
most_bytes=16000000
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
node=$work/node
addon=$here/kernelscope-linux-x64.node
failures=0
lines=()

left() { echo $((limit - SECONDS)); }

# note OUTCOME CHECK TIME DETAIL: a line of the report. Outcomes but `passed` make the exit code 1.
note() {
  [[ $1 == passed ]] || failures=$((failures + 1))
  local detail=${4//|/\\|}
  lines+=("| $1 | ${2//|/\\|} | $3 | ${detail//$'\n'/ } |")
  echo "$1: $2 ($3): $4"
}

# limited SECONDS LOG COMMAND…: 124 if it was cut off. A process that cannot be ended is left behind.
limited() {
  local seconds=$1 log=$2 until code
  shift 2
  timeout -k 3 "$seconds" "$@" >"$log" 2>&1 </dev/null &
  local pid=$!
  until=$((SECONDS + seconds + 5))
  while kill -0 "$pid" 2>/dev/null; do
    ((SECONDS < until)) || return 124
    sleep 0.1
  done
  wait "$pid"
  code=$?
  [[ $code == 137 ]] && code=124
  return "$code"
}

# wanted STEP: false where ONLY leaves it out.
wanted() { [[ -z ${ONLY:-} || ,$ONLY, == *,"$1",* ]]; }

# step NAME SECONDS COMMAND…: runs a step, or says why not; sets `code`, `took` and `log`. A step that needs
# what is not there has set `obstacle` before.
step() {
  local name=$1 seconds=$2 began=$SECONDS
  shift 2
  log=$out/$name.log
  code=1
  if [[ -n $obstacle ]]; then
    note 'not possible' "$name" '0 s' "$obstacle"
    code=3
    return
  fi
  if (($(left) < 5)); then
    note 'left out' "$name" '0 s' "$limit s have passed"
    return
  fi
  (($(left) - 5 < seconds)) && seconds=$(($(left) > 6 ? $(left) - 5 : 1))
  limited "$seconds" "$log" "$@"
  code=$?
  took="$((SECONDS - began)) s"
  [[ $code == 124 ]] && note failed "$name" "$took" "cut off after $seconds s"
}

# first_match FILE REGEX: its first line that matches.
first_match() {
  local line
  [[ -r $1 ]] || return 1
  while IFS= read -r line; do
    [[ $line =~ $2 ]] && { printf '%s' "$line"; return 0; }
  done <"$1"
  return 1
}

# What the log of a step comes to: mostly its last line.
last_line() {
  case $log in
    */doctor.log) first_match "$log" '^[a-z]+ +GPU  ' ;;
    */ldd.log) first_match "$log" 'not found' || tail -n 1 "$log" ;;
    *) tail -n 1 "$log" 2>/dev/null ;;
  esac
}

# plain NAME SECONDS COMMAND…: a step that is one check.
plain() {
  local had=$obstacle
  step "$@"
  [[ -n $had || $code == 124 || -z ${took:-} ]] && { took=; return; }
  if [[ $code == 0 ]]; then note passed "$1" "$took" "$(last_line)"; else note failed "$1" "$took" "exit code $code: $(last_line)"; fi
  took=
}

# checks NAME SECONDS COMMAND…: a step that prints a line for each of its checks.
checks() {
  local had=$obstacle name=$1 found=0 line
  step "$@"
  [[ -n $had ]] && return
  took=
  [[ -r $log ]] || return
  while IFS= read -r line; do
    [[ $line =~ ^(✓|✗|–)\ (.*)\ \(([0-9]+)\ ms\):\ (.*)$ ]] || continue
    found=1
    case ${BASH_REMATCH[1]} in
      ✓) note passed "$name: ${BASH_REMATCH[2]}" "${BASH_REMATCH[3]} ms" "${BASH_REMATCH[4]}" ;;
      ✗) note failed "$name: ${BASH_REMATCH[2]}" "${BASH_REMATCH[3]} ms" "${BASH_REMATCH[4]}" ;;
      *) note 'not possible' "$name: ${BASH_REMATCH[2]}" "${BASH_REMATCH[3]} ms" "${BASH_REMATCH[4]}" ;;
    esac
  done <"$log"
  [[ $found == 0 && $code != 124 ]] && note failed "$name" '0 s' "exit code $code: $(last_line)"
}

# need COMMAND: sets the obstacle where it is not installed.
need() {
  obstacle=
  command -v "$1" >/dev/null || obstacle="$1 is not installed"
}

unpack_node() {
  if command -v gzip >/dev/null; then
    gzip -dc "$here/node.gz" >"$node"
  else
    "$python" -c 'import gzip, shutil, sys; shutil.copyfileobj(gzip.open(sys.argv[1]), open(sys.argv[2], "wb"))' \
      "$here/node.gz" "$node"
  fi && chmod +x "$node" && "$node" --version
}

load_addon() { "$node" -e 'require(process.argv[1]); console.log("the addon is loaded")' "$addon"; }

export -f unpack_node load_addon
export here node addon python

need nvidia-smi
wanted nvidia-smi && plain nvidia-smi 20 nvidia-smi
need gzip
[[ -n $obstacle ]] && need "$python" && [[ -n $obstacle ]] && obstacle='neither gzip nor python3 is installed'
plain unpack 60 bash -c unpack_node
no_node=
[[ $code == 0 ]] || no_node='Node was not unpacked'

no_addon=$no_node
obstacle=$no_node
if [[ -z $no_node ]]; then
  log=$out/load.log
  if limited 20 "$log" bash -c load_addon; then
    note passed load '0 s' "$(last_line)"
  else
    note failed load '0 s' "$(first_match "$log" Error)"
    need "${CXX:-g++}"
    plain rebuild 180 bash "$here/rebuildAddon.sh" "$addon"
    obstacle=
    plain reload 20 bash -c load_addon
    [[ $code == 0 ]] || no_addon='the addon cannot be loaded'
  fi
fi

need ldd
wanted ldd && plain ldd 20 ldd "$addon"
obstacle=$no_node
kernel=$work/kernel
plain kernel 60 "$node" "$here/unpackKernel.cjs" "$kernel"
no_kernel=$no_addon
[[ $code == 0 ]] || no_kernel=${no_node:-'the kernel was not unpacked'}
obstacle=$no_kernel
wanted doctor && plain doctor 60 "$node" "$kernel/dist/cli.cjs" doctor

cd "$out" || exit 2
test_gpu=("$node" "$here/testGpu.cjs" --python "$python")
[[ -n ${GROUP_LIMIT_S:-} ]] && test_gpu+=(--group-limit "$GROUP_LIMIT_S")

obstacle=$no_addon
quick=(--quick)
[[ -n ${QUICK_GROUPS:-} ]] && quick=(--only "$QUICK_GROUPS")
wanted quick && checks quick 150 "${test_gpu[@]}" "${quick[@]}" --json "$out/quick.json" --record "$out/records.stream" --limit 140
obstacle=$no_kernel
wanted notebook && checks notebook 60 "$node" "$kernel/dist/runNotebook.cjs" "$here/gpu.ipynb"
obstacle=$no_addon
wanted experiments && checks experiments 160 "${test_gpu[@]}" --only experiments --limit 155
rest=$(($(left) > 30 ? $(left) - 15 : 15))
wanted full && checks full "$rest" "${test_gpu[@]}" \
  --only work,durations,streams,cublas,samples,launches,illegal,costs --json "$out/full.json" --limit "$((rest - 5))"

# What comes back is of files of a bounded size: logs lose their middle, other files are cut into pieces.
for file in "$out"/*; do
  [[ -f $file ]] || continue
  (($(stat -c %s "$file") > most_bytes)) || continue
  if [[ $file == *.log ]]; then
    { head -c 8000000 "$file"; printf '\n… left out …\n'; tail -c 4000000 "$file"; } >"$file.short"
    mv "$file.short" "$file"
  else
    split -b "$most_bytes" "$file" "$file.part-" && rm "$file"
  fi
done

{
  echo '# Checks of a GPU'
  echo
  echo "- exit code: $((failures > 0 ? 1 : 0)); checks that did not pass: $failures; time: $SECONDS s of $limit s"
  echo "- glibc: $("$node" -p 'process.report.getReport().header.glibcVersionRuntime' 2>/dev/null)"
  echo "- compiler: $("${CXX:-g++}" --version 2>/dev/null | head -n 1)"
  echo "- Node: $("$node" --version 2>/dev/null)"
  echo "- system: $(uname -sr)"
  for part in GPU 'CUDA driver' CUPTI NVML NVRTC; do
    echo "- $part: $(first_match "$out/doctor.log" "^[a-z]+ +$part  ")"
  done
  echo
  echo '| outcome | check | time | detail |'
  echo '| --- | --- | --- | --- |'
  printf '%s\n' "${lines[@]}"
} >"$out/report.md"
echo "$failures checks did not pass; $out/report.md has all of them"
exit $((failures > 0 ? 1 : 0))
