// Static shared arrays of a function, which become references into the block's memory.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "edits.hpp"
#include "source_code.hpp"

namespace strider::kernel_check {

class shared_arrays {
public:
    shared_arrays(const code& in, edits& changes) : in_(in), changes_(changes) {}

    /// `__shared__ T a[4], b` in a function, from token `first` to the semicolon, becomes a class with the arrays as
    /// members, and two references. Returns false for another form, which stays thread-local.
    bool declare(std::size_t first, std::size_t semicolon);

    /// From token `from` to the end of the braces around, `name` is a reference into the block's memory.
    void know(const std::string& name, std::size_t from);
    /// Lambdas capture the references that they use, by reference: static arrays need no capture.
    void capture(std::size_t bracket);

    /// Lines of the statements that assign to an element of such an array.
    std::set<int> lines_of_stores() const;

private:
    struct reference {
        std::string name;
        std::size_t begin, end;  ///< tokens where it is known
    };

    std::vector<std::string> names(std::size_t first, std::size_t semicolon) const;
    std::size_t braces_around(std::size_t token) const;
    bool of_switch(std::size_t brace) const;

    const code& in_;
    edits& changes_;
    std::vector<reference> known_;
    unsigned declarations_ = 0, arrays_ = 0;
};

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
