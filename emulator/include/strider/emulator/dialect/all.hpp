// Every part of the dialect that kernels use. Programs that need the host's side include runtime.hpp.
#pragma once

#include <strider/emulator/dialect/address_space.hpp>
#include <strider/emulator/dialect/atomic.hpp>
#include <strider/emulator/dialect/atomic_ref.hpp>
#include <strider/emulator/dialect/barrier.hpp>
#include <strider/emulator/dialect/bits.hpp>
#include <strider/emulator/dialect/built_in_atomic.hpp>
#include <strider/emulator/dialect/cache_hints.hpp>
#include <strider/emulator/dialect/clock.hpp>
#include <strider/emulator/dialect/cluster.hpp>
#include <strider/emulator/dialect/cuda_pipeline.hpp>
#include <strider/emulator/dialect/fence.hpp>
#include <strider/emulator/dialect/match.hpp>
#include <strider/emulator/dialect/math.hpp>
#include <strider/emulator/dialect/packed.hpp>
#include <strider/emulator/dialect/rounding.hpp>
#include <strider/emulator/dialect/shuffle.hpp>
#include <strider/emulator/dialect/special_functions.hpp>
#include <strider/emulator/dialect/texture.hpp>
#include <strider/emulator/dialect/unsupported.hpp>
#include <strider/emulator/dialect/vote.hpp>
#include <strider/emulator/dialect/warp_reduce.hpp>
#include <strider/emulator/vector_types.hpp>
// SPDX-License-Identifier: Apache-2.0
