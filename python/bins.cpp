// strider._library: histograms and convolutions.
#include <cstdint>

#include <strider/pattern/bins.hpp>
#include <strider/pattern/convolution.hpp>

#include "arguments.hpp"
#include "calls.hpp"

namespace strider::python {

/// histogram(backend, x, counts, ends, edges): even bins between two ends, or edges that are not None; of the edges'
/// type.
PyObject* histogram(arguments given) {
    const array x(given[1]), counts(given[2], access::write), edges(given[4] == Py_None ? given[3] : given[4]);
    const backend on = backend_of(given[0]);
    const element_type type = x.type();
    strider::outside others_found;
    {
        const others_run others(x);
        const bins_in_memory bins{counts.size(), edges.data<void>(),
                                  given[4] == Py_None ? nullptr : edges.data<void>()};
        on(&calls::histogram, type, x.items(), bins, counts.data<std::uint64_t>(), others_found);
    }
    return Py_BuildValue("(KKK)", static_cast<unsigned long long>(others_found.below),
                         static_cast<unsigned long long>(others_found.above),
                         static_cast<unsigned long long>(others_found.nan));
}

/// convolve(backend, image, mask, results, boundary): the number of a name in `_BOUNDARIES` of bins.py.
PyObject* convolve(arguments given) {
    const array image(given[1]), mask(given[2]), results(given[3], access::write);
    const backend on = backend_of(given[0]);
    constexpr strider::boundary boundaries[] = {strider::boundary::zero, strider::boundary::replicate,
                                                strider::boundary::symmetric, strider::boundary::wrap};
    const strider::convolve_options options{.outside = boundaries[number(given[4])]};
    const element_type type = image.type();
    const others_run others(image);
    on(&calls::convolve, type, image.matrix(),
       rows_in_memory<const double>{mask.data<double>(), mask.rows(), mask.columns()}, results.data<void>(), options);
    return nullptr;
}

}  // namespace strider::python
// SPDX-License-Identifier: Apache-2.0
