# Shared by ./run and ./test: installs the Debian packages that are missing, or says which. Sourced, not run.

# strider_setup FILE...: every package that the files list.
strider_setup() {
    local missing=() package
    if ! command -v dpkg-query >/dev/null 2>&1; then
        if command -v cmake >/dev/null 2>&1 && command -v ninja >/dev/null 2>&1; then return 0; fi
        printf 'strider: this is no Debian, so nothing is installed for you. It needs what these Debian packages hold: %s\n' \
            "$(cat "$@" | grep -v '^#' | paste -sd' ')" >&2
        exit 2
    fi
    while read -r package; do
        case "$package" in ''|'#'*) continue ;; esac
        dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
    done < <(cat "$@")
    [ "${#missing[@]}" -eq 0 ] && return 0
    if [ "$(id -u)" -ne 0 ]; then
        printf 'strider: missing packages, and only root can install them: apt-get install %s\n' "${missing[*]}" >&2
        exit 2
    fi
    printf 'strider: installing %s\n' "${missing[*]}" >&2
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"; } \
        >/dev/null || { printf 'strider: apt-get could not install %s\n' "${missing[*]}" >&2; exit 2; }
}

# strider_build PRESET TARGET...: configures once, then builds; quiet unless something is wrong or long.
strider_build() {
    local preset=$1 log
    shift
    log=$(mktemp)
    if [ ! -f "build/$preset/build.ninja" ]; then
        printf 'strider: configuring and building (%s); the first time takes some minutes\n' "$preset" >&2
        cmake --preset "$preset" >"$log" 2>&1 || { cat "$log" >&2; rm -f "$log"; exit 1; }
    fi
    cmake --build "build/$preset" ${1:+--target "$@"} >"$log" 2>&1 || { cat "$log" >&2; rm -f "$log"; exit 1; }
    rm -f "$log"
}
