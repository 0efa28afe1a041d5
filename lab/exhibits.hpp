// Exhibits: published tables, as files in ladders/<pattern>/published/.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <ladders/types.hpp>

namespace strider::lab {

/// One row as it was published. What the source does not give is left out.
struct published_row {
    std::string name;    ///< the source's own
    std::string device;  ///< the kind of device: "gpu" or "cpu"
    int rung = 0;        ///< ours of the same idea
    std::optional<double> milliseconds, gbps, step, cumulative, whole_program_milliseconds;
};

struct exhibit {
    std::string name;  ///< the file's, as `reproduce` takes it
    std::string title, citation, remark, pattern, device_name;
    ladders::operation op = ladders::operation::sum;
    ladders::element_type type = ladders::element_type::i32;
    std::uint64_t elements = 0;
    bool whole_program = false;
    std::vector<published_row> rows;  ///< in the order of our rungs
};

/// Reads one file. Throws std::runtime_error, which names the file, where it is no exhibit.
exhibit read_exhibit(const std::filesystem::path& file);

/// All exhibits that came with this executable, by name.
std::vector<exhibit> exhibits();

}  // namespace strider::lab
