#!/usr/bin/env bash
# Builds the Debian packages in a bare Debian, installs them, and tries them, as root: tools/newcomer.sh SUITE tools/try_packages.sh
set -eu -o pipefail
cd "$(dirname "$0")/.."
export DEBIAN_FRONTEND=noninteractive
. tools/setup.sh
strider_setup packages.txt
apt-get install -y -qq --no-install-recommends dpkg-dev file git pkgconf >/dev/null  # git: the packages' strider names its commit
cmake --preset default >/dev/null
cmake --build build/default
(cd build/default && cpack -G DEB -B debian >/dev/null)
version=$(sed -n 's/^project(strider VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
apt-get install -y -qq --no-install-recommends ./build/default/debian/{strider,libstrider-dev}_"$version"-1_*.deb >/dev/null
cd /  # nothing of the checkout is found from here
strider --version | grep -q "^strider $version "
strider ladder reduce --device emulator --elements 1e5 --rungs 1-4
status=0
strider check "$OLDPWD/examples/check/race.cu" || status=$?
[ "$status" -eq 1 ]
"$OLDPWD/tests/docs/first_program.sh" "$(dirname "$(dpkg -L libstrider-dev | grep 'strider\.pc$')")"
# SPDX-License-Identifier: Apache-2.0
