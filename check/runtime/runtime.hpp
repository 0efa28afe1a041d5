// The host's side of CUDA. Link strider::emulator_program.
#pragma once

#include <strider/check/runtime/batch.hpp>
#include <strider/check/runtime/device.hpp>
#include <strider/check/runtime/error.hpp>
#include <strider/check/runtime/graph.hpp>
#include <strider/check/runtime/kernel.hpp>
#include <strider/check/runtime/memory.hpp>
#include <strider/check/runtime/stream.hpp>
#include <strider/check/runtime/texture.hpp>
#include <strider/check/runtime/versions.hpp>
#include <strider/emulator/dialect.hpp>
// SPDX-License-Identifier: Apache-2.0
