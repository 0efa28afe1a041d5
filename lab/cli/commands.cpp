#include <lab/cli/commands.hpp>

#include <lab/commands/commands.hpp>

namespace strider::lab {
namespace {

constexpr command all[] = {
    {"ladder", "run a pattern's rungs: verify, then time or count each", declare_ladder},
    {"explain", "explain a pattern's rungs step by step: what each changes, and what limits it", declare_explain},
    {"list", "list the ladders, or the rungs of one with their ideas and sources", declare_list},
    {"report", "draw a ladder as an HTML page: charts, lines of source, pictures of accesses", declare_report_page},
    {"reproduce", "run a published table again, side by side", declare_reproduce},
    {"bench", "time the library beside every contender, over types and sizes", declare_bench},
    {"compare", "compare two files of records: what became faster or slower", declare_compare},
    {"devices", "list the devices of this machine, and their measured roofs", declare_devices},
    {"order", "check that this machine's backends give the bits of every other machine", declare_order},
    {"check", "run a CUDA program without a GPU, and find races and bad accesses", declare_check},
    {"grade", "give a student's submission its points, with reasons", declare_grade},
};

}  // namespace

const std::span<const command> commands = all;

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
