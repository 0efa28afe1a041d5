// The host's side of CUDA. Link strider::emulator_program.
#pragma once

#include <strider/emulator/dialect.hpp>
#include <strider/emulator/runtime/device.hpp>
#include <strider/emulator/runtime/error.hpp>
#include <strider/emulator/runtime/graph.hpp>
#include <strider/emulator/runtime/kernel.hpp>
#include <strider/emulator/runtime/memory.hpp>
#include <strider/emulator/runtime/stream.hpp>
#include <strider/emulator/runtime/texture.hpp>
#include <strider/emulator/runtime/versions.hpp>
// SPDX-License-Identifier: Apache-2.0
