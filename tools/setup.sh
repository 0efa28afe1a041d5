# Shared by ./run, ./test and the other tools: what is missing is installed, or said; and targets are built. Sourced, not run.

# strider_setup FILE...: every Debian package that the files list. Elsewhere nothing is installed: what is missing is said
# where the build does not find it (strider_configure).
strider_setup() {
    local wanted missing
    command -v dpkg-query >/dev/null 2>&1 || return 0
    mapfile -t wanted < <(grep -hEv '^(#|$)' "$@" | LC_ALL=C sort -u)
    # One call for all: this is a part of every start.
    mapfile -t missing < <(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "${wanted[@]}" 2>/dev/null |
        sed -n 's/^installed //p' | LC_ALL=C sort -u | LC_ALL=C comm -13 - <(printf '%s\n' "${wanted[@]}"))
    [ "${#missing[@]}" -eq 0 ] && return 0
    if [ "$(id -u)" -ne 0 ]; then
        printf 'strider: packages are missing; as root: apt-get install %s\n' "${missing[*]}" >&2
        exit 2
    fi
    printf 'strider: installing %s\n' "${missing[*]}" >&2
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"; } \
        >/dev/null || { printf 'strider: apt-get could not install %s\n' "${missing[*]}" >&2; exit 2; }
}

# What to install where packages have other names than Debian's (packages.txt).
strider_other_packages() {
    if command -v dnf >/dev/null 2>&1; then
        echo 'dnf install gcc-c++ cmake ninja-build boost-devel boost-static tbb-devel highway-devel cli11-devel fmt-devel json-devel tomlplusplus-devel'
    elif command -v pacman >/dev/null 2>&1; then
        echo 'pacman -S base-devel cmake ninja boost onetbb highway cli11 fmt nlohmann-json tomlplusplus'
    elif command -v brew >/dev/null 2>&1; then
        echo 'brew install gcc cmake ninja boost tbb highway cli11 fmt nlohmann-json tomlplusplus'
    else
        echo "what these Debian packages hold: $(grep -v '^#' packages.txt | paste -sd' ')"
    fi
}

# Files of packages that ./run does not install and CMake uses where they are: MPI and OpenCV.
strider_optional() {
    ls -d /usr/include/mpi.h /usr/include/*/mpi.h /usr/lib/*/*/include/mpi.h /usr{,/local}/include/opencv4/opencv2/imgproc.hpp 2>/dev/null || true
}

# strider_configure PRESET: once, and again when an optional package has come or gone.
strider_configure() {
    local preset=$1 log optional
    optional=$(strider_optional)
    if [ -f "build/$preset/build.ninja" ] && [ "$(cat "build/$preset/optional_packages" 2>/dev/null)" = "$optional" ]; then return 0; fi
    mkdir -p build
    log=build/$preset.log
    # What CMake remembers of these packages is from before.
    if cmake --preset "$preset" -U 'MPI*' -U 'STRIDER_OPENCV*' >"$log" 2>&1; then
        rm -f "$log"
        printf '%s\n' "$optional" >"build/$preset/optional_packages"
        return 0
    fi
    cat "$log" >&2
    rm -f "$log"
    command -v dpkg-query >/dev/null 2>&1 || printf 'strider: is something missing? %s\n' "$(strider_other_packages)" >&2
    exit 2
}

# strider_progress DONE TOTAL SECONDS: how far a build is, and from its tenth second on how long the rest takes about.
strider_progress() {
    local done=$1 total=$2 seconds=$3 left rest=
    if [ "$seconds" -ge 10 ] && [ "$done" -gt 0 ]; then
        left=$(((total - done) * seconds / done))
        if [ "$left" -lt 90 ]; then rest=", about $left s left"; else rest=", about $(((left + 30) / 60)) min left"; fi
    fi
    printf '%d of %d%s' "$done" "$total" "$rest"
}

# strider_build PRESET [TARGET...]: builds the targets, or all, and says how far it is: a bar on a terminal, else a line after
# ten seconds and every twenty. Says nothing where nothing is to be done; what the compiler printed is shown where it failed.
strider_build() {
    local preset=$1 what log line done total step bar next=0 from=$SECONDS
    shift
    # One at a time: several commands may start at once.
    mkdir -p build
    exec 9>"build/$preset.lock"
    if command -v flock >/dev/null 2>&1; then flock 9; fi
    strider_configure "$preset"
    what=${*:-everything}
    log=$(mktemp)
    # A line of ninja is "finished total description".
    if ! NINJA_STATUS='%f %t ' cmake --build "build/$preset" ${1:+--target "$@"} 2>&1 | tee "$log" | {
        while IFS= read -r line; do
            read -r done total step <<<"$line"
            case "$done$total" in ''|*[!0-9]*) continue ;; esac
            case "$step" in ''|Re-checking*) continue ;; esac  # not a step of the build
            if [ -t 2 ]; then
                printf -v bar '%*s' "$((done * 20 / total))" ''
                printf '\r\033[Kstrider: building [%-20s] %s' "${bar// /#}" "$(strider_progress "$done" "$total" "$((SECONDS - from))")" >&2
                next=1
            elif [ "$((SECONDS - from))" -ge "$next" ]; then
                printf 'strider: building %s: %s\n' "$what" "$(strider_progress "$done" "$total" "$((SECONDS - from))")" >&2
                next=$((SECONDS - from < 10 ? 10 : SECONDS - from + 20))
            fi
        done
        if [ -t 2 ] && [ "$next" = 1 ]; then printf '\r\033[K' >&2; fi
    }; then
        cat "$log" >&2
        rm -f "$log"
        exit 1
    fi
    rm -f "$log"
    exec 9>&-
}
# SPDX-License-Identifier: Apache-2.0
