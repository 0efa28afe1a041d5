// Replacements of parts of a source that keep its lines.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace strider::kernel_check {

struct edit {
    std::size_t begin, end;
    std::string replacement;
    std::string on_device = {};  // in the copy of a function of both sides that the device runs
    bool has_device_variant = false;
};

/// The text between two braces that is there twice: for lanes, and for the host.
struct doubled_body {
    std::size_t begin, end;
    int line;
};

class edits {
public:
    void add(edit one) { all_.push_back(std::move(one)); }
    void twice(doubled_body body) { doubled_.push_back(body); }
    bool any() const { return !all_.empty(); }

    /// `line_end` is what stands for a line of the source that a replacement has no more.
    /// Throws overlap.
    std::string apply(std::string_view source, std::string_view line_end);

private:
    std::string part(std::size_t begin, std::size_t end, bool on_device) const;

    std::string_view source_, line_end_;
    std::vector<edit> all_;
    std::vector<doubled_body> doubled_;
};

/// Thrown by edits::apply.
struct overlap {
    std::size_t position;
};

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
