// Conjugate gradients over several ranks: conjugate_gradient SIDE [RANKS] solves -u'' = 1 on the unit square, zero on
// its border, at SIDE x SIDE points within; mpirun -n RANKS conjugate_gradient_mpi SIDE the same.
//
// M. Hestenes and E. Stiefel, Methods of Conjugate Gradients for Solving Linear Systems (1952). Each rank has some rows
// of the grid. What travels in a step is a row to either neighbour, which the stencil needs, and two dot products.
// Usually their bits depend on the number of ranks, and a few steps later so does every digit of the residual; here all
// iterates have the same bits on any number. So each step prints a hash of the iterate.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <strider/convolve.hpp>
#include <strider/map.hpp>
#include <vector>

#include "ranks.hpp"

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

/// The five-point stencil on a grid that ranks share by rows.
template <class Policy>
class laplacian {
public:
    laplacian(const Policy& all, std::uint64_t side)
        : all_(all), side_(side), mine_(share_of(all, side)), framed_((mine_.count + 2) * side), result_(framed_) {}

    /// Convolves this rank's rows between the last row before them and the first row behind them: zeros at the border.
    void apply(const std::vector<double>& from, std::vector<double>& to) {
        if (mine_.count == 0) return;
        const std::uint64_t end = mine_.first + mine_.count, bytes = side_ * sizeof(double);
        double *const before = framed_.data(), *const first = before + side_, *const behind = first + from.size();
        std::ranges::copy(from, first);
        std::vector<strider::outgoing> sends;
        std::vector<strider::incoming> receives;
        if (mine_.first > 0) {
            sends.push_back({owner(mine_.first - 1), first, bytes});
            receives.push_back({owner(mine_.first - 1), before, bytes});
        }
        if (end < side_) {
            sends.push_back({owner(end), behind - side_, bytes});
            receives.push_back({owner(end), behind, bytes});
        }
        all_.communicator.exchange(all_.local, sends, receives);
        all_.communicator.wait(all_.local);
        const double stencil[] = {0, -1, 0, -1, 4, -1, 0, -1, 0};
        strider::convolve(all_.local, strider::matrix_view<const double>(framed_.data(), mine_.count + 2, side_),
                          strider::matrix_view<const double>(stencil, 3, 3),
                          strider::matrix_view<double>(result_.data(), mine_.count + 2, side_));
        std::copy_n(result_.data() + side_, to.size(), to.data());
    }

private:
    /// The rank that has a row, by share_of.
    int owner(std::uint64_t row) const {
        return static_cast<int>(((row + 1) * static_cast<std::uint64_t>(all_.size()) - 1) / side_);
    }

    const Policy& all_;
    std::uint64_t side_;
    share mine_;
    std::vector<double> framed_, result_;  ///< this rank's rows, and one before and one behind them
};

int main(int count, char** arguments) {
    const int side = count < 2 ? 0 : std::atoi(arguments[1]);
    if (count > 3 || side < 1) return std::fprintf(stderr, "usage: conjugate_gradient SIDE [RANKS]\n"), 2;
    return on_ranks(count > 2 ? arguments[2] : nullptr, [side](const auto& all) {
        const auto columns = static_cast<std::uint64_t>(side), rows = share_of(all, columns).count;
        const double h = 1.0 / (side + 1);
        laplacian stencil(all, columns);
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
            stencil.apply(direction, image);
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
// SPDX-License-Identifier: Apache-2.0
