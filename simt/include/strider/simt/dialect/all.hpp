// Every part of the dialect that kernels use. The host's side, runtime.hpp, is included by programs that need it.
#pragma once

#include <strider/simt/dialect/address_space.hpp>
#include <strider/simt/dialect/atomic.hpp>
#include <strider/simt/dialect/atomic_ref.hpp>
#include <strider/simt/dialect/barrier.hpp>
#include <strider/simt/dialect/bits.hpp>
#include <strider/simt/dialect/built_in_atomic.hpp>
#include <strider/simt/dialect/cache_hints.hpp>
#include <strider/simt/dialect/clock.hpp>
#include <strider/simt/dialect/cluster.hpp>
#include <strider/simt/dialect/cuda_pipeline.hpp>
#include <strider/simt/dialect/fence.hpp>
#include <strider/simt/dialect/match.hpp>
#include <strider/simt/dialect/math.hpp>
#include <strider/simt/dialect/packed.hpp>
#include <strider/simt/dialect/rounding.hpp>
#include <strider/simt/dialect/shuffle.hpp>
#include <strider/simt/dialect/special_functions.hpp>
#include <strider/simt/dialect/texture.hpp>
#include <strider/simt/dialect/unsupported.hpp>
#include <strider/simt/dialect/vector_types.hpp>
#include <strider/simt/dialect/vote.hpp>
#include <strider/simt/dialect/warp_reduce.hpp>
// SPDX-License-Identifier: Apache-2.0
