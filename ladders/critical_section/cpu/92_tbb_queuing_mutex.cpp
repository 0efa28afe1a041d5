// Contender 92: oneTBB's queuing_mutex.
#include <tbb/queuing_mutex.h>

#include <ladders/critical_section/cpu/sections.hpp>

namespace strider::ladders::critical_section {
namespace {

void run(const arguments& with) {
    tbb::queuing_mutex mutex;
    run_in_pieces(with, [&](const auto* input, std::uint64_t first, std::uint64_t last, auto& shared) {
        for (std::uint64_t i = first; i < last; ++i) {
            const tbb::queuing_mutex::scoped_lock alone(mutex);
            run_section(shared, input[i]);
        }
    });
}

const registration here{{
    .pattern = "critical-section",
    .number = 92,
    .name = "tbb::queuing_mutex",
    .idea = "The fair lock of oneTBB: threads queue up, and each spins on its own cache line (MCS).",
    .hypothesis = "Compare with rung 3.",
    .source = "oneTBB specification, queuing_mutex",
    .kind = rung_kind::contender,
    .most_elements = std::uint64_t{1} << 16,
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::critical_section
// SPDX-License-Identifier: Apache-2.0
