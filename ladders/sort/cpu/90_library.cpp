// The calls of arrays: sorting has no ladder.
#include <ladders/sort/library.hpp>

namespace strider::ladders::sort {
namespace {

const library_registration for_arrays(host_library<calls, cpu>("sort")),
    for_arrays_serial(host_library<calls, serial>("sort"));

}  // namespace
}  // namespace strider::ladders::sort
