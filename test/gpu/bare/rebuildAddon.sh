#!/usr/bin/env bash
# Compiles the addon on this machine from `addon/`: rebuildAddon.sh OUTPUT. CXX names the compiler;
# CXXFLAGS are added to the flags. Exit code 3: there is no compiler.
set -u
here=$(cd "$(dirname "$0")" && pwd)
output=$1
compiler=${CXX:-g++}
command -v "$compiler" >/dev/null || { echo "$compiler is not installed"; exit 3; }
mapfile -t compiling <"$here/addon/compiling.txt"
mapfile -t linking <"$here/addon/linking.txt"
mapfile -t libraries <"$here/addon/libraries.txt"
read -ra more <<<"${CXXFLAGS:-}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
shopt -s globstar
most=$(nproc)
begun=0
for source in "$here"/addon/cc/**/*.cc; do
  ((begun++ % most == 0)) && wait
  name=${source#"$here"/addon/cc/}
  "$compiler" "${compiling[@]}" "${more[@]}" -I "$here/addon/cc" -isystem "$here/addon/include" \
    -c "$source" -o "$work/${name//\//-}.o" &
done
wait
# A source that did not compile has no object: linking or loading the addon would say so less clearly.
sources=("$here"/addon/cc/**/*.cc)
objects=("$work"/*.o)
[[ ${#sources[@]} == "${#objects[@]}" ]] || { echo "${#objects[@]} of ${#sources[@]} sources compiled"; exit 1; }
"$compiler" "${linking[@]}" "${objects[@]}" -o "$output.new" "${libraries[@]}" && mv "$output.new" "$output"
