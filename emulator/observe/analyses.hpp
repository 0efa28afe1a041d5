// The analyses: a new one is a class in a header of its own, which is included and listed here.
#pragma once

#include <tuple>

#include "bank_conflicts.hpp"
#include "bounds.hpp"
#include "clusters.hpp"
#include "copies.hpp"
#include "counting.hpp"
#include "divergence.hpp"
#include "host_access.hpp"
#include "initialisation.hpp"
#include "ordering.hpp"
#include "races.hpp"
#include "streams.hpp"

namespace strider::emulation {

/// In the order in which they hear of something: what asks for the next read of the same bytes comes before the races,
/// and so does what looks at the shadow, which races change.
using all_analyses = std::tuple<bounds, divergence, ordering, clusters, initialisation, streams, races, copies,
                                host_access, counting, bank_conflicts>;

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
