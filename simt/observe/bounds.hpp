// Accesses to memory that is not there, and indices beyond an array.
#pragma once

#include "analysis.hpp"

namespace strider::executor {

/// Whether the access may be that of a structure of two 8-byte members, which nobody knows before check builds the
/// program again.
bool may_be_structure(const memory_access& misaligned);

class bounds final : public analysis {
public:
    void stray(worker& w, const memory_access& what) override;
    void misaligned(worker& w, const memory_access& what) override;
    void overrun(worker& w, const memory_access& what, const char* type) override;
    void bad_index(worker& w, const void* data, std::uintptr_t index, const void* pc) override;
};

}  // namespace strider::executor
// SPDX-License-Identifier: Apache-2.0
