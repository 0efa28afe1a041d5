// How the processes of one command hear of each other. A module (a shared library) implements it by MPI, so that the
// lab itself links none.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace strider::lab {

class transport {
public:
    virtual ~transport() = default;

    virtual int rank() const = 0;
    virtual int size() const = 0;

    /// What every rank has given, by rank; all ranks call it. Throws where they cannot reach each other any more.
    virtual std::vector<std::string> all_gather(std::string_view mine) = 0;

    /// Ends all ranks at once, where they cannot end together.
    [[noreturn]] virtual void abort(int status) = 0;
};

/// What a module exports, under the name "strider_open_transport".
using open_transport_function = transport* (*)();
inline constexpr const char* open_transport_symbol = "strider_open_transport";

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
