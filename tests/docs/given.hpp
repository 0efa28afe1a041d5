// The names that fragments of code in our documents take as given.
#pragma once

#include <span>
#include <vector>

inline std::vector<float> values(1'000), my_part;
inline std::vector<double> read_my_part(int, int) { return {}; }

#if defined(__CUDACC__)
inline cudaStream_t stream = nullptr;
inline std::span<float> device_values;
inline std::span<float> device_prefixes;
inline float* result = nullptr;
#endif
// SPDX-License-Identifier: Apache-2.0
