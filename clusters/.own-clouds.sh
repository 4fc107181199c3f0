# Sourced by the scripts that bring up clouds of their own for one program, with their name in
# $script: everything that is started from here on carries a mark by which it is found again.
# shellcheck shell=bash

# shellcheck source=.interruptible.sh
source "$(dirname "${BASH_SOURCE[0]}")/.interruptible.sh"
# shellcheck source=.launcher.sh
source "$(dirname "${BASH_SOURCE[0]}")/.launcher.sh"
state="$here/.state/$script"

build_when_needed
export DARTAGNAN_OWN_CLOUDS="$state"
launch "$script" "$@"
