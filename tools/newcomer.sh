#!/usr/bin/env bash
# A newcomer's first command: a bare Debian in a folder, a clone of this checkout's HEAD, and one command in it, timed.
#
#   tools/newcomer.sh SUITE COMMAND...      as root; SUITE: bookworm (Debian 12) or trixie (Debian 13)
#   tools/newcomer.sh trixie ./run
#
# $STRIDER_CARRY names a file that is put beside the clone. Needs debootstrap. The system is made anew for every call, so that packages are installed again; it lies in
# ${TMPDIR:-/tmp}/strider-SUITE and stays for a look. Leave the machine idle meanwhile: the time counts.
set -eu -o pipefail
suite=${1:?usage: tools/newcomer.sh SUITE COMMAND...}
shift
project=$(git rev-parse --show-toplevel)
root=${TMPDIR:-/tmp}/strider-$suite
unmount() { for folder in dev sys proc; do if mountpoint -q "$root/$folder"; then umount -R -l "$root/$folder"; fi; done; }
trap unmount EXIT
unmount
rm -rf --one-file-system "$root"
debootstrap --variant=minbase --include=ca-certificates "$suite" "$root" ${DEBIAN_MIRROR:-} >"$root.log" 2>&1 || { tail -3 "$root.log" >&2; exit 2; }
cp /etc/resolv.conf "$root/etc/"
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"  # a network may have its own
for folder in dev sys proc; do mount --rbind "/$folder" "$root/$folder"; mount --make-rslave "$root/$folder"; done
git clone -q "$project" "$root/root/strider"
if [ -n "${STRIDER_CARRY:-}" ]; then cp "$STRIDER_CARRY" "$root/root/"; fi
from=$SECONDS status=0
env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 TERM=dumb \
    chroot "$root" sh -c 'cd /root/strider && exec "$@"' _ "$@" </dev/null 2>&1 | tee "$root.log" || status=${PIPESTATUS[0]}
printf '%s, %s cores: %s: exit status %d after %d s\n' "$suite" "$(nproc)" "$*" "$status" "$((SECONDS - from))"
exit "$status"
# SPDX-License-Identifier: Apache-2.0
