// Static shared arrays of translated programs. Each lies in the memory of the block, as far from its beginning as
// block_arrays() says. (Other kernels have theirs in thread-local storage.)
#pragma once

#include <cstddef>

namespace strider::emulation {

struct shared_array {
    /// Lists itself, while the program is loaded. Arrays of a function are numbered as they are declared.
    shared_array(std::size_t bytes, std::size_t alignment, unsigned number);

    std::size_t bytes, alignment;
    unsigned number;
    std::size_t offset;  ///< in the block's memory
};

/// The array that is a member of a class of its declaration: reports take its name, and its function's, from the
/// symbol.
template <auto Member, std::size_t Bytes, std::size_t Alignment, unsigned Number>
inline shared_array shared_array_of{Bytes, Alignment, Number};

/// In the memory of the block that runs. Throws std::logic_error outside of a kernel.
void* place_of(const shared_array& array);

}  // namespace strider::emulation

// NOLINTNEXTLINE(bugprone-macro-parentheses): it declares `name`
#define STRIDER_EMULATOR_SHARED(declaration, name, number)                                                         \
    decltype(declaration::name)& name = *static_cast<decltype(declaration::name)*>(::strider::emulation::place_of( \
        ::strider::emulation::shared_array_of<&declaration::name, sizeof(declaration::name),                       \
                                              __alignof__(declaration::name), number>))
// SPDX-License-Identifier: Apache-2.0
