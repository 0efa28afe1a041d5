// <math.h> without ::lerp, which C++20 has and C++17, what nvcc compiles by default, leaves to programs.
#pragma once
#ifdef __cplusplus
#include <cmath>
#define lerp fabs
#endif
#include_next <math.h>
#undef lerp
// SPDX-License-Identifier: Apache-2.0
