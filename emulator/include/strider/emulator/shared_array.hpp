// Static shared arrays of translated programs. Each lies in the memory of the block, at the offset that block_arrays()
// assigns. (Arrays of other kernels are thread-local variables.)
#pragma once

#include <cstddef>

namespace strider::emulation {

struct shared_array {
    /// Adds itself to a list while the program is loaded. `number` counts the arrays of a function in order.
    shared_array(std::size_t bytes, std::size_t alignment, unsigned number);

    std::size_t bytes, alignment;
    unsigned number;
    std::size_t offset;  ///< offset in the block's memory
};

/// A shared array as a static member of a class of its declaration, so that its symbol tells reports its name and its
/// function's.
template <auto Member, std::size_t Bytes, std::size_t Alignment, unsigned Number>
inline shared_array shared_array_of{Bytes, Alignment, Number};

/// The array's address for the running block. Throws std::logic_error outside of a kernel.
void* place_of(const shared_array& array);

}  // namespace strider::emulation

// NOLINTNEXTLINE(bugprone-macro-parentheses): it declares `name`
#define STRIDER_EMULATOR_SHARED(declaration, name, number)                                                         \
    decltype(declaration::name)& name = *static_cast<decltype(declaration::name)*>(::strider::emulation::place_of( \
        ::strider::emulation::shared_array_of<&declaration::name, sizeof(declaration::name),                       \
                                              __alignof__(declaration::name), number>))
// SPDX-License-Identifier: Apache-2.0
