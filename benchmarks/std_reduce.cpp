// std::reduce, compiled once for each set of flags that its speed hangs on; STRIDER_STD_REDUCE is the name it gets.
#include <cstdint>
#include <execution>
#include <numeric>

__attribute__((visibility("default"))) float STRIDER_STD_REDUCE(const float* first, std::uint64_t count) {
    return std::reduce(std::execution::par_unseq, first, first + count, 0.0f);
}
