// The CUDA reduction by key in the executor: the conformance suite under all checks, and the offsets of large inputs.
#include "tests/library/reduce_by_key_calls.hpp"
#include "tests/library/reduce_by_key_conformance.hpp"
#include "tests/library/simt_place.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Simt, ReduceByKeyConformance, simt_place);
const listed<simt_place, reduce_by_key_calls> reductions_by_key("reduce_by_key");

TEST(ReduceByKeySimt, OffsetsOf64BitsGiveTheSame) {
    const auto keys = elements_in_runs<std::uint32_t>(30'011, 300, 5);
    const std::vector<float> values = random_elements<float>(keys.size(), 6);
    std::vector<std::uint32_t> right_keys(keys.size());
    std::vector<float> right(keys.size());
    const std::uint64_t runs = reduce_by_key(serial{}, keys, values, right_keys, right);
    const simt_buffer<std::uint32_t> from(keys), unique(std::vector<std::uint32_t>(keys.size(), 0));
    const simt_buffer<float> of(values), results(std::vector<float>(keys.size(), 0));
    const simt_buffer<std::uint64_t> count(std::vector<std::uint64_t>{0});
    run_kernels::reduce_by_offsets_of<std::uint64_t>(
        simt{}, from.address(), of.address(), keys.size(), unique.address(), results.address(),
        segment_result<float, plus>{{}, 0, false}, starting_a_run<equal_to>{{}}, count.address());
    EXPECT_EQ(count.value(), runs);
    expect_same(unique.values(), right_keys, "keys");
    expect_same(results.values(), right, "results");
}

}  // namespace strider::test
