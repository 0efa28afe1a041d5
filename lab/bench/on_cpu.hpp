// The library's calls on this machine's processor, beside the best that a program can do without it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lab/base/output/progress.hpp>
#include <lab/base/record.hpp>

namespace strider::lab {

struct cpu_bench_request {
    std::vector<std::string> calls;    ///< their first words; empty: all
    std::vector<std::string> types;    ///< of bench_types; empty: all
    std::vector<std::uint64_t> sizes;  ///< elements, ascending
    double seconds = 0.15;             ///< of the rounds of a row, about
};

/// Times each call and the other ways to do the same, in rounds: every way once a round, in an order drawn anew. Hot:
/// the operands are where the round before left them. Cold (x86, up to 2^20 elements): their lines are flushed before
/// each call. Gives a record for each call and type, with medians at "elements/N/hot" and "elements/N/cold": "us" of
/// the library, "ratio" (the time of the fastest other way over the library's), "fastest". A way is timed only where
/// its result is the library's (floats within 0.1%); else "elements/N/wrong" names it. An interruption ends the list.
/// Throws usage_error where a module is not there, the processor lacks AVX2, or no call has such a name.
std::vector<record> bench_on_cpu(const cpu_bench_request& request, progress& said);

/// The processor's name and the number of its cores that are used.
std::string bench_processor();

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
