// Loops over a caller's operator by wider vectors than the program was compiled for.
//
// An operator of the caller's is compiled with the caller, usually for the oldest x86-64: 16 bytes a vector, without a
// maximum of 32-bit integers. Here such loops are compiled a second time, with all that they call, for AVX2: which does
// not contract products with sums, so that the bits stay the same. They are compiled by -O3: at -O2, g++ does not
// vectorise a loop whose length it does not know. With STRIDER_COMPILES_QUICKLY, as tests are compiled, by the
// program's flags.
#pragma once

namespace strider::cpu_backend {

#if defined(__x86_64__) && defined(__GNUC__)
// (By value, so that the compiler knows of its parts that no pointer leads to them.)
template <class Body>
#if defined(__clang__) || defined(STRIDER_COMPILES_QUICKLY)  // clang++ makes them by -O2 as well
[[gnu::target("avx2"), gnu::flatten]]
#else
[[gnu::target("avx2"), gnu::optimize("O3"), gnu::flatten]]
#endif
void by_avx2(Body body) {
    body();
}
#endif

template <class Body>
void by_widest_vectors(const Body& body) {
#if defined(__x86_64__) && defined(__GNUC__)
    static const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;
    if (has_avx2) return by_avx2(body);
#endif
    body();
}

}  // namespace strider::cpu_backend
// SPDX-License-Identifier: Apache-2.0
