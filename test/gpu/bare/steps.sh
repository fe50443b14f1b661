# What first.sh and second.sh have in common: steps with limits, and a report that grows line by line.
#
# Sourced with `here`, `limit`, and the folder of the results as $1. Needs bash, coreutils, and xz or python3.
# A step that crashes or hangs costs its own time alone: what was reported before is in OUT/report.md already.
set -u
LC_ALL=C.UTF-8
export LC_ALL
mkdir -p "$1" || exit 2
out=$(cd "$1" && pwd)
python=${PYTHON:-python3}
most_bytes=16000000
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
node=$work/node
kernel=$work/kernel
addon=$here/kernelscope-linux-x64.node
report=$out/report.md
failures=0
obstacle=

left() { echo $((limit - SECONDS)); }

# note OUTCOME CHECK TIME DETAIL: a line of the report, written at once. Outcomes but `passed` make the
# exit code 1.
note() {
  [[ $1 == passed ]] || failures=$((failures + 1))
  local detail=${4//|/\\|}
  echo "| $1 | ${2//|/\\|} | $3 | ${detail//$'\n'/ } |" >>"$report"
  echo "$1: $2 ($3): $4"
}

# limited SECONDS LOG COMMAND…: 124 if it was cut off. A process that cannot be ended is left behind.
# Calls `seen` again and again meanwhile.
limited() {
  local seconds=$1 log=$2 until code
  shift 2
  timeout -k 3 "$seconds" "$@" >"$log" 2>&1 </dev/null &
  local pid=$!
  until=$((SECONDS + seconds + 5))
  while kill -0 "$pid" 2>/dev/null; do
    ((SECONDS < until)) || return 124
    sleep 0.1
    seen
  done
  wait "$pid"
  code=$?
  [[ $code == 137 ]] && code=124
  return "$code"
}

seen() { :; }

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
  : >"$log"
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

# checks NAME SECONDS COMMAND…: a step that prints a line for each of its checks, which are noted as they come.
checks() {
  local had=$obstacle name=$1 found=0 part= line source=
  seen() {
    [[ -n $source || ! -r $log ]] || exec {source}<"$log"
    [[ -n $source ]] || return
    # The last line may be half written.
    while IFS= read -r line <&"$source"; do
      check_line "$part$line"
      part=
    done
    part+=$line
  }
  step "$@"
  seen
  [[ -n $source ]] && exec {source}<&-
  seen() { :; }
  [[ -n $had || -z ${took:-} ]] && return
  took=
  [[ $found == 0 && $code != 124 ]] && note failed "$name" '0 s' "exit code $code: $(last_line)"
}

check_line() {
  [[ $1 =~ ^(✓|✗|–)\ (.*)\ \(([0-9]+)\ ms\):\ (.*)$ ]] || return
  found=1
  case ${BASH_REMATCH[1]} in
    ✓) note passed "$name: ${BASH_REMATCH[2]}" "${BASH_REMATCH[3]} ms" "${BASH_REMATCH[4]}" ;;
    ✗) note failed "$name: ${BASH_REMATCH[2]}" "${BASH_REMATCH[3]} ms" "${BASH_REMATCH[4]}" ;;
    *) note 'not possible' "$name: ${BASH_REMATCH[2]}" "${BASH_REMATCH[3]} ms" "${BASH_REMATCH[4]}" ;;
  esac
}

# need COMMAND: sets the obstacle where it is not installed.
need() {
  obstacle=
  command -v "$1" >/dev/null || obstacle="$1 is not installed"
}

unpack_node() {
  if command -v xz >/dev/null; then
    xz -dc "$here/node.xz" >"$node"
  else
    "$python" -c 'import lzma, shutil, sys; shutil.copyfileobj(lzma.open(sys.argv[1]), open(sys.argv[2], "wb"))' \
      "$here/node.xz" "$node"
  fi && chmod +x "$node" && "$node" --version
}

load_addon() { "$node" -e 'require(process.argv[1]); console.log("the addon is loaded")' "$addon"; }

export -f unpack_node load_addon
export here node addon python

# groups NAME SECONDS GROUPS OPTION…: checks of `testGpu.cjs`, each group in a process of its own.
groups() {
  local name=$1 seconds=$2 only=$3
  shift 3
  [[ -n ${GROUP_LIMIT_S:-} ]] && set -- "$@" --group-limit "$GROUP_LIMIT_S"
  (($(left) - 5 < seconds)) && seconds=$(($(left) > 15 ? $(left) - 5 : 10))
  checks "$name" "$seconds" "$node" "$here/testGpu.cjs" --python "$python" --only "$only" \
    --json "$out/$name.json" --limit "$((seconds - 5))" "$@"
}

# Unpacks Node, loads the addon, or compiles it here where it does not load. Sets `no_node` and `no_addon`,
# which are empty where all is well.
begin() {
  printf '%s\n' '# Checks of a GPU' '' '| outcome | check | time | detail |' '| --- | --- | --- | --- |' >"$report"
  need xz
  [[ -n $obstacle ]] && need "$python" && [[ -n $obstacle ]] && obstacle='neither xz nor python3 is installed'
  plain unpack 60 bash -c unpack_node
  no_node=
  [[ $code == 0 ]] || no_node='Node was not unpacked'
  no_addon=$no_node
  obstacle=$no_node
  [[ -z $no_node ]] || return
  log=$out/load.log
  if limited 20 "$log" bash -c load_addon; then
    note passed load '0 s' "$(last_line)"
    return
  fi
  note failed load '0 s' "$(first_match "$log" Error)"
  need "${CXX:-g++}"
  plain rebuild "${REBUILD_LIMIT_S:-120}" bash "$here/rebuildAddon.sh" "$addon"
  obstacle=
  plain reload 20 bash -c load_addon
  [[ $code == 0 ]] || no_addon='the addon cannot be loaded'
}

# Unpacks the kernel. Sets `no_kernel`.
unpack_kernel() {
  obstacle=$no_node
  plain kernel 60 "$node" "$here/unpackKernel.cjs" "$kernel"
  no_kernel=$no_addon
  [[ $code == 0 ]] || no_kernel=${no_node:-'the kernel was not unpacked'}
}

# What comes back is of files of a bounded size: logs lose their middle, other files are cut into pieces.
bound_files() {
  local file
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
}

# The end of the report: what there is on this machine.
finish() {
  bound_files
  {
    echo
    echo "- exit code: $((failures > 0 ? 1 : 0)); checks that did not pass: $failures; time: $SECONDS s of $limit s"
    echo "- glibc: $("$node" -p 'process.report.getReport().header.glibcVersionRuntime' 2>/dev/null)"
    echo "- compiler: $("${CXX:-g++}" --version 2>/dev/null | head -n 1)"
    echo "- Node: $("$node" --version 2>/dev/null)"
    echo "- system: $(uname -sr)"
    for part in GPU 'CUDA driver' CUPTI NVML NVRTC; do
      echo "- $part: $(first_match "$out/doctor.log" "^[a-z]+ +$part  ")"
    done
  } >>"$report"
  echo "$failures checks did not pass; $report has all of them"
  exit $((failures > 0 ? 1 : 0))
}
