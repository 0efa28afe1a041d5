#include <ladders/devices/simt_summary.hpp>
#include <ladders/devices/summary.hpp>

namespace strider::ladders {

std::unique_ptr<streamed_summary> summarise_in_executor(element_type type, std::uint64_t elements) {
    return make_summary(simt{}, type, elements);
}

}  // namespace strider::ladders
