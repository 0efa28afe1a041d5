# Intrinsics of the dialect beyond the values that tests/hardware has, the runtime's calls, and the matchers.
add_executable(emulator_intrinsics_tests)
strider_emulator_kernels(emulator_intrinsics_tests FILES
  intrinsics_atomic_test.cu intrinsics_counters_test.cu intrinsics_groups_test.cu intrinsics_math_test.cu
  intrinsics_shuffle_test.cu intrinsics_vote_test.cu)
target_sources(emulator_intrinsics_tests PRIVATE intrinsics_matchers_test.cpp intrinsics_runtime_test.cpp)
target_link_libraries(emulator_intrinsics_tests
  PRIVATE strider::core strider::emulator_program strider::warnings GTest::gmock_main)
gtest_discover_tests(emulator_intrinsics_tests)
# SPDX-License-Identifier: Apache-2.0
