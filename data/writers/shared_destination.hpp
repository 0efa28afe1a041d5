// One file of all ranks, each of which writes its part.
#pragma once

#include <string>
#include <string_view>

#include <lab/base/output/destination.hpp>
#include <lab/base/ranks/ranks.hpp>

namespace strider::lab {

/// Each rank writes from start_at() on; the file appears when all have committed it. Of one rank alone, any
/// destination.
class shared_destination : public destination {
public:
    /// Throws usage_error as destination() does, and where several ranks would write to what is no file.
    shared_destination(const std::string& path, std::string_view option, ranks& peers);

    void commit();

private:
    ranks& peers_;
};

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
