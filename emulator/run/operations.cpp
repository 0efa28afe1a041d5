#include <strider/emulator/operations.hpp>

#include <atomic>

namespace strider::emulation {

namespace {
std::atomic<std::uint64_t> last_number = 0;
thread_local stream_operation* current = nullptr;
}  // namespace

std::uint64_t next_operation() noexcept { return ++last_number; }
std::uint64_t last_operation() noexcept { return last_number; }

stream_operation* current_operation() noexcept { return current; }

operation_scope::operation_scope(stream_operation& now) noexcept : outer_(std::exchange(current, &now)) {}
operation_scope::~operation_scope() { current = outer_; }

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
