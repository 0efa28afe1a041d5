#!/usr/bin/env bash
# Builds targets of the preset $STRIDER_PRESET. ./run hands this to the command line, which builds modules when it needs them.
set -eu -o pipefail
cd -P "$(dirname "$0")/.."
. tools/setup.sh
# Without MPI there is no such target, and the command line says what to install.
if [ "$*" = strider_ranks_mpi ] && ! grep -q strider_ranks_mpi "build/$STRIDER_PRESET/build.ninja"; then exit 1; fi
strider_build "$STRIDER_PRESET" "$@"
# SPDX-License-Identifier: Apache-2.0
