// Cooperative groups: the block, its tiles, coalesced threads and what they do together; the grid and the cluster.
#pragma once

#include <strider/simt/dialect/group_cluster.hpp>
#include <strider/simt/dialect/group_collectives.hpp>
#include <strider/simt/dialect/group_copy.hpp>
#include <strider/simt/dialect/group_grid.hpp>
#include <strider/simt/dialect/group_types.hpp>
// SPDX-License-Identifier: Apache-2.0
