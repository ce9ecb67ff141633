// Preset s3: a mug's modes decay by (alpha + beta w^2 + gamma G_mm)/2 in four states of contact, S3 (20) with
// Table 1's figures; all of the matrix G against motion in time, and what its diagonal loses; what the preset
// switches.
#include "base/numeric.h"
#include "carom/scene.h"
#include "modes_kept.h"
#include "sound/sounder.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 64, LOWEST = 5, RATE = 44100 };

// Vertices of the file that touch.
typedef struct state {
    const char *name;
    int first, points;
    cr_vec normal;
} state;
static const state states[] = {{"hanging", 0, 0, {0, 0, 1}},
                               {"upright", 0, 3, {0, 0, 1}},
                               {"upside down", 11, 3, {0, 0, -1}},
                               {"on its side", 22, 3, {1, 0, 0}}};
enum { STATES = sizeof states / sizeof *states };

static const double friction = 0.3, weight_of = 9.81;

static cr_vec vertex(const cr_modes *m, int v) {
    const float *p = m->position + 3 * v;
    return cr_vec_make((double)p[0] - m->centre[0], (double)p[1] - m->centre[1], (double)p[2] - m->centre[2]);
}

static cr_vec shape(const cr_modes *m, int mode, int v) {
    const float *p = m->shape + 3 * ((size_t)mode * (size_t)m->vertices + (size_t)v);
    return cr_vec_make((double)p[0], (double)p[1], (double)p[2]);
}

// gamma G_ij, S3 (18)
static double coupling(const cr_modes *m, const state *s, double gamma, int i, int j) {
    double sum = 0;
    for (int p = 0; p < s->points; p++) {
        cr_vec a = shape(m, i, s->first + p), b = shape(m, j, s->first + p);
        double load = m->mass * weight_of / s->points;
        sum += load * (friction * cr_vec_dot(a, b) +
                       (1 - friction) * cr_vec_dot(a, s->normal) * cr_vec_dot(b, s->normal));
    }
    return gamma * sum;
}

// A mug that rests from the beginning on, and is struck.
static cr_sounder *make(const cr_modes *m, const state *s, const cr_sound_pair *pair,
                        cr_contact_damping damping, double blow, cr_arena *arena) {
    cr_sounder_def def = cr_sounder_def_default();
    def.modes = m;
    def.damping = damping;
    cr_sounder *sounder = cr_sounder_new(&def, arena, NULL);
    const cr_sound_contact hit = {
        .at = vertex(m, 5), .normal = {0, 0, 1}, .impulse = {blow, blow, blow}, .stiffness = HUGE_VAL};
    CHECK(cr_sounder_contact(sounder, &hit, NULL) == CR_OK, "blow");
    for (int p = 0; p < s->points; p++) {
        cr_sound_contact c = {.t1 = 10,
                              .at = vertex(m, s->first + p),
                              .normal = s->normal,
                              .force = cr_vec_scale(m->mass * weight_of / s->points, s->normal),
                              .stiffness = HUGE_VAL,
                              .pair = pair};
        CHECK(cr_sounder_contact(sounder, &c, NULL) == CR_OK, "contact");
    }
    return sounder;
}

static void run(cr_sounder *sounder, int blocks) {
    double out[CR_SOUND_BLOCK], *outs[] = {out}, none[MOST] = {0};
    const cr_sound_weights weights = {{none, none}, {none, none}};
    for (int b = 0; b < blocks; b++) cr_sounder_run(sounder, &weights, outs);
}

// From the energies after 10 and 40 blocks.
static void decays(const cr_modes *m, const state *s, double gamma, cr_contact_damping damping,
                   double sigma[LOWEST]) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    const cr_sound_pair pair = {.friction = friction, .gamma = gamma};
    cr_sounder *sounder = make(m, s, &pair, damping, 1, arena);
    double before[LOWEST];
    run(sounder, 10);
    for (int j = 0; j < LOWEST; j++) before[j] = cr_sounder_energy(sounder, j);
    run(sounder, 30);
    for (int j = 0; j < LOWEST; j++)
        sigma[j] = 0.5 * log(before[j] / cr_sounder_energy(sounder, j)) * RATE / (30 * CR_SOUND_BLOCK);
    cr_arena_free(arena);
}

static void table_1(const cr_modes *mug) {
    const cr_material *ceramic = cr_material_find("ceramic", NULL);
    for (int i = 0; i < STATES; i++) {
        double sigma[LOWEST], free[LOWEST];
        decays(mug, &states[i], ceramic->contact_damping, CR_CONTACT_DAMPING_S3, sigma);
        decays(mug, &states[i], 0, CR_CONTACT_DAMPING_S3, free);
        printf("%s: T60", states[i].name);
        for (int j = 0; j < LOWEST; j++) {
            double w = 2 * cr_pi * mug->frequency[j];
            double own = 0.5 * (ceramic->rayleigh_mass + ceramic->rayleigh_stiff * w * w);
            double exact = own + 0.5 * coupling(mug, &states[i], ceramic->contact_damping, j, j);
            CHECK_REL(sigma[j], exact, 1e-6);
            CHECK_REL(free[j], own, 1e-6);
            printf(" %.4f (%.4f)", 3 * log(10) / sigma[j], 3 * log(10) / exact);
        }
        printf(" s, (20) in brackets\n");
    }
}

// ---- All of the matrix.

typedef struct motion {
    double q[MOST], rate[MOST];
} motion;

typedef struct system {
    int modes;
    double stiff[MOST], force[MOST], damping[MOST][MOST];
} mug_system;

static void slope(const mug_system *s, const motion *x, motion *d) {
    for (int i = 0; i < s->modes; i++) {
        double sum = s->force[i] - s->stiff[i] * x->q[i];
        for (int j = 0; j < s->modes; j++) sum -= s->damping[i][j] * x->rate[j];
        d->q[i] = x->rate[i];
        d->rate[i] = sum;
    }
}

static void along(const mug_system *s, motion *x, const motion *from, double h, const motion *d) {
    for (int i = 0; i < s->modes; i++) {
        x->q[i] = from->q[i] + h * d->q[i];
        x->rate[i] = from->rate[i] + h * d->rate[i];
    }
}

// Runge and Kutta's fourth order.
static void step(const mug_system *s, motion *x, double h) {
    motion k[4], y;
    slope(s, x, &k[0]);
    along(s, &y, x, 0.5 * h, &k[0]);
    slope(s, &y, &k[1]);
    along(s, &y, x, 0.5 * h, &k[1]);
    slope(s, &y, &k[2]);
    along(s, &y, x, h, &k[2]);
    slope(s, &y, &k[3]);
    for (int i = 0; i < s->modes; i++) {
        x->q[i] += h / 6 * (k[0].q[i] + 2 * k[1].q[i] + 2 * k[2].q[i] + k[3].q[i]);
        x->rate[i] += h / 6 * (k[0].rate[i] + 2 * k[1].rate[i] + 2 * k[2].rate[i] + k[3].rate[i]);
    }
}

static mug_system system_of(const cr_modes *m, const state *s, double gamma, int modes) {
    static mug_system system;
    memset(&system, 0, sizeof system);
    system.modes = modes;
    for (int i = 0; i < modes; i++) {
        system.stiff[i] = cr_square(2 * cr_pi * m->frequency[i]);
        for (int j = 0; j < modes; j++)
            system.damping[i][j] = coupling(m, s, gamma, i, j) + (i == j ? 2 * m->sigma[i] : 0);
        for (int p = 0; p < s->points; p++)
            system.force[i] +=
                m->mass * weight_of / s->points * cr_vec_dot(shape(m, i, s->first + p), s->normal);
    }
    return system;
}

// With a hundred times Table 1's gamma, so that modes take each other along: the speeds after 10 blocks. The
// dampers act once per sample, behind the modes' turning: half of h gamma G of the speed, 2e-3, is what the
// order makes.
static void in_time(const cr_modes *mug) {
    enum { FINE = 12, BLOCKS = 10 };
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    const state *s = &states[2];
    const cr_sound_pair pair = {.friction = friction, .gamma = 3};
    cr_sounder *sounder = make(mug, s, &pair, CR_CONTACT_DAMPING_COUPLED, 1, arena);
    mug_system system = system_of(mug, s, pair.gamma, cr_sounder_modes(sounder));
    motion x = {0};
    for (int i = 0; i < system.modes; i++) {
        cr_vec u = shape(mug, i, 5);
        x.rate[i] = u.x + u.y + u.z;
    }
    for (int n = 0; n < BLOCKS * CR_SOUND_BLOCK * FINE; n++) step(&system, &x, 1.0 / (RATE * FINE));
    run(sounder, BLOCKS);
    double worst = 0, most = 0, diagonal = 0;
    for (int i = 0; i < system.modes; i++) {
        const cr_lanes *l = &sounder->lanes;
        double rate = l->x[i] - l->sigma[i] * l->y[i] / l->omega[i];
        worst = fmax(worst, fabs(rate - x.rate[i]));
        most = fmax(most, fabs(x.rate[i]));
    }
    cr_sounder *plain = make(mug, s, &pair, CR_CONTACT_DAMPING_S3, 1, arena);
    run(plain, BLOCKS);
    for (int i = 0; i < system.modes; i++) {
        const cr_lanes *l = &plain->lanes;
        diagonal = fmax(diagonal, fabs(l->x[i] - l->sigma[i] * l->y[i] / l->omega[i] - x.rate[i]));
    }
    printf("coupled: speeds off by %.2g of the greatest; its diagonal alone: %.2g\n", worst / most,
           diagonal / most);
    CHECK(worst < 5e-3 * most, "%g of %g", worst, most);
    CHECK(diagonal > 3 * worst, "nothing is coupled");
    cr_arena_free(arena);
}

// What the diagonal loses: decays of the lowest modes from their energies with all of the matrix.
static void what_is_lost(const cr_modes *mug) {
    for (int i = 1; i < STATES; i++)
        for (int strong = 0; strong < 2; strong++) {
            double sigma[LOWEST], full[LOWEST], gamma = strong ? 3 : 0.03, worst = 0;
            decays(mug, &states[i], gamma, CR_CONTACT_DAMPING_S3, sigma);
            decays(mug, &states[i], gamma, CR_CONTACT_DAMPING_COUPLED, full);
            for (int j = 0; j < LOWEST; j++) worst = fmax(worst, fabs(full[j] / sigma[j] - 1));
            printf("%s, gamma %g: decays of the diagonal are off by %.2g %%\n", states[i].name, gamma,
                   100 * worst);
            if (!strong) CHECK(worst < 0.02, "%g", worst);
        }
}

// ---- The preset.

static cr_scene_sound sound_of(const char *text, cr_arena *arena) {
    cr_scene *scene;
    cr_world_model *model;
    cr_scene_plan plan = {0};
    cr_error error = {0};
    cr_status status = cr_scene_parse("test", text, strlen(text), NULL, 0, arena, &scene, &error);
    if (status == CR_OK) status = cr_scene_world(scene, arena, &model, &plan, &error);
    CHECK(status == CR_OK, "%s: %s", error.place, error.reason);
    return plan.sound;
}

// Field by field: bytes between them may be any.
static bool same_sound(const cr_scene_sound *a, const cr_scene_sound *b) {
    return a->radiation == b->radiation && a->damping == b->damping && a->contact_time == b->contact_time &&
           a->clicks == b->clicks && a->texture == b->texture && a->seed == b->seed &&
           a->redistribute == b->redistribute && a->rayleigh == b->rayleigh &&
           (a->ground == b->ground || (isnan(a->ground) && isnan(b->ground))) &&
           a->full_scale == b->full_scale;
}

static void preset(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
#define BODIES "carom: 1\nbodies: {ball: {shape: sphere, modes: 0}}\noutput: {duration: 1}\n"
    cr_scene_sound usual = sound_of(BODIES, arena), s3 = sound_of(BODIES "sound: {preset: s3}\n", arena),
                   stepped = sound_of(BODIES "world: {preset: s3}\n", arena),
                   mixed = sound_of(BODIES "world: {preset: s3}\nsound: {preset: carom}\n", arena),
                   other = sound_of(BODIES "sound: {preset: s3, clicks: true, damping: coupled}\n", arena);
    CHECK(usual.damping == CR_CONTACT_DAMPING_PHYSICAL && usual.contact_time && usual.clicks &&
              usual.texture && !usual.redistribute && !usual.rayleigh,
          "usual");
    CHECK(s3.damping == CR_CONTACT_DAMPING_S3 && !s3.contact_time && !s3.clicks && !s3.texture &&
              s3.redistribute && s3.rayleigh,
          "s3");
    CHECK(same_sound(&s3, &stepped), "that of the world");
    CHECK(same_sound(&usual, &mixed), "of its own");
    CHECK(other.clicks && other.damping == CR_CONTACT_DAMPING_COUPLED && !other.texture, "otherwise");
    cr_arena_free(arena);
}

int main(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_modes mug = modes_kept("mug-contacts.modes", arena);
    if (mug.count >= LOWEST && mug.count <= MOST) {
        table_1(&mug);
        in_time(&mug);
        what_is_lost(&mug);
    }
    preset();
    cr_arena_free(arena);
    return test_summary();
}
