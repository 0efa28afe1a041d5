# What ./run answers before anything is built, from the sources that the command line is made of. Sourced, not run.

# strider_unbuilt [WORD...]: prints the help of the program or the list of ladders, and exits, where one of them is asked for.
strider_unbuilt() {
    local name summary
    case "$*" in
        -h|--help)
            sed -n 's/.*CLI::App app{"\([^"]*\)".*/\1/p' lab/cli/run.cpp
            printf '\nUsage: ./run [COMMAND [OPTIONS]]\n\n'
            sed -n 's/^    {"\([a-z]*\)", "\(.*\)", declare_.*/\1\t\2/p' lab/cli/commands.cpp |
                while IFS=$'\t' read -r name summary; do printf '  %-12s%s\n' "$name" "$summary"; done
            printf '\nNothing is built yet: the first command builds what it needs, for some minutes, and says how far it is.\n'
            printf '`./run COMMAND --help` then lists its options, with examples.\n'
            exit ;;
        list)
            for name in $(grep -o '[a-z_]*::description' ladders/patterns.hpp); do
                name=ladders/${name%%:*}/problem.hpp
                printf '%-18s%s\n' "$(sed -n 's/^    \.name = "\(.*\)",/\1/p' "$name")" \
                    "$(sed -n 's/^    \.meaning = "\(.*\)",/\1/p' "$name")"
            done
            exit ;;
    esac
}
# SPDX-License-Identifier: Apache-2.0
