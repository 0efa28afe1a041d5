// PageRank: page_rank < LINKS, lines of two page numbers, from and to, prints each page's rank.
//
// L. Page and others, The PageRank Citation Ranking (1999). A page's rank is what the pages that link to it hand on: of
// each its rank, shared out among its links. That is a product of a sparse matrix and a vector, whose terms no array
// ever holds: a view computes each as the segmented reduction, a segment a page, reads it.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <strider/map.hpp>
#include <strider/reduce.hpp>
#include <strider/segmented_reduce.hpp>
#include <strider/views.hpp>
#include <vector>

namespace views = strider::views;

struct hyperlink {
    std::uint32_t from, to;
};

int main() {
    std::vector<hyperlink> links;
    for (hyperlink next{}; std::cin >> next.from >> next.to;) links.push_back(next);
    if (links.empty()) return std::fprintf(stderr, "usage: page_rank < LINKS, lines of two page numbers\n"), 2;
    std::ranges::stable_sort(links, {}, &hyperlink::to);
    const strider::cpu here;
    const std::uint32_t pages =
        1 + std::max(strider::transform_reduce(here, links, &hyperlink::from, strider::maximum{}, 0u), links.back().to);
    std::vector<std::uint32_t> begins(pages + 1);  // where the links to each page begin
    std::vector<double> links_from(pages), rank(pages, 1.0 / pages), next(pages);
    for (const hyperlink& one : links) ++begins[one.to + 1], ++links_from[one.from];
    for (std::uint32_t page = 0; page < pages; ++page) begins[page + 1] += begins[page];

    const auto handed_on = [&](const hyperlink& one) { return rank[one.from] / links_from[one.from]; };
    const auto kept_if_final = [](const auto& page) { return page.second == 0 ? page.first : 0.0; };
    const auto difference = [](double a, double b) { return std::abs(a - b); };
    for (double change = 1; change > 1e-12; rank.swap(next)) {
        strider::segmented_reduce(here, views::transform(links, handed_on), begins, next);
        // Pages without links hand their rank on to all.
        const double final_ranks = strider::reduce(here, views::transform(views::zip(rank, links_from), kept_if_final));
        const double from_all = (0.15 + 0.85 * final_ranks) / pages;
        strider::transform(here, next, next, [=](double handed) { return from_all + 0.85 * handed; });
        change = strider::reduce(here, views::zip_transform(difference, rank, next));
    }
    for (std::uint32_t page = 0; page < pages; ++page) std::printf("%u %.9f\n", page, rank[page]);
}
// SPDX-License-Identifier: Apache-2.0
