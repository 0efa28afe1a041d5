#include <lab/measure/scaling.hpp>

#include <fmt/format.h>

#include <cmath>

#include <lab/base/errors.hpp>
#include <lab/base/output/progress.hpp>
#include <lab/base/sizes.hpp>
#include <lab/measure/statistics.hpp>
#include <lab/records/fingerprint.hpp>

namespace strider::lab {

unsigned parse_gpus(std::string_view text, const opened_device& on) {
    const unsigned there = on.device->ranks();
    if (text == "all") return there;
    const std::uint64_t asked = parse_size(text);
    if (asked < 1 || asked > there) {
        throw usage_error(fmt::format("--gpus {}: {} has {}; give 1 to {}, or all", text, on.name, there, there));
    }
    return static_cast<unsigned>(asked);
}

std::vector<record> run_scaling(const opened_device& on, const ladders::pattern& pattern,
                                const ladders::instance& instance, unsigned most, const sampling_options& options,
                                progress& said) {
    struct row {
        unsigned gpus;
        const char* scaling;
    };
    std::vector<row> rows{{1, "one"}};
    for (unsigned gpus = 2; gpus < 2 * most; gpus *= 2) {
        const unsigned some = std::min(gpus, most);
        rows.push_back({some, "weak"});
        rows.push_back({some, "strong"});
    }
    ladders::device& device = *on.device;
    const ladders::device_facts facts = device.facts();
    const record print = fingerprint(facts);
    std::vector<record> records;
    ladders::timing_options timing{.seconds = options.seconds};
    if (options.samples) timing.samples = *options.samples;
    double alone = std::nan("");
    for (const row& planned : rows) {
        const bool weak = std::string_view(planned.scaling) == "weak";
        ladders::instance mine = instance;
        if (weak) mine.elements *= planned.gpus;
        said.say(fmt::format("{} on {} x {}: {} elements in all", pattern.name, planned.gpus, on.name,
                             format_size(mine.elements)));
        ladders::ranks_result result;
        try {
            result = device.run_on_ranks(pattern.name, mine, planned.gpus, timing);
        } catch (const ladders::refusal& why) {
            throw usage_error(why.what());
        }
        record out;
        out["schema"] = record_schema;
        out["pattern"] = pattern.name;
        out["name"] = fmt::format("strider::{}", pattern.name);
        out["kind"] = "library";
        out["device"] = on.name;
        out["device_name"] = facts.name;
        out["gpus"] = planned.gpus;
        out["scaling"] = planned.scaling;
        out["elements"] = mine.elements;
        out["type"] = ladders::name(mine.type);
        out["verified"] = result.right;
        if (result.right && !result.microseconds.empty()) {
            const estimate time = estimate_median(result.microseconds);
            out["time"]["call_us"] = {
                {"median", time.median}, {"low", time.low}, {"high", time.high}, {"samples", time.samples}};
            if (planned.gpus == 1) alone = time.median;
            out["speedup"] = alone / time.median * (weak ? planned.gpus : 1);
            out["efficiency"] = alone / time.median / (weak ? 1 : planned.gpus);
        }
        out["fingerprint"] = print;
        records.push_back(std::move(out));
    }
    return records;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
