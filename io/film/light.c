#include "io/film/light.h"

typedef struct rgb {
    double c[3];
} rgb;

static rgb mix(rgb a, rgb b, double share) {
    for (int k = 0; k < 3; k++) a.c[k] += share * (b.c[k] - a.c[k]);
    return a;
}

static double between(double low, double x, double high) {
    return fmin(fmax((x - low) / (high - low), 0.0), 1.0);
}

// --- shadows --------------------------------------------------------------------------------------------

static cr_vec corner(const cr_stage *stage, int i) {
    return cr_vec_make(i & 1 ? stage->high.x : stage->low.x, i & 2 ? stage->high.y : stage->low.y,
                       i & 4 ? stage->high.z : stage->low.z);
}

void cr_shadow_aim(cr_shadow *s, const cr_stage *stage, float *map) {
    double half = 0.0;
    s->sun = stage->sun;
    s->middle = cr_vec_scale(0.5, cr_vec_add(stage->low, stage->high));
    cr_vec_frame(stage->sun, &s->right, &s->up);
    for (int i = 0; i < 8; i++) {
        cr_vec p = cr_vec_sub(corner(stage, i), s->middle);
        half = fmax(half, fmax(fabs(cr_vec_dot(s->right, p)), fabs(cr_vec_dot(s->up, p))));
    }
    s->scale = 0.5 * (CR_SHADOW_SIZE - 8) / half;
    s->map = (cr_raster){.width = CR_SHADOW_SIZE, .rows = CR_SHADOW_SIZE, .near = map};
    cr_raster_clear(&s->map, -HUGE_VALF);
}

void cr_shadow_place(const cr_shadow *s, cr_vec p, float at[3]) {
    p = cr_vec_sub(p, s->middle);
    at[0] = (float)(0.5 * CR_SHADOW_SIZE + s->scale * cr_vec_dot(s->right, p));
    at[1] = (float)(0.5 * CR_SHADOW_SIZE - s->scale * cr_vec_dot(s->up, p));
    at[2] = (float)cr_vec_dot(s->sun, p);
}

static bool is_seen(const cr_shadow *s, const float at[3], int i, int j) {
    float x = at[0] + (float)i, y = at[1] + (float)j;
    if (!(x >= 0.0f && y >= 0.0f && x < CR_SHADOW_SIZE && y < CR_SHADOW_SIZE)) return true;
    return s->map.near[(size_t)y * CR_SHADOW_SIZE + (size_t)x] <= at[2];
}

// Share of 25 samples about the point that nothing hides; where five of them agree they stand for all (not
// all of one colour of a chessboard, which is how clear things are drawn). Moved out along the normal, so
// that no surface hides itself.
static double lit(const cr_shadow *s, const cr_sample *sample) {
    enum { REACH = 2 };
    float at[3];
    cr_shadow_place(s, cr_vec_along(sample->at, 3.0 / s->scale, sample->normal), at);
    int seen = is_seen(s, at, 0, 0) + is_seen(s, at, 2, 1) + is_seen(s, at, -1, 2) + is_seen(s, at, 1, -2) +
               is_seen(s, at, -2, -1);
    if (seen == 0 || seen == 5) return seen ? 1.0 : 0.0;
    seen = 0;
    for (int i = -REACH; i <= REACH; i++)
        for (int j = -REACH; j <= REACH; j++) seen += is_seen(s, at, i, j);
    return seen / ((2.0 * REACH + 1.0) * (2.0 * REACH + 1.0));
}

// --- light ----------------------------------------------------------------------------------------------

static rgb sky(cr_vec direction) {
    const rgb horizon = {{0.80, 0.84, 0.88}}, zenith = {{0.34, 0.48, 0.68}}, below = {{0.30, 0.29, 0.28}};
    double z = direction.z;
    return z > 0.0 ? mix(horizon, zenith, sqrt(z)) : mix(horizon, below, fmin(1.0, -3.0 * z));
}

// Lines of a ground; thinner than a sample they fade.
static double marked(const cr_stage *stage, const cr_sample *sample) {
    const double width = 0.012 * stage->line;
    cr_vec p = sample->at, n = sample->normal;
    bool level = fabs(n.z) > 0.5;
    double u = level || fabs(n.y) >= fabs(n.x) ? p.x : p.y, v = level ? p.y : p.z;
    u = fabs(u - stage->line * round(u / stage->line));
    v = fabs(v - stage->line * round(v / stage->line));
    double cover = fmax(between(width + sample->width, u, width), between(width + sample->width, v, width));
    return 0.25 * cover * width / (width + sample->width);
}

// x^(2^squares), 0 for x below 0.
static double power(double x, int squares) {
    x = fmax(x, 0.0);
    for (int i = 0; i < squares; i++) x *= x;
    return x;
}

static rgb surface(const cr_stage *stage, const cr_sample *sample, double sunlight) {
    const cr_tint *tint = &sample->thing->tint;
    cr_vec n = sample->normal, back = cr_vec_scale(-1.0, sample->ray);
    double facing = cr_vec_dot(n, back), toward = cr_vec_dot(n, stage->sun);
    cr_vec mirror = cr_vec_along(sample->ray, 2.0 * facing, n);
    double soft = 0.24 + 0.22 * (0.5 + 0.5 * n.z), direct = 0.72 * sunlight * fmax(toward, 0.0);
    double glint = power(cr_vec_dot(mirror, stage->sun), 6) * sunlight;
    double rim = 0.04 + 0.5 * power(1.0 - fmax(facing, 0.0), 2);
    rgb reflected = sky(mirror), out;
    for (int k = 0; k < 3; k++) {
        double color = (double)tint->color[k], metal = (double)tint->metal, gloss = (double)tint->gloss;
        double diffuse = (1.0 - metal) * color * (soft + direct);
        double shine = metal * color * (0.95 * reflected.c[k] * (0.55 + 0.45 * sunlight) + 0.35 * direct);
        out.c[k] = diffuse + shine + gloss * (rim * reflected.c[k] + 0.8 * glint);
    }
    return out;
}

void cr_light(const cr_stage *stage, const cr_shadow *shadow, const cr_sample *sample, float color[3]) {
    rgb out = sky(sample->ray);
    if (sample->thing) {
        bool away = cr_vec_dot(sample->normal, stage->sun) <= 0.0, clear = sample->thing->tint.clear;
        rgb near = surface(stage, sample, away ? 0.0 : clear ? 1.0 : lit(shadow, sample));
        double haze = 0.0;
        if (sample->thing->ground) {
            double size = cr_vec_length(cr_vec_sub(stage->high, stage->low)), dark = marked(stage, sample);
            haze = between(1.2 * size, cr_vec_length(cr_vec_sub(sample->at, shadow->middle)), 5.0 * size);
            for (int k = 0; k < 3; k++) near.c[k] *= 1.0 - dark;
        }
        out = mix(near, out, haze);
    }
    for (int k = 0; k < 3; k++) color[k] = (float)out.c[k];
}
