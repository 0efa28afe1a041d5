#include <lab/base/output/progress.hpp>
#include <lab/measure/times.hpp>

#include <vector>

namespace strider::lab {

recorded_ladder time_now(const opened_device& gpu, const ladder_request& request, progress& said) {
    ladder_request asked = request;
    asked.observing = {};
    asked.rungs = {};
    asked.instance = settle(*asked.pattern, asked.instance);
    const planned_ladder planned = plan_ladder(gpu, asked);
    return {gpu.device->facts().name, "now", asked.instance.elements, run_ladder(planned, said)};
}

recorded_ladder recorded_times(const ladder_request& request) {
    const ladders::pattern& pattern = *request.pattern;
    const std::vector<record> results = recorded_results();
    std::vector<record> usual = results;
    std::erase_if(usual, [&](const record& row) {
        return number_at(row, row.contains("ladder_elements") ? "ladder_elements" : "elements") !=
               static_cast<double>(pattern.usual_elements);
    });
    recorded_ladder result = choose_recorded(usual, pattern, request.instance);
    return result.rungs.empty() ? choose_recorded(results, pattern, request.instance) : result;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
