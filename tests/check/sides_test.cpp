// What nvcc refuses because it is of the other side, each with the twin that nvcc takes.
#include <gmock/gmock.h>

#include <string>

#include "check/translate/sides.hpp"

namespace {

using namespace strider::kernel_check;

/// The words of the refusal; empty where the source is taken.
std::string refusal(const std::string& source) {
    kernel_names kernels;
    collect_kernels(source, kernels);
    side_names names;
    collect_sides(source, kernels, names);
    try {
        expect_sides(source, "a.cu", kernels, names);
    } catch (const translation_error& error) {
        return error.what();
    }
    return "";
}

const std::string square = "int square(int x) { return x * x; }\n";

TEST(sides, a_kernel_calls_no_function_of_the_host) {
    EXPECT_EQ(refusal(square + "__global__ void k(int *a) { a[0] = square(2); }\n"),
              "a.cu:2: nvcc does not compile it: error: calling a __host__ function(\"square\") from a __global__ "
              "function(\"k\") is not allowed");
    EXPECT_EQ(refusal("__device__ " + square + "__global__ void k(int *a) { a[0] = square(2); }\n"), "");
    EXPECT_EQ(refusal("__host__ __device__ " + square + "__global__ void k(int *a) { a[0] = square(2); }\n"), "");
    EXPECT_EQ(refusal("constexpr " + square + "__global__ void k(int *a) { a[0] = square(2); }\n"), "");
}

TEST(sides, a_device_function_calls_no_function_of_the_host) {
    EXPECT_THAT(refusal(square + "__device__ int twice(int x) { return 2 * square(x); }\n"),
                testing::HasSubstr("calling a __host__ function(\"square\") from a __device__ function(\"twice\")"));
    EXPECT_EQ(refusal(square + "__host__ __device__ int twice(int x) { return 2 * square(x); }\n"), "");
    EXPECT_EQ(refusal(square + "__device__ int twice(int x) { return sizeof(square(x)); }\n"), "");
}

TEST(sides, the_host_calls_no_function_of_the_device) {
    EXPECT_EQ(refusal("__device__ " + square + "int main() {\n  return square(2);\n}\n"),
              "a.cu:3: nvcc does not compile it: error: calling a __device__ function(\"square\") from a __host__ "
              "function(\"main\") is not allowed");
    EXPECT_EQ(refusal("__host__ __device__ " + square + "int main() { return square(2); }\n"), "");
    EXPECT_EQ(refusal("__device__ " + square + square + "int main() { return square(2); }\n"), "");
    EXPECT_EQ(
        refusal("__device__ " + square + "int main() { auto square = [](int x) { return x; }; return square(2); }\n"),
        "");
    EXPECT_EQ(refusal("__device__ " + square + "struct s { int square(int); };\nint f(s a) { return a.square(2); }\n"),
              "");
    EXPECT_EQ(refusal("__device__ " + square + "int main() { return other::square(2); }\n"), "");
    EXPECT_EQ(refusal("__device__ " + square + "int f() {\n#ifdef __CUDA_ARCH__\nreturn square(2);\n#endif\n}\n"), "");
    EXPECT_EQ(refusal("__device__ " + square + "auto f = [] __device__(int x) { return square(x); };\n"), "");
    EXPECT_EQ(refusal("__device__ " + square + "void f() { run([=] __device__(int x) { return square(x); }); }\n"), "");
    EXPECT_EQ(refusal("#define BOTH __host__ __device__\nBOTH " + square + "int main() { return square(2); }\n"), "");
    EXPECT_EQ(refusal("UNKNOWN " + square + "__global__ void k(int *a) { a[0] = square(2); }\n"), "");
}

TEST(sides, a_kernel_is_called_with_a_configuration) {
    const std::string kernel = "__global__ void fill(int *a) { a[0] = 1; }\n";
    EXPECT_THAT(
        refusal(kernel + "int main() { fill(0); }\n"),
        testing::HasSubstr("a.cu:2: nvcc does not compile it: error: a __global__ function call must be configured"));
    EXPECT_EQ(refusal(kernel + "int main() { fill<<<1, 1>>>(0); cudaFuncSetCacheConfig(fill, c); }\n"), "");
    EXPECT_EQ(refusal(kernel + "void fill(int *a, int n) { fill<<<1, n>>>(a); }\nint main() { fill(0, 1); }\n"), "");
}

TEST(sides, device_code_has_no_variables_of_the_host) {
    EXPECT_THAT(refusal("int limit = 32;\n__global__ void k(int *a) { if (a[0] < limit) a[0] = 1; }\n"),
                testing::HasSubstr("error: identifier \"limit\" is undefined in device code"));
    for (const char* mended :
         {"__device__ int limit = 32;", "__constant__ int limit;", "const int limit = 32;", "constexpr int limit = 32;",
          "static const int limit = 32;", "__device__ int n[2] = {1, 2}, limit = 32;", "__managed__ int limit;",
          "enum { limit = 32 };", "#define limit 32", "#ifdef X\nint limit;\n#endif",
          "namespace a { int f(int limit); }\nint limit;"})
        EXPECT_EQ(refusal(mended + std::string("\n__global__ void k(int *a) { if (a[0] < limit) a[0] = 1; }\n")), "")
            << mended;
    EXPECT_EQ(refusal("int limit;\n__global__ void k(int *a, int limit) { a[0] = limit; }\n"), "");
    EXPECT_EQ(refusal("int limit;\n__global__ void k(s *a) { a->limit = a[0].limit; }\n"), "");
    EXPECT_EQ(refusal("int limit;\ntemplate <class T> __global__ void k(T *a) { a[0] = limit; }\n"), "");
    EXPECT_EQ(refusal("int limit;\n__global__ void k(int *a) { a[0] = 1; }\nint main() { return limit; }\n"), "");
}

TEST(sides, device_code_has_no_containers_of_the_host) {
    EXPECT_THAT(refusal("__global__ void k(int *a) { std::vector<int> v(4); }\n"),
                testing::HasSubstr("calling a __host__ function(\"std::vector<int>::vector\") from a __global__ "
                                   "function(\"k\") is not allowed"));
    EXPECT_EQ(refusal("__global__ void k(std::vector<int>::value_type *a) { a[0] = 1; }\n"), "");
    EXPECT_EQ(refusal("int main() { std::vector<int> v(4); }\n"), "");
}

TEST(device_variables, are_told_to_the_program) {
    const auto translated = [](const std::string& source) {
        return translate(source, "a.cu", {}, [](const std::string& name) { return name; }).text;
    };
    EXPECT_EQ(translated("__device__ int a;"), "__device__ int a; STRIDER_EMULATOR_PROGRAM_VARIABLE(device, a);");
    for (const char* variable :
         {"__managed__ int a;", "__device__ __managed__ int a;", "__managed__ __device__ int a;"})
        EXPECT_THAT(translated(variable), testing::EndsWith("; STRIDER_EMULATOR_PROGRAM_VARIABLE(managed, a);"))
            << variable;
    for (const char* variables : {"__device__ int a, *b[2] = {}, c{1}, **d;", "__device__ int a = f(1, 2), b, c, d;"})
        EXPECT_EQ(translated(variables),
                  std::string(variables) +
                      " STRIDER_EMULATOR_PROGRAM_VARIABLE(device, a); STRIDER_EMULATOR_PROGRAM_VARIABLE(device, b);"
                      " STRIDER_EMULATOR_PROGRAM_VARIABLE(device, c); STRIDER_EMULATOR_PROGRAM_VARIABLE(device, d);");
    EXPECT_EQ(translated("__device__ int a = f<b, c, d>(1), e;"),
              "__device__ int a = f<b, c, d>(1), e; STRIDER_EMULATOR_PROGRAM_VARIABLE(device, a);");
    for (const char* variable :
         {"static __constant__ float a[3] = {1, 2, 3};", "float __device__ a;", "__device__ volatile s<int, 2> a{};",
          "__align__(16) __device__ float4 a[2][2];", "namespace n { __device__ n::s *a = nullptr; }"})
        EXPECT_THAT(translated(variable), testing::HasSubstr("; STRIDER_EMULATOR_PROGRAM_VARIABLE(device, a);"))
            << variable;
    for (const char* other :
         {"__device__ int f(int a);", "__device__ const int a = 3;", "extern __device__ int a;",
          "template <class T> __device__ T a;", "struct s { static __device__ int a; };",
          "__device__ s &s::operator=(const s &a) { return *this; }", "__device__ struct s { int a; } b;",
          "__device__ inline s f() { s a; return a; }", "#define DEVICE __device__\nDEVICE int a;"})
        EXPECT_EQ(translated(other), other);
}

TEST(host_variables, are_told_to_the_program_where_they_are_surely_the_hosts) {
    const auto translated = [](const std::string& source) {
        return translate(source, "a.cu", {}, [](const std::string& name) { return name; }).text;
    };
    EXPECT_EQ(translated("int A[3], *b;"),
              "int A[3], *b; STRIDER_EMULATOR_PROGRAM_VARIABLE(host, A); STRIDER_EMULATOR_PROGRAM_VARIABLE(host, b);");
    for (const char* variable :
         {"std::vector<int> a;", "namespace n { static unsigned long a = 3; }", "struct s { int b; };\ns a;",
          "int f() {\n  static float a[2];\n  return 1;\n}", "#define OWN static\nfloat a[OTHER];"})
        EXPECT_THAT(translated(variable), testing::HasSubstr("; STRIDER_EMULATOR_PROGRAM_VARIABLE(host, a);"))
            << variable;
    for (const char* other :
         {"const int a = 3;", "constexpr float a[2] = {};", "extern int a;", "int f(int a);", "thread_local int a;",
          "struct s { int a; } b;", "int s::a = 3;", "int& a = b;", "template <class T> T a;", "typedef int a;",
          "int f() { int a = 3; return a; }", "__device__ int f() { static int a; return a; }", "DEVICE int a;",
          "#define device __device__\ndevice int a;", "enum e { b };", "using a = int;"})
        EXPECT_EQ(translated(other).find("(host"), std::string::npos) << other;
}

}  // namespace
// SPDX-License-Identifier: Apache-2.0
