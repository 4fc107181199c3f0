# Sourced by the scripts of this folder: builds what is missing or older than its sources, then
# becomes io.dartagnan.clusters.command.Program, which holds their commands. The benches take the
# build from here too, and say themselves what theirs is.
# shellcheck shell=bash
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)"
checkout="$(dirname "$here")"

# What a script may set before it launches: the state folder, the exit code of a build that Ctrl-C
# ended (128 and the signal's number if empty).
state="${DARTAGNAN_STATE:-$here/.state/local}"
case "$state" in /*) ;; *) state="$PWD/$state" ;; esac
interrupted=

fail() {
  echo "error: $1" >&2
  exit "${2:-1}"
}

# Column names and values on the command line may be any text, which Java takes from the locale.
case "${LC_ALL:-${LC_CTYPE:-${LANG:-}}}" in
  *[Uu][Tt][Ff]8* | *[Uu][Tt][Ff]-8*) ;;
  *) export LC_ALL=C.UTF-8 ;;
esac

case "${DARTAGNAN_BUILD:-auto}" in
  auto | never) ;;
  *) fail "DARTAGNAN_BUILD is auto or never, not $DARTAGNAN_BUILD" 2 ;;
esac

java="${JAVA_HOME:+$JAVA_HOME/bin/}java"
command -v "$java" >/dev/null 2>&1 ||
  fail "there is no $java; install a JDK of version 17 or later, or set JAVA_HOME to one"
version="$("$java" -version 2>&1)" || true
if [[ $version =~ version\ \"(1\.)?([0-9]+) && ${BASH_REMATCH[2]} -lt 17 ]]; then
  fail "$java is Java ${BASH_REMATCH[2]}; version 17 or later is needed (JAVA_HOME chooses another)"
fi

# A module's folder, how its jar's name ends, and the modules that went into the jar.
artefacts=(
  "safe-client [0-9A-Z].jar mpc-library table-model safe-client"
  "command-line [0-9A-Z].jar mpc-library table-model safe-client provisioning command-line"
  "safe-server-coprocessor -cloud.jar mpc-library network-middleware discovery table-model safe-server-coprocessor"
  "clusters [0-9A-Z].jar discovery provisioning clusters"
)
classpaths=(
  safe-client/target/runtime.classpath
  command-line/target/runtime.classpath
  safe-server-coprocessor/target/hbase.classpath
  clusters/gateways/target/gateways.classpath
  clusters/target/runtime.classpath
)
# When the last build by these scripts began: Maven leaves alone what a change did not touch.
stamp="$here/target/launcher.built"
build_arguments=(-Dmaven.test.skip=true package)

# Prints the newest jar of module $1 whose name ends like $2.
jar_of() {
  local jar newest=
  for jar in "$checkout/$1/target/$1"-*$2; do
    if [[ -e $jar && (-z $newest || $jar -nt $newest) ]]; then newest="$jar"; fi
  done
  echo "$newest"
}

# Prints the first artefact that is missing; fails when none is.
missing_artefact() {
  local entry module suffix rest
  for entry in "${artefacts[@]}"; do
    read -r module suffix rest <<<"$entry"
    if [[ -z $(jar_of "$module" "$suffix") ]]; then
      echo "the jar of $module"
      return 0
    fi
  done
  for entry in "${classpaths[@]}"; do
    if [[ ! -e $checkout/$entry ]]; then
      echo "$entry"
      return 0
    fi
  done
  return 1
}

# Prints the first file or folder at or below $1 that is newer than all the other arguments that
# exist; fails when none is.
changed_since() {
  local path="$1" reference newer=yes
  shift
  for reference in "$@"; do
    if [[ -e $reference && ! $path -nt $reference ]]; then newer=no; fi
  done
  if [[ -d $path ]]; then
    local inner
    for inner in "$path"/*; do
      if changed_since "$inner" "$@"; then return 0; fi
    done
  fi
  if [[ -e $path && $newer == yes ]]; then
    echo "${path#"$checkout"/}"
    return 0
  fi
  return 1
}

# Prints the first source that an artefact does not have yet; fails when there is none.
changed_source() {
  local entry module suffix sources jar
  for entry in "${artefacts[@]}"; do
    read -r module suffix sources <<<"$entry"
    jar="$(jar_of "$module" "$suffix")"
    if changed_since "$checkout/pom.xml" "$jar" "$stamp"; then return 0; fi
    for module in $sources; do
      if changed_since "$checkout/$module/pom.xml" "$jar" "$stamp" ||
        changed_since "$checkout/$module/src/main" "$jar" "$stamp"; then
        return 0
      fi
    done
  done
  for entry in "${classpaths[@]}"; do
    if changed_since "$checkout/${entry%/target/*}/pom.xml" "$checkout/$entry" "$stamp"; then return 0; fi
  done
  return 1
}

# Why a build is needed; fails when none is.
reason_to_build() {
  local what
  if what="$(missing_artefact)"; then
    if [[ -e $stamp ]]; then echo "$what is missing"; else echo "for the first time: a few minutes"; fi
  elif what="$(changed_source)"; then
    echo "$what has changed"
  else
    return 1
  fi
}

end_build() {
  trap '' INT TERM HUP
  kill "$maven" 2>/dev/null || true
  wait "$maven" 2>/dev/null || true
  rm -f "$here/target/launcher.pid"
  fail "interrupted while building" "${interrupted:-$1}"
}

# One build of a checkout at a time.
await_other_build() {
  local other said=no
  while read -r other <"$here/target/launcher.pid" && kill -0 "$other"; do
    if [[ $said == no ]]; then
      echo "waiting for another build of this checkout (pid $other) ..." >&2
      said=yes
    fi
    sleep 0.5
  done 2>/dev/null
}

build() {
  local log="${stamp%.built}-build.log" status=0
  mkdir -p "$here/target" "${stamp%/*}"
  : >"$stamp.began"
  echo "building d'Artagnan ($1) ..." >&2
  # In the background, so that a signal ends it at once instead of after it.
  (cd "$checkout" && exec ./mvnw -B -q -Dspotless.check.skip=true "${build_arguments[@]}") \
    </dev/null >"$log" 2>&1 &
  maven=$!
  trap 'end_build 130' INT
  trap 'end_build 143' TERM
  trap 'end_build 129' HUP
  echo "$maven" >"$here/target/launcher.pid"
  wait "$maven" || status=$?
  trap - INT TERM HUP
  rm -f "$here/target/launcher.pid"
  if [[ $status -ne 0 ]]; then
    tail -n 25 "$log" >&2
    fail "the build failed; its log is $log"
  fi
  mv -f "$stamp.began" "$stamp"
}

# Builds what is missing or older than its sources.
build_when_needed() {
  local what
  if [[ ${DARTAGNAN_BUILD:-auto} == never ]]; then
    if what="$(missing_artefact)"; then
      fail "$what is missing and DARTAGNAN_BUILD=never forbids building it; run ./mvnw package"
    fi
    return
  fi
  if reason_to_build >/dev/null; then
    await_other_build
    if what="$(reason_to_build)"; then build "$what"; fi
  fi
}

# Whether clusters/local up ever came to start something in the state folder.
is_brought_up() {
  [[ -e $state/deployment.properties ]]
}

# Becomes the program with these arguments, the script's name first.
launch() {
  exec "$java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:+PerfDisableSharedMem -Xmx256m \
    -Dfile.encoding=UTF-8 \
    --add-opens java.base/java.lang=ALL-UNNAMED --add-opens java.base/java.nio=ALL-UNNAMED \
    --add-opens java.base/sun.nio.ch=ALL-UNNAMED --add-exports java.base/jdk.internal.misc=ALL-UNNAMED \
    -Djava.net.preferIPv4Stack=true "-Ddartagnan.checkout=$checkout" "-Ddartagnan.state=$state" \
    -cp "$(jar_of clusters '[0-9A-Z].jar'):$(<"$here/target/runtime.classpath")" \
    io.dartagnan.clusters.command.Program "$@"
}
