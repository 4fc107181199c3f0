# Sourced by mpc-library/bench and network-middleware/bench, whose classes stand in the tests of
# network-middleware: builds what is missing, then hands over to a main class.
# DARTAGNAN_BENCH_JVM replaces the JVM's own options.
# shellcheck shell=bash source=../../../../clusters/.launcher.sh
source "$(dirname "${BASH_SOURCE[0]}")/../../../../clusters/.launcher.sh"

mesh="$checkout/network-middleware"
classpath="$mesh/target/bench.classpath"
sources=(pom.xml {mpc-library,mpc-testkit,network-middleware}/{pom.xml,src/main} network-middleware/src/test)
stamp="$mesh/target/bench.built"
build_arguments=(-Pbench -pl network-middleware -am -DskipTests package)

# Prints what the last build made and is gone; fails when all is there.
missing_artefact() {
  local entry
  for entry in "$stamp" "$classpath" "$mesh/target/test-classes"; do
    if [[ ! -e $entry ]]; then
      echo "${entry#"$checkout"/}"
      return 0
    fi
  done
  # A clean of one module takes its jars away.
  while IFS= read -r -d : entry; do
    if [[ ! -e $entry ]]; then
      echo "${entry#"$checkout"/}"
      return 0
    fi
  done <<<"$(<"$classpath"):"
  return 1
}

# Prints the first source that the last build does not have; fails when there is none.
changed_source() {
  local source
  for source in "${sources[@]}"; do
    if changed_since "$checkout/$source" "$stamp"; then return 0; fi
  done
  return 1
}

# Becomes the main class of package io.dartagnan.mesh.bench that $1 names; the rest are its options.
launch_bench() {
  local main="$1"
  shift
  build_when_needed
  # Word splitting of the options is meant.
  # shellcheck disable=SC2086
  exec "$java" ${DARTAGNAN_BENCH_JVM:--Xms2g -Xmx2g -XX:+AlwaysPreTouch -XX:+UseParallelGC} \
    -cp "$mesh/target/classes:$mesh/target/test-classes:$(<"$classpath")" \
    "io.dartagnan.mesh.bench.$main" "$@"
}
