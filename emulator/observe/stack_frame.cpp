#include "stack_frame.hpp"

#include <pthread.h>
#include <unwind.h>

namespace strider::emulation {

namespace {

/// The first frame, from the innermost on, that `is_it(frame, pc)` accepts.
template <class IsIt>
stack_frame find_frame(IsIt is_it) {
    struct search {
        IsIt& is_it;
        std::uintptr_t begin = 0;
        const void* pc = nullptr;
        stack_frame found;
    } all{is_it, 0, nullptr, {}};
    const auto look_at = [](_Unwind_Context* frame, void* data) {
        auto& its = *static_cast<search*>(data);
        const std::uintptr_t begin = _Unwind_GetCFA(frame);
        if (const stack_frame inner{its.begin, begin}; its.begin != 0 && its.is_it(inner, its.pc)) {
            its.found = inner;
            return _URC_END_OF_STACK;
        }
        its.begin = begin;
        its.pc = reinterpret_cast<const void*>(_Unwind_GetIP(frame));
        return _URC_NO_REASON;
    };
    _Unwind_Backtrace(look_at, &all);
    return all.found;
}

}  // namespace

address_range own_stack() {
    pthread_attr_t how;
    void* begin = nullptr;
    std::size_t bytes = 0;
    if (pthread_getattr_np(pthread_self(), &how) != 0) return {};
    pthread_attr_getstack(&how, &begin, &bytes);
    pthread_attr_destroy(&how);
    return {reinterpret_cast<std::uintptr_t>(begin), bytes};
}

stack_frame frame_with(std::uintptr_t address) {
    thread_local const address_range stack = own_stack();
    const std::uintptr_t here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    if (address < here || address >= stack.begin + stack.bytes) return {};
    return find_frame([=](const stack_frame& frame, const void*) { return address < frame.end; });
}

stack_frame frame_of(const void* pc) {
    return find_frame([=](const stack_frame&, const void* at) { return at == pc; });
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
