# Sourced by mpc-library/bench and network-middleware/bench, whose classes stand in the tests of
# network-middleware: builds what is missing, then hands over to a main class.
# DARTAGNAN_BENCH_JVM replaces the JVM's own options.
# shellcheck shell=bash
set -euo pipefail

checkout="$(cd "$(dirname "${BASH_SOURCE[0]}")/../../../.." && pwd -P)"
mesh="$checkout/network-middleware"
classpath="$mesh/target/bench.classpath"
sources=(pom.xml {mpc-library,mpc-testkit,network-middleware}/{pom.xml,src/main} network-middleware/src/test)

fail() {
  echo "error: $1" >&2
  exit 1
}

# When the last build by this script began: Maven leaves alone what a change did not touch.
stamp="$mesh/target/bench.built"

is_stale() {
  [[ -e $stamp && -e $classpath && -e $mesh/target/test-classes ]] || return 0
  # A clean of one module takes its jars away.
  local entry
  while IFS= read -r -d : entry; do
    [[ -e $entry ]] || return 0
  done <<<"$(<"$classpath"):"
  [[ -n $(cd "$checkout" && find "${sources[@]}" -newer "$stamp" -print -quit) ]]
}

build() {
  local log="$mesh/target/bench-build.log"
  mkdir -p "$mesh/target"
  : >"$stamp.began"
  echo "building mpc-library, mpc-testkit and network-middleware ..." >&2
  (cd "$checkout" && ./mvnw -B -q -Pbench -pl network-middleware -am -DskipTests \
    -Dspotless.check.skip=true package </dev/null >"$log" 2>&1) || {
    tail -n 25 "$log" >&2
    fail "the build failed; its log is $log"
  }
  mv -f "$stamp.began" "$stamp"
}

# Becomes the main class of package io.dartagnan.mesh.bench that $1 names; the rest are its options.
launch() {
  local main="$1" java="${JAVA_HOME:+$JAVA_HOME/bin/}java"
  shift
  command -v "$java" >/dev/null 2>&1 ||
    fail "there is no $java; install a JDK of version 17 or later, or set JAVA_HOME to one"
  if is_stale; then
    build
  fi
  # Word splitting of the options is meant.
  # shellcheck disable=SC2086
  exec "$java" ${DARTAGNAN_BENCH_JVM:--Xms2g -Xmx2g -XX:+AlwaysPreTouch -XX:+UseParallelGC} \
    -cp "$mesh/target/classes:$mesh/target/test-classes:$(<"$classpath")" \
    "io.dartagnan.mesh.bench.$main" "$@"
}
