// Programs of several files: checked at once, and built by nvcc's command line.
#include <gmock/gmock.h>
#include <sys/wait.h>

#include <cstdio>

#include "check/nvcc/nvcc.hpp"
#include "checking.hpp"

namespace {

using namespace strider::kernel_check;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

/// A program of two CUDA files, that share variables and functions of the device, and one of C++.
class project : public checking {
protected:
    project() {
        write("part.cuh",
              "#pragma once\nextern __device__ int offset;\n__device__ int twice(int);\nvoid fill(int*);\n"
              "void show(int);\n");
        write("count.hpp",
              "#include <cuda_runtime.h>\n[[gnu::noinline]] inline __host__ __device__ int count(const int* of) {\n"
              "  int n = 0;\n  while (of[n] != 0) ++n;\n  return n;\n}\n");
        write("main.cu", R"(#include <cstdio>
#include "part.cuh"
__device__ int offset = 3;
__device__ int twice(int x) { return 2 * x; }
int main(int count, char**) {
    int *values, host[32];
    cudaMalloc(&values, sizeof(host));
    fill(values);
    cudaMemcpy(host, values, sizeof(host), cudaMemcpyDeviceToHost);
    show(host[count + 3]);
    return 0;
}
)");
        write("fill.cu", R"(#include <part.cuh>
#include "count.hpp"
__global__ void fill_kernel(int* values) {
    values[threadIdx.x + BEGIN] = twice(threadIdx.x) + offset;
}
void fill(int* values) {
    const int lanes[]{8, 8, 8, 8, 0};
    dim3 blockDim(8 * count(lanes));
    fill_kernel<<<1, blockDim>>>(values);
}
)");
        write("show.cpp",
              "#include <cuda_runtime.h>\n#include <cstdio>\n#include \"count.hpp\"\nvoid show(int value) {\n"
              "  const int dimensions[]{1, 1, 0};\n  dim3 blockDim(count(dimensions));\n"
              "  std::printf(\"%d %u\\n\", value, blockDim.x);\n}\n");
    }
    std::string at(const char* name) const { return (folder_ / name).string(); }
    /// What the program prints; its exit status behind it.
    std::string run(const std::string& command) const {
        FILE* const pipe = popen((command + " 2>&1").c_str(), "r");
        std::string output;
        for (int c; (c = std::fgetc(pipe)) != EOF;) output += static_cast<char>(c);
        return output + std::to_string(WEXITSTATUS(pclose(pipe)));
    }
};

TEST_F(project, of_several_files_is_checked_as_one_program) {
    const options how{.file = at("main.cu"),
                      .more_files = {at("fill.cu"), at("show.cpp")},
                      .compiler_arguments = {"-I", folder_.string(), "-DBEGIN=0"},
                      .program_arguments = {"more"}};
    const result all = check(how);
    EXPECT_EQ(all.exit_code(), 0) << text(all);
    EXPECT_EQ(all.output, "13 2\n");
    EXPECT_THAT(all.kernels, ElementsAre("fill_kernel"));
}

// Of an inline function the linker keeps one code, which has to be the one with checks.
TEST_F(project, of_several_files_has_checks_in_inline_functions) {
    write("main.cpp",
          "#include \"count.hpp\"\nint run();\nint main(int n, char**) {\n"
          "  const int some[]{n, 0};\n  return run() - count(some);\n}\n");
    write("run.cu", R"(#include "count.hpp"
__global__ void count_all(int* values) { values[0] = count(values); }
int run() {
    int* values;
    cudaMalloc(&values, 8);
    cudaMemset(values, 1, 8);
    count_all<<<1, 1>>>(values);
    return cudaDeviceSynchronize() == cudaSuccess;
}
)");
    write("none.cu", "void none() {}\n");
    const result all = check({.file = at("none.cu"), .more_files = {at("main.cpp"), at("run.cu")}});
    EXPECT_THAT(text(all), HasSubstr("count.hpp:4: out-of-bounds in kernel count_all")) << text(all);
}

// The host's own files are not translated otherwise.
TEST_F(project, of_several_files_shows_refused_calls_of_all) {
    write("show.cpp",
          "#include <cuda_runtime.h>\nvoid show(int) {\n  cudaStream_t one, other;\n"
          "  if (cudaStreamCreateWithFlags(&one, 5) != cudaSuccess) cudaFree(nullptr);\n"
          "  cudaStreamCreateWithFlags(&other,\n    7);\n}\n");
    const result all = check({.file = at("main.cu"),
                              .more_files = {at("fill.cu"), at("show.cpp")},
                              .compiler_arguments = {"-I", folder_.string(), "-DBEGIN=0"}});
    ASSERT_EQ(all.findings.size(), 1) << text(all);
    EXPECT_THAT(text(all), HasSubstr(at("show.cpp") + ":5: refused-call: cudaStreamCreateWithFlags() returns"))
        << text(all);
}

// Each has its own static variables, though the names are the same.
TEST_F(project, of_several_files_runs_blocks_unchecked) {
    const std::string source = R"(
#include <iostream>
static __device__ int step = STEP;
static int launches = 0;
__global__ void KERNEL(int* sum) { atomicAdd(sum, threadIdx.x < 2 ? step : 0); }
int LAUNCH(int* sum) {
    KERNEL<<<4096, 32>>>(sum);
    cudaDeviceSynchronize();
    return ++launches;
}
)";
    write("few.cu", "#define STEP 1\n#define KERNEL few\n#define LAUNCH launch_few" + source + R"(
int launch_many(int*);
int main() {
    int* sum;
    cudaMallocManaged(&sum, sizeof(int));
    *sum = 0;
    std::cout << launch_few(sum) << launch_few(sum) << launch_many(sum);
    std::cout << ' ' << *sum << '\n';
}
)");
    write("many.cu", "#define STEP 100\n#define KERNEL many\n#define LAUNCH launch_many" + source);
    const result all = check({.file = at("few.cu"), .more_files = {at("many.cu")}, .budget = 1000});
    EXPECT_EQ(all.exit_code(), 0) << text(all);
    EXPECT_EQ(all.output, "121 835584\n");
    EXPECT_EQ(all.in_part.size(), 2U) << text(all);
}

TEST_F(project, is_built_by_nvccs_command_line) {
    const std::string program = at("program");
    ASSERT_EQ(run_nvcc({"-O3", "-arch=sm_80", "-gencode", "arch=compute_90a,code=sm_90a", "-rdc=true",
                        "-DBEGIN=(__CUDA_ARCH_FEAT_SM90_ALL-1)", "-I" + folder_.string(), "-Xcompiler",
                        "-fopenmp,-Wall", "--expt-extended-lambda", at("main.cu"), at("fill.cu"), at("show.cpp"), "-o",
                        program, "-lm", "-lcudart"}),
              0);
    EXPECT_EQ(run(program), "11 2\n0");
}

TEST_F(project, is_built_by_objects_and_an_archive) {
    ASSERT_EQ(run_nvcc({"-dc", "--define-macro", "BEGIN=1", "-I", folder_.string(), at("fill.cu"), "-o", at("f.o")}),
              0);
    ASSERT_EQ(run_nvcc({"-c", at("show.cpp"), "-o", at("s.o")}), 0);
    ASSERT_EQ(run_nvcc({"-lib", at("f.o"), at("s.o"), "-o", at("libparts.a")}), 0);
    ASSERT_EQ(run_nvcc({at("main.cu"), "-L" + folder_.string(), "-lparts", "-o", at("program")}), 0);
    const std::string output = run(at("program"));
    EXPECT_THAT(output, AllOf(HasSubstr("fill.cu:4: out-of-bounds in kernel fill_kernel"), HasSubstr("9 2\n")));
    EXPECT_EQ(output.back(), '1') << "findings are a failure";
}

// Which cannot be built again.
TEST_F(project, tells_vectors_from_structures_when_asked) {
    if (default_toolchain().alignment_flags.empty()) GTEST_SKIP() << "the compiler always tells them apart";
    write("pair.cu",
          "struct pair { double a, b; };\n__global__ void copy(pair* p) { p[1] = p[0]; }\n"
          "int main() {\n  char* bytes;\n  cudaMalloc(&bytes, 40);\n  cudaMemset(bytes, 0, 40);\n"
          "  copy<<<1, 1>>>(reinterpret_cast<pair*>(bytes + 8));\n  cudaFree(bytes);\n}\n");
    ASSERT_EQ(run_nvcc({at("pair.cu"), "-o", at("program")}), 0);
    const std::string output = run(at("program"));
    EXPECT_THAT(output, AllOf(HasSubstr("pair.cu:2: note, misaligned-access in kernel copy"),
                              HasSubstr("compile with -DSTRIDER_EMULATOR_CHECKS_ALIGNMENT")));
    EXPECT_EQ(output.back(), '0');
    ASSERT_EQ(run_nvcc({"-DSTRIDER_EMULATOR_CHECKS_ALIGNMENT", at("pair.cu"), "-o", at("program")}), 0);
    EXPECT_EQ(run(at("program")), "0");
}

// Sources for NVRTC are compiled anew with the program.
TEST_F(project, of_nvrtc_tells_vectors_from_structures) {
    if (default_toolchain().alignment_flags.empty()) GTEST_SKIP() << "the compiler always tells them apart";
    write("given.cu", R"(#include <cuda.h>
#include <nvrtc.h>
#include <string>
const char* const source = R"x(#line 4 "given.cu"
struct pair { double a, b; };
extern "C" __global__ void copy(pair* pairs, float4* fours) {
    pairs[1] = pairs[0];
    fours[1] = fours[0];
})x";
int main() {
    nvrtcProgram program;
    nvrtcCreateProgram(&program, source, "given.cu", 0, nullptr, nullptr);
    if (nvrtcCompileProgram(program, 0, nullptr) != NVRTC_SUCCESS) return 1;
    size_t bytes;
    nvrtcGetPTXSize(program, &bytes);
    std::string ptx(bytes, ' ');
    nvrtcGetPTX(program, ptx.data());
    CUmodule module;
    cuModuleLoadData(&module, ptx.data());
    CUfunction copy;
    cuModuleGetFunction(&copy, module, "copy");
    CUdeviceptr memory;
    cuMemAlloc(&memory, 80);
    cuMemsetD8(memory, 0, 80);
    CUdeviceptr pairs = memory + 8, fours = memory + 40;
    void* arguments[] = {&pairs, &fours};
    cuLaunchKernel(copy, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr);
})");
    const result all = check({.file = at("given.cu")});
    ASSERT_EQ(all.findings.size(), 1) << text(all);
    EXPECT_THAT(text(all.findings[0]), HasSubstr("given.cu:7: misaligned-access in kernel copy"));
}

// Where a Makefile's g++ links, what `strider-nvcc --libraries` prints is what it needs.
TEST_F(project, is_linked_by_the_hosts_compiler) {
    for (const char* const name : {"main", "fill", "show"}) {
        const std::string source = at(name) + (name == std::string("show") ? ".cpp" : ".cu");
        ASSERT_EQ(run_nvcc({"-c", "-DBEGIN=0", "-I" + folder_.string(), source, "-o", at(name) + ".o"}), 0);
    }
    testing::internal::CaptureStdout();
    ASSERT_EQ(run_nvcc({"--libraries"}), 0);
    std::string libraries = testing::internal::GetCapturedStdout();
    libraries.pop_back();
    const std::string objects = at("main.o") + " " + at("fill.o") + " " + at("show.o");
    EXPECT_EQ(run(default_toolchain().compiler + " " + objects + " " + libraries + " -o " + at("program")), "0");
    EXPECT_EQ(run(at("program")), "11 2\n0");
}

TEST_F(project, takes_nvccs_options_sources_and_libraries) {
    ASSERT_EQ(run_nvcc({"-c", at("show.cpp"), "-o", at("show.o")}), 0);
    options how{.file = at("main.cu"),
                .compiler_arguments = {"-I", folder_.string(), "-D", "BEGIN=0", "-arch", "sm_90", "-O3", "-Xcompiler",
                                       "-fopenmp,-Wall", at("fill.cu"), at("show.o"), "-lm", "-lcudart"}};
    const result all = check(how);
    EXPECT_EQ(all.exit_code(), 0) << text(all);
    EXPECT_EQ(all.output, "11 2\n");
    how.compiler_arguments.push_back("-c");
    EXPECT_THROW(check(how), unusable_file);
    how.compiler_arguments.back() = at("missing.o");
    EXPECT_THAT([&] { check(how); }, testing::ThrowsMessage<unusable_file>(HasSubstr("cannot find")));
}

TEST_F(project, that_needs_openmp_is_told_so) {
    write("loops.cu",
          "#include <omp.h>\n#include <cstdio>\n__global__ void one(int* a) { *a = 1; }\nint main() {\n"
          "int sum = 0, *a;\ncudaMalloc(&a, 4);\none<<<1, 1>>>(a);\ncudaFree(a);\n"
          "#pragma omp parallel for reduction(+ : sum)\nfor (int i = 0; i < 100; ++i) sum += i;\n"
          "std::printf(\"%d %d\\n\", sum, omp_get_max_threads() > 0); }\n");
    options how{.file = at("loops.cu")};
    EXPECT_THAT([&] { check(how); }, testing::ThrowsMessage<unusable_file>(HasSubstr("; add -Xcompiler -fopenmp")));
    how.compiler_arguments = {"-Xcompiler", "-fopenmp"};
    EXPECT_EQ(check(how).output, "4950 1\n");
}

TEST_F(project, has_c_sources_that_do_not_use_cuda) {
    write("root.c", "#include <math.h>\ndouble root(double of) { return sqrt(of); }\n");
    write("roots.cu",
          "#include <cstdio>\nextern \"C\" double root(double);\n__global__ void none() {}\n"
          "int main() { none<<<1, 1>>>(); std::printf(\"%g\\n\", root(4)); }\n");
    EXPECT_EQ(check({.file = at("roots.cu"), .more_files = {at("root.c")}}).output, "2\n");
    for (const std::string header :
         {"cuda.h", "cuda_runtime.h", "cuComplex.h", "math_constants.h", "cublas_v2.h", "cufft.h"}) {
        write("root.c", "#include <" + header + ">\ndouble root(double of) { return of; }\n");
        EXPECT_THAT([&] { check({.file = at("roots.cu"), .more_files = {at("root.c")}}); },
                    testing::ThrowsMessage<unusable_file>(
                        HasSubstr("root.c: does not compile: C sources cannot use CUDA in the emulator")));
    }
}

TEST_F(project, is_refused_by_options_that_are_not_known) {
    testing::internal::CaptureStderr();
    EXPECT_EQ(run_nvcc({"--frobnicate", at("main.cu")}), 1);
    EXPECT_EQ(run_nvcc({"-ptx", at("main.cu")}), 1);
    EXPECT_EQ(run_nvcc({"-o", at("a")}), 1);
    EXPECT_EQ(testing::internal::GetCapturedStderr(),
              "strider-nvcc: unknown option --frobnicate\n"
              "strider-nvcc: -ptx is not supported: programs are built for the emulator, not for a GPU\n"
              "strider-nvcc: no input files\n");
}

}  // namespace
// SPDX-License-Identifier: Apache-2.0
