#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# agent [OPTIONS] HOST WORD...: stands for ssh where mpirun wants one. The words make up a line for the
# shell, as with ssh.
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
# A host that dies says nothing, and who waits for it does not learn that it died: ssh would wait, too.
while [ -d "$lab" ] && [ -n "$host" ] && [ ! -e "$lab/up/$host" ]; do
  sleep 1
done
exit $status
