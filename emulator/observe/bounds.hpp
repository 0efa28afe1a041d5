// Accesses out of bounds, and indices beyond an array.
#pragma once

#include "analysis.hpp"

namespace strider::emulation {

/// Whether the access may belong to a structure of two 8-byte members, which is not known until check builds the
/// program again.
bool may_be_structure(const memory_access& misaligned);

/// Whether what the compiler tells of a bad index may be about the last member of a structure that goes on behind it:
/// an array of no or one element, which g++ calls [0x10000000000000000] or [1].
bool may_be_flexible(const void* data, std::uintptr_t index);

class bounds final : public analysis {
public:
    void begin_block(worker& w) override;
    void on_access(worker& w, touched_memory& what) override {
        if (what.bytes == 1 && what.how == access_load) [[unlikely]]
            last_byte_[w.current->index] = what.address;
    }
    void on_out_of_bounds(worker& w, const memory_access& what) override;
    void misaligned(worker& w, const memory_access& what) override;
    void overrun(worker& w, const memory_access& what, const char* type) override;
    void bad_index(worker& w, const void* data, std::uintptr_t index, const void* pc) override;

private:
    /// Whether the index is the last byte that the lane read, as a signed character.
    bool is_last_char(const worker& w, std::int64_t index) const;

    std::array<std::uintptr_t, most_lanes> last_byte_{};  ///< by lane: address of the last byte that it read
};

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
