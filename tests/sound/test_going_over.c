// Held forces that go over into those of the next step: their impulse, the motion under them, and how far the
// whine at the rate of the steps falls when a weight rolls along a bar, and when a force that changes shakes
// a body as a whole. Blows stay with the forces of their step.
#include "carom/sound.h"

#include "base/numeric.h"
#include "base/random.h"
#include "sounding.h"
#include "test.h"

#include <string.h>

static sounding_ear ear;

static cr_sounder *begin(cr_sounder_def *def, const cr_modes *modes, double blend, cr_arena *arena) {
    cr_error error = {0};
    *def = cr_sounder_def_default();
    def->modes = modes;
    def->precision = CR_BANK_DOUBLE;
    def->blend = blend;
    cr_sounder *sounder = cr_sounder_new(def, arena, &error);
    CHECK(sounder, "%s: %s", error.place, error.reason);
    return sounder;
}

static void tell(cr_sounder *sounder, cr_sound_contact c) {
    cr_error error = {0};
    CHECK(cr_sounder_contact(sounder, &c, &error) == CR_OK, "%s: %s", error.place, error.reason);
}

// --- the motion -------------------------------------------------------------------------------------------

enum { STEPS = 120 };

// Where the force jumps, and where its slope does.
typedef struct course {
    double time[2 * STEPS + 2], jump[2 * STEPS + 2], bend[2 * STEPS + 2];
    int count;
} course;

static void add(course *c, double time, double jump, double bend) {
    c->time[c->count] = time;
    c->jump[c->count] = jump;
    c->bend[c->count++] = bend;
}

// From the middle of each junction, half the shorter step to both sides, and `late` of all.
static course course_of(const double *edge, const double *force, double late) {
    course c = {.count = 0};
    add(&c, edge[0] + late, force[0], 0.0);
    for (int k = 1; k < STEPS; k++) {
        double half = 0.5 * cr_min(edge[k] - edge[k - 1], edge[k + 1] - edge[k]);
        double slope = (force[k] - force[k - 1]) / (2.0 * half);
        add(&c, edge[k] + late - half, 0.0, slope);
        add(&c, edge[k] + late + half, 0.0, -slope);
    }
    add(&c, edge[STEPS] + late, -force[STEPS - 1], 0.0);
    return c;
}

static double impulse_of(const course *c, double until) {
    double sum = 0.0;
    for (int i = 0; i < c->count; i++) {
        double t = until - c->time[i];
        sum += c->jump[i] * t + 0.5 * c->bend[i] * t * t;
    }
    return sum;
}

// A jump of 1 moves an oscillator at rest by q'' = cos w t, q' = sin w t/w; a bend of 1 by their integrals.
static void motion_at(const course *c, double w, double t, double *acceleration, double *velocity) {
    *acceleration = *velocity = 0.0;
    for (int i = 0; i < c->count && c->time[i] <= t; i++) {
        double since = w * (t - c->time[i]);
        *acceleration += c->jump[i] * cos(since) + c->bend[i] * sin(since) / w;
        *velocity += c->jump[i] * sin(since) / w + c->bend[i] * (1.0 - cos(since)) / (w * w);
    }
}

// 1e-9 of the largest: rounding of double in times of some 0.1 s.
static void test_motion(void) {
    static const double frequency[] = {60.0, 900.0, 15000.0};
    double edge[STEPS + 1] = {1e-4}, force[STEPS], given = 0.0;
    uint64_t seed = cr_random_seed(3);
    for (int k = 0; k < STEPS; k++) {
        edge[k + 1] = edge[k] + 1e-4 * (6.0 + 4.0 * cr_random_uniform(&seed));
        force[k] = 1.0 + cr_random_uniform(&seed);
        given += force[k] * (edge[k + 1] - edge[k]);
    }
    const double late = 0.5e-3;
    course c = course_of(edge, force, late);
    double impulse = impulse_of(&c, edge[STEPS] + late);
    printf("impulse off by %.1e\n", fabs(impulse - given) / given);
    CHECK_REL(impulse, given, 1e-10);
    for (int f = 0; f < 6; f++) {
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        cr_modes modes = sounding_modes(1, frequency[f / 2], 0, 0, 1, arena);
        cr_sounder_def def;
        cr_sounder *sounder = begin(&def, &modes, late, arena);
        double w = 2.0 * cr_pi * frequency[f / 2], worst = 0.0, most = 0.0;
        int told = 0, blocks = (int)((edge[STEPS] + 0.01) * def.rate / CR_SOUND_BLOCK);
        sounding_weigh(&ear, f % 2 ? 0.0 : 1.0, f % 2 ? 1.0 : 0.0, f % 2 ? 0.0 : 1.0, f % 2 ? 1.0 : 0.0);
        for (int b = 0; b < blocks; b++) {
            double out[CR_SOUND_BLOCK] = {0}, *pair[] = {out}, seen[2];
            for (; told < STEPS && edge[told] < cr_sounder_end(sounder); told++)
                tell(sounder, sounding_contact(edge[told], edge[told + 1], 0, force[told]));
            cr_sounder_run(sounder, &ear.weights, pair);
            for (int i = 0; i < CR_SOUND_BLOCK; i++) {
                motion_at(&c, w, (b * CR_SOUND_BLOCK + i) / def.rate, &seen[0], &seen[1]);
                double exact = f % 2 ? w * seen[1] : seen[0];
                worst = cr_max(worst, fabs(out[i] - exact));
                most = cr_max(most, fabs(exact));
            }
        }
        printf("%g Hz, %s: off by %.1e\n", frequency[f / 2], f % 2 ? "velocity" : "acceleration",
               worst / most);
        CHECK(worst <= 1e-9 * most, "%g Hz: off by %g of %g", frequency[f / 2], worst, most);
        cr_arena_free(arena);
    }
}

// --- rolling ----------------------------------------------------------------------------------------------

enum { CELLS = 370, WAVES = 20 };

// A strip of 1 m along x that moves along z as sin(pi WAVES x) in its only mode.
static cr_modes bar(double frequency, double sigma, cr_arena *arena) {
    cr_modes m = sounding_modes(1, frequency, 0, sigma, 0, arena);
    m.vertices = 2 * (CELLS + 1);
    m.triangles = 2 * CELLS;
    m.position = cr_arena_take(arena, 3 * (size_t)m.vertices, sizeof(float));
    m.shape = cr_arena_take(arena, 3 * (size_t)m.vertices, sizeof(float));
    m.triangle = cr_arena_take(arena, 3 * (size_t)m.triangles, sizeof(int));
    for (int v = 0; v < m.vertices; v++) {
        double x = (double)(v / 2) / CELLS;
        m.position[3 * v] = (float)x;
        m.position[3 * v + 1] = v % 2 ? 0.01f : -0.01f;
        m.shape[3 * v + 2] = (float)sin(cr_pi * WAVES * x);
    }
    for (int i = 0; i < CELLS; i++) {
        const int corner[6] = {2 * i, 2 * i + 2, 2 * i + 1, 2 * i + 1, 2 * i + 2, 2 * i + 3};
        memcpy(m.triangle + 6 * i, corner, sizeof corner);
    }
    return m;
}

// The amplitude at a frequency of what is heard of 1 N that rolls at 1 m/s, in steps of `step`: Hann's window
// over the time from 0.2 to 0.8 s.
static double rolling(double step, double blend, double at, const cr_modes *modes) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_sounder_def def;
    cr_sounder *sounder = begin(&def, modes, blend, arena);
    double re = 0.0, im = 0.0, weight = 0.0;
    int told = 0;
    sounding_weigh(&ear, 1, 0, 1, 0);
    while (cr_sounder_end(sounder) < 0.9) {
        double out[CR_SOUND_BLOCK] = {0}, *pair[] = {out}, start = cr_sounder_time(sounder);
        for (; told * step < cr_sounder_end(sounder); told++) {
            cr_sound_contact c = sounding_contact(told * step, (told + 1) * step, 0, 1);
            c.at = (cr_vec){(told + 0.5) * step, 0.0, 0.0};
            tell(sounder, c);
        }
        cr_sounder_run(sounder, &ear.weights, pair);
        for (int i = 0; i < CR_SOUND_BLOCK; i++) {
            double t = start + i / def.rate, share = (t - 0.2) / 0.6;
            if (share < 0.0 || share > 1.0) continue;
            double hann = 0.5 - 0.5 * cos(2.0 * cr_pi * share);
            re += hann * out[i] * cos(2.0 * cr_pi * at * t);
            im += hann * out[i] * sin(2.0 * cr_pi * at * t);
            weight += hann;
        }
    }
    cr_arena_free(arena);
    return 2.0 * hypot(re, im) / weight;
}

static double decibels(double x) {
    return 20.0 * log10(x);
}

// The modal force is a sine of 10 Hz. Steps hold it: an image at 1/step - 10 Hz of sinc(1 - 10 step) of it;
// where they go over in straight lines, the square of that. The mode answers with w_f^2/(w^2 - w_f^2).
// 0.1 dB: corners of the surface take 0.02 dB, the window keeps the rest below.
static void test_rolling(void) {
    const double frequency = 600.0, sigma = 60.0, waves = 0.5 * WAVES;
    static const double steps[] = {1e-3, 0.5e-3};
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_modes modes = bar(frequency, sigma, arena);
    for (int i = 0; i < 2; i++) {
        double image = 1.0 / steps[i] - waves,
               share = sin(cr_pi * image * steps[i]) / (cr_pi * image * steps[i]);
        double gain =
            image * image / hypot(frequency * frequency - image * image, 2.0 * sigma / (2.0 * cr_pi) * image);
        double held = decibels(rolling(steps[i], 0.0, image, &modes) / gain);
        double over = decibels(rolling(steps[i], 0.5 * steps[i], image, &modes) / gain);
        printf("steps of %g ms: image at %g Hz %.2f dB held, %.2f dB going over\n", 1e3 * steps[i], image,
               held, over);
        CHECK_NEAR(held, decibels(share), 0.1);
        CHECK_NEAR(over, 2.0 * decibels(share), 0.1);
    }
    cr_arena_free(arena);
}

// --- clicks -----------------------------------------------------------------------------------------------

enum { EAR = 2 }; // m

static cr_clicker *begin_click(cr_clicker_def *def, double rate, double volume, double blend,
                               cr_arena *arena) {
    cr_error error = {0};
    *def = cr_clicker_def_default();
    def->rate = rate;
    def->volume = volume;
    def->blend = blend;
    cr_clicker *clicker = cr_clicker_new(def, arena, &error);
    CHECK(clicker, "%s: %s", error.place, error.reason);
    return clicker;
}

static void click(cr_clicker *clicker, cr_sound_contact c) {
    cr_error error = {0};
    CHECK(cr_clicker_contact(clicker, &c, &error) == CR_OK, "%s: %s", error.place, error.reason);
}

static void hear_click(cr_clicker *clicker, double out[CR_SOUND_BLOCK]) {
    static const cr_vec at[1][2] = {{{EAR, 0, 0}, {EAR, 0, 0}}};
    memset(out, 0, CR_SOUND_BLOCK * sizeof *out);
    cr_clicker_run(clicker, at, &out);
}

static cr_sound_contact carried(double t0, double t1, double force) {
    return (cr_sound_contact){.t0 = t0, .t1 = t1, .force = {force, 0, 0}};
}

// Steps of all lengths, with a gap, one beside the others, and one in two parts: the integral of the pressure
// is rho R^3/(2 m r^2) of the impulse. 1e-8: what aliases into it through the filter to the rate of sound.
static void test_click_impulse(void) {
    const double rate = 1e6, late = 0.5e-3;
    for (int over = 0; over < 2; over++) {
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        cr_clicker_def def;
        cr_clicker *clicker = begin_click(&def, rate, 4e-3, over ? late : 0.0, arena);
        double radius = pow(def.volume * 1.5 / (2.0 * cr_pi), 1.0 / 3.0), edge = 1e-4, given = 0.0, sum = 0.0;
        uint64_t seed = cr_random_seed(5);
        for (int b = 0; b * CR_SOUND_BLOCK < 0.2 * rate; b++) {
            double out[CR_SOUND_BLOCK], end = def.start + (b + 1) * CR_SOUND_BLOCK / rate;
            while (edge < end && edge < 0.1) {
                double next = edge + 1e-4 * (6.0 + 4.0 * cr_random_uniform(&seed)),
                       force = 1.0 + cr_random_uniform(&seed);
                bool part = edge > 0.03 && edge<0.04, beside = edge> 0.06 && edge < 0.07;
                click(clicker, carried(edge, next, force));
                if (part) click(clicker, carried(edge, next, 0.5));
                if (beside) click(clicker, carried(edge, next - 1e-4, 0.7));
                given += force * (next - edge) + (part ? 0.5 * (next - edge) : 0.0) +
                         (beside ? 0.7 * (next - 1e-4 - edge) : 0.0);
                edge = next + (edge > 0.05 && edge < 0.051 ? 2e-3 : 0.0);
            }
            hear_click(clicker, out);
            for (int i = 0; i < CR_SOUND_BLOCK; i++) sum += out[i] / rate;
        }
        double known = def.density * cr_square(radius) * radius / (2.0 * def.mass * EAR * EAR) * given;
        printf("click, %s: impulse off by %.1e\n", over ? "going over" : "held", fabs(sum - known) / known);
        CHECK_REL(sum, known, 1e-8);
        cr_arena_free(arena);
    }
}

// The amplitude at a frequency of the click of a force that swings `slowly` times a second.
static double shaking(double step, double blend, double slowly, double at) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_clicker_def def;
    cr_clicker *clicker = begin_click(&def, 44100.0, 1e-6, blend, arena);
    double re = 0.0, im = 0.0, weight = 0.0;
    int told = 0;
    for (int b = 0; b < 200; b++) {
        double out[CR_SOUND_BLOCK];
        for (; told * step < (b + 1) * CR_SOUND_BLOCK / def.rate; told++)
            click(clicker,
                  carried(told * step, (told + 1) * step, sin(2.0 * cr_pi * slowly * (told + 0.5) * step)));
        hear_click(clicker, out);
        for (int i = 0; i < CR_SOUND_BLOCK; i++) {
            double t = (b * CR_SOUND_BLOCK + i) / def.rate, share = (t - 0.02) / 0.2;
            if (share < 0.0 || share > 1.0) continue;
            double hann = 0.5 - 0.5 * cos(2.0 * cr_pi * share);
            re += hann * out[i] * cos(2.0 * cr_pi * at * t);
            im += hann * out[i] * sin(2.0 * cr_pi * at * t);
            weight += hann;
        }
    }
    cr_arena_free(arena);
    return 2.0 * hypot(re, im) / weight;
}

// The image at 1/step - f of a force of f falls by sinc(1 - f step) once more: by 30 dB at 13 kHz, the rate
// of the steps of S3's cart.
static void test_shaking(void) {
    const double slowly = 400.0;
    static const double steps[] = {1.0 / 13000.0, 1.0 / 6000.0};
    for (int i = 0; i < 2; i++) {
        double image = 1.0 / steps[i] - slowly, x = cr_pi * image * steps[i];
        double held = decibels(shaking(steps[i], 0.0, slowly, image)),
               over = decibels(shaking(steps[i], 0.5 * steps[i], slowly, image));
        printf("click, steps of %.0f us: image at %.0f Hz %.2f dB held, %.2f dB going over\n", 1e6 * steps[i],
               image, held, over);
        CHECK_NEAR(over - held, decibels(sin(x) / x), 0.1);
    }
}

// A blow and the force of its step stay together: late by ten samples they sound the same, ten samples later.
// 1e-12 of the largest: rounding.
static void test_together(void) {
    enum { BLOCKS = 20, COUNT = BLOCKS * CR_SOUND_BLOCK, LATE = 10 };
    static double heard[2][2][COUNT]; // at once, late; modes, click
    for (int k = 0; k < 2; k++) {
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        cr_modes modes = sounding_modes(1, 4000, 0, 0, 1, arena);
        cr_sounder_def def;
        cr_clicker_def of_click;
        cr_sounder *sounder = begin(&def, &modes, k * LATE / 44100.0, arena);
        cr_clicker *clicker = begin_click(&of_click, 44100.0, 1e-6, k * LATE / 44100.0, arena);
        cr_sound_contact c = sounding_contact(1e-4, 1e-3, 1e-3, 1);
        c.duration = 2e-4;
        sounding_weigh(&ear, 1, 0, 1, 0);
        tell(sounder, c);
        c.impulse.x = c.impulse.z;
        c.force.x = c.force.z;
        click(clicker, c);
        for (int b = 0; b < BLOCKS; b++) {
            double *out = &heard[k][0][b * CR_SOUND_BLOCK];
            cr_sounder_run(sounder, &ear.weights, &out);
            hear_click(clicker, &heard[k][1][b * CR_SOUND_BLOCK]);
        }
        cr_arena_free(arena);
    }
    for (int part = 0; part < 2; part++) {
        double worst = 0.0, most = 0.0;
        for (int i = 0; i + LATE < COUNT; i++) {
            worst = cr_max(worst, fabs(heard[1][part][i + LATE] - heard[0][part][i]));
            most = cr_max(most, fabs(heard[0][part][i]));
        }
        printf("%s late: off by %.1e\n", part ? "click" : "modes", worst / most);
        CHECK(worst <= 1e-12 * most, "%s: off by %g of %g", part ? "click" : "modes", worst, most);
    }
}

int main(void) {
    test_motion();
    test_rolling();
    test_click_impulse();
    test_shaking();
    test_together();
    return test_summary();
}
