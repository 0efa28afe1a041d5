// Counts of rungs that came with this executable, for any number of elements: results/model-counts.jsonl.
#pragma once

#include <vector>

#include <lab/model/predict.hpp>
#include <lab/records/record.hpp>

namespace strider::lab::model {

/// The launches of the rung that a record of a ladder is about, on so many elements as it had, or has in `elements`;
/// empty where it was not counted, and below 2^22, where grids may
/// have another shape. `recorded` are all results.
std::vector<launch> counted_launches(const std::vector<record>& recorded, const record& of);

/// A rung with its recorded time: what the model is fitted to, and judged by.
struct point {
    record of;
    std::vector<launch> launches;
    double microseconds = 0;
};

/// Of every ladder that was measured on a GPU: rungs of 2^22 elements and more whose launches were counted.
std::vector<point> points_of(const std::vector<record>& recorded);

/// What a prediction misses by: 0.1 for 10% too much or too little.
double error_of(const point& at, const constants& with);

/// Over all pairs of rungs of one ladder whose recorded times differ by more than 1%: the share of those that are
/// predicted in this order less the share of the others (Kendall's tau); 1 without pairs.
double order_of(const std::vector<const point*>& points, const constants& with);

}  // namespace strider::lab::model
