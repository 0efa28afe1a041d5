// cuda::std::linalg: an array of several dimensions scaled, conjugated or transposed, without a copy.
#pragma once

#include <complex>
#include <type_traits>

#include <strider/check/shims/libcudacxx/mdspan.hpp>

namespace cuda::std::linalg {

/// Passes the elements of another accessor through `Function`.
template <class Function, class Nested>
class transformed_accessor {
public:
    using element_type = ::std::add_const_t<decltype(::std::declval<const Function&>()(
        ::std::declval<typename Nested::element_type>()))>;
    using reference = ::std::remove_const_t<element_type>;
    using data_handle_type = typename Nested::data_handle_type;
    using offset_policy = transformed_accessor;

    constexpr transformed_accessor() = default;
    constexpr transformed_accessor(Function function, Nested nested) : function_(function), nested_(nested) {}
    constexpr reference access(data_handle_type from, ::std::size_t i) const {
        return function_(nested_.access(from, i));
    }
    constexpr data_handle_type offset(data_handle_type from, ::std::size_t i) const { return from + i; }
    constexpr const Nested& nested_accessor() const { return nested_; }
    constexpr auto scaling_factor() const { return function_.factor; }

private:
    [[no_unique_address]] Function function_{};
    [[no_unique_address]] Nested nested_{};
};

namespace detail {
template <class Factor>
struct scaling {
    Factor factor;
    template <class T>
    constexpr auto operator()(const T& value) const {
        return factor * value;
    }
};
struct conjugation {
    template <class T>
    constexpr T operator()(const T& value) const {
        if constexpr (requires { conj(value).real(); })
            return conj(value);
        else
            return value;
    }
};
template <class Extents>
using transposed_extents = extents<typename Extents::index_type, Extents::static_extent(1), Extents::static_extent(0)>;
}  // namespace detail

template <class Factor, class Nested>
using scaled_accessor = transformed_accessor<detail::scaling<Factor>, Nested>;
template <class Nested>
using conjugated_accessor = transformed_accessor<detail::conjugation, Nested>;

template <class Layout>
class layout_transpose {
public:
    using nested_layout_type = Layout;
    template <class Extents>
    class mapping {
        using nested = typename Layout::template mapping<detail::transposed_extents<Extents>>;

    public:
        using extents_type = Extents;
        using index_type = typename Extents::index_type;
        using rank_type = typename Extents::rank_type;

        constexpr mapping() = default;
        constexpr explicit mapping(const nested& mapping)
            : nested_(mapping), extents_(mapping.extents().extent(1), mapping.extents().extent(0)) {}
        constexpr const Extents& extents() const { return extents_; }
        constexpr const nested& nested_mapping() const { return nested_; }
        constexpr index_type stride(rank_type r) const { return nested_.stride(1 - r); }
        template <class Row, class Column>
        constexpr index_type operator()(Row row, Column column) const {
            return nested_(column, row);
        }

    private:
        nested nested_{};
        Extents extents_{};
    };
};

template <class Factor, class T, class Extents, class Layout, class Accessor>
constexpr auto scaled(Factor factor, mdspan<T, Extents, Layout, Accessor> of) {
    using accessor = scaled_accessor<Factor, Accessor>;
    return mdspan<typename accessor::element_type, Extents, Layout, accessor>(
        of.data_handle(), of.mapping(), accessor(detail::scaling<Factor>{factor}, of.accessor()));
}
template <class T, class Extents, class Layout, class Accessor>
constexpr auto conjugated(mdspan<T, Extents, Layout, Accessor> of) {
    using accessor = conjugated_accessor<Accessor>;
    return mdspan<typename accessor::element_type, Extents, Layout, accessor>(
        of.data_handle(), of.mapping(), accessor(detail::conjugation{}, of.accessor()));
}
template <class T, class Extents, class Layout, class Accessor>
constexpr auto transposed(mdspan<T, Extents, Layout, Accessor> of) {
    using layout = layout_transpose<Layout>;
    using extents = detail::transposed_extents<Extents>;
    return mdspan<T, extents, layout, Accessor>(
        of.data_handle(), typename layout::template mapping<extents>(of.mapping()), of.accessor());
}
template <class T, class Extents, class Layout, class Accessor>
constexpr auto conjugate_transposed(mdspan<T, Extents, Layout, Accessor> of) {
    return conjugated(transposed(of));
}

}  // namespace cuda::std::linalg
// SPDX-License-Identifier: Apache-2.0
