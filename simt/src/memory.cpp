#include <strider/simt/memory.hpp>
#include <cstdlib>
#include <new>
#include <stdexcept>
namespace strider::simt {
struct region::entry {};
void* allocate(std::size_t bytes, std::string) { void* p = std::aligned_alloc(256, (bytes + 511) / 256 * 256); if (!p) throw std::bad_alloc(); return p; }
void release(void* pointer) { std::free(pointer); }
void mark_written(const void*, std::size_t) {}
region::region(const void*, std::size_t, std::string, bool) {}
region::~region() = default;
region::region(region&& other) noexcept = default;
region& region::operator=(region&& other) noexcept = default;
}
