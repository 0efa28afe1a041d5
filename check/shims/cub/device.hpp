// CUB's device-wide calls. Its headers include each other, so each name gives all of them.
#pragma once

#include <strider/check/shims/cub/device_reduce.hpp>
#include <strider/check/shims/cub/device_scan.hpp>
#include <strider/check/shims/cub/device_select.hpp>
#include <strider/check/shims/cub/device_sort.hpp>
// SPDX-License-Identifier: Apache-2.0
