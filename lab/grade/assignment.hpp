// An assignment of a course: what a submission is called with, what is right, and what each criterion is worth.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace strider::lab {

/// An element of an array, by its name in C++.
struct element_type {
    std::string_view name;
    std::size_t bytes;
    bool is_real, is_signed;
};
/// Null where no array may have such elements.
const element_type* element_type_named(std::string_view name);

struct parameter {
    std::string declaration;  ///< as "const float* a"
    std::string name;
    std::string type;  ///< of a number; of an array "const float*"
};

struct array_parameter {
    std::string name;
    const element_type* type = nullptr;
    std::vector<std::string> size;  ///< names of numbers, and integers: their product
    bool is_input = false, is_output = false;
    double low = 0, high = 0;  ///< of an input's values
};

struct course_test {
    std::string name;
    bool hidden = false;
    std::uint64_t seed = 1;
    std::map<std::string, double, std::less<>> numbers;
};

enum class measure { right, findings, global_sectors, shared_wavefronts, longest_path, lanes };

struct criterion {
    std::string name;
    double points = 0;
    measure quantity = measure::right;
    double limit = 0;                ///< times the reference's; of `lanes` the least
    std::vector<std::string> kinds;  ///< of findings, by how their names begin; none: all
};

struct assignment {
    std::filesystem::path folder;
    std::string title, description, reference;
    std::string entry;
    bool is_kernel = false;             ///< else a function of the host
    std::string grid, block, shared;    ///< of a kernel, in C++
    std::vector<parameter> parameters;  ///< arrays and numbers
    std::vector<array_parameter> arrays;
    std::vector<course_test> tests;
    std::vector<criterion> criteria;
    double tolerance = 0;              ///< of real numbers: relative, absolute below 1
    std::uint64_t bytes_to_host = 0;   ///< that a submission may copy there
    std::vector<std::string> allowed;  ///< functions of the system; "*": all
    bool libraries = false;            ///< Thrust and CUB
    unsigned seconds = 10;             ///< of a test, counted as work
    unsigned memory_mib = 2048;

    /// How many elements the array has in the test.
    std::size_t elements(const array_parameter& array, const course_test& in) const;
};

/// Reads FOLDER/assignment.toml. Throws usage_error: one line with the file and the line in it.
assignment read_assignment(const std::filesystem::path& folder);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
