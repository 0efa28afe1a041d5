// Cooperative groups: the block, its tiles, coalesced threads and their collectives; the grid and the cluster.
#pragma once

#include <strider/emulator/dialect/group_cluster.hpp>
#include <strider/emulator/dialect/group_collectives.hpp>
#include <strider/emulator/dialect/group_copy.hpp>
#include <strider/emulator/dialect/group_grid.hpp>
#include <strider/emulator/dialect/group_types.hpp>
// SPDX-License-Identifier: Apache-2.0
