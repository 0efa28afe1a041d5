#!/usr/bin/env bash
# Builds targets of the preset $STRIDER_PRESET. ./run hands this to the command line, which builds modules when it needs them.
set -eu -o pipefail
cd -P "$(dirname "$0")/.."
. tools/setup.sh
strider_build "$STRIDER_PRESET" "$@"
# SPDX-License-Identifier: Apache-2.0
