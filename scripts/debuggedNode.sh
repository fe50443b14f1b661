#!/bin/sh
# The Node of a kernel that waits for a debugger at port 9230 before its first line: KERNELSCOPE_NODE=$PWD/scripts/debuggedNode.sh
exec node --inspect-brk=9230 "$@"
