// Kernels work in a shared library that is loaded at run time, each with a copy of the emulator of its own.
#include <dlfcn.h>
#include <gmock/gmock.h>

#include <string>

namespace {

using testing::AllOf;
using testing::HasSubstr;

using run_function = int (*)(bool, std::string*);

TEST(module, is_loaded_at_run_time_and_checked) {
    void* const module = dlopen(STRIDER_TEST_MODULE, RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(module, nullptr) << dlerror();
    const auto run = reinterpret_cast<run_function>(dlsym(module, "run_module"));
    ASSERT_NE(run, nullptr) << dlerror();

    std::string findings;
    EXPECT_EQ(run(true, &findings), 0);
    // All blocks write the same cells: the one thing that is wrong with it.
    EXPECT_THAT(findings, AllOf(HasSubstr("race-global in kernel reverse: thread "),
                                HasSubstr("of an allocation of 1024 bytes")));
    EXPECT_THAT(findings, testing::Not(HasSubstr("race-shared")));

    findings.clear();
    run(false, &findings);
    EXPECT_THAT(findings, HasSubstr("race-shared in kernel reverse"));
    EXPECT_THAT(findings, HasSubstr("of tile"));
    EXPECT_THAT(findings, HasSubstr("core_module_kernels.cu:"));
}

}  // namespace
// SPDX-License-Identifier: Apache-2.0
