#include <lab/grade/program.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>

namespace strider::lab {
namespace {

/// SplitMix64 (Steele, Lea, Flood 2014).
class generator {
public:
    explicit generator(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }

private:
    std::uint64_t state_;
};

template <class T>
std::string bytes_of(T value) {
    return {reinterpret_cast<const char*>(&value), sizeof(value)};
}

/// Calls `work` with a value of the type.
template <class Work>
auto with_type(const element_type& type, const Work& work) {
    if (type.is_real) return type.bytes == 8 ? work(double()) : work(float());
    if (type.bytes == 1) return work(static_cast<unsigned char>(0));
    if (type.bytes == 2) return type.is_signed ? work(short()) : work(static_cast<unsigned short>(0));
    if (type.bytes == 4) return type.is_signed ? work(int()) : work(0u);
    return type.is_signed ? work(0ll) : work(0ull);
}

std::string values_of(const array_parameter& of, std::size_t elements, generator& from) {
    return with_type(*of.type, [&]<class T>(T) {
        std::string bytes;
        bytes.reserve(elements * sizeof(T));
        for (std::size_t i = 0; i < elements; ++i) {
            const std::uint64_t drawn = from.next();
            if constexpr (std::is_floating_point_v<T>) {
                bytes +=
                    bytes_of(static_cast<T>(of.low + (of.high - of.low) * static_cast<double>(drawn >> 40) * 0x1p-24));
            } else {
                const auto least = static_cast<std::int64_t>(of.low);
                const auto range = static_cast<std::uint64_t>(static_cast<std::int64_t>(of.high) - least) + 1;
                bytes += bytes_of(static_cast<T>(least + static_cast<std::int64_t>(drawn % range)));
            }
        }
        return bytes;
    });
}

template <class T>
T element(const std::string& of, std::size_t i) {
    T value;
    std::memcpy(&value, of.data() + i * sizeof(T), sizeof(T));
    return value;
}

template <class T>
bool is_right(T got, T expected, double tolerance) {
    if (got == expected) return true;
    if constexpr (std::is_floating_point_v<T>) {
        if (std::isnan(got) && std::isnan(expected)) return true;
        return std::fabs(static_cast<double>(got) - static_cast<double>(expected)) <=
               tolerance * std::max(1.0, std::fabs(static_cast<double>(expected)));
    }
    return false;
}

}  // namespace

std::string program_around(const std::string& source, const assignment& of, bool on_host) {
    std::vector<std::string> declarations, arguments;
    std::string names, allocations, head = of.is_kernel && !on_host ? "__global__ " : "";
    std::size_t arrays = 0, numbers = 0;
    for (const parameter& one : of.parameters) {
        declarations.push_back(one.declaration);
        arguments.push_back(one.name);
        if (one.type.ends_with('*')) {
            names +=
                fmt::format("    const auto {} = static_cast<{}>(strider_arrays[{}]);\n", one.name, one.type, arrays);
            allocations += fmt::format(
                "    if (strider_array == {0}) {{\n"
                "        {1} {2};\n"
                "        cudaMalloc(&{2}, strider_bytes);\n"
                "        return const_cast<void*>(static_cast<const void*>({2}));\n"
                "    }}\n",
                arrays++, one.type, one.name);
        } else {
            names += fmt::format("    const auto {} = static_cast<{}>(strider_numbers[{}]);\n", one.name, one.type,
                                 numbers++);
        }
    }
    const std::string launch =
        of.is_kernel && !on_host ? fmt::format("<<<dim3({}), dim3({}), {}>>>", of.grid, of.block, of.shared) : "";
    return fmt::format(R"(#include <strider/check/runtime/submission.hpp>
{0}void {1}({2});
static void strider_call(void* const* strider_arrays, const double* strider_numbers) {{
    (void)strider_numbers;
{3}    {1}{4}({5});
}}
static void* strider_allocate(unsigned strider_array, unsigned long strider_bytes) {{
{6}    return nullptr;
}}
int main(int count, char** words) {{
    return strider::emulation::program::run_submission(count, words, {{&strider_call, {7}}});
}}
#define main static strider_main_of_submission
#include "{8}"
)",
                       head, of.entry, fmt::join(declarations, ", "), names, launch, fmt::join(arguments, ", "),
                       on_host ? "" : allocations, on_host ? "nullptr" : "&strider_allocate", source);
}

std::string input_of(const course_test& test, const assignment& of) {
    std::string numbers, arrays;
    std::uint64_t count = 0;
    for (const parameter& one : of.parameters) {
        if (one.type.ends_with('*')) continue;
        numbers += bytes_of(test.numbers.at(one.name));
        ++count;
    }
    generator from(test.seed);
    for (const array_parameter& one : of.arrays) {
        const std::size_t elements = of.elements(one, test);
        arrays += bytes_of<std::uint64_t>(elements * one.type->bytes) + bytes_of<std::uint64_t>(one.is_input) +
                  bytes_of<std::uint64_t>(one.is_output);
        if (one.is_input) arrays += values_of(one, elements, from);
    }
    return bytes_of(count) + numbers + bytes_of<std::uint64_t>(of.arrays.size()) + arrays;
}

test_output read_output(const std::filesystem::path& file, const course_test& test, const assignment& of) {
    std::ifstream in(file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    test_output result;
    if (bytes.size() < 16) return result;
    result.error = element<std::uint64_t>(bytes, 0);
    result.bytes_to_host = element<std::uint64_t>(bytes, 1);
    std::size_t at = 16;
    for (const array_parameter& one : of.arrays) {
        if (!one.is_output) continue;
        const std::size_t size = of.elements(one, test) * one.type->bytes;
        if (bytes.size() - at < size) return result;
        result.arrays.push_back(bytes.substr(at, size));
        at += size;
    }
    result.is_whole = at == bytes.size();
    return result;
}

std::string first_wrong(const test_output& got, const test_output& expected, const course_test& test,
                        const assignment& of) {
    std::size_t output = 0;
    for (const array_parameter& one : of.arrays) {
        if (!one.is_output) continue;
        const std::string &ours = got.arrays[output], &theirs = expected.arrays[output];
        ++output;
        const std::string wrong = with_type(*one.type, [&]<class T>(T) -> std::string {
            for (std::size_t i = 0; i < of.elements(one, test); ++i) {
                const T a = element<T>(ours, i), b = element<T>(theirs, i);
                if (!is_right(a, b, of.tolerance)) return fmt::format("{}[{}] is {}, not {}", one.name, i, a, b);
            }
            return "";
        });
        if (!wrong.empty()) return wrong;
    }
    return "";
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
