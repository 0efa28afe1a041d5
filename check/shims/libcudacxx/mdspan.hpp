// cuda::std::mdspan: an array of several dimensions over memory that is another's. C++20 does not have it yet.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

#include <strider/check/shims/libcudacxx/std.hpp>

namespace cuda::std {

inline constexpr ::std::size_t dynamic_extent = ::std::dynamic_extent;

template <class Index, ::std::size_t... Extents>
class extents {
public:
    using index_type = Index;
    using size_type = ::std::make_unsigned_t<Index>;
    using rank_type = ::std::size_t;

    static constexpr rank_type rank() { return sizeof...(Extents); }
    static constexpr rank_type rank_dynamic() { return ((Extents == dynamic_extent) + ... + 0); }
    static constexpr ::std::size_t static_extent(rank_type r) { return fixed[r]; }
    constexpr Index extent(rank_type r) const { return values_[r]; }

    constexpr extents() {
        for (rank_type r = 0; r < rank(); ++r)
            values_[r] = fixed[r] == dynamic_extent ? 0 : static_cast<Index>(fixed[r]);
    }
    /// The values are the dynamic extents, or all extents.
    template <class... Values>
        requires(sizeof...(Values) > 0 && (::std::is_convertible_v<Values, Index> && ...) &&
                 (sizeof...(Values) == rank() || sizeof...(Values) == rank_dynamic()))
    constexpr explicit(sizeof...(Values) != rank_dynamic()) extents(Values... values) : extents() {
        const Index given[] = {static_cast<Index>(values)...};
        for (rank_type r = 0, next = 0; r < rank(); ++r)
            if (sizeof...(Values) == rank() || fixed[r] == dynamic_extent) values_[r] = given[next++];
    }
    template <class Other, ::std::size_t... OtherExtents>
        requires(sizeof...(OtherExtents) == sizeof...(Extents))
    constexpr extents(const extents<Other, OtherExtents...>& other) {
        for (rank_type r = 0; r < rank(); ++r) values_[r] = static_cast<Index>(other.extent(r));
    }
    friend constexpr bool operator==(const extents&, const extents&) = default;

private:
    static constexpr ::std::array<::std::size_t, sizeof...(Extents)> fixed{Extents...};
    ::std::array<Index, sizeof...(Extents)> values_{};
};
template <class... Values>
extents(Values...) -> extents<::std::size_t, (static_cast<void>(sizeof(Values)), dynamic_extent)...>;

namespace detail {
template <class Index, class Ranks>
struct dynamic_extents;
template <class Index, ::std::size_t... Ranks>
struct dynamic_extents<Index, ::std::index_sequence<Ranks...>> {
    using type = extents<Index, (static_cast<void>(Ranks), dynamic_extent)...>;
};

/// The strides of a layout whose dimensions follow each other without gaps.
template <class Extents, bool LastIsDense>
class dense_mapping {
public:
    using extents_type = Extents;
    using index_type = typename Extents::index_type;
    using rank_type = typename Extents::rank_type;

    constexpr dense_mapping() = default;
    constexpr dense_mapping(const Extents& extents) : extents_(extents) {}
    constexpr const Extents& extents() const { return extents_; }
    constexpr index_type stride(rank_type r) const {
        index_type product = 1;
        for (rank_type i = LastIsDense ? r + 1 : 0; i < (LastIsDense ? Extents::rank() : r); ++i)
            product *= extents_.extent(i);
        return product;
    }
    constexpr index_type required_span_size() const {
        index_type product = 1;
        for (rank_type i = 0; i < Extents::rank(); ++i) product *= extents_.extent(i);
        return product;
    }
    template <class... Indices>
    constexpr index_type operator()(Indices... indices) const {
        rank_type r = 0;
        return ((static_cast<index_type>(indices) * stride(r++)) + ... + 0);
    }
    static constexpr bool is_always_unique() { return true; }
    static constexpr bool is_always_exhaustive() { return true; }
    static constexpr bool is_always_strided() { return true; }

private:
    [[no_unique_address]] Extents extents_{};
};
}  // namespace detail

template <class Index, ::std::size_t Rank>
using dextents = typename detail::dynamic_extents<Index, ::std::make_index_sequence<Rank>>::type;

struct layout_right {
    template <class Extents>
    using mapping = detail::dense_mapping<Extents, true>;
};
struct layout_left {
    template <class Extents>
    using mapping = detail::dense_mapping<Extents, false>;
};
struct layout_stride {
    template <class Extents>
    class mapping {
    public:
        using extents_type = Extents;
        using index_type = typename Extents::index_type;
        using rank_type = typename Extents::rank_type;

        constexpr mapping() = default;
        template <class Stride>
        constexpr mapping(const Extents& extents, const ::std::array<Stride, Extents::rank()>& strides)
            : extents_(extents) {
            for (rank_type r = 0; r < Extents::rank(); ++r) strides_[r] = static_cast<index_type>(strides[r]);
        }
        constexpr const Extents& extents() const { return extents_; }
        constexpr index_type stride(rank_type r) const { return strides_[r]; }
        template <class... Indices>
        constexpr index_type operator()(Indices... indices) const {
            rank_type r = 0;
            return ((static_cast<index_type>(indices) * strides_[r++]) + ... + 0);
        }

    private:
        Extents extents_{};
        ::std::array<index_type, Extents::rank()> strides_{};
    };
};

template <class T>
struct default_accessor {
    using element_type = T;
    using reference = T&;
    using data_handle_type = T*;
    using offset_policy = default_accessor;
    constexpr default_accessor() = default;
    template <class Other>
        requires ::std::is_convertible_v<Other (*)[], T (*)[]>
    constexpr default_accessor(default_accessor<Other>) {}
    constexpr T* offset(T* from, ::std::size_t i) const { return from + i; }
    constexpr T& access(T* from, ::std::size_t i) const { return from[i]; }
};

template <class T, class Extents, class Layout = layout_right, class Accessor = default_accessor<T>>
class mdspan {
public:
    using extents_type = Extents;
    using layout_type = Layout;
    using accessor_type = Accessor;
    using mapping_type = typename Layout::template mapping<Extents>;
    using element_type = T;
    using value_type = ::std::remove_cv_t<T>;
    using index_type = typename Extents::index_type;
    using size_type = typename Extents::size_type;
    using rank_type = typename Extents::rank_type;
    using data_handle_type = typename Accessor::data_handle_type;
    using reference = typename Accessor::reference;

    constexpr mdspan() = default;
    template <class... Values>
        requires(::std::is_convertible_v<Values, index_type> && ...)
    constexpr explicit mdspan(data_handle_type data, Values... values) : data_(data), mapping_(Extents(values...)) {}
    constexpr mdspan(data_handle_type data, const Extents& extents) : data_(data), mapping_(extents) {}
    constexpr mdspan(data_handle_type data, const mapping_type& mapping, const Accessor& accessor = {})
        : data_(data), mapping_(mapping), accessor_(accessor) {}
    template <class OtherT, class OtherExtents>
    constexpr mdspan(const mdspan<OtherT, OtherExtents, Layout>& other)
        : data_(other.data_handle()), mapping_(Extents(other.extents())) {}

    template <class... Indices>
        requires(sizeof...(Indices) == Extents::rank() && (::std::is_convertible_v<Indices, index_type> && ...))
    [[gnu::always_inline]] constexpr reference operator()(Indices... indices) const {
        return accessor_.access(data_, static_cast<::std::size_t>(mapping_(indices...)));
    }
    template <class Index>
    [[gnu::always_inline]] constexpr reference operator[](const ::std::array<Index, Extents::rank()>& at) const {
        return ::std::apply([this](auto... i) -> reference { return (*this)(i...); }, at);
    }
    template <class Index>
        requires(Extents::rank() == 1 && ::std::is_convertible_v<Index, index_type>)
    [[gnu::always_inline]] constexpr reference operator[](Index i) const {
        return (*this)(i);
    }
#ifdef __cpp_multidimensional_subscript
    template <class... Indices>
        requires(Extents::rank() > 1 && sizeof...(Indices) == Extents::rank())
    [[gnu::always_inline]] constexpr reference operator[](Indices... indices) const {
        return (*this)(indices...);
    }
#endif

    static constexpr rank_type rank() { return Extents::rank(); }
    static constexpr rank_type rank_dynamic() { return Extents::rank_dynamic(); }
    static constexpr ::std::size_t static_extent(rank_type r) { return Extents::static_extent(r); }
    constexpr index_type extent(rank_type r) const { return mapping_.extents().extent(r); }
    constexpr index_type stride(rank_type r) const { return mapping_.stride(r); }
    constexpr const Extents& extents() const { return mapping_.extents(); }
    constexpr const mapping_type& mapping() const { return mapping_; }
    constexpr data_handle_type data_handle() const { return data_; }
    constexpr const Accessor& accessor() const { return accessor_; }
    constexpr size_type size() const {
        size_type product = 1;
        for (rank_type r = 0; r < rank(); ++r) product *= static_cast<size_type>(extent(r));
        return product;
    }
    constexpr bool empty() const { return size() == 0; }

private:
    data_handle_type data_{};
    [[no_unique_address]] mapping_type mapping_{};
    [[no_unique_address]] Accessor accessor_{};
};
template <class T, class... Values>
    requires(::std::is_integral_v<Values> && ...)
mdspan(T*, Values...) -> mdspan<T, dextents<::std::size_t, sizeof...(Values)>>;
template <class T, class Index, ::std::size_t... Extents>
mdspan(T*, const extents<Index, Extents...>&) -> mdspan<T, extents<Index, Extents...>>;

}  // namespace cuda::std

namespace cuda {
template <class T, class Extents, class Layout = std::layout_right>
using host_mdspan = std::mdspan<T, Extents, Layout>;
template <class T, class Extents, class Layout = std::layout_right>
using device_mdspan = std::mdspan<T, Extents, Layout>;
template <class T, class Extents, class Layout = std::layout_right>
using managed_mdspan = std::mdspan<T, Extents, Layout>;
template <class T, class Extents, class Layout = std::layout_right>
using restrict_mdspan = std::mdspan<T, Extents, Layout>;
}  // namespace cuda
// SPDX-License-Identifier: Apache-2.0
