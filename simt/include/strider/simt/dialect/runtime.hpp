// The host's side of CUDA. Link strider::simt_program.
#pragma once

#include <strider/simt/dialect.hpp>
#include <strider/simt/runtime/device.hpp>
#include <strider/simt/runtime/error.hpp>
#include <strider/simt/runtime/graph.hpp>
#include <strider/simt/runtime/kernel.hpp>
#include <strider/simt/runtime/memory.hpp>
#include <strider/simt/runtime/stream.hpp>
#include <strider/simt/runtime/texture.hpp>
#include <strider/simt/runtime/versions.hpp>
// SPDX-License-Identifier: Apache-2.0
