// Rough surfaces: normals that stray, fixed to the body.
#include "base/numeric.h"
#include "world/world_internal.h"

#include <stdint.h>

static const double cell = 2e-3; // m: of the lattice of random tilts

// A number in -1..1 of a lattice point (splitmix64 over its coordinates).
static double lattice(uint64_t seed, long x, long y, long z) {
    uint64_t h = seed;
    const long at[3] = {x, y, z};
    for (int i = 0; i < 3; i++) {
        h += (uint64_t)at[i] * 0x9e3779b97f4a7c15u + 0x9e3779b97f4a7c15u;
        h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9u;
        h = (h ^ (h >> 27)) * 0x94d049bb133111ebu;
        h ^= h >> 31;
    }
    return (double)(h >> 11) / 4503599627370496.0 - 1.0;
}

static double smooth(double x) {
    return x * x * (3.0 - 2.0 * x);
}

// Between the lattice points without a jump of slope.
static double noise(uint64_t seed, cr_vec p) {
    double f[3] = {p.x / cell, p.y / cell, p.z / cell}, w[3], sum = 0.0;
    long low[3];
    for (int i = 0; i < 3; i++) {
        double whole = floor(cr_clamp(f[i], -1e9, 1e9));
        low[i] = (long)whole;
        w[i] = smooth(cr_clamp(f[i] - whole, 0.0, 1.0));
    }
    for (int corner = 0; corner < 8; corner++) {
        double weight = 1.0;
        for (int i = 0; i < 3; i++) weight *= corner >> i & 1 ? w[i] : 1.0 - w[i];
        sum += weight *
               lattice(seed, low[0] + (corner & 1), low[1] + (corner >> 1 & 1), low[2] + (corner >> 2 & 1));
    }
    return sum;
}

// The normal of a touch point, tilted by what both surfaces add where they are touched.
cr_vec cr_rough_normal(const cr_world *w, const cr_pair *pair, const cr_touch *touch,
                       const cr_rigid_state state[2]) {
    cr_vec n = touch->normal, side[2];
    for (int end = 0; end < 2; end++) {
        int body = end == 0 ? pair->a : pair->b;
        double size = cr_body_of(w, body)->normal_noise;
        if (!(size > 0.0)) continue;
        cr_vec at = end == 0 ? touch->point_a : touch->point_b;
        cr_vec own = cr_quat_back(state[end].turn, cr_vec_sub(at, state[end].at));
        uint64_t seed = (uint64_t)w->model->def.seed * 1000003u + 2u * (uint64_t)body;
        cr_vec_frame(touch->normal, &side[0], &side[1]);
        n = cr_vec_along(n, size * noise(seed, own), side[0]);
        n = cr_vec_along(n, size * noise(seed + 1, own), side[1]);
    }
    return cr_vec_unit(n, touch->normal);
}
