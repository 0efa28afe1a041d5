// Rung 2: four tables that the samples take turns at.
#include <ladders/histogram/cpu/counts.hpp>

namespace strider::ladders::histogram {
namespace {

void run(const arguments& with) {
    count_into(with, [&](const auto* input, const auto& binning, auto counts) {
        several_tables tables(counts.size());
        tables.count(input, with.elements, binning);
        tables.add_to(counts);
    });
}

const registration here{{
    .pattern = "histogram",
    .number = 2,
    .follows = 1,
    .name = "several tables",
    .idea = "Four tables take turns, so that equal samples in a row add to different words.",
    .hypothesis =
        "A load no longer waits for the store just before it: constant samples take no longer than uniform ones.",
    .source = "Y. Collet, FSE (Finite State Entropy), hist.c",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::histogram
// SPDX-License-Identifier: Apache-2.0
