#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# agent [OPTIONS] HOST WORD...: replaces ssh for mpirun. As with ssh, the words form a shell line.
lab=@LAB@
while :; do
  case $1 in
    -l | -p | -o | -i | -F) shift 2 ;;
    -*) shift ;;
    *) break ;;
  esac
done
host=
[ ! -r "$lab/names/$1" ] || read -r host <"$lab/names/$1"
if [ -n "$host" ] && [ ! -e "$lab/up/$host" ]; then
  echo "weft lab: host $host is down" >&2
  exit 255
fi
name=$1
shift
"$lab/on" "$name" /bin/sh -c "$*"
status=$?
# A host that dies sends nothing, so a process that waits for it is not notified.
# With ssh it would wait, too.
while [ -d "$lab" ] && [ -n "$host" ] && [ ! -e "$lab/up/$host" ]; do
  sleep 1
done
exit $status
