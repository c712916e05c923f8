# SPDX-License-Identifier: Apache-2.0
#
# Starts Weft on a host of a job. The launcher sends this text through the pipe of ssh to a POSIX shell,
# after lines that set: dir, the folder to start in; parents, the names of the jars that the first process
# needs; wanted, a line with name (its SHA-256) and bytes for each jar; charset, the launcher's; and its
# locale. The jars that are missing follow in the pipe.
umask 077

# To the launcher; ^A tells its lines from what a shell prints when it starts.
tell() { printf '\001weft %s\n' "$*"; }
refuse() {
  tell "refused $*"
  exit 1
}

# ---- the JDK, at the places where ./weft looks ---------------------------------------------------

newest=0
newest_at=
is_jdk() {
  [ -x "$1/bin/java" ] && [ -r "$1/release" ] || return 1
  while IFS= read -r line; do
    case $line in
      JAVA_VERSION=\"[1-9]*)
        line=${line#*\"}
        line=${line%%[!0-9]*}
        [ "$line" -lt 25 ] || return 0
        if [ "$line" -gt "$newest" ]; then newest=$line newest_at=$1; fi
        ;;
    esac
  done <"$1/release"
  return 1
}

find_jdk() {
  if [ -n "${WEFT_JDKS:-}" ]; then
    rest=$WEFT_JDKS:
    while [ -n "$rest" ]; do
      place=${rest%%:*}
      rest=${rest#*:}
      for jdk in "$place" "$place"/*; do
        if is_jdk "$jdk"; then return 0; fi
      done
    done
    return 1
  fi
  jdk=${JAVA_HOME:-}
  if [ -n "$jdk" ] && is_jdk "$jdk"; then return 0; fi
  java=$(command -v java) || java=
  if [ -n "$java" ]; then
    jdk=$(readlink -f "$java" 2>/dev/null) || jdk=$java
    jdk=${jdk%/bin/java}
    if is_jdk "$jdk"; then return 0; fi
  fi
  for jdk in "${SDKMAN_DIR:-${HOME:-}/.sdkman}"/candidates/java/* "${HOME:-}"/.jdks/* \
    "${HOME:-}"/.m2/jdks/* "${HOME:-}"/.asdf/installs/java/* "${HOME:-}"/.local/share/mise/installs/java/* \
    "${HOME:-}"/Library/Java/JavaVirtualMachines/*/Contents/Home \
    /usr/lib/jvm/* /usr/java/* /usr/local/*jdk* /opt/* /opt/java/* /opt/jdk/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home \
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home; do
    if is_jdk "$jdk"; then return 0; fi
  done
  if [ -n "$java" ]; then
    jdk=$("$java" -XshowSettings:properties -version 2>&1 </dev/null | sed -n 's/^ *java\.home = //p')
    if [ -n "$jdk" ] && is_jdk "$jdk"; then return 0; fi
  fi
  if [ -x /usr/libexec/java_home ]; then
    jdk=$(/usr/libexec/java_home -v 25 2>/dev/null </dev/null) || jdk=
    if [ -n "$jdk" ] && is_jdk "$jdk"; then return 0; fi
  fi
  return 1
}

find_jdk || {
  if [ -n "$newest_at" ]; then
    refuse "has no JDK 25 or newer: the newest one found is JDK $newest in $newest_at; install one there, or set JAVA_HOME to it"
  fi
  refuse "has no JDK 25 or newer in JAVA_HOME, on PATH, or in the usual places (/usr/lib/jvm, /opt, SDKMAN, ~/.jdks); install one there"
}

# ---- the locale ----------------------------------------------------------------------------------

# A locale that is not installed here would turn letters into question marks.
if [ "$charset" = UTF-8 ] && command -v locale >/dev/null && [ "$(locale charmap 2>/dev/null)" != UTF-8 ]; then
  for each in C.UTF-8 en_US.UTF-8; do
    if [ "$(LC_ALL=$each locale charmap 2>/dev/null)" = UTF-8 ]; then export LC_ALL="$each" && break; fi
  done
fi

# ---- the jars ------------------------------------------------------------------------------------

cache=${XDG_CACHE_HOME:-${HOME:-}/.cache}/weft/jars
why=$(mkdir -p "$cache" 2>&1) || refuse "has no place for the program's jars: $why"

# True when the file $1 has the SHA-256 $2: a full disk or a crash of this host may have damaged it. Where
# no tool computes that, its size has to do.
is_whole() {
  sum=$({ sha256sum || shasum -a 256 || openssl dgst -r -sha256; } <"$1" 2>/dev/null)
  [ -z "$sum" ] || [ "${sum%% *}" = "$2" ]
}

# Prints the numbers of the jars that are not there; touches those that are.
missing() {
  number=0
  while read -r name size; do
    if [ -f "$cache/$name.jar" ] && [ "$(wc -c <"$cache/$name.jar")" -eq "$size" ] &&
      is_whole "$cache/$name.jar" "$name"; then
      set -- "$@" "$cache/$name.jar"
    else
      printf ' %s' "$number"
    fi
    number=$((number + 1))
  done
  [ $# -eq 0 ] || touch "$@" 2>/dev/null
}

need=$(missing <<EOF
$wanted
EOF
)
tell "need$need"

part=$cache/.$$.$(uname -n).part
trap 'rm -f "$part"' EXIT
trap 'exit 1' HUP INT TERM

# Writes the next $1 bytes of the pipe. No tool but dd promises to read exactly so many.
take() {
  if [ $(($1 / 65536)) -gt 0 ]; then dd bs=65536 count=$(($1 / 65536)) iflag=fullblock || return; fi
  if [ $(($1 % 65536)) -gt 0 ]; then dd bs=$(($1 % 65536)) count=1 iflag=fullblock || return; fi
}

exec 3<&0
number=0
while read -r name size; do
  case "$need " in
    *" $number "*)
      why=$({ take "$size" <&3 >"$part"; } 2>&1) || refuse "has no room for the program's jars in $cache: ${why%%
*}"
      [ "$(wc -c <"$part")" -eq "$size" ] || exit 1 # The launcher is gone.
      why=$(mv -f "$part" "$cache/$name.jar" 2>&1) || refuse "has no room for the program's jars in $cache: $why"
      ;;
  esac
  number=$((number + 1))
done <<EOF
$wanted
EOF
exec 3<&-

# Jars that no job has used for 30 days, and what a killed start has left.
find "$cache" -type f \( -name '*.jar' -mtime +30 -o -name '.*.part' -mtime +1 \) -exec rm -f {} + 2>/dev/null

# ---- the start -----------------------------------------------------------------------------------

path=
for name in $parents; do path=${path:+$path:}$cache/$name.jar; done
cd "$dir" 2>/dev/null || cd "${HOME:-/}" 2>/dev/null || cd /
trap - EXIT HUP INT TERM
tell start
exec "$jdk/bin/java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx256m -XX:-UsePerfData \
  -cp "$path" weft.watch.launch.HostParent "$cache"
