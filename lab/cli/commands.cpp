#include <lab/cli/commands.hpp>

#include <data/commands/commands.hpp>
#include <lab/commands/commands.hpp>

namespace strider::lab {
namespace {

constexpr command all[] = {
    {"ladder", "run a pattern's rungs: verify, then time or count each", declare_ladder},
    {"explain", "a pattern's rungs step by step: what each changes, and what limits it", declare_explain},
    {"list", "the rungs, with their ideas", declare_list},
    {"report", "a ladder as one HTML page: charts, sources line by line, pictures of accesses", declare_report_page},
    {"reproduce", "run a published table again, side by side", declare_reproduce},
    {"bench", "the library beside every contender, over types and sizes", declare_bench},
    {"compare", "two files of records: what became faster or slower", declare_compare},
    {"devices", "the devices of this machine, and their measured roofs", declare_devices},
    {"check", "a CUDA program of your own under the executor's checks", declare_check},
    {"grade", "the points of a student's submission to an assignment, with reasons", declare_grade},
    {"reduce", "sum, mean, extremes of a file; or of its rows, columns or segments", declare_reduce},
    {"scan", "prefix sums of a file", declare_scan},
    {"compact", "the elements of a file that satisfy a condition", declare_compact},
    {"histogram", "how often each value occurs in a file or an image", declare_histogram},
    {"convolve", "an image or matrix under a mask", declare_convolve},
    {"transpose", "an image or matrix with its rows as columns", declare_transpose},
};

}  // namespace

const std::span<const command> commands = all;

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
