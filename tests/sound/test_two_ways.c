// label: plain
// One struck object, two ways: a hammer on a mug that moves as a whole, by a network whose contact is stepped
// with the samples, and by bodies in space whose contacts drive a sounder. Same modes, same law, same place:
// the velocity of a point of the wall within 1 dB in every third of an octave.
#include "base/fourier.h"
#include "base/numeric.h"
#include "carom/audio.h"
#include "carom/prep.h"
#include "carom/scene.h"
#include "carom/sim.h"
#include "carom/solid.h"
#include "sound/sounder.h"
#include "test.h"

#include <string.h>

enum { RATE = 44100, FRAMES = 16384, MODES = 16, CONTACTS = 8192 };
static const double radius = 0.04, height = 0.095, ball = 0.01, speed = 0.5, mass = 0.02, hardness = 1e9;

// Linear elements are enough: both ways have the same modes.
static cr_modes solve_mug(cr_arena *arena) {
    cr_solid_def mug = cr_solid_def_default();
    const cr_solid_watch watch = {.solve = cr_modes_compute};
    cr_modes modes = {0};
    cr_error error = {0};
    cr_status status = cr_solid_def_shape(&mug, "mug", NULL, &error);
    if (status == CR_OK) status = cr_solid_def_material(&mug, "ceramic", &error);
    mug.detail.order = 1;
    mug.detail.edge = 0.01;
    mug.detail.layers = 1;
    mug.count = MODES;
    mug.threads = 1;
    if (status == CR_OK) status = cr_solid_modes(&mug, &watch, arena, &modes, NULL, &error);
    CHECK(status == CR_OK, "%s: %s", error.place, error.reason);
    return modes;
}

static cr_status give(void *context, const char *name, const cr_solid_def *solid, cr_arena *arena,
                      cr_modes *modes, cr_error *error) {
    (void)name, (void)solid, (void)arena, (void)error;
    *modes = *(const cr_modes *)context;
    return CR_OK;
}

static cr_scene *parse(const char *text, const cr_modes *modes, cr_arena *arena) {
    cr_scene *scene = NULL;
    cr_error error = {0};
    cr_modes copy = *modes;
    cr_status status = cr_scene_parse("test", text, strlen(text), NULL, 0, arena, &scene, &error);
    if (status == CR_OK) status = cr_scene_resolve(scene, give, &copy, arena, &error);
    CHECK(status == CR_OK, "%s: %s", error.place, error.reason);
    return status == CR_OK ? scene : NULL;
}

// Where along the box of the surface a coordinate lies.
static double share(const cr_modes *m, int axis, double at) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int i = 0; i < m->vertices; i++) {
        low = fmin(low, (double)m->position[3 * i + axis]);
        high = fmax(high, (double)m->position[3 * i + axis]);
    }
    return (at - low) / (high - low);
}

static void by_network(const cr_modes *modes, double out[FRAMES], cr_arena *arena) {
    char text[1000];
    cr_audio audio = {0};
    cr_error error = {0};
    snprintf(
        text, sizeof text,
        "carom: 1\nelements: {mug: {type: solid, shape: mug, material: ceramic, modes: %d, support: 1}}\n"
        "excitations: {tap: {type: strike, at: mug@0 0.5 %.9g -1 0 0, mass: %g, velocity: %g, k: %g, mu: "
        "0}}\n"
        "pickups: {wall: {at: mug@%.9g 0 %.9g 0 -1 0}}\n"
        "output: {rate: %d, duration: %.9g, normalize: none, fade: 0}\n",
        MODES, share(modes, 2, 0.5 * height), mass, speed, hardness, share(modes, 0, 0),
        share(modes, 2, 0.8 * height), RATE, (double)FRAMES / RATE);
    cr_scene *scene = parse(text, modes, arena);
    if (!scene) return;
    CHECK(cr_scene_render(scene, arena, &audio, &error) == CR_OK, "%s: %s", error.place, error.reason);
    CHECK(audio.channels == 1 && audio.frames >= FRAMES, "%d channels", audio.channels);
    for (int n = 0; n < FRAMES && n < audio.frames; n++) out[n] = audio.samples[n];
    cr_audio_free(&audio);
}

typedef struct told {
    cr_world_contact contact[CONTACTS];
    int count;
} told;

static cr_status keep(void *context, const cr_world_contact *contact) {
    told *t = context;
    if (t->count == CONTACTS) return CR_STOPPED;
    t->contact[t->count++] = *contact;
    return CR_OK;
}

// Velocity of the point by its modes: Re(z/lambda), z their complex accelerations.
static void ring(const cr_modes *modes, const told *t, int mug, cr_vec at, cr_vec along, double out[FRAMES],
                 cr_arena *arena) {
    cr_sounder_def def = cr_sounder_def_default();
    def.modes = modes;
    def.steps = CONTACTS;
    def.precision = CR_BANK_DOUBLE;
    def.damping = CR_CONTACT_DAMPING_NONE;
    cr_sounder *sounder = cr_sounder_new(&def, arena, NULL);
    double shape[MODES] = {0}, re[MODES], im[MODES];
    cr_sounder_project(sounder, at, along, shape);
    for (int j = 0; j < cr_sounder_modes(sounder); j++) { // T = U/conj(lambda)
        double s = sounder->lanes.sigma[j], w = sounder->lanes.omega[j], square = s * s + w * w;
        re[j] = -shape[j] * s / square;
        im[j] = shape[j] * w / square;
    }
    const cr_sound_weights weights = {{re, re}, {im, im}};
    for (int i = 0; i < t->count; i++) {
        cr_sound_contact c = cr_sound_contact_of(&t->contact[i], t->contact[i].a == mug, cr_quat_none);
        CHECK(cr_sounder_contact(sounder, &c, NULL) == CR_OK, "contact %d", i);
    }
    for (int b = 0; b < FRAMES / CR_SOUND_BLOCK; b++) {
        double *outs[] = {out + (ptrdiff_t)b * CR_SOUND_BLOCK};
        cr_sounder_run(sounder, &weights, outs);
    }
}

static void by_bodies(const cr_modes *modes, double out[FRAMES], cr_arena *arena) {
    static told t;
    char text[1000];
    cr_world_model *model = NULL;
    cr_error error = {0};
    const double volume = 4.0 / 3 * cr_pi * ball * ball * ball;
    snprintf(text, sizeof text,
             "carom: 1\nworld: {gravity: [0, 0, 0], friction: 0, sleeping: false}\n"
             "bodies:\n"
             "  mug: {shape: mug, material: ceramic, modes: %d, contact_fmax: 20000, origin: shape}\n"
             "  hammer: {shape: sphere, radius: %g, density: %.9g, modes: 0, at: [%.9g, 0, %.9g], velocity: "
             "[%g, 0, 0]}\n"
             "pairs: {hit: {a: mug, b: hammer, law: power, k: %g, alpha: 1.5}}\n"
             "output: {duration: 1}\n",
             MODES, ball, mass / volume, -radius - ball - 1e-5, 0.5 * height, speed, hardness);
    cr_scene *scene = parse(text, modes, arena);
    cr_status status = scene ? cr_scene_world(scene, arena, &model, NULL, &error) : CR_ERR_INPUT;
    cr_world *world = status == CR_OK ? cr_world_new(model, cr_allocator_default(), &error) : NULL;
    CHECK(world, "%s: %s", error.place, error.reason);
    if (!world) return;
    const cr_world_sink sink = {.context = &t, .contact = keep};
    int mug = cr_world_model_body(model, "mug");
    cr_vec point = {-modes->centre[0], -radius - modes->centre[1], 0.8 * height - modes->centre[2]},
           along = {0, -1, 0};
    memset(out, 0, FRAMES * sizeof *out);
    for (int n = 0; n < FRAMES; n++) { // as a whole
        CHECK(cr_world_run(world, (double)n / RATE, &sink, &error) == CR_OK, "%s", error.reason);
        cr_body_state s = cr_world_body(world, mug);
        out[n] += cr_vec_dot(along, cr_vec_add(s.velocity, cr_vec_cross(s.spin, point)));
    }
    CHECK(t.count > 10, "%d steps of contact", t.count);
    ring(modes, &t, mug, point, along, out, arena);
    cr_world_free(world);
}

// Power in thirds of an octave from 100 Hz on, over all of the time.
enum { BANDS = 23 };
static void thirds(const double *signal, double band[BANDS], cr_arena *arena) {
    static double z[2 * FRAMES];
    cr_fourier fourier;
    CHECK(cr_fourier_plan(&fourier, FRAMES, arena, NULL) == CR_OK, "plan");
    for (int n = 0; n < FRAMES; n++) {
        z[2 * n] = signal[n] * 0.5 * (1 + cos(cr_pi * n / FRAMES)); // falls to nothing at the end
        z[2 * n + 1] = 0;
    }
    cr_fourier_forward(&fourier, z);
    for (int b = 0; b < BANDS; b++) {
        double low = 100 * pow(2, (b - 0.5) / 3), high = low * pow(2, 1.0 / 3);
        band[b] = 0;
        for (int k = (int)ceil(low * FRAMES / RATE); k < high * FRAMES / RATE && k < FRAMES / 2; k++)
            band[b] += cr_square(z[2 * k]) + cr_square(z[2 * k + 1]);
    }
}

int main(void) {
    static double network[FRAMES], bodies[FRAMES];
    double a[BANDS], b[BANDS], most = 0, worst = 0;
    int compared = 0;
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_modes modes = solve_mug(arena);
    if (modes.count == MODES) {
        by_network(&modes, network, arena);
        by_bodies(&modes, bodies, arena);
        thirds(network, a, arena);
        thirds(bodies, b, arena);
    }
    for (int i = 0; i < BANDS && modes.count == MODES; i++) most = fmax(most, a[i]);
    for (int i = 0; i < BANDS && most > 0; i++) {
        double level = 10 * log10(a[i] / most), off = 10 * log10(b[i] / a[i]);
        printf("%6.0f Hz: %6.1f dB, %+.2f dB\n", 100 * pow(2, i / 3.0), level, off);
        if (level < -60) continue;
        compared++;
        worst = fmax(worst, fabs(off));
        CHECK(fabs(off) <= 1, "%g Hz: %g dB", 100 * pow(2, i / 3.0), off);
    }
    printf("%d bands above -60 dB, within %.2f dB\n", compared, worst);
    CHECK(compared >= 12, "%d bands", compared);
    cr_arena_free(arena);
    return test_summary();
}
