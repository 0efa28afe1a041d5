#include "check/translate/allocation_names.hpp"

#include <gmock/gmock.h>

namespace {

using namespace strider::kernel_check;
using testing::HasSubstr;
using testing::IsEmpty;

std::string names(const std::string& source) { return allocation_names(code(source), "/a.cu"); }
std::string named(const std::string& name) {
    return R"(STRIDER_EMULATOR_PROGRAM_ALLOCATIONS("/a.cu", {1, ")" + name + "\"}, );\n";
}

TEST(allocation_names, are_the_variables_whose_address_is_taken) {
    EXPECT_EQ(names("cudaMalloc(&d_in, n * sizeof(int));"), named("d_in"));
    EXPECT_EQ(names("check(cudaMalloc((void **)&d_in, n));"), named("d_in"));
    EXPECT_EQ(names("cudaMallocManaged(reinterpret_cast<void**>(&all->d_in), n);"), named("all->d_in"));
    EXPECT_EQ(names("cudaMallocHost(&parts[i], n);"), named("parts[i]"));
}

TEST(allocation_names, are_not_guessed) {
    EXPECT_THAT(names("cudaMalloc(pointer, n);"), IsEmpty());
    EXPECT_THAT(names("cudaMalloc(&a, n); cudaMalloc(&b, n);"), IsEmpty());
    EXPECT_THAT(names("int* make() { int* p; if (cudaMalloc(&p, 4)) { exit(1); } return p; }"), IsEmpty());
    EXPECT_THAT(names("cudaMalloc(&a, 4);\ncudaMalloc(&b, 4);"), HasSubstr("{1, \"a\"}, {2, \"b\"}, "));
}

}  // namespace
// SPDX-License-Identifier: Apache-2.0
