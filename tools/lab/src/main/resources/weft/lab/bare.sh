#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Run on a host by "on": makes it one that knows nothing of Weft, and starts its sshd. The home, the folder
# for temporary files and Weft's own folder are empty there; all sessions of the sshd see the same.
lab=@LAB@
read -r host </proc/sys/kernel/hostname
files=$lab/files/$host
mkdir -p "$files/home" "$files/tmp" "$files/weft" /run/sshd || exit 1
chmod 1777 "$files/tmp"
cd / || exit 1
[ ! -d "@WEFT@" ] || mount --bind "$files/weft" "@WEFT@" || exit 1
mount --bind "$files/home" "@HOME@" || exit 1
mount --bind "$files/tmp" /tmp || exit 1
exec /usr/sbin/sshd -f "$lab/sshd_config" -E "$lab/sshd-$host.log"
