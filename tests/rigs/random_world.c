#include "random_world.h"

#include "base/crc32.h"
#include "form_tools.h"
#include "plain_modes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BODIES = 5 };

typedef struct scene {
    uint64_t seed, random;
    cr_arena *arena;
    cr_world_model *model;
    cr_world_def def;
    cr_error error;
    double size, speed, duration;
    double far; // m: how far bodies reach already
    cr_vec out; // the direction in which they lie
    bool free;  // nothing but the bodies acts on them
    cr_law law;
} scene;

static double between(scene *s, double low, double high) {
    return low + (high - low) * (0.5 + 0.5 * cr_random_uniform(&s->random));
}

static bool chance(scene *s, double part) {
    return between(s, 0.0, 1.0) < part;
}

// Even over decades.
static double decades(scene *s, double low, double high) {
    return exp(between(s, log(low), log(high)));
}

static cr_vec within(scene *s, double size) {
    double x = cr_random_uniform(&s->random), y = cr_random_uniform(&s->random),
           z = cr_random_uniform(&s->random);
    return (cr_vec){size * x, size * y, size * z};
}

static cr_quat any_turn(scene *s) {
    double a[4];
    for (int i = 0; i < 4; i++) a[i] = cr_random_gaussian(&s->random);
    return chance(s, 0.2) ? cr_quat_none : cr_quat_unit((cr_quat){a[0], a[1], a[2], a[3]});
}

// A form of the table, its lengths times a factor; NULL where that does not fit.
static const cr_form *any_form(scene *s, double scale) {
    int count;
    const cr_form_type *const *types = cr_form_types(&count);
    const cr_form_type *type = types[1 + (int)between(s, 0.0, 0.999 * (count - 1))]; // not the plane
    cr_setting settings[CR_FORM_PARAM_MAX + 1] = {0};
    int n = 0;
    for (int i = 0; i < type->param_count; i++) {
        const cr_param *p = &type->params[i];
        double value = p->value * scale * decades(s, 0.8, 1.25);
        if (!strcmp(p->unit, "m") && isfinite(p->value)) settings[n++] = (cr_setting){p->name, value};
    }
    return cr_form_new(type->name, settings, s->arena, &s->error);
}

static cr_grip any_grip(scene *s) {
    cr_grip grip = cr_grip_default();
    grip.rest = chance(s, 0.2) ? 0.0 : decades(s, 0.01, 2.0);
    grip.dynamic = chance(s, 0.5) ? grip.rest : grip.rest * between(s, 0.3, 1.0);
    grip.stribeck = decades(s, 1e-4, 1.0);
    grip.rolling = chance(s, 0.2) ? decades(s, 1e-4, 0.1) : 0.0;
    grip.spinning = chance(s, 0.2) ? decades(s, 1e-5, 1e-2) * s->size : 0.0;
    return grip;
}

static bool vibrating_rod(scene *s, cr_body_def *def, cr_part_def *part) {
    const cr_setting size[] = {{"x", 1.0}, {"y", 0.02}, {"z", 0.02}, {0}};
    cr_modes *modes = cr_arena_take(s->arena, 1, sizeof *modes);
    *modes = rod_modes(1 + (int)between(s, 0.0, 4.0), s->arena);
    double scale = decades(s, 30.0, 600.0);
    for (int j = 0; j < modes->count; j++) {
        modes->frequency[j] *= scale;
        modes->sigma[j] = 5.0 * (j + 1);
    }
    def->modes = modes;
    part->form = cr_form_new("box", size, s->arena, &s->error);
    return part->form != NULL;
}

// Along a line, far enough from the one before; they fly towards its middle.
static void place(scene *s, cr_body_def *def, double reach) {
    s->far += reach + s->size * decades(s, 1e-3, 1.0);
    def->at = cr_vec_add(cr_vec_scale(s->far, s->out), within(s, 0.02 * s->size));
    s->far += reach;
    def->turn = any_turn(s);
    cr_vec stray = within(s, 0.3 * s->speed); // one draw after the other, or compilers choose which is first
    double speed = s->speed * between(s, 0.0, 1.0);
    def->velocity = cr_vec_add(cr_vec_scale(-speed, s->out), stray);
    def->spin = within(s, decades(s, 0.1, 10.0) * s->speed / s->size);
}

static void drive(scene *s, cr_body_def *def) {
    enum { KEYS = 3 };
    double *time = cr_arena_take(s->arena, KEYS, sizeof *time);
    cr_pose *pose = cr_arena_take(s->arena, KEYS, sizeof *pose);
    for (int i = 0; i < KEYS; i++) {
        time[i] = 0.4 * s->duration * i;
        pose[i] = (cr_pose){cr_vec_add(def->at, within(s, i ? 0.5 * s->size : 0.0)), def->turn};
        if (i > 0 && chance(s, 0.5)) pose[i].turn = any_turn(s);
    }
    def->drive = (cr_drive_def){KEYS, time, pose, chance(s, 0.5)};
    s->free = false;
}

static int add_body(scene *s, int i) {
    cr_body_def def = cr_body_def_default();
    cr_part_def part[2] = {{.pose = {.turn = cr_quat_none}}, {.pose = {.turn = cr_quat_none}}};
    char name[16];
    snprintf(name, sizeof name, "b%d", i);
    def.name = name;
    def.parts = part;
    def.part_count = 1;
    def.density = decades(s, 100.0, 20000.0);
    def.grip = any_grip(s);
    if ((s->seed + (uint64_t)i) % 6 == 0)
        def.compress = (cr_compress)(CR_COMPRESS_HERTZ + (int)((s->seed / 6 + (uint64_t)i) % 3));
    def.restitution = chance(s, 0.3) ? between(s, 0.0, 1.0) : 0.0;
    if (s->size > 0.1 && s->size < 3.0 && chance(s, 0.3)) {
        if (!vibrating_rod(s, &def, &part[0])) return -1;
    } else {
        part[0].form = any_form(s, s->size / 0.1 * decades(s, 0.3, 3.0));
        if (!part[0].form) return -1;
    }
    double reach = part[0].form->reach;
    if (!def.modes && chance(s, 0.15) && (part[1].form = any_form(s, s->size / 0.1))) {
        def.part_count = 2;
        part[1].pose.at = (cr_vec){0.5 * reach, 0, 0};
        reach = 2.0 * reach + 2.0 * part[1].form->reach;
    }
    place(s, &def, reach);
    if (i > 0 && chance(s, 0.1)) {
        def.fixed = true;
        s->free = false;
    } else if (i > 0 && !def.modes && chance(s, 0.1)) {
        drive(s, &def);
    }
    return cr_world_model_add(s->model, &def, &s->error);
}

static void add_floor(scene *s) {
    cr_body_def def = cr_body_def_default();
    cr_part_def part = {.form = cr_form_new("plane", NULL, s->arena, &s->error),
                        .pose = {.turn = cr_quat_none}};
    def.name = "floor";
    def.parts = &part;
    def.part_count = 1;
    def.fixed = true;
    def.grip = any_grip(s);
    cr_world_model_add(s->model, &def, &s->error);
    s->out = (cr_vec){0, 0, 1};
    s->free = false;
}

static void add_joint(scene *s, int a, int b, cr_vec at) {
    cr_joint_def joint = {.kind = (cr_joint_kind)(int)between(s, 0.0, 2.999),
                          .a = a,
                          .b = chance(s, 0.3) ? -1 : b,
                          .at = at,
                          .axis = {0.3, -0.2, 1.0},
                          .damping = chance(s, 0.5) ? decades(s, 1e-6, 1e-2) : 0.0};
    if (cr_world_model_join(s->model, &joint, &s->error) < 0) return;
    if (joint.b < 0) s->free = false;
}

static void add_load(scene *s, int body) {
    double mass = cr_world_model_mass(s->model, body);
    if (!isfinite(mass)) return;
    bool blow = chance(s, 0.5);
    double start = between(s, 0.0, 0.5 * s->duration);
    cr_load_def load = {.body = body,
                        .at = within(s, 0.3 * s->size),
                        .force = within(s, mass * s->speed * (blow ? 1.0 : 3.0 / s->duration)),
                        .start = start,
                        .end = blow ? start : start + 0.3 * s->duration};
    cr_world_model_load(s->model, &load, &s->error);
    s->free = false;
}

static void add_law(scene *s, int a, int b) {
    static const char *const laws[] = {"power", "hunt-crossley", "azad-featherstone"};
    const cr_setting stiff[] = {{"k", decades(s, 1e5, 1e10)}, {0}};
    cr_pair_def pair = cr_pair_def_default();
    if (cr_law_make(laws[(int)between(s, 0.0, 2.999)], stiff, &s->law, &s->error) != CR_OK) return;
    pair.a = a;
    pair.b = b;
    pair.law = &s->law;
    cr_world_model_pair(s->model, &pair, &s->error);
}

// A model, sealed, or NULL where chance put bodies into each other or asked for sizes that do not exist.
static bool build(scene *s, uint64_t seed) {
    *s = (scene){.seed = seed,
                 .random = cr_random_seed(seed),
                 .arena = cr_arena_new(cr_allocator_default()),
                 .free = true};
    s->size = decades(s, 0.003, 3.0);
    s->duration = between(s, 0.1, 0.3);
    s->speed = s->size / s->duration * decades(s, 0.1, 3.0);
    s->out = form_random_direction(&s->random);
    s->def = cr_world_def_default();
    if (chance(s, 0.4)) s->def.gravity = (cr_vec){0, 0, 0};
    else s->free = false;
    if (chance(s, 0.3)) s->def.step = decades(s, 2e-4, 5e-3);
    s->def.sleeping = chance(s, 0.5);
    s->def.adaptive = chance(s, 0.8);
    s->model = cr_world_model_new(s->arena, &s->def, &s->error);
    if (chance(s, 0.5)) add_floor(s);
    int first = cr_world_model_bodies(s->model), last = -1, count = 1 + (int)between(s, 0.0, BODIES - 0.01);
    for (int i = 0; i < count; i++) {
        double before = s->far;
        int body = add_body(s, i);
        if (body < 0) continue;
        if (last >= first && chance(s, 0.15)) add_joint(s, body, last, cr_vec_scale(before, s->out));
        if (last >= 0 && chance(s, 0.2)) add_law(s, last, body);
        if (chance(s, 0.15)) add_load(s, body);
        last = body;
    }
    return last >= 0 && cr_world_model_seal(s->model, &s->error) == CR_OK;
}

static bool count_moments(void *context, double time) {
    int *left = context;
    (void)time;
    *left -= 256;
    return *left > 0;
}

// The energy that was there or passed.
static double passed(const cr_world_energy *e, const cr_world_energy *first) {
    return first->kinetic + e->kinetic + fabs(e->potential - first->potential) + first->vibration +
           e->vibration + e->springs + fabs(e->impacts) + fabs(e->friction) + fabs(e->damping) +
           fabs(e->dropped) + fabs(e->driven) + fabs(e->loaded) + fabs(e->pushed);
}

static double momentum_scale(const scene *s, const cr_world *w) {
    double sum = 0.0;
    for (int i = 0; i < cr_world_model_bodies(s->model); i++)
        sum += cr_world_model_mass(s->model, i) * cr_vec_length(cr_world_body(w, i).velocity);
    return sum;
}

static bool all_finite(const scene *s, const cr_world *w) {
    double sum = 0.0;
    for (int i = 0; i < cr_world_model_bodies(s->model); i++) {
        cr_body_state b = cr_world_body(w, i);
        sum += b.pose.at.x + b.pose.at.y + b.pose.at.z + b.pose.turn.w + b.pose.turn.x + b.pose.turn.y +
               b.pose.turn.z + b.velocity.x + b.velocity.y + b.velocity.z + b.spin.x + b.spin.y + b.spin.z;
    }
    return isfinite(sum);
}

static void note(double value, double *worst, uint64_t seed, uint64_t *which) {
    if (!(value > *worst)) return;
    *worst = value;
    *which = seed;
}

static unsigned char *kept(const cr_world *w, size_t *size) {
    *size = cr_world_size(w);
    unsigned char *bytes = malloc(*size);
    if (!bytes) exit(1);
    cr_world_save(w, bytes);
    return bytes;
}

// A world that goes on from the bytes of another ends like it.
static bool same_end(scene *s, const unsigned char *middle, size_t size, const cr_world *whole) {
    cr_world *again = cr_world_new(s->model, cr_allocator_default(), &s->error);
    bool same = cr_world_restore(again, middle, size, &s->error) == CR_OK &&
                cr_world_run(again, cr_world_time(whole), NULL, &s->error) == CR_OK;
    size_t first, second;
    unsigned char *a = kept(again, &first), *b = kept(whole, &second);
    same = same && first == second && memcmp(a, b, first) == 0;
    free(a);
    free(b);
    cr_world_free(again);
    return same;
}

static const char *judge(const scene *s, const cr_world *w, uint64_t seed, const cr_world_energy *first,
                         cr_vec p0, random_worlds *worst) {
    cr_world_energy e = cr_world_ledger(w);
    cr_world_stats stats = cr_world_statistics(w);
    double energy = passed(&e, first), scale = momentum_scale(s, w);
    cr_vec p1, l1;
    if (!all_finite(s, w)) return "a place or speed is not a number";
    cr_world_momentum(w, &p1, &l1);
    worst->steps += stats.steps;
    worst->solves += stats.kicks + stats.holds;
    worst->unsolved += stats.unsolved;
    if (stats.contacts_greatest > worst->contacts) worst->contacts = stats.contacts_greatest;
    double residual = energy > 0.0 ? fabs(e.residual) / energy : 0.0;
    double gain = energy > 0.0 ? stats.gain_greatest / energy : 0.0;
    double off = s->free && scale > 0.0 ? cr_vec_length(cr_vec_sub(p1, p0)) / scale : 0.0;
    note(residual, &worst->residual, seed, &worst->residual_seed);
    note(gain, &worst->gain, seed, &worst->gain_seed);
    note(off, &worst->momentum, seed, &worst->momentum_seed);
    // Rounding, a few thousand steps of it; and what a solver leaves that ends at a residual of 1e-8.
    if (!(residual < 1e-9)) return "the ledger is open";
    if (!(gain < 1e-9)) return "a step gained energy";
    if (!(off < 1e-9)) return "momentum is not kept";
    return NULL;
}

static const char *run(scene *s, uint64_t seed, int moments, bool save, random_worlds *worst) {
    cr_world *w = cr_world_new(s->model, cr_allocator_default(), &s->error);
    if (!w) return "no world";
    int left = moments;
    cr_world_sink sink = {.context = &left, .progress = count_moments};
    cr_world_energy first = cr_world_ledger(w);
    cr_vec p0, l0;
    cr_world_momentum(w, &p0, &l0);
    cr_status status = cr_world_run(w, 0.5 * s->duration, &sink, &s->error);
    size_t size = 0;
    unsigned char *middle = save && status == CR_OK ? kept(w, &size) : NULL;
    if (status == CR_OK) status = cr_world_run(w, s->duration, &sink, &s->error);
    const char *wrong = NULL;
    if (status == CR_STOPPED) worst->stopped++;
    else if (status == CR_ERR_INPUT && strstr(s->error.reason, "torn")) worst->torn++; // joints contradict
    else if (status != CR_OK) wrong = "the run failed";
    if (!wrong) wrong = judge(s, w, seed, &first, p0, worst);
    if (!wrong && status == CR_OK && middle && !same_end(s, middle, size, w))
        wrong = "goes on otherwise from a kept state";
    if (wrong) {
        cr_world_energy e = cr_world_ledger(w);
        cr_world_stats t = cr_world_statistics(w);
        printf("seed %llu: %s %s; %d bodies, size %.2g m, speed %.2g m/s; energy %.3g J, residual %.2g J, "
               "gain %.2g J, unsolved %lld of %lld at %.2g, contacts %d, overlap %.2g m\n",
               (unsigned long long)seed, wrong, status == CR_OK ? "" : s->error.reason,
               cr_world_model_bodies(s->model), s->size, s->speed, passed(&e, &first), e.residual,
               t.gain_greatest, t.unsolved, t.kicks + t.holds, t.residual_greatest, t.contacts_greatest,
               t.penetration_greatest);
    }
    free(middle);
    cr_world_free(w);
    return wrong;
}

const char *random_world_run(uint64_t seed, int moments, bool save, random_worlds *worst) {
    scene s;
    const char *wrong = NULL;
    worst->scenes++;
    if (build(&s, seed)) wrong = run(&s, seed, moments, save, worst);
    else worst->refused++;
    cr_arena_free(s.arena);
    return wrong;
}

uint32_t random_world_sum(uint64_t seed, int moments, const cr_world_workers *workers) {
    scene s;
    uint32_t sum = 0;
    cr_world *w = build(&s, seed) ? cr_world_new(s.model, cr_allocator_default(), &s.error) : NULL;
    if (w) {
        cr_world_sink sink = {.context = &moments, .progress = count_moments};
        cr_world_set_workers(w, workers);
        cr_world_run(w, s.duration, &sink, &s.error);
        size_t size;
        unsigned char *bytes = kept(w, &size);
        sum = cr_crc32(bytes, size - 4); // without their own checksum, with which it would always be the same
        free(bytes);
        cr_world_free(w);
    }
    cr_arena_free(s.arena);
    return sum;
}

void random_worlds_print(const random_worlds *all) {
    printf("%d worlds, %d refused, %d torn, %d stopped; %lld steps, %lld of %lld solves unsolved; ledger "
           "%.2g (seed "
           "%llu), gain %.2g (seed %llu), momentum %.2g (seed %llu)\n",
           all->scenes, all->refused, all->torn, all->stopped, all->steps, all->unsolved, all->solves,
           all->residual, (unsigned long long)all->residual_seed, all->gain,
           (unsigned long long)all->gain_seed, all->momentum, (unsigned long long)all->momentum_seed);
}
