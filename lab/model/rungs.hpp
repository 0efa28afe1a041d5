// What the model says of rungs and kernels that were counted here, beside what was recorded.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <lab/model/predict.hpp>
#include <lab/records/recorded.hpp>

namespace strider::lab::model {

/// The fit that came with this executable: results/model.jsonl.
struct fit {
    constants with;
    double mean_error = 0;  ///< on ladders that it was not fitted to
};
std::optional<fit> fit_of(const std::vector<record>& results);

/// "predicted by counters for an H200; mean error 20% on ladders that the model was not fitted to"
std::string note_of(const fit& model);

/// Adds "predicted" to the records of a ladder: {"chip", "elements", "us", "limiter"}, and "error" against the recorded
/// time. It is for as many elements as `recorded` has, by the counts in the results; else for those of the record, by
/// its own launches, where it has them. Where there are no counts nothing is added.
void add_predictions(std::vector<record>& records, const recorded_ladder& recorded, const std::vector<record>& results,
                     const fit& model);

/// Adds "predicted" to a kernel's record of `check`: all of its launches, one after the other.
void add_prediction(record& kernel, const fit& model);

}  // namespace strider::lab::model
