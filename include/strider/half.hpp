// strider::f16 and strider::bf16, numbers of 16 bits on every backend. Calls that take numbers include them.
#pragma once

#include <strider/core/half.hpp>
// SPDX-License-Identifier: Apache-2.0
