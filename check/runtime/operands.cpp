#include "operands.hpp"

#include <utility>

#include <strider/emulator/host_watch.hpp>

#include "defects.hpp"
#include "known_memory.hpp"

// Where the program begins and ends, with its variables and the strings of its kernels, by the linker.
extern "C" char __executable_start[], _end[];

namespace strider::emulation::runtime {

// Not in an anonymous namespace, so that emulator/run/memoise.cpp does not take it for a variable of the program.
static thread_local operation_part current_part = operation_part::whole;

operation_part part_of_operation() { return current_part; }
part_scope::part_scope(operation_part part) : outer_(std::exchange(current_part, part)) {}
part_scope::~part_scope() { current_part = outer_; }

bool is_program_variable(const void* pointer) { return pointer >= __executable_start && pointer < _end; }

side_defect defect_of(const std::string& name, const void* pointer, std::size_t bytes, bool device) {
    if (pointer == nullptr) return {name + " is a null pointer", "allocate the memory before this call", true};
    const auto in = memory().find(pointer);
    if (!in && was_released(pointer))
        return {name + " has been freed", "free the memory only after the last call that uses it"};
    if (!in && (!device || (is_program_variable(pointer) && !is_host_variable(pointer)))) return {};
    if (!in)
        return {name + " should be device memory, but is not",
                "pass memory of the device, from cudaMalloc(); for a copy, check its direction and the order of the "
                "pointers",
                true};
    const auto offset = static_cast<std::size_t>(static_cast<const char*>(pointer) - in->begin);
    if (bytes > in->bytes - offset)
        return {name + " ends " + std::to_string(bytes - (in->bytes - offset)) + " bytes beyond an allocation of " +
                    std::to_string(in->bytes) + " bytes",
                "allocate as many bytes as the call uses, or let it use fewer"};
    if (device || !of_device(in->kind)) return {};
    return {name + " should be host memory, but is device memory",
            "pass memory of the host, or check the copy's direction and the order of its pointers"};
}

void note(std::vector<transferred_bytes> all) {
    const stream_operation* const now = current_operation();
    if (now == nullptr || !program::is_checked()) return;
    std::erase_if(all, [&](transferred_bytes& one) {
        const auto* const begin = reinterpret_cast<const void*>(one.memory.begin);
        if (memory().find(begin)) return false;
        const bool of_program = is_program_variable(begin);
        one.of_host = !now->host_waits && !now->staged && (!of_program || is_host_variable(begin));
        return !of_program && !one.of_host;
    });
    if (current_part != operation_part::given) note_transfer(all);
    if (current_part != operation_part::rest && !now->host_waits)
        note_use_of_host_memory(all, current_part == operation_part::given);
}

}  // namespace strider::emulation::runtime
// SPDX-License-Identifier: Apache-2.0
