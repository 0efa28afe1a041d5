// Strips of segmented scans in the canonical order, by vectors: this file is compiled once for each instruction set.
//
// Values stay vectors of values, one lane a run, and the heads of a row are the bits of one word: what was combined
// across a head is selected away, so that no (value, head) pair is ever built. Where nothing stands before, the
// operator's neutral value does, as in scan_kernels.cpp.
#include <bit>
#include <cstdint>

#include <strider/core/heads.hpp>
#include <strider/core/neutral.hpp>
#include <strider/core/scan_order.hpp>
#include <strider/cpu/simd_scan.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/cpu/segmented_scan_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "src/cpu/scan_rows-inl.hpp"
#include "src/simd/operators-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::cpu_backend::HWY_NAMESPACE {

/// The bits of a word, one a run of a row, as masks of its vectors.
template <class T>
class masks_of_runs {
public:
    explicit HWY_INLINE masks_of_runs(std::uint32_t bits) : bits_(all(bits)) {}

    HWY_INLINE auto operator[](unsigned vector) const {
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
        // There, masks are bits; and no vector has to be compared for them.
        using mask = decltype(hn::FirstN(tag<T>(), 1));
        return mask{static_cast<decltype(mask::raw)>(bits_ >> vector * lanes_of<T>)};
#else
        HWY_ALIGN static constexpr auto places = [] {
            struct {
                unsigned_type bits[runs];
            } found{};
            for (unsigned i = 0; i < runs; ++i) found.bits[i] = unsigned_type{1} << i;
            return found;
        }();
        const auto place = hn::Load(unsigned_tag(), places.bits + vector * lanes_of<T>);
        return hn::RebindMask(tag<T>(), hn::TestBit(bits_, place));
#endif
    }

private:
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
    static HWY_INLINE std::uint32_t all(std::uint32_t bits) { return bits; }
#else
    using unsigned_type = hwy::MakeUnsigned<T>;
    using unsigned_tag = hn::RebindToUnsigned<tag<T>>;
    static HWY_INLINE auto all(std::uint32_t bits) { return hn::Set(unsigned_tag(), bits); }
#endif
    decltype(all(0)) bits_;
};

/// Kogge and Stone's scan of a row's runs, from `distance` on, not reaching across the runs that have a head.
template <unsigned distance, class T, class Operator>
HWY_INLINE void scan_headed_runs(row_of_runs<T>& row, std::uint32_t heads, vector_of<T> nothing, Operator op) {
    if constexpr (distance < runs) {
        const auto left = shifted<distance>(row, nothing);
        const masks_of_runs<T> closed(heads);
        for (unsigned v = 0; v < row.count; ++v) {
            row.vectors[v] = hn::IfThenElse(closed[v], row.vectors[v], combine(op, left.vectors[v], row.vectors[v]));
        }
        scan_headed_runs<2 * distance>(row, heads | heads << distance, nothing, op);
    }
}

template <class T>
T init_of(const simd_headed_scan& of) {
    return *static_cast<const T*>(of.init);
}

/// Every other bit of a word, from the lowest on.
constexpr std::uint32_t even_bits(std::uint64_t word) {
    word &= 0x5555'5555'5555'5555;
    word = (word | word >> 1) & 0x3333'3333'3333'3333;
    word = (word | word >> 2) & 0x0F0F'0F0F'0F0F'0F0F;
    word = (word | word >> 4) & 0x00FF'00FF'00FF'00FF;
    word = (word | word >> 8) & 0x0000'FFFF'0000'FFFF;
    return static_cast<std::uint32_t>(word | word >> 16);
}

template <class T>
constexpr unsigned row_size = runs * scan_order::run(sizeof(headed<T>));

/// Rows of one strip, with what stands before the next one.
template <class T, class Operator>
class headed_rows {
public:
    HWY_INLINE headed_rows(T init, bool exclusive, Operator op)
        : init_(hn::Set(tag<T>(), init)), exclusive_(exclusive), op_(op) {}

    /// Before a strip stands `base`, up to its first head.
    HWY_INLINE void begin(T base) {
        base_ = hn::Set(tag<T>(), base);
        before_row_ = nothing();
        open_ = true;
    }

    HWY_INLINE T total() const { return hn::GetLane(before_row_); }

    /// A row and its heads; there are results where there is a place for them.
    HWY_INLINE void take(const T* elements, const std::uint32_t* heads, T* results, bool streaming) {
        const tag<T> d;
        const auto last = places<T>([](unsigned) { return lanes - 1; });
        std::uint32_t bits[width];
        if constexpr (width == 1) {
            bits[0] = heads[0];
        } else {
            const std::uint64_t word = heads[0] | std::uint64_t{heads[1]} << 32;
            bits[0] = even_bits(word);
            bits[1] = even_bits(word >> 1);
        }
        const std::uint32_t with_head = bits[0] | bits[width - 1];
        const masks_of_runs<T> at_head[] = {masks_of_runs<T>(bits[0]), masks_of_runs<T>(bits[width - 1])};
        const masks_of_runs<T> closed(with_head);

        row_of_runs<T> folds[width];
        for (unsigned v = 0; v < count; ++v) {
            const T* const from = elements + v * lanes * width;
            if constexpr (width == 1) {
                folds[0].vectors[v] = hn::LoadU(d, from);
            } else if constexpr (lanes == 1) {
                folds[0].vectors[v] = hn::LoadU(d, from);
                folds[1].vectors[v] = hn::LoadU(d, from + 1);
            } else {
                hn::LoadInterleaved2(d, from, folds[0].vectors[v], folds[1].vectors[v]);
            }
            for (unsigned e = 0; e < width; ++e) {
                auto& fold = folds[e].vectors[v];
                const auto head = at_head[e][v];
                fold = hn::IfThenElse(head, combine(op_, init_, fold), fold);
                if (e > 0) fold = hn::IfThenElse(head, fold, combine(op_, folds[0].vectors[v], fold));
            }
        }
        row_of_runs<T> sums = folds[width - 1];
        scan_headed_runs<1>(sums, with_head, nothing(), op_);
        if (results != nullptr) write(folds, sums, bits, results, streaming);

        const auto total = hn::TableLookupLanes(sums.vectors[count - 1], last);
        before_row_ = with_head != 0 ? total : combine(op_, before_row_, total);
        open_ = open_ && with_head == 0;
    }

private:
    static constexpr unsigned lanes = lanes_of<T>, width = scan_order::run(sizeof(headed<T>));
    static constexpr unsigned count = row_of_runs<T>::count;
    static_assert(width <= 2);

    static HWY_INLINE vector_of<T> nothing() { return hn::Set(tag<T>(), neutral<T, Operator>()); }

    HWY_INLINE void write(const row_of_runs<T> (&folds)[width], const row_of_runs<T>& sums,
                          const std::uint32_t (&bits)[width], T* results, bool streaming) const {
        const tag<T> d;
        const std::uint32_t with_head = bits[0] | bits[width - 1];
        const masks_of_runs<T> at_head[] = {masks_of_runs<T>(bits[0]), masks_of_runs<T>(bits[width - 1])};
        const masks_of_runs<T> closed(with_head);
        const auto before = shifted<1>(sums, nothing());
        std::uint32_t seen = with_head;  // by a run, a head in it or left of it
        for (unsigned distance = 1; distance < runs; distance *= 2) seen |= seen << distance;
        const masks_of_runs<T> seen_before(seen << 1), seen_here(seen);
        for (unsigned v = 0; v < count; ++v) {
            const auto here = before.vectors[v];
            const auto left = hn::IfThenElse(seen_before[v], here, combine(op_, before_row_, here));
            // What stands before the strip reaches up to the first head of all.
            const auto based = [&](vector_of<T> found, auto has_seen) HWY_ATTR {
                return open_ ? hn::IfThenElse(has_seen, found, combine(op_, base_, found)) : found;
            };
            vector_of<T> found[width];
            found[0] = hn::IfThenElse(at_head[0][v], folds[0].vectors[v], combine(op_, left, folds[0].vectors[v]));
            if (exclusive_) {
                if constexpr (width == 2) {
                    found[1] = based(found[0], hn::Or(seen_before[v], at_head[0][v]));
                    found[1] = hn::IfThenElse(at_head[1][v], init_, found[1]);
                }
                found[0] = hn::IfThenElse(at_head[0][v], init_, based(left, seen_before[v]));
            } else {
                if constexpr (width == 2) {
                    const auto fold = folds[1].vectors[v];
                    found[1] = hn::IfThenElse(closed[v], fold, combine(op_, left, fold));
                    found[1] = based(found[1], seen_here[v]);
                }
                found[0] = based(found[0], hn::Or(seen_before[v], at_head[0][v]));
            }
            T* const to = results + v * lanes * width;
            if constexpr (width == 1) {
                store<T>(found[0], to, streaming);
            } else if constexpr (lanes == 1) {
                hn::StoreU(found[0], d, to);
                hn::StoreU(found[1], d, to + 1);
            } else if (streaming) {
                HWY_ALIGN T mixed[lanes * width];
                hn::StoreInterleaved2(found[0], found[1], d, mixed);
                for (unsigned e = 0; e < width; ++e) {
                    store<T>(hn::Load(d, mixed + e * lanes), to + e * lanes, streaming);
                }
            } else {
                hn::StoreInterleaved2(found[0], found[1], d, to);
            }
        }
    }

    vector_of<T> init_, base_, before_row_;
    bool open_ = true;  ///< no head so far
    bool exclusive_;
    Operator op_;
};

/// Strips with what stands before the next row, or, where any order gives the same, before the next element.
template <class T, class Operator>
class headed_scans {
public:
    HWY_INLINE headed_scans(const simd_headed_scan& of, Operator op)
        : before_strips_(static_cast<const T*>(of.scan.before)),
          heads_(of.heads),
          with_init_(of.with_init),
          exclusive_(of.scan.exclusive),
          rows_(init_of<T>(of), exclusive_, op),
          init_(hn::Set(tag<T>(), init_of<T>(of))),
          op_(op) {}

    HWY_INLINE void begin(unsigned strip) {
        base_ = hn::Set(tag<T>(), before_strips_[strip]);
        rows_.begin(before_strips_[strip]);
    }

    HWY_INLINE void row(unsigned, const T* elements, T* results, bool streaming) {
        constexpr unsigned words = row_size<T> / 32;
        if constexpr (any_order<T>) {
            for (unsigned w = 0; w < words; ++w) scan_word(elements + w * 32, heads_[w], results + w * 32, streaming);
        } else {
            rows_.take(elements, heads_, results, streaming);
        }
        heads_ += words;
    }

private:
    static constexpr unsigned lanes = lanes_of<T>;

    /// The elements of a word of heads.
    HWY_INLINE void scan_word(const T* elements, std::uint32_t heads, T* results, bool streaming) {
        const tag<T> d;
        const auto last = places<T>([](unsigned) { return lanes - 1; });
        const auto to_right = places<T>([](unsigned i) { return (i + lanes - 1) % lanes; });
        const auto is_first = hn::FirstN(d, 1);
        const masks_of_runs<T> at_head(heads);
        constexpr auto first_lanes = [] {
            std::uint32_t bits = 0;
            for (unsigned i = 0; i < 32; i += lanes) bits |= std::uint32_t{1} << i;
            return bits;
        }();
        row_of_runs<T> word;
        auto& vectors = word.vectors;
        for (unsigned v = 0; v < word.count; ++v) {
            auto x = hn::LoadU(d, elements + v * lanes);
            if (with_init_) x = hn::IfThenElse(at_head[v], combine(op_, init_, x), x);
            vectors[v] = x;
        }
        scan_lanes<1>(word, heads | first_lanes);
        for (unsigned v = 0; v < word.count; ++v) {
            const std::uint32_t here = heads >> v * lanes & static_cast<std::uint32_t>((std::uint64_t{1} << lanes) - 1);
            // From the first head on, what stands before the vector is not seen.
            const masks_of_runs<T> has_seen(std::uint32_t{0} - (here & (std::uint32_t{0} - here)));
            const masks_of_runs<T> has_head(here != 0 ? ~std::uint32_t{0} : 0);
            auto found = hn::IfThenElse(has_seen[0], vectors[v], combine(op_, base_, vectors[v]));
            if (exclusive_) {
                found = hn::IfThenElse(is_first, base_, hn::TableLookupLanes(found, to_right));
                found = hn::IfThenElse(at_head[v], init_, found);
            }
            const auto total = hn::TableLookupLanes(vectors[v], last);
            base_ = hn::IfThenElse(has_head[0], total, combine(op_, base_, total));
            store<T>(found, results + v * lanes, streaming);
        }
    }

    /// Kogge and Stone's scan of each vector, from `distance` on, not reaching across the lanes that are closed.
    template <unsigned distance>
    HWY_INLINE void scan_lanes(row_of_runs<T>& word, std::uint32_t closed) const {
        if constexpr (distance < lanes) {
            const auto from_left = places<T>([](unsigned i) { return (i + lanes - distance) % lanes; });
            const masks_of_runs<T> is_closed(closed);
            for (unsigned v = 0; v < word.count; ++v) {
                auto& x = word.vectors[v];
                x = hn::IfThenElse(is_closed[v], x, combine(op_, hn::TableLookupLanes(x, from_left), x));
            }
            scan_lanes<2 * distance>(word, closed | closed << distance);
        }
    }

    const T* before_strips_;
    const std::uint32_t* heads_;
    bool with_init_;
    bool exclusive_;
    headed_rows<T, Operator> rows_;
    vector_of<T> init_, base_;
    Operator op_;
};

/// The totals of strips: of what stands from their last heads on.
template <class T, class Operator>
class headed_totals {
public:
    HWY_INLINE headed_totals(const simd_headed_scan& of, Operator op)
        : results_(static_cast<T*>(of.scan.next_totals)),
          init_(init_of<T>(of)),
          rows_(of.scan.next.rows),
          heads_(of.next_heads),
          op_(op) {}

    HWY_INLINE void begin(unsigned) {}
    HWY_INLINE void row(unsigned, const T*) {}  // there is less to read than that

    /// Elements end at `end`.
    HWY_INLINE void end(unsigned strip, const T* end) {
        constexpr unsigned words_of_row = row_size<T> / 32;
        const unsigned words = rows_ * words_of_row;
        unsigned last = words;
        while (last > 0 && heads_[last - 1] == 0) --last;
        const T* const elements = end - words * 32;
        if constexpr (any_order<T>) {
            const unsigned first =
                last == 0 ? 0 : last * 32 - 1 - static_cast<unsigned>(std::countl_zero(heads_[last - 1]));
            const T total = total_of(elements + first, words * 32 - first);
            results_[strip] = last == 0 ? total : static_cast<T>(op_(init_, total));
        } else {
            headed_rows<T, Operator> rows(init_, false, op_);
            rows.begin(T{});
            for (unsigned r = last == 0 ? 0 : (last - 1) / words_of_row; r < rows_; ++r) {
                rows.take(elements + r * row_size<T>, heads_ + r * words_of_row, nullptr, false);
            }
            results_[strip] = rows.total();
        }
        heads_ += words;
    }

private:
    HWY_INLINE T total_of(const T* elements, unsigned count) const {
        constexpr unsigned lanes = lanes_of<T>;
        const tag<T> d;
        auto total = hn::Set(d, neutral<T, Operator>()), other = total;
        unsigned i = 0;
        for (; i + 2 * lanes <= count; i += 2 * lanes) {
            total = combine(op_, total, hn::LoadU(d, elements + i));
            other = combine(op_, other, hn::LoadU(d, elements + i + lanes));
        }
        HWY_ALIGN T values[lanes];
        hn::Store(combine(op_, total, other), d, values);
        for (; i < count; ++i) values[0] = op_(values[0], elements[i]);
        for (unsigned k = 1; k < lanes; ++k) values[0] = op_(values[0], values[k]);
        return values[0];
    }

    T* results_;
    T init_;
    unsigned rows_;
    const std::uint32_t* heads_;
    Operator op_;
};

void scan_headed_any(const simd_headed_scan& of, void* output) {
    with_types(of.scan.type, of.scan.op, [&](auto of_type, auto op) {
        using T = decltype(of_type);
        using operation = decltype(op);
        scan_and_total<T, row_size<T>>(of.scan.strips, headed_scans<T, operation>(of, op), of.scan.next,
                                       headed_totals<T, operation>(of, op), of.scan.streaming, static_cast<T*>(output));
    });
}

}  // namespace strider::cpu_backend::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::cpu_backend {

HWY_EXPORT(scan_headed_any);

void scan_simd_headed_strips(const simd_headed_scan& of, void* output) {
    HWY_DYNAMIC_DISPATCH(scan_headed_any)(of, output);
}

}  // namespace strider::cpu_backend
#endif
