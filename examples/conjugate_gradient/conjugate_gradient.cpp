// Conjugate gradients over several ranks: conjugate_gradient SIDE [RANKS] solves -u'' = 1 on the unit square, zero on
// its border, at SIDE x SIDE points within; mpirun -n RANKS conjugate_gradient_mpi SIDE the same.
//
// M. Hestenes and E. Stiefel, Methods of Conjugate Gradients for Solving Linear Systems (1952). Each rank has some rows
// of the grid. What travels in a step is a row to either neighbour, which the stencil needs as a convolution, and two
// dot products. Usually their bits depend on the number of ranks, and a few steps later so does every digit of the
// residual; here all iterates have the same bits on any number. So each step prints a hash of the iterate.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <strider/map.hpp>
#include <vector>

#include "../ranks.hpp"

/// Of an element and its index, so that the sum of all tells which bits stand where (splitmix64, S. Vigna).
struct mixed {
    std::uint64_t operator()(double value, std::uint64_t index) const {
        std::uint64_t bits;
        std::memcpy(&bits, &value, sizeof bits);
        bits += (index + 1) * 0x9E3779B97F4A7C15u;
        bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9u;
        bits = (bits ^ bits >> 27) * 0x94D049BB133111EBu;
        return bits ^ bits >> 31;
    }
};

int main(int count, char** arguments) {
    const int side = count < 2 ? 0 : std::atoi(arguments[1]);
    if (count > 3 || side < 1) return std::fprintf(stderr, "usage: conjugate_gradient SIDE [RANKS]\n"), 2;
    return on_ranks(count > 2 ? arguments[2] : nullptr, [side](const auto& all) {
        const auto columns = static_cast<std::uint64_t>(side), rows = share_of(all, columns).count;
        const double h = 1.0 / (side + 1);
        const double stencil[] = {0, -1, 0, -1, 4, -1, 0, -1, 0};
        const auto apply = [&](const std::vector<double>& from, std::vector<double>& to) {
            strider::convolve(all, strider::matrix_view<const double>(from.data(), rows, columns),
                              strider::matrix_view<const double>(stencil, 3, 3),
                              strider::matrix_view<double>(to.data(), rows, columns));
        };
        // to = a + factor * b, with one rounding whatever the compiler
        const auto add = [&](const std::vector<double>& a, double factor, const std::vector<double>& b,
                             std::vector<double>& to) {
            strider::transform(all.local, a, b, to, [=](double x, double y) { return std::fma(factor, y, x); });
        };

        std::vector<double> solution(rows * columns), residual(rows * columns, h * h), direction = residual,
                                                                                       image(rows * columns);
        double square = strider::dot(all, residual, residual);
        const double enough = 1e-20 * square;
        for (int step = 1; square > enough && step <= 10 * side; ++step) {
            apply(direction, image);
            const double length = square / strider::dot(all, direction, image);
            add(solution, length, direction, solution);
            add(residual, -length, image, residual);
            const double before = square;
            square = strider::dot(all, residual, residual);
            add(residual, square / before, direction, direction);
            const std::uint64_t hash = strider::transform_reduce(all, solution, strider::with_index{mixed{}},
                                                                 strider::plus{}, std::uint64_t{0});
            if (all.rank() == 0) {
                std::printf("%d %.17g %016llx\n", step, std::sqrt(square), static_cast<unsigned long long>(hash));
            }
        }
        const double greatest = strider::min_max(all, solution).maximum;
        if (all.rank() == 0) std::printf("maximum %.17g\n", greatest);
    });
}
