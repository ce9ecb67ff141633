// Contact damping: the springs' closed form and eigenproblem in their limits, S3 (20), and a mug and a tuning
// fork on tables. tests/modes/*-contacts.modes are `carom modal mug --material ceramic` and `carom modal
// tuning-fork --material steel` with the vertices alone that touch.
#include "sound/coupling.h"

#include "base/numeric.h"
#include "base/random.h"
#include "full_coupling.h"
#include "modes_kept.h"
#include "sounding.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

// One mode of one point, moved along the normal.
typedef struct single {
    double omega, sigma, shape[3];
    cr_coupling coupling;
} single;

static void make_single(single *s, double u, double k, double eta, const cr_sound_support *support) {
    static const double inertia[6] = {1, 1, 1, 0, 0, 0};
    s->omega = 2 * cr_pi * 1678;
    s->sigma = 0;
    s->shape[0] = u;
    s->shape[1] = s->shape[2] = 0;
    s->coupling = (cr_coupling){.points = 1,
                                .modes = 1,
                                .omega = &s->omega,
                                .sigma = &s->sigma,
                                .mass = HUGE_VAL,
                                .inertia = inertia};
    cr_coupling_point *p = &s->coupling.point[0];
    p->support = support;
    for (int d = 0; d < 3; d++) {
        p->axis[d] = (cr_vec[]){{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}[d];
        p->stiffness[d] = k;
        p->loss[d] = eta;
        p->shape[d] = &s->shape[d];
    }
    cr_coupling_seal(&s->coupling);
}

static double added(single *s) {
    double extra, kappa, omega;
    cr_basis_row basis[1];
    cr_coupling_losses(&s->coupling, basis, &extra, &kappa, &omega);
    return extra;
}

// A soft spring: eta k u^2/(2 w). None and one that holds fast: nothing.
static void limits(void) {
    single s;
    make_single(&s, 1, 1e4, 0.03, NULL);
    CHECK_REL(added(&s), 0.03 * 1e4 / (2 * s.omega), 0.01);
    cr_coupled exact;
    CHECK(cr_coupling_exact(&s.coupling, 0, &exact) && exact.owner == 0, "a mode of its own");
    CHECK_REL(exact.sigma, 0.03 * 1e4 / (2 * s.omega), 0.01);
    CHECK_REL(exact.omega / s.omega - 1, 1e4 / (2 * s.omega * s.omega), 0.01); // kappa/2
    make_single(&s, 1, 1e-3, 0.03, NULL);
    CHECK(added(&s) < 1e-8, "no load: %g", added(&s));
    make_single(&s, 1, 1e15, 0.03, NULL);
    CHECK(added(&s) < 1e-2, "pinned: %g", added(&s));
    const cr_sound_support board = {CR_SOUND_SUPPORT_BOARD, 1e10, 650, 0.3162, 0.025};
    CHECK_REL(cr_support_mobility(&board, s.omega, true), 2.6e-4, 0.02); // 25 mm of wood
    make_single(&s, 0.1, 1e4, 0.03, &board);                             // 1/2 u^2 (eta k/w + (k/w)^2 Y_s)
    CHECK_REL(added(&s), 0.005 * (0.03 * 1e4 / s.omega + cr_square(1e4 / s.omega) * 2.6e-4), 0.02);
}

// Rough surfaces alone: two contacts under half the load are one under all of it.
static void rough_contacts_add(void) {
    const cr_sound_pair pair = {.friction = 0.3, .poisson = 0.3, .roughness = 1e-5, .loss = 0.1};
    single s;
    make_single(&s, 2, 1, 0.1, NULL);
    cr_coupling_springs(&pair, HUGE_VAL, 1.0, s.coupling.point[0].stiffness);
    double whole = added(&s);
    cr_coupling_springs(&pair, HUGE_VAL, 0.5, s.coupling.point[0].stiffness);
    s.coupling.point[1] = s.coupling.point[0];
    s.coupling.points = 2;
    CHECK_REL(added(&s), whole, 1e-12);
}

// A spring and a slider in a row under one mode, in time: the decay from its first peaks.
static double slide_in_time(double w, double u, double k, double most, double start) {
    double q = start / u, v = 0, slid = 0, dt = 2 * cr_pi / w / 4000, peak[3] = {0};
    int peaks = 0;
    for (long i = 0; i < 16000 && peaks < 3; i++) {
        double x = u * q, force = k * (x - slid), before = v;
        if (fabs(force) > most) {
            force = copysign(most, force);
            slid = x - force / k;
        }
        v += dt * (-w * w * q - u * force);
        q += dt * v;
        if (v < 0 && before >= 0 && i > 5) peak[peaks++] = u * q;
    }
    return log(peak[0] / peak[2]) / (2 * 2 * cr_pi / w);
}

// Micro-slip: loss 4/pi (x_s/X) (1 - x_s/X), at four amplitudes against the figures of the same formula and
// against motion in time (which is not quite that of one amplitude: 8 %).
static void micro_slip(void) {
    static const double ratio[] = {1.18, 1.74, 6, 31}, expected[] = {14.72, 28.00, 15.99, 3.62};
    const double w = 2 * cr_pi * 1678, u = 4.4, k = 9.8e4, load = 0.98;
    const cr_sound_pair pair = {.friction = 0.3, .loss = 0};
    double x_s = 0.3 * load / k;
    for (int i = 0; i < 4; i++) {
        double eta = cr_coupling_slip(&pair, load, k, ratio[i] * x_s);
        CHECK_REL(0.5 * eta * k * u * u / w, expected[i], i < 3 ? 0.01 : 0.016); // 31 is rounded
    }
    double eta = cr_coupling_slip(&pair, load, k, 6 * x_s);
    CHECK_REL(slide_in_time(w, u, k, 0.3 * load, 6.4 * x_s), 0.5 * eta * k * u * u / w, 0.08);
    CHECK(cr_coupling_slip(&pair, load, k, 0.99 * x_s) == 0, "sticks");
    CHECK_REL(cr_coupling_slip(&pair, load, k, 2 * x_s), 1 / cr_pi, 1e-12);
}

// ---- A body at rest, told to a sounder.

typedef struct state {
    int first, points; // vertices
    cr_vec normal;
} state;
static const state upright[2] = {{0, 3, {0, 0, 1}}, {3, 8, {0, 0, 1}}},
                   upside[2] = {{11, 3, {0, 0, -1}}, {14, 8, {0, 0, -1}}}, side = {22, 3, {1, 0, 0}};

static cr_vec vertex(const cr_modes *m, int v) {
    const float *p = m->position + 3 * v;
    return cr_vec_make((double)p[0] - m->centre[0], (double)p[1] - m->centre[1], (double)p[2] - m->centre[2]);
}

// Rests for ten blocks under its weight; decays and frequencies of the first five modes.
static void rest(const cr_modes *m, const state *s, const cr_sound_pair *pair, double bulk,
                 cr_contact_damping damping, double sigma[5], double frequency[5]) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_sounder_def def = cr_sounder_def_default();
    def.modes = m;
    def.damping = damping;
    cr_sounder *sounder = cr_sounder_new(&def, arena, NULL);
    double out[CR_SOUND_BLOCK], *outs[] = {out}, none[64] = {0};
    cr_sound_weights weights = {{none, none}, {none, none}};
    for (int b = 0; b < 10; b++) {
        for (int p = 0; p < s->points; p++) {
            cr_sound_contact c = {.t0 = cr_sounder_time(sounder),
                                  .t1 = cr_sounder_end(sounder),
                                  .at = vertex(m, s->first + p),
                                  .normal = s->normal,
                                  .force = cr_vec_scale(m->mass * 9.81 / s->points, s->normal),
                                  .stiffness = bulk,
                                  .pair = pair};
            CHECK(cr_sounder_contact(sounder, &c, NULL) == CR_OK, "contact");
        }
        cr_sounder_run(sounder, &weights, outs);
    }
    for (int j = 0; j < 5; j++) {
        sigma[j] = cr_sounder_sigma(sounder, j);
        frequency[j] = cr_sounder_frequency(sounder, j);
    }
    cr_arena_free(arena);
}

// Two modes of one pitch, one along x, one along z, and a contact that presses between them: motion along its
// normal decays as the normal spring has it, motion along its tangent as the tangential one does, whatever
// basis the modes came in. (Without rotation both would decay at the mean.) When it leaves, nothing
// jumps.
static void rotation(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_modes m = sounding_modes(2, 1000, 1000, 1, 1, arena);
    m.rigid = 0;
    for (int v = 0; v < 4; v++) {
        m.shape[3 * v] = 1;
        m.shape[3 * v + 2] = 0;
    }
    const cr_sound_pair pair = {.friction = 1e3, .poisson = 0.49, .roughness = 1e-5, .loss = 0.2};
    double stiffness[3], out[CR_SOUND_BLOCK], *outs[] = {out}, root = sqrt(0.5);
    double re[2] = {1, 0.2}, im[2] = {0.3, -1}, kink = 0;
    cr_coupling_springs(&pair, HUGE_VAL, 0.05, stiffness);
    cr_sound_weights weights = {{re, re}, {im, im}};
    for (int along = 0; along < 2; along++) {
        cr_sounder_def def = cr_sounder_def_default();
        def.modes = &m;
        cr_sounder *sounder = cr_sounder_new(&def, arena, NULL);
        cr_vec normal = {root, 0, root}, blow = along ? cr_vec_make(root, 0, -root) : normal;
        double energy[2] = {0}, w = 2 * cr_pi * 1000, last[2] = {0};
        for (int b = 0; b < 60; b++) {
            cr_sound_contact c = {.t0 = cr_sounder_time(sounder),
                                  .t1 = cr_sounder_end(sounder),
                                  .normal = normal,
                                  .impulse = cr_vec_scale(b ? 0 : 1, blow),
                                  .force = cr_vec_scale(0.05, normal),
                                  .stiffness = HUGE_VAL,
                                  .pair = &pair};
            if (b < 50) CHECK(cr_sounder_contact(sounder, &c, NULL) == CR_OK, "contact");
            memset(out, 0, sizeof out);
            cr_sounder_run(sounder, &weights, outs);
            for (int n = 0; n < CR_SOUND_BLOCK; n++) { // a tone goes on by 2 cos(w h) of itself
                if (b) kink = cr_max(kink, fabs(out[n] - 2 * cos(w / 44100) * last[0] + last[1]) / w);
                last[1] = last[0];
                last[0] = out[n];
            }
            if (b == 9) energy[0] = cr_sounder_energy(sounder, 0) + cr_sounder_energy(sounder, 1);
            if (b == 39) energy[1] = cr_sounder_energy(sounder, 0) + cr_sounder_energy(sounder, 1);
        }
        double sigma = 0.5 * log(energy[0] / energy[1]) * 44100 / (30 * CR_SOUND_BLOCK);
        CHECK_REL(sigma, 1 + 0.2 * stiffness[along] / (2 * w), 0.01); // eta k u^2/(2 w)
    }
    CHECK(kink <= 1e-2, "%g", kink); // 2 sigma h and less; a state in the wrong basis: 0.1 and more
    cr_arena_free(arena);
}

// S3 (20) with Table 1's gamma under its own weight: hardly anything, in percent of the free decay. To .1,
// but for one that is .113 off: the figures are rounded to .1 and of another mesh.
static void s3_hardly_damps(const cr_modes *mug) {
    static const struct {
        const state *state;
        double percent[5];
    } row[] = {{&upright[0], {.2, 0, 0, 0, 0}},
               {&upright[1], {.1, .1, 0, 0, 0}},
               {&upside[0], {3.4, .6, .1, .3, .4}},
               {&upside[1], {2.0, 2.0, .1, .4, .3}},
               {&side, {4.9, .3, 0, 1.0, 0}}};
    const cr_sound_pair pair = {.friction = 0.3, .gamma = 3e-2}, none = {.friction = 0.3};
    double sigma[5], frequency[5];
    for (int i = 0; i < 5; i++) {
        rest(mug, row[i].state, &pair, HUGE_VAL, CR_CONTACT_DAMPING_S3, sigma, frequency);
        for (int j = 0; j < 5; j++)
            CHECK_NEAR(100 * (sigma[j] / mug->sigma[j] - 1), row[i].percent[j], 0.115);
        rest(mug, row[i].state, &none, HUGE_VAL, CR_CONTACT_DAMPING_S3, sigma, frequency);
        for (int j = 0; j < 5; j++) CHECK_REL(sigma[j], mug->sigma[j], 1e-12); // gamma 0: all states alike
    }
}

static double modulus(const cr_modes *m, double young, double poisson) {
    return 1 / ((1 - poisson * poisson) / young + (1 - m->poisson * m->poisson) / m->young);
}

enum { WOOD, STEEL, RUBBER, CLOTH };
static const cr_sound_pair pairs[] = {
    {0.3, 0, 0, 0, .35, 1e-5, .03, {CR_SOUND_SUPPORT_BOARD, 1e10, 650, .3162, .025}},
    {0.3, 0, 0, 0, .29, 2e-6, .01, {CR_SOUND_SUPPORT_BLOCK, 2e11, 7850, .29, 0}},
    {0.3, 0, 0, 0, .49, 1e-5, .15, {CR_SOUND_SUPPORT_BOARD, 1e10, 650, .3162, .025}},
    {0.3, 0, 0, 0, .10, 0, .40, {CR_SOUND_SUPPORT_BOARD, 1e10, 650, .3162, .025}},
};

static double bulk_of(const cr_modes *m, int table, const state *s) {
    bool lies = s == &side;
    double radius = lies ? 0.012 : 0.005, load = m->mass * 9.81 / s->points;
    if (table == CLOTH) return cr_sound_stiffness_layer(3e4, 1e-3, lies ? 1e-4 : 8e-4, s->points);
    if (table == WOOD) return cr_sound_stiffness_point(modulus(m, 1e9, .35), radius, load);
    if (table == STEEL) return cr_sound_stiffness_point(modulus(m, 2e11, .29), radius, load);
    if (lies) return cr_sound_stiffness_point(modulus(m, 5e6, .49), radius, load);
    return cr_sound_stiffness_foot(modulus(m, 5e6, .49), s->first < 11 ? .037 : .038, s->points);
}

// The decay of a mode near a decay and a frequency, by all modes at once.
static double by_all_modes(const cr_modes *m, const state *s, const cr_sound_pair *pair, double bulk,
                           int mode, double sigma, double frequency) {
    static double omega[FULL_MODES], shape[CR_COUPLING_EXACT][3][FULL_MODES];
    cr_coupling c = {.points = s->points,
                     .modes = m->count,
                     .omega = omega,
                     .sigma = m->sigma,
                     .mass = m->mass,
                     .inertia = m->inertia};
    for (int j = 0; j < m->count; j++) omega[j] = 2 * cr_pi * m->frequency[j];
    for (int i = 0; i < s->points; i++) {
        cr_coupling_point *p = &c.point[i];
        *p = (cr_coupling_point){
            .at = vertex(m, s->first + i), .axis = {s->normal}, .support = &pair->support};
        cr_vec_frame(s->normal, &p->axis[1], &p->axis[2]);
        cr_coupling_springs(pair, bulk, m->mass * 9.81 / s->points, p->stiffness);
        for (int d = 0; d < 3; d++) {
            p->loss[d] = pair->loss;
            p->shape[d] = shape[i][d];
            for (int j = 0; j < m->count; j++) {
                const float *u = m->shape + 3 * ((ptrdiff_t)j * m->vertices + s->first + i);
                shape[i][d][j] =
                    cr_vec_dot(p->axis[d], cr_vec_make((double)u[0], (double)u[1], (double)u[2]));
            }
        }
    }
    full_coupling full = full_coupling_make(&c);
    return -creal(full_root(&full, complex_of(-sigma, 2 * cr_pi * frequency), mode));
}

// T60 on wood, steel, rubber and cloth, in units of the T60 when it hangs (.807 .735 .243 .166 .130 s), and
// cents of the first mode: values of the full eigenproblem for another mesh, whose frequencies differ by 0.4
// % and whose feet stand elsewhere: 3 % of times, 4 cents + 4 % of the rise. On its side on steel the second
// mode is 3.9 % off, and as much by all modes of this mesh at once: it is the mesh.
static void mug_on_tables(const cr_modes *mug) {
    static const double hanging[5] = {.807, .735, .243, .166, .130};
    static const struct {
        const state *hard, *soft;
        double time[4][5], cents[4];
    } row[] = {{&upright[0],
                &upright[1],
                {{.788, .734, .243, .166, .130},
                 {.768, .733, .242, .166, .130},
                 {.782, .719, .241, .166, .130},
                 {.801, .731, .243, .166, .130}},
                {1, 7, 0, 0}},
               {&upside[0],
                &upside[1],
                {{.392, .611, .240, .160, .124},
                 {.237, .506, .236, .151, .117},
                 {.280, .267, .231, .145, .118},
                 {.499, .466, .239, .159, .126}},
                {47, 285, 17, 2}},
               {&side,
                &side,
                {{.463, .670, .243, .158, .130},
                 {.337, .551, .242, .148, .129},
                 {.610, .708, .243, .162, .130},
                 {.759, .727, .243, .166, .130}},
                {30, 182, 3, 0}}};
    for (int i = 0; i < 3; i++)
        for (int t = 0; t < 4; t++) {
            const state *s = t >= RUBBER ? row[i].soft : row[i].hard;
            double sigma[5], frequency[5];
            rest(mug, s, &pairs[t], bulk_of(mug, t, s), CR_CONTACT_DAMPING_PHYSICAL, sigma, frequency);
            printf("state %d, table %d: T60", i, t);
            for (int j = 0; j < 5; j++) {
                printf(" %.3f", 6.908 / sigma[j]);
                double known = row[i].time[t][j] / hanging[j];
                CHECK_REL(mug->sigma[j] / sigma[j], known, s == &side && t == STEEL && j == 1 ? 0.04 : 0.03);
                CHECK(sigma[j] >= mug->sigma[j], "gains");
                double all = by_all_modes(mug, s, &pairs[t], bulk_of(mug, t, s), j, sigma[j], frequency[j]);
                printf(" (%.3f)", 6.908 / all);
                CHECK_REL(sigma[j], all, 0.02); // the closed form where it serves
            }
            double cents = 1200 * log2(frequency[0] / mug->frequency[0]);
            printf(", %+.0f cents\n", cents);
            CHECK_NEAR(cents, row[i].cents[t], 4 + 0.04 * row[i].cents[t]);
        }
}

// The stem of a fork pressed on a wooden board: the whole fork bounces on the contact's spring, and where
// that comes to 440 Hz, at 14 N, it takes most of the tone.
static void fork_against_load(const cr_modes *fork) {
    static const double load[] = {1, 5, 10, 12, 14, 16, 20, 50},
                        known[] = {.005, .07, .67, 1.7, 3.2, 2.6, 1.0, .14};
    double omega[64], shape[3][64], best = 0, at = 0;
    cr_coupling c = {.points = 1,
                     .modes = fork->count,
                     .omega = omega,
                     .sigma = fork->sigma,
                     .mass = fork->mass,
                     .inertia = fork->inertia,
                     .rigid_sigma = 20};
    c.point[0] = (cr_coupling_point){.at = vertex(fork, 0), .support = &pairs[WOOD].support};
    for (int d = 0; d < 3; d++) {
        c.point[0].axis[d] = (cr_vec[]){{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}[d];
        c.point[0].loss[d] = pairs[WOOD].loss;
        c.point[0].shape[d] = shape[d];
        for (int j = 0; j < fork->count; j++) {
            omega[j] = 2 * cr_pi * fork->frequency[j];
            shape[d][j] = (double)fork->shape[3 * j * fork->vertices + (d + 2) % 3];
        }
    }
    cr_coupling_seal(&c);
    for (int i = 0; i <= 48; i++) {
        double newton = i < 8 ? load[i] : 10 + (i - 8) * 0.2;
        double bulk = cr_sound_stiffness_point(modulus(fork, 1e9, .35), 3e-3, newton);
        cr_coupling_springs(&pairs[WOOD], bulk, newton, c.point[0].stiffness);
        cr_coupled coupled;
        CHECK(cr_coupling_exact(&c, 0, &coupled) && coupled.owner == 0, "%g N", newton);
        double extra = coupled.sigma - fork->sigma[0];
        if (i < 8) { // the same with another mesh: 10 %
            printf("%g N: %.3f\n", newton, extra);
            CHECK_NEAR(extra, known[i], 0.1 * known[i] + 0.0005);
        } else if (extra > best) {
            best = extra;
            at = newton;
        }
    }
    printf("most at %.1f N\n", at);
    CHECK_NEAR(at, 14, 1);
}

// Never negative, whatever the springs.
static void random_springs(const cr_modes *mug) {
    uint64_t seed = cr_random_seed(17);
    double omega[64], extra[64], kappa[64], stiff[64], shape[8][3][64];
    cr_basis_row basis[64];
    for (int trial = 0; trial < 200; trial++) {
        cr_coupling c = {.points = 1 + trial % 8,
                         .modes = mug->count,
                         .omega = omega,
                         .sigma = mug->sigma,
                         .mass = mug->mass,
                         .inertia = mug->inertia};
        for (int p = 0; p < c.points; p++) {
            c.point[p] = (cr_coupling_point){.at = vertex(mug, p), .support = &pairs[trial % 4].support};
            for (int d = 0; d < 3; d++) {
                c.point[p].axis[d] = (cr_vec[]){{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}[d];
                c.point[p].stiffness[d] = exp(15 * cr_random_uniform(&seed));
                c.point[p].loss[d] = 0.2 * (1 + cr_random_uniform(&seed));
                c.point[p].shape[d] = shape[p][d];
                for (int j = 0; j < mug->count; j++) shape[p][d][j] = 5 * cr_random_uniform(&seed);
            }
        }
        for (int j = 0; j < mug->count; j++) omega[j] = 2 * cr_pi * mug->frequency[j];
        cr_coupling_seal(&c);
        cr_coupling_losses(&c, basis, extra, kappa, stiff);
        for (int j = 0; j < mug->count; j++) CHECK(extra[j] >= 0 && extra[j] < 1e9, "%g", extra[j]);
    }
}

int main(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_modes mug = modes_kept("mug-contacts.modes", arena), fork = modes_kept("fork-contacts.modes", arena);
    limits();
    rough_contacts_add();
    micro_slip();
    rotation();
    if (mug.count >= 5 && fork.count >= 5) {
        s3_hardly_damps(&mug);
        mug_on_tables(&mug);
        fork_against_load(&fork);
        random_springs(&mug);
    }
    cr_arena_free(arena);
    return test_summary();
}
