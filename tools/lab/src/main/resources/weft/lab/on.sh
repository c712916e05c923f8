#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# on HOST COMMAND [ARGUMENT...]: runs a command on a host of this lab, given by name or address.
lab=@LAB@
host=
[ ! -r "$lab/names/$1" ] || read -r host <"$lab/names/$1"
if [ -z "$host" ]; then
  echo "weft lab: there is no host $1" >&2
  exit 255
fi
shift
# A host has its own network, name and System V memory. Its own /dev/shm and /etc/hosts are mounted over
# those of the machine, and so is the /sys of its network, but with the machine's control groups, which
# tell the size of the memory. This process checks that the host is up after it has entered the host: a
# process that kills the host first marks it as down, and then looks for the processes in it.
exec nsenter --net="/run/netns/@HOST@$host" unshare --uts --ipc --mount /bin/sh -c '
  lab=$0 host=$1
  if [ ! -e "$lab/up/$host" ]; then
    echo "weft lab: host $host is down" >&2
    exit 255
  fi
  shift
  echo "$host" >/proc/sys/kernel/hostname &&
    mount --bind "$lab/hosts" /etc/hosts &&
    { [ "$host" = login ] || mount --bind "/dev/shm/@HOST@$host" /dev/shm; } &&
    { [ ! -d /sys/fs/cgroup ] || mount --rbind /sys/fs/cgroup "$lab/cgroup"; } &&
    mount -t sysfs sysfs /sys &&
    { [ ! -d /sys/fs/cgroup ] || mount --move "$lab/cgroup" /sys/fs/cgroup; } &&
    exec "$@"
  exit 255' "$lab" "$host" "$@"
