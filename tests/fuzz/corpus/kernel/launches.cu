#include "other.cuh"
namespace a {
template <class T>
__global__ void __launch_bounds__(256) t(T* p, int n) {
    extern __shared__ __align__(16) T tile[];
    static __shared__ int count;
    tile[threadIdx.x] = p[n];
}
__global__ void k(int* p) { *p = R"x(<<<)x"[0]; }
}  // namespace a
int main() {
    a::k<<<1, dim3(32, 2)>>>(nullptr);
    a::t<float><<<n / 2, 256, 4 * sizeof(float), s>>>(p, 1 << 3);
    (which ? f : g)<<<1, 2>>>(p);
}
