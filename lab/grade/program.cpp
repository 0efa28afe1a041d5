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

std::string values_of(const array_parameter& array, std::size_t elements, generator& from) {
    return with_type(*array.type, [&]<class T>(T) {
        std::string bytes;
        bytes.reserve(elements * sizeof(T));
        for (std::size_t i = 0; i < elements; ++i) {
            const std::uint64_t drawn = from.next();
            if constexpr (std::is_floating_point_v<T>) {
                bytes += bytes_of(
                    static_cast<T>(array.low + (array.high - array.low) * static_cast<double>(drawn >> 40) * 0x1p-24));
            } else {
                const auto least = static_cast<std::int64_t>(array.low);
                const auto range = static_cast<std::uint64_t>(static_cast<std::int64_t>(array.high) - least) + 1;
                bytes += bytes_of(static_cast<T>(least + static_cast<std::int64_t>(drawn % range)));
            }
        }
        return bytes;
    });
}

template <class T>
T element(const std::string& bytes, std::size_t i) {
    T value;
    std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
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

std::string program_around(const std::string& source, const assignment& task, bool on_host) {
    std::vector<std::string> declarations, arguments;
    std::string names, allocations, head = task.is_kernel && !on_host ? "__global__ " : "";
    std::size_t arrays = 0, numbers = 0;
    for (const parameter& declared : task.parameters) {
        declarations.push_back(declared.declaration);
        arguments.push_back(declared.name);
        if (declared.type.ends_with('*')) {
            names += fmt::format("    const auto {} = static_cast<{}>(strider_arrays[{}]);\n", declared.name,
                                 declared.type, arrays);
            allocations += fmt::format(
                "    if (strider_array == {0}) {{\n"
                "        {1} {2};\n"
                "        cudaMalloc(&{2}, strider_bytes);\n"
                "        return const_cast<void*>(static_cast<const void*>({2}));\n"
                "    }}\n",
                arrays++, declared.type, declared.name);
        } else {
            names += fmt::format("    const auto {} = static_cast<{}>(strider_numbers[{}]);\n", declared.name,
                                 declared.type, numbers++);
        }
    }
    const std::string launch = task.is_kernel && !on_host
                                   ? fmt::format("<<<dim3({}), dim3({}), {}>>>", task.grid, task.block, task.shared)
                                   : "";
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
                       head, task.entry, fmt::join(declarations, ", "), names, launch, fmt::join(arguments, ", "),
                       on_host ? "" : allocations, on_host ? "nullptr" : "&strider_allocate", source);
}

std::string input_of(const course_test& test, const assignment& task) {
    std::string numbers, arrays;
    std::uint64_t count = 0;
    for (const parameter& declared : task.parameters) {
        if (declared.type.ends_with('*')) continue;
        numbers += bytes_of(test.numbers.at(declared.name));
        ++count;
    }
    generator from(test.seed);
    for (const array_parameter& array : task.arrays) {
        const std::size_t elements = task.elements(array, test);
        arrays += bytes_of<std::uint64_t>(elements * array.type->bytes) + bytes_of<std::uint64_t>(array.is_input) +
                  bytes_of<std::uint64_t>(array.is_output);
        if (array.is_input) arrays += values_of(array, elements, from);
    }
    return bytes_of(count) + numbers + bytes_of<std::uint64_t>(task.arrays.size()) + arrays;
}

test_output read_output(const std::filesystem::path& file, const course_test& test, const assignment& task) {
    std::ifstream in(file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    test_output result;
    if (bytes.size() < 16) return result;
    result.error = element<std::uint64_t>(bytes, 0);
    result.bytes_to_host = element<std::uint64_t>(bytes, 1);
    std::size_t place = 16;
    for (const array_parameter& array : task.arrays) {
        if (!array.is_output) continue;
        const std::size_t size = task.elements(array, test) * array.type->bytes;
        if (bytes.size() - place < size) return result;
        result.arrays.push_back(bytes.substr(place, size));
        place += size;
    }
    result.is_whole = place == bytes.size();
    return result;
}

std::string first_wrong(const test_output& got, const test_output& expected, const course_test& test,
                        const assignment& task) {
    std::size_t output = 0;
    for (const array_parameter& array : task.arrays) {
        if (!array.is_output) continue;
        const std::string &ours = got.arrays[output], &theirs = expected.arrays[output];
        ++output;
        const std::string wrong = with_type(*array.type, [&]<class T>(T) -> std::string {
            for (std::size_t i = 0; i < task.elements(array, test); ++i) {
                const T a = element<T>(ours, i), b = element<T>(theirs, i);
                if (!is_right(a, b, task.tolerance)) return fmt::format("{}[{}] is {}, not {}", array.name, i, a, b);
            }
            return "";
        });
        if (!wrong.empty()) return wrong;
    }
    return "";
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
