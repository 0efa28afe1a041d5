#include "operands.hpp"

#include "defects.hpp"
#include "known_memory.hpp"

// Where the program begins and ends, with its variables and the strings of its kernels, by the linker.
extern "C" char __executable_start[], _end[];

namespace strider::executor::runtime {

static constexpr const char* freed = " has been freed";

bool is_program_variable(const void* pointer) { return pointer >= __executable_start && pointer < _end; }

std::string defect(const std::string& name, const void* pointer, std::size_t bytes, bool device) {
    if (pointer == nullptr) return name + " is a null pointer";
    const auto in = memory().find(pointer);
    if (!in && was_released(pointer)) return name + freed;
    if (!in) return !device || is_program_variable(pointer) ? "" : name + " should be device memory, but is not";
    const auto offset = static_cast<std::size_t>(static_cast<const char*>(pointer) - in->begin);
    if (bytes > in->bytes - offset)
        return name + " ends " + std::to_string(bytes - (in->bytes - offset)) + " bytes beyond an allocation of " +
               std::to_string(in->bytes) + " bytes";
    return device || !of_device(in->kind) ? "" : name + " should be host memory, but is device memory";
}

const char* fix_of(const std::string& defect, const char* otherwise) {
    return defect.ends_with(freed) ? "free the memory only after the last call that uses it" : otherwise;
}

void note(std::vector<transferred_bytes> all) {
    if (current_operation() == nullptr || !program::is_checked()) return;
    std::erase_if(all, [](const transferred_bytes& one) {
        const auto* const begin = reinterpret_cast<const void*>(one.memory.begin);
        return !memory().find(begin) && !is_program_variable(begin);
    });
    note_transfer(all);
}

}  // namespace strider::executor::runtime
// SPDX-License-Identifier: Apache-2.0
