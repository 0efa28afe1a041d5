// What `strider reduce FILE` reports, fed piece by piece: written once for every device.
//
// The pieces are whole chunks of the canonical order of all elements, so the result does not depend on how they were
// cut.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include <ladders/device.hpp>
#include <strider/reduce.hpp>

namespace strider::ladders {

/// How a summary reaches the memory that its policy can read. This one is for policies that read the host's; a GPU's
/// copies.
struct host_memory {
    /// Elements are taken in groups of about so many bytes: three reductions read them, the last two from cache.
    static constexpr std::size_t group_bytes = std::size_t{4} << 20;

    /// `bytes` bytes of the host, where the policy can read them. What was staged before may be overwritten.
    const void* stage(const void* from_host, std::size_t) { return from_host; }
    /// Memory that the policy can read and write; throws where there is not enough.
    void* allocate(std::size_t bytes) { return ::operator new(bytes); }
    void release(void* memory) noexcept { ::operator delete(memory); }
};

/// Sum, extremes and their places, of elements of type T, by the library on `Policy`.
template <class Policy, class Memory, class T>
class typed_summary final : public streamed_summary {
public:
    using sum_type = std::conditional_t<std::is_floating_point_v<T>, double,
                                        std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>;

    typed_summary(Policy policy, Memory memory, std::uint64_t elements)
        : policy_(std::move(policy)),
          memory_(std::move(memory)),
          cut_(elements),
          sums_(memory_, cut_.chunks),
          least_(memory_, cut_.chunks),
          greatest_(memory_, cut_.chunks) {}

    std::uint64_t granularity() const override { return cut_.chunk; }

    void add(const void* elements, std::uint64_t count) override {
        if (count > cut_.elements - added_) {
            throw std::logic_error("summary: " + std::to_string(added_ + count) + " elements were added where " +
                                   std::to_string(cut_.elements) + " were announced");
        }
        if (count % cut_.chunk != 0 && added_ + count != cut_.elements) {
            throw std::logic_error("summary: a piece of " + std::to_string(count) + " elements: give a multiple of " +
                                   std::to_string(cut_.chunk) + " in every piece but the last");
        }
        const std::uint64_t group =
            std::max<std::uint64_t>(1, Memory::group_bytes / (cut_.chunk * sizeof(T))) * cut_.chunk;
        for (std::uint64_t done = 0; done < count; done += group) {
            add_group(static_cast<const T*>(elements) + done, std::min(group, count - done));
        }
    }

    summary finish() override {
        if (added_ != cut_.elements || added_ == 0) {
            throw std::logic_error("summary: finished after " + std::to_string(added_) + " of " +
                                   std::to_string(cut_.elements) + " elements: add all of them, and at least one");
        }
        const auto sum = detail::canonical_nan(reduce_partials(policy_, sums_.values, cut_.chunks, plus{}));
        const auto least = reduce_partials(policy_, least_.values, cut_.chunks, detail::first_extreme<minimum>{});
        const auto greatest = reduce_partials(policy_, greatest_.values, cut_.chunks, detail::first_extreme<maximum>{});

        summary found;
        found.elements = cut_.elements;
        if constexpr (std::is_floating_point_v<T>) {
            found.sum_f64 = sum;
        } else if constexpr (std::is_signed_v<T>) {
            found.sum_i64 = sum;
        } else {
            found.sum_u64 = sum;
        }
        found.mean = static_cast<double>(sum) / static_cast<double>(cut_.elements);
        std::memcpy(found.minimum, &least.value, sizeof(T));
        std::memcpy(found.maximum, &greatest.value, sizeof(T));
        found.argmin = least.index;
        found.argmax = greatest.index;
        return found;
    }

private:
    /// One partial result a chunk, in the policy's memory.
    template <class Value>
    struct partials {
        Memory& memory;
        Value* values;
        partials(Memory& of, std::uint64_t count)
            : memory(of), values(static_cast<Value*>(of.allocate(std::max<std::uint64_t>(1, count) * sizeof(Value)))) {}
        ~partials() { memory.release(values); }
        partials(const partials&) = delete;
        partials& operator=(const partials&) = delete;
    };

    void add_group(const T* from_host, std::uint64_t count) {
        const contiguous<T> elements{static_cast<const T*>(memory_.stage(from_host, count * sizeof(T)))};
        canonical_order::chunking group = cut_;  // the chunks of the whole, of which these are some
        group.elements = count;
        group.chunks = (count + cut_.chunk - 1) / cut_.chunk;
        const auto reduce_group = [&](const auto& source, auto op, auto* results) {
            reduce_chunks(policy_, source, group, 0, group.chunks, op, results + added_ / cut_.chunk);
        };
        if constexpr (std::is_same_v<T, sum_type>) {
            reduce_group(elements, plus{}, sums_.values);
        } else {
            const detail::convert_to<sum_type> widen;
            reduce_group(transformed{elements, widen}, plus{}, sums_.values);
        }
        const transformed places{elements, detail::with_index<T>{added_}};
        reduce_group(places, detail::first_extreme<minimum>{}, least_.values);
        reduce_group(places, detail::first_extreme<maximum>{}, greatest_.values);
        added_ += count;
    }

    Policy policy_;
    Memory memory_;
    canonical_order::chunking cut_;
    partials<sum_type> sums_;
    partials<located<T>> least_;
    partials<located<T>> greatest_;
    std::uint64_t added_ = 0;
};

/// The summary of `elements` elements of `type` by `policy`, which reads them where `memory` puts them.
template <class Policy, class Memory = host_memory>
std::unique_ptr<streamed_summary> make_summary(Policy policy, element_type type, std::uint64_t elements,
                                               Memory memory = {}) {
    return with_type(type, [&](auto zero) -> std::unique_ptr<streamed_summary> {
        return std::make_unique<typed_summary<Policy, Memory, decltype(zero)>>(std::move(policy), std::move(memory),
                                                                               elements);
    });
}

}  // namespace strider::ladders
