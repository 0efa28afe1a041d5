// Misuse of the host's calls: what they refuse, and that a call which gets no memory throws, keeps nothing, and lets
// the next one work: of every call the first allocations fail, one in each run, and some of the later ones.
#include <atomic>
#include <cstdlib>
#include <new>

#include "tests/library/every_call.hpp"
#include "tests/library/host_places.hpp"

namespace {

/// All of this program's allocations by operator new, but for those that are over-aligned.
std::atomic<long> alive{0};
std::atomic<long> before_failing{-1};  ///< allocations that succeed before one fails; negative: all do

void* allocate(std::size_t bytes) {
    if (before_failing.load(std::memory_order_relaxed) >= 0 && before_failing.fetch_sub(1) == 0) throw std::bad_alloc();
    void* const memory = std::malloc(bytes == 0 ? 1 : bytes);
    if (memory == nullptr) throw std::bad_alloc();
    alive.fetch_add(1);
    return memory;
}

void deallocate(void* memory) noexcept {
    if (memory != nullptr) alive.fetch_sub(1);
    std::free(memory);
}

}  // namespace

void* operator new(std::size_t bytes) { return allocate(bytes); }
void* operator new[](std::size_t bytes) { return allocate(bytes); }
void operator delete(void* memory) noexcept { deallocate(memory); }
void operator delete[](void* memory) noexcept { deallocate(memory); }
void operator delete(void* memory, std::size_t) noexcept { deallocate(memory); }
void operator delete[](void* memory, std::size_t) noexcept { deallocate(memory); }

namespace strider::test {

template <class Place>
class Misuse : public testing::Test {};
using host_places = testing::Types<serial_place, cpu_place>;
TYPED_TEST_SUITE(Misuse, host_places);

TYPED_TEST(Misuse, WrongCallsSayWhatToDo) {
    for (const auto& wrong : every_wrong_call<TypeParam>()) expect_refused(TypeParam::policy(), wrong);
}

TYPED_TEST(Misuse, AnyAllocationMayFail) {
    const auto at = TypeParam::policy();
    for (const auto& call : every_call<TypeParam>(200'003)) {
        call.run(at);  // what is made once for all calls is there now
        bool done = false, failed = false;
        for (long succeeding = 0; !done; succeeding += 1 + succeeding / 8) {
            const long alive_before = alive.load();
            before_failing = succeeding;
            try {
                call.run(at);
                done = before_failing.load() >= 0;  // nothing was left to fail
            } catch (const std::bad_alloc&) {
                failed = true;
            }
            before_failing = -1;
            EXPECT_EQ(alive.load(), alive_before) << call.name << ", allocation " << succeeding;
            call.run(at);
            EXPECT_TRUE(call.is_right()) << call.name << " after allocation " << succeeding << " failed";
        }
        EXPECT_TRUE(failed) << call.name << " allocates nothing";
    }
}

}  // namespace strider::test
