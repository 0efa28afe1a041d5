// A rung: one optimisation step, and its claims. Rungs register themselves, next to their code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <ladders/harness/problem.hpp>

namespace strider::ladders {

/// The arguments of a rung. All memory is the device's; `stream` is its stream, if it has streams.
struct arguments : instance {
    unsigned multiprocessors = 1;  ///< of the device: for rungs whose grid fills it
    const void* input = nullptr;
    const void* side_input = nullptr;  ///< the problem's, where it has one
    /// The same in the host's memory: for library calls that take from there what is small.
    const void* side_input_on_host = nullptr;
    void* output = nullptr;   ///< what the pattern says: for reduce, one value
    void* scratch = nullptr;  ///< at least what `rung::scratch_bytes` asked for
    void* stream = nullptr;
};

/// In the order of tables. `own` is a rung from a file of the user's: the lab says so, not the file.
enum class rung_kind : std::uint8_t { rung, library, own, contender };
constexpr const char* name(rung_kind kind) {
    constexpr const char* names[] = {"rung", "library", "own", "contender"};
    return names[static_cast<unsigned>(kind)];
}

enum class direction : std::uint8_t { falls, rises, stays };
constexpr const char* name(direction way) {
    return way == direction::falls ? "falls" : way == direction::rises ? "rises" : "stays";
}

/// A claim of a rung: against the rung before it, this counter (by its name in records) moves this way.
struct expectation {
    const char* counter;
    direction way;
};

struct rung {
    const char* pattern;
    int number;
    int follows = 0;          ///< the rung that this one changes, and that its step is measured against; 0 for none
    const char* name;         ///< a few words, as in tables
    const char* fault = "";   ///< what is wrong with that rung, in at most 30 characters
    const char* change = "";  ///< what this one does instead, in at most 27
    const char* idea = "";    ///< one sentence: what is changed against the rung before it, and why that should help
    const char* hypothesis = "";                 ///< one sentence: which counter moves, which way
    std::vector<expectation> expectations = {};  ///< the hypothesis, for a machine
    const char* source = "";                     ///< where it was published
    rung_kind kind = rung_kind::rung;
    unsigned block = 0;  ///< threads a block; 0 where there are none
    /// The instances that this rung can run, apart from the number of elements.
    bool (*supports)(const instance&) = [](const instance&) { return true; };
    /// A rung that would take too long, or cannot go, beyond so many: a larger ladder runs it on so many.
    std::uint64_t most_elements = std::numeric_limits<std::uint64_t>::max();
    std::size_t (*scratch_bytes)(const arguments&) = [](const arguments&) { return std::size_t{0}; };
    /// Computes the output. May return before the device has finished; throws where it cannot start.
    void (*run)(const arguments&) = nullptr;
};

/// The rungs of this module, in the order of their registration (the lab sorts them by pattern and number).
inline std::vector<rung>& registry() {
    static std::vector<rung> rungs;
    return rungs;
}

/// `static const registration r{{.pattern = "reduce", ...}};` beside the code registers a rung when the module is
/// loaded.
struct registration {
    explicit registration(rung entry) { registry().push_back(std::move(entry)); }
};

}  // namespace strider::ladders
// SPDX-License-Identifier: Apache-2.0
