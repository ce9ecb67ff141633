// label: plain
// Thin walls as forms: the distance to a middle surface is smooth through the wall, knows its side at any
// depth, and goes round the rim; along a helical half-pipe its normals are smooth where those of a grid of
// values with lines between them are not.
#include "base/maths.h"
#include "base/random.h"
#include "geom/grid.h"
#include "surfaces.h"
#include "test.h"
#include "trilinear.h"

// --- a marble's way down a helical half-pipe

typedef struct helix {
    double radius, rise, channel, wall; // m, m/rad, m (inner radius), m
} helix;

static const helix track = {0.1, 0.0127324, 0.02, 0.003};
static const double part = 0.6; // rad of the turn

// The point at angle a of the way and v round the channel, r from its middle line; v = 0 is the bottom.
static cr_vec helix_point(double a, double v, double r) {
    double p = track.rise, length = sqrt(track.radius * track.radius + p * p);
    double level = track.radius / length, steep = p / length, out = r * cr_sin(v), down = r * cr_cos(v);
    double c = cr_cos(a), s = cr_sin(a);
    return cr_vec_make((track.radius + out) * c - down * steep * s,
                       (track.radius + out) * s + down * steep * c, p * a - down * level);
}

static cr_vec helix_middle(cr_vec p, const void *context) {
    (void)context;
    return helix_point(part * p.x, cr_pi * (p.y - 0.5), track.channel + 0.5 * track.wall);
}

// The signed distance to the middle surface, positive below it: Newton's method for the nearest point of the
// middle line of the channel, R rho sin(psi - a) + p (z - p a) = 0.
static cr_near helix_psi(cr_vec x, const void *context) {
    (void)context;
    double rho = sqrt(x.x * x.x + x.y * x.y), angle = cr_atan2(x.y, x.x), a = angle;
    for (int i = 0; i < 6; i++) {
        double s = cr_sin(angle - a), c = cr_cos(angle - a), p = track.rise;
        a += (track.radius * rho * s + p * (x.z - p * a)) / (track.radius * rho * c + p * p);
    }
    cr_vec d = {x.x - track.radius * cr_cos(a), x.y - track.radius * cr_sin(a), x.z - track.rise * a};
    double length = cr_vec_length(d);
    return (cr_near){length - track.channel - 0.5 * track.wall, cr_vec_scale(1.0 / length, d)};
}

// The wall's own distance on its inner side, negative in the wall, as a plain grid would have it.
static cr_near helix_phi(cr_vec x, const void *context) {
    cr_near psi = helix_psi(x, context);
    double sign = psi.distance < 0.0 ? -1.0 : 1.0;
    return (cr_near){sign * psi.distance - 0.5 * track.wall, cr_vec_scale(sign, psi.normal)};
}

// How the normals' errors change along the way of the touching point: at 1 m/s a change of k [rad/m] is felt
// as an acceleration v^2 k, here in dB of gravity, and the greatest error of the distance.
typedef struct noise {
    double level, distance;
} noise;

static noise noise_of(const cr_form *form, double cell) {
    enum { STEPS = 1000 };
    const double step = 3e-5 / track.radius; // 30 um
    noise n = {0.0, 0.0};
    double sum = 0.0;
    cr_vec last = {0.0, 0.0, 0.0};
    for (int i = 0; i < STEPS; i++) {
        double a = 0.15 + step * i, v = 0.3 * cr_sin(10.0 * a);
        cr_vec p = helix_point(a, v, track.channel);
        cr_near exact = helix_phi(p, NULL);
        cr_near found = form ? cr_form_near(form, p, 0) : trilinear_near(helix_phi, NULL, cell, p);
        cr_vec error = cr_vec_sub(found.normal, exact.normal), change = cr_vec_sub(error, last);
        if (i) sum += cr_vec_dot(change, change) / (3e-5 * 3e-5) / STEPS;
        last = error;
        n.distance = fmax(n.distance, fabs(found.distance - exact.distance));
    }
    n.level = 20.0 * log10(sqrt(sum) / 9.81);
    return n;
}

// --- sides

// Through the wall from a wall above to a wall below: the side that is remembered pushes back along the same
// normal, a side that is not knows only the nearer one.
static void test_sides(const cr_form *form) {
    double worst = 0.0, turned = 0.0, plain = 0.0;
    for (int i = 0; i <= 40; i++) {
        double depth = track.wall * (i / 20.0 - 1.0);
        cr_vec p = helix_point(0.31, 0.2, track.channel + 0.5 * track.wall + depth);
        cr_near psi = helix_psi(p, NULL), outer = cr_form_near(form, p, 1), inner = cr_form_near(form, p, -1);
        cr_near nearer = cr_form_near(form, p, 0);
        // The triangles turn their fronts downwards or upwards: one of the sides is psi, the other -psi.
        if (cr_vec_dot(outer.normal, psi.normal) < 0.0) {
            cr_near kept = outer;
            outer = inner, inner = kept;
        }
        worst = fmax(worst, fabs(outer.distance - (psi.distance - 0.5 * track.wall)));
        worst = fmax(worst, fabs(inner.distance - (-psi.distance - 0.5 * track.wall)));
        turned = fmax(turned, cr_vec_length(cr_vec_sub(outer.normal, psi.normal)));
        plain = fmax(plain, fabs(nearer.distance - fmax(outer.distance, inner.distance)));
    }
    CHECK(worst <= 2e-6, "sides are off by %g m", worst);
    CHECK(turned <= 1e-3, "normals turn by %g rad", turned);
    CHECK(plain == 0.0, "no side: %g m", plain);
}

static void test_track(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_error error = {.reason = ""};
    surface s = surface_square(20, 20, false, false, true, helix_middle, NULL);
    cr_grid_def def = cr_grid_def_default();
    def.wall = track.wall;
    cr_form *form = surface_form(&s, def, arena, &error);
    CHECK(form != NULL, "%s: %s", error.place, error.reason);
    if (form) {
        const cr_grid *grid = form->data;
        CHECK_REL(grid->cell, track.wall, 1e-12);
        noise smooth = noise_of(form, 0.0);
        printf("track, middle surface, cell = wall: %.1f dB, %.2g um\n", smooth.level, 1e6 * smooth.distance);
        // At cell = wall the splines' own waves (1.8 um) and the faces' slopes (5e-5 rad over their 3 mm) are
        // alike; a finer cell or finer faces win 3 dB, lines between values lose 60.
        CHECK(smooth.level <= -35.0, "%g dB", smooth.level);
        CHECK(smooth.distance <= 2e-6, "%g m", smooth.distance);
        for (int parts = 2; parts <= 8; parts *= 2) {
            noise lines = noise_of(NULL, track.wall / parts);
            printf("track, lines, cell = wall/%d: %.1f dB, %.2g um\n", parts, lines.level,
                   1e6 * lines.distance);
            CHECK(lines.level > -10.0 && lines.level > smooth.level + 55.0, "%g dB, splines %g dB",
                  lines.level, smooth.level);
        }
    }
    if (form) test_sides(form);
    surface_free(&s);
    cr_arena_free(arena);
}

// --- a cup without a bottom: the rim

typedef struct cup {
    double radius, height, wall;
} cup;

static cr_vec cup_middle(cr_vec p, const void *context) {
    const cup *c = context;
    double a = 2.0 * cr_pi * p.x;
    return cr_vec_make(c->radius * cr_cos(a), c->radius * cr_sin(a), c->height * (p.y - 0.5));
}

static cr_near cup_near(cr_vec p, const void *context) {
    const cup *c = context;
    cr_vec out = cr_vec_unit(cr_vec_make(p.x, p.y, 0.0), cr_vec_make(1.0, 0.0, 0.0));
    cr_vec at = cr_vec_scale(c->radius, out);
    at.z = fmin(fmax(p.z, -0.5 * c->height), 0.5 * c->height);
    cr_vec away = cr_vec_sub(p, at);
    return (cr_near){cr_vec_length(away) - 0.5 * c->wall, cr_vec_unit(away, out)};
}

static void check_rim(const cr_form *form, const cup *c) {
    double worst = 0.0, turned = 0.0;
    uint64_t state = cr_random_seed(3);
    int wrong = 0;
    for (int i = 0; i < 4000; i++) {
        double a = cr_pi * cr_random_uniform(&state), b = 0.5 * cr_pi * cr_random_uniform(&state);
        double r = 0.5 * c->wall + 5e-5 * cr_random_uniform(&state), rho = c->radius + r * cr_sin(b);
        cr_vec p = {rho * cr_cos(a), rho * cr_sin(a), 0.5 * c->height + r * cr_cos(b)};
        cr_near exact = cup_near(p, c), found = cr_form_near(form, p, 0);
        worst = fmax(worst, fabs(found.distance - exact.distance));
        turned = fmax(turned, cr_vec_length(cr_vec_sub(found.normal, exact.normal)));
        // Beyond the rim a side means nothing.
        cr_near sided = cr_form_near(form, p, i % 2 ? 1 : -1);
        wrong += cr_cos(b) * r > 0.2 * c->wall && fabs(sided.distance - found.distance) > 0.0;
    }
    printf("rim: distance off by %.2g um, normals by %.2g rad at most\n", 1e6 * worst, turned);
    // At the rim the curvature 1/R of psi along the wall goes over into none: the splines see a step of the
    // second derivative, whose value they are off by cell^2/(48 R) and whose slope by cell/(12 R), in two
    // fields.
    CHECK(worst <= c->wall * c->wall / (24.0 * c->radius), "rim off by %g m", worst);
    CHECK(turned <= c->wall / (6.0 * c->radius), "normals off by %g rad", turned);
    CHECK(wrong == 0, "%d of 4000 points beyond the rim feel a side", wrong);
}

static void test_cup(void) {
    const cup c = {0.03, 0.04, 0.002};
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_error error = {.reason = ""};
    surface s = surface_square(32, 8, true, false, true, cup_middle, &c);
    cr_grid_def def = cr_grid_def_default();
    def.wall = c.wall;
    cr_form *form = surface_form(&s, def, arena, &error);
    CHECK(form != NULL, "%s: %s", error.place, error.reason);
    if (form) {
        check_rim(form, &c);
        // A tube with half-round ends: 2 pi R t h + 2 (pi t^2/8) (2 pi R).
        double ends = cr_pi * cr_pi * c.wall * c.wall * c.radius / 2.0;
        CHECK_REL(form->volume, 2.0 * cr_pi * c.radius * c.wall * c.height + ends, 1e-4);
        double r2 = c.radius * c.radius + c.wall * c.wall / 4.0;
        CHECK_REL(form->inertia[2], form->volume * r2, 1e-3);
        int circles = 0;
        for (int i = 0; i < form->features; i++) {
            const cr_feature *f = &form->feature[i];
            if (f->kind != CR_FEATURE_CIRCLE) continue;
            circles++;
            CHECK_NEAR(f->radius, c.radius, 1e-6);
            CHECK_NEAR(fabs(f->at.z), 0.5 * c.height, 1e-8);
            CHECK_NEAR(f->round, 0.5 * c.wall, 1e-12);
            CHECK_NEAR(fabs(f->along.z), 1.0, 1e-6);
        }
        CHECK(circles == 2 && form->features == 3, "%d circles of %d features", circles, form->features);
        CHECK_NEAR(form->high.z, 0.5 * (c.height + c.wall), 1e-8);
        CHECK_NEAR(form->wall, c.wall, 0.0);
    }
    surface_free(&s);
    cr_arena_free(arena);
}

int main(void) {
    test_track();
    test_cup();
    return test_summary();
}
