#include <lab/model/rungs.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <lab/model/counted.hpp>

namespace strider::lab::model {
namespace {

std::vector<launch> own_launches(const record& one) {
    std::vector<launch> made;
    for (const record& line : one.value("launches", record::array())) made.push_back(launch_of(line.at("counts")));
    return made;
}

}  // namespace

std::optional<fit> fit_of(const std::vector<record>& results) {
    const auto found = std::find_if(results.begin(), results.end(), [](const record& one) {
        return text_at(one, "model") == "time" && one.contains("mean_error_left_out");
    });
    if (found == results.end()) return std::nullopt;
    return fit{constants_of((*found)["constants"]), (*found)["mean_error_left_out"]};
}

std::string note_of(const fit& model) {
    return fmt::format(
        "predicted: by counters, for an {} that is not here; mean error {:.0f}% on ladders that the model was not "
        "fitted "
        "to",
        h200.chip, model.mean_error * 100);
}

void add_predictions(std::vector<record>& records, const recorded_ladder& recorded, const std::vector<record>& results,
                     const fit& model) {
    for (record& one : records) {
        const record* const same = recorded.rung(one.value("rung", 0));
        const record& like = same ? *same : one;
        std::vector<launch> launches = counted_launches(results, like);
        const bool own = launches.empty();
        if (own) launches = own_launches(one);
        if (launches.empty()) continue;
        const prediction made = predict(launches, h200, model.with);
        record& out = one["predicted"] = to_record(made, h200);
        out["elements"] = own ? one["elements"] : like["elements"];
        if (same && out["elements"] == (*same)["elements"]) {
            out["error"] = made.microseconds / number_at(*same, "time/kernel_us/median") - 1;
        }
    }
}

void add_prediction(record& kernel, const fit& model) {
    const std::vector<launch> launches = launches_of_report(kernel);
    kernel.erase("launch_counts");
    if (!launches.empty()) kernel["predicted"] = to_record(predict(launches, h200, model.with), h200);
}

}  // namespace strider::lab::model
