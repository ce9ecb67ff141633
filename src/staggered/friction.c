// Friction in octagons: min |A_t^T r_t + v|^2/2 (S3 (5b)). r_t = T beta with eight directions T, beta >= 0
// and sum beta <= mu r_n is every point of the octagon with corners mu r_n T. Sweeps solve one contact after
// the other in closed form; between them a Newton step on the faces that contacts lie on ends what sweeps
// begin.
#include "staggered/work.h"

#include "base/linear.h"
#include "base/numeric.h"

enum { SIDES = 8, SWEEPS_MOST = 100, SWEEPS_BETWEEN = 4 };
static const double exact = 1e-11; // of the greatest velocity: (5b) is solved
static const double on_edge = 1e-9, softness = 1e-9;
#define DIAGONAL 0.70710678118654752440 // cos 45
#define APOTHEM 0.92387953251128675613  // cos 22.5: of an octagon with corners at 1
#define LATERAL 0.38268343236508977173  // sin 22.5

static const double corner[SIDES][2] = {
    {1.0, 0.0},  {DIAGONAL, DIAGONAL},   {0.0, 1.0},  {-DIAGONAL, DIAGONAL},
    {-1.0, 0.0}, {-DIAGONAL, -DIAGONAL}, {0.0, -1.0}, {DIAGONAL, -DIAGONAL}};
// Normals of the sides; side i begins at corner i.
static const double outward[SIDES][2] = {{APOTHEM, LATERAL},  {LATERAL, APOTHEM},   {-LATERAL, APOTHEM},
                                         {-APOTHEM, LATERAL}, {-APOTHEM, -LATERAL}, {-LATERAL, -APOTHEM},
                                         {LATERAL, -APOTHEM}, {APOTHEM, -LATERAL}};

static double dot2(const double a[2], const double b[2]) {
    return a[0] * b[0] + a[1] * b[1];
}

// S f + b with S = [s0 s1; s1 s2].
static void gradient(const double s[3], const double b[2], const double f[2], double g[2]) {
    g[0] = s[0] * f[0] + s[1] * f[1] + b[0];
    g[1] = s[1] * f[0] + s[2] * f[1] + b[1];
}

static bool is_within(const double f[2], double size) {
    for (int i = 0; i < SIDES; i++)
        if (dot2(f, outward[i]) > APOTHEM * size) return false;
    return true;
}

// The least of f S f/2 + b f on one side of the octagon; its value.
static double least_on_side(const double s[3], const double b[2], double size, int side, double f[2]) {
    double along[2], from[2], g[2], way[2] = {0.0, 0.0};
    const double none[2] = {0.0, 0.0};
    for (int k = 0; k < 2; k++) {
        from[k] = size * corner[side][k];
        along[k] = size * corner[(side + 1) % SIDES][k] - from[k];
    }
    gradient(s, b, from, g);
    gradient(s, none, along, way);
    double slope = -dot2(g, along), curve = dot2(way, along);
    double x = curve > 0.0 ? cr_clamp(slope / curve, 0.0, 1.0) : slope > 0.0 ? 1.0 : 0.0;
    for (int k = 0; k < 2; k++) f[k] = from[k] + x * along[k];
    gradient(s, b, f, g);
    return 0.5 * (dot2(g, f) + dot2(b, f));
}

// The least of f S f/2 + b f in the octagon whose corners are at `size`.
static void least_in_octagon(const double s[3], const double b[2], double size, double f[2]) {
    double det = s[0] * s[2] - s[1] * s[1], best = HUGE_VAL;
    if (det > 0.0) {
        f[0] = (s[1] * b[1] - s[2] * b[0]) / det;
        f[1] = (s[1] * b[0] - s[0] * b[1]) / det;
        if (is_within(f, size)) return;
    }
    for (int i = 0; i < SIDES; i++) {
        double on[2], value = least_on_side(s, b, size, i, on);
        if (value >= best) continue;
        best = value;
        f[0] = on[0];
        f[1] = on[1];
    }
}

static bool rubs(const cr_staggered_work *w, int block) {
    return w->r[3 * block] > 0.0 && w->rows->mu[block] > 0.0;
}

static double size_of(const cr_staggered_work *w, int block) {
    return w->rows->mu[block] * w->r[3 * block];
}

static void move(cr_staggered_work *w, int block, const double to[2]) {
    for (int k = 0; k < 2; k++) cr_staggered_push(w, block, 1 + k, to[k] - w->r[3 * block + 1 + k]);
}

static void velocity(const cr_staggered_work *w, int block, double u[2]) {
    for (int k = 0; k < 2; k++) u[k] = cr_staggered_velocity(w, block, 1 + k);
}

static void sweep(cr_staggered_work *w) {
    for (int i = 0; i < w->rows->blocks; i++) {
        if (!rubs(w, i)) continue;
        const double *s = w->across + 3 * i, *f = w->r + 3 * i + 1;
        double u[2], b[2], to[2] = {0.0, 0.0};
        velocity(w, i, u);
        b[0] = u[0] - s[0] * f[0] - s[1] * f[1];
        b[1] = u[1] - s[1] * f[0] - s[2] * f[1];
        least_in_octagon(s, b, size_of(w, i), to);
        move(w, i, to);
    }
}

// The natural map: how far a step against the velocity goes that ends in the octagon.
double cr_staggered_friction_residual(const cr_staggered_work *w, double scale) {
    double worst = 0.0;
    for (int i = 0; i < w->rows->blocks; i++) {
        const double *f = w->r + 3 * i + 1, mean = 0.5 * (w->across[3 * i] + w->across[3 * i + 2]);
        if (!rubs(w, i) || !(mean > 0.0)) continue;
        const double s[3] = {mean, 0.0, mean};
        double u[2], b[2], to[2] = {0.0, 0.0};
        velocity(w, i, u);
        for (int k = 0; k < 2; k++) b[k] = u[k] - mean * f[k];
        least_in_octagon(s, b, size_of(w, i), to);
        worst = cr_max(worst, mean * sqrt(cr_square(to[0] - f[0]) + cr_square(to[1] - f[1])));
    }
    return scale > 0.0 ? worst / scale : worst > 0.0 ? HUGE_VAL : 0.0;
}

// The free directions of a contact on its face: both inside, one on a side, none at a corner.
static int face_of(const cr_staggered_work *w, int block, double direction[2][2]) {
    const double *f = w->r + 3 * block + 1, reach = (1.0 - on_edge) * APOTHEM * size_of(w, block);
    int sides = 0, side = 0;
    for (int i = 0; i < SIDES; i++) {
        if (dot2(f, outward[i]) < reach) continue;
        sides++;
        side = i;
    }
    direction[0][0] = sides ? -outward[side][1] : 1.0;
    direction[0][1] = sides ? outward[side][0] : 0.0;
    direction[1][0] = 0.0;
    direction[1][1] = 1.0;
    return sides == 0 ? 2 : sides == 1 ? 1 : 0;
}

static double turned_product(const cr_staggered_work *w, int i, int k) {
    const double *a = w->direction[i], *b = w->direction[k];
    double sum = 0.0;
    for (int m = 0; m < 2; m++)
        for (int n = 0; n < 2; n++)
            if (a[m] != 0.0 && b[n] != 0.0)
                sum += a[m] * b[n] * cr_staggered_product(w, w->of[i], 1 + m, w->of[k], 1 + n);
    return sum;
}

// How much of a step a contact can take within its octagon.
static double room_for(const cr_staggered_work *w, int block, const double step[2]) {
    double share = 1.0, reach = APOTHEM * size_of(w, block);
    for (int i = 0; i < SIDES; i++) {
        double grows = dot2(step, outward[i]), left = reach - dot2(w->r + 3 * block + 1, outward[i]);
        if (grows > on_edge * reach) share = cr_min(share, cr_max(left, 0.0) / grows);
    }
    return share;
}

// Newton's step on the faces, as far as the first octagon allows. Rows may depend on each other: a little
// softness makes it one step, and repeated steps take it away again.
static void face_step(cr_staggered_work *w) {
    int n = 0;
    for (int i = 0; i < w->rows->blocks; i++) {
        double direction[2][2], u[2];
        if (!rubs(w, i)) continue;
        int free = face_of(w, i, direction);
        velocity(w, i, u);
        for (int k = 0; k < free && n < w->faces; k++, n++) {
            w->of[n] = i;
            w->right[n] = -dot2(direction[k], u);
            w->direction[n][0] = direction[k][0];
            w->direction[n][1] = direction[k][1];
        }
    }
    if (n == 0) return;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k <= i; k++) {
            double product = turned_product(w, i, k);
            w->hessian[i * n + k] = w->hessian[k * n + i] = product;
        }
        w->hessian[i * n + i] *= 1.0 + softness;
    }
    cr_lu_factor_positive(w->hessian, n);
    cr_lu_solve(w->hessian, n, NULL, w->right);
    double share = 1.0;
    for (int i = 0; i < n; i++) {
        bool pair = i + 1 < n && w->of[i + 1] == w->of[i];
        double step[2] = {w->right[i] * w->direction[i][0], w->right[i] * w->direction[i][1]};
        if (pair) step[1] += w->right[++i];
        share = cr_min(share, room_for(w, w->of[i], step));
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 2; k++)
            if (w->direction[i][k] != 0.0)
                cr_staggered_push(w, w->of[i], 1 + k, share * w->right[i] * w->direction[i][k]);
}

// What no longer bears load does not rub either; the rest comes into its octagon of now.
static void admit(cr_staggered_work *w) {
    const double round[3] = {1.0, 0.0, 1.0};
    for (int i = 0; i < w->rows->blocks; i++) {
        const double *f = w->r + 3 * i + 1;
        double back[2] = {-f[0], -f[1]}, to[2] = {0.0, 0.0};
        if (f[0] == 0.0 && f[1] == 0.0) continue;
        if (rubs(w, i)) least_in_octagon(round, back, size_of(w, i), to);
        move(w, i, to);
    }
}

void cr_staggered_friction(cr_staggered_work *w) {
    double scale = cr_staggered_scale(w);
    admit(w);
    for (int i = 0; i < SWEEPS_MOST; i++) {
        sweep(w);
        if (cr_staggered_friction_residual(w, scale) <= exact) return;
        if (i % SWEEPS_BETWEEN == SWEEPS_BETWEEN - 1) face_step(w);
    }
}
