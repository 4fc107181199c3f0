# Sourced first by the scripts that Ctrl-C has to end in order, with their own arguments.
# shellcheck shell=bash

# A script that starts one in the background makes it ignore SIGINT, and Bash cannot undo that.
if [[ $(trap -p INT) == "trap -- ''"* ]] && env --default-signal=INT true 2>/dev/null; then
  exec env --default-signal=INT "$BASH" "$0" "$@"
fi
