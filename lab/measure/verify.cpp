#include <lab/measure/verify.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <exception>
#include <random>
#include <span>

#include <lab/base/errors.hpp>

namespace strider::lab {
namespace {

using ladders::problem;

/// The inputs are the same in every run, so that two runs can be compared.
constexpr std::uint64_t seed = 20071120;

/// Up to so many bytes of input every rung is looked at as closely as those of the user's.
constexpr std::size_t small_problem = std::size_t{1} << 18;

void copy_in(ladders::device& on, const guarded_memory& to, std::span<const std::byte> bytes) {
    on.copy_in(to.get(), bytes.data(), bytes.size());
}

std::vector<std::byte> copy_out(ladders::device& on, const guarded_memory& from) {
    std::vector<std::byte> bytes(from.bytes());
    on.copy_out(bytes.data(), from.get(), bytes.size());
    return bytes;
}

bool same(std::span<const std::byte> a, std::span<const std::byte> b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0);
}

/// "[17]: 5, not 12"
std::string place_and_values(const record& wrong) {
    const auto text = [&](const char* field) {
        const record& value = wrong.at(field);
        return value.is_string() ? value.get<std::string>() : value.dump();
    };
    const std::string place = wrong.contains("index") ? fmt::format("[{}]", wrong["index"].dump()) : "the count";
    if (!wrong.contains("got")) return fmt::format("{}: not written, and {} is right", place, text("expected"));
    return fmt::format("{}: {}, not {}", place, text("got"), text("expected"));
}

/// A verification of one rung: calls, and what is to be said of them.
class examination {
public:
    explicit examination(verified_rung& checked) : rung_(checked), on_(checked.placed->on) {}

    void first_call(const ladders::observing_options& options) {
        prepare(rung_.placed->data);
        ladders::observing_options by_line = options;
        by_line.detailed = true;  // instructions are counted by lines
        if (auto seen = call(rung_.with, by_line)) {
            rung_.counters = std::move(seen->counters);
            if (seen->details)
                rung_.issued = instructions_of(rung_.entry->pattern, rung_.entry->number, *seen->details);
            if (options.detailed) rung_.details = std::move(seen->details);
            rung_.refused = std::move(seen->refused);
        }
        compare(rung_.placed->data);
        look_at_reads();
    }

    void later_calls() {
        placed_problem& placed = *rung_.placed;
        look_at_inputs(placed.data);
        if (!is_faultless()) return;
        call_again(placed.data, "on the same input");
        const problem* const other = placed.other();
        if (!is_faultless() || other == nullptr) return;
        call_again(*other, "on another input at the same place");
        look_at_inputs(*other);
    }

    /// What works while it is looked at may not work later: one more call is looked at, and nothing tells a rung which.
    void a_later_call() {
        constexpr unsigned most = 8;
        if (!is_faultless()) return;
        placed_problem& placed = *rung_.placed;
        const unsigned more = 1 + std::random_device{}() % most;
        placed.hold(placed.data);
        for (unsigned calls = 0; calls < more; ++calls) call(rung_.with, {});
        const problem* const other = placed.other();
        const problem& last = other ? *other : placed.data;
        call_again(last, fmt::format("after {} more {}", more, more == 1 ? "call" : "calls"));
        look_at_inputs(last);
    }

    void after_timing() {
        compare(rung_.placed->data);
        if (!rung_.right()) return reject("later-call: right at first, and wrong when it was timed");
        if (rung_.entry->kind == ladders::rung_kind::own) call_again(rung_.placed->data, "after it was timed");
    }

    /// The input is that of the problem, and the output cannot be right.
    void prepare(const problem& data) {
        rung_.placed->hold(data);
        copy_in(on_, *rung_.output, poison_for(data.expected, ++rung_.calls));
    }

private:
    /// Says in the rung how far the output is from the right one, and where first. An element that is as it was before
    /// the call has no value of its own.
    void compare(const problem& data) {
        const std::vector<std::byte> output = copy_out(on_, *rung_.output);
        rung_.error = data.error(output);
        if (rung_.error == 0) return;
        rung_.wrong = data.first_wrong(output);
        const auto part = [&](std::span<const std::byte> all) {
            return all.subspan(rung_.wrong->at_byte, rung_.wrong->bytes);
        };
        if (same(part(output), part(poison_for(data.expected, rung_.calls)))) rung_.wrong->got.clear();
    }

    bool is_faultless() const { return rung_.right() && rung_.findings.empty(); }

    /// Runs the rung, observed where the device can do that.
    std::optional<ladders::observation> call(const ladders::arguments& with,
                                             const ladders::observing_options& options) {
        auto seen = on_.observe(*rung_.entry, with, options);
        if (seen) {
            rung_.findings.insert(rung_.findings.end(), seen->findings.begin(), seen->findings.end());
        } else {
            on_.run(*rung_.entry, with);
        }
        if (!on_.finds_bad_accesses()) look_at_guards();
        return seen;
    }

    /// Scratch holds what no call before has left there.
    void call_again(const problem& data, const std::string& circumstance) {
        prepare(data);
        copy_in(on_, *rung_.scratch, poison_for(std::vector<std::byte>(rung_.scratch->bytes()), rung_.calls));
        ladders::arguments with = rung_.with;
        with.side_input_on_host = data.side_input.data();
        call(with, {});
        compare(data);
        if (rung_.error == 0) return;
        const bool stale = &data != &rung_.placed->data && rung_.placed->data.error(copy_out(on_, *rung_.output)) == 0;
        reject(stale ? fmt::format("stale-result: right at first, and {} the result of the one before", circumstance)
                     : fmt::format("later-call: right at first, and wrong {}", circumstance));
    }

    /// Of what the emulator counts: no right result comes from less than half of the input. (Not "of less than all": an
    /// exclusive scan leaves its last element out.)
    void look_at_reads() {
        const std::size_t there = rung_.placed->data.input.size();
        for (const auto& [name, value] : rung_.counters) {
            if (name != "global_bytes_loaded" || rung_.with.elements <= 1) continue;
            if (value >= static_cast<double>(there) / 2) continue;
            reject(fmt::format("input-not-read: its kernels loaded {} of the {} bytes of the input", value, there));
        }
    }

    void look_at_guards() {
        const auto look = [&](guarded_memory& memory, const char* what) {
            if (!memory.is_intact()) reject(fmt::format("out-of-bounds: it wrote beyond the ends of {}", what));
        };
        look(*rung_.output, "the output");
        look(*rung_.scratch, "its scratch");
        look(rung_.placed->input, "the input");
        look(rung_.placed->side_input, "the side input");
    }

    void look_at_inputs(const problem& data) {
        if (rung_.placed->holds(data)) return;
        rung_.placed->hold(data, true);
        reject("input-changed: it wrote to its input, which others read");
    }

    void reject(std::string why) {
        rung_.rejected = true;
        rung_.findings.push_back(std::move(why));
    }

    verified_rung& rung_;
    ladders::device& on_;
};

void fail(verified_rung& checked, const std::exception& failure) {
    checked.rejected = true;
    checked.findings.push_back(one_line(fmt::format("run-failed: {}", failure.what())));
}

}  // namespace

placed_problem::placed_problem(ladders::device& device, const ladders::pattern& kind, const ladders::instance& which,
                               const given_input* given)
    : placed_problem(device, kind, which, given ? given->make(which, seed) : given_problem{kind.make(which, seed), 0}) {
}

placed_problem::placed_problem(ladders::device& device, const ladders::pattern& kind, const ladders::instance& which,
                               given_problem made)
    : on(device),
      pattern(kind),
      instance(which),
      data(std::move(made.data)),
      tolerance(made.tolerance),
      input(device, data.input.size()),
      side_input(device, data.side_input.size()) {
    hold(data);
}

const problem* placed_problem::other() {
    if (!other_) other_ = pattern.make(instance, seed + 1);
    const bool same_sizes = other_->input.size() == data.input.size() &&
                            other_->side_input.size() == data.side_input.size() &&
                            other_->expected.size() == data.expected.size();
    return same_sizes ? &*other_ : nullptr;
}

void placed_problem::hold(const problem& from, bool anew) {
    if (held_ == &from && !anew) return;
    copy_in(on, input, from.input);
    copy_in(on, side_input, from.side_input);
    held_ = &from;
}

bool placed_problem::holds(const problem& from) const {
    return same(copy_out(on, input), from.input) && same(copy_out(on, side_input), from.side_input);
}

std::vector<std::byte> poison_for(std::span<const std::byte> right, std::uint64_t call) {
    std::vector<std::byte> poison(right.begin(), right.end());
    std::uint64_t state = (call + 1) * 0x9e3779b97f4a7c15;
    for (std::size_t i = 0; i < poison.size(); i += sizeof state) {
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;  // xorshift64
        const std::size_t bytes = std::min(sizeof state, poison.size() - i);
        std::uint64_t word = 0;
        std::memcpy(&word, poison.data() + i, bytes);
        word ^= state | 0x0101010101010101;
        std::memcpy(poison.data() + i, &word, bytes);
    }
    return poison;
}

verified_rung prepared(const ladders::rung& entry, placed_problem& on) {
    verified_rung checked{};
    checked.entry = &entry;
    checked.placed = &on;
    static_cast<ladders::instance&>(checked.with) = on.instance;
    checked.with.input = on.input.get();
    checked.with.side_input = on.side_input.get();
    checked.with.side_input_on_host = on.data.side_input.data();
    return checked;
}

void verify(verified_rung& checked, const ladders::observing_options& options) {
    placed_problem& placed = *checked.placed;
    try {
        checked.output = std::make_unique<guarded_memory>(placed.on, placed.data.expected.size());
        checked.with.output = checked.output->get();
        checked.scratch = std::make_unique<guarded_memory>(placed.on, checked.entry->scratch_bytes(checked.with));
        checked.with.scratch = checked.scratch->get();
        examination exam(checked);
        exam.first_call(options);
        const bool is_own = checked.entry->kind == ladders::rung_kind::own;
        if (is_own || placed.tolerance > 0 || placed.data.input.size() <= small_problem) exam.later_calls();
        if (is_own) exam.a_later_call();
    } catch (const std::exception& failure) {
        fail(checked, failure);
    }
}

void prepare_to_time(verified_rung& checked) { examination(checked).prepare(checked.placed->data); }

void verify_after_timing(verified_rung& checked) {
    try {
        examination(checked).after_timing();
    } catch (const std::exception& failure) {
        fail(checked, failure);
    }
}

std::string wrong_line(const record& row) {
    const record* const wrong = find(row, "wrong");
    return wrong ? "wrong at " + place_and_values(*wrong) : std::string();
}

record wrong_record(const ladders::wrong_element& wrong) {
    // Numbers as such; "nan" and what is no number as text.
    const auto value = [](const std::string& text) {
        return record::accept(text) ? record::parse(text) : record(text);
    };
    record out = record::object();
    if (wrong.index) out["index"] = *wrong.index;
    if (!wrong.got.empty()) out["got"] = value(wrong.got);
    out["expected"] = value(wrong.expected);
    return out;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
