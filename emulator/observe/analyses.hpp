// The list of analyses. A new analysis is a class in a header of its own; include and list it here.
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
#include "warpgroups.hpp"

namespace strider::emulation {

/// The order in which analyses are called. Analyses that ask for the next read of the same bytes come before the races.
/// So do analyses that read the shadow, because races change it.
using all_analyses = std::tuple<bounds, divergence, ordering, clusters, initialisation, streams, warpgroups, races,
                                copies, host_access, counting, bank_conflicts>;

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
