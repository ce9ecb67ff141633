// Worlds of bodies in contact: a tower, piles, bodies at rest apart from each other and a table of dishes;
// beside ODE, Bullet and MuJoCo where they are installed. CPU time, medians of steps (of the table: means).
//     bench_world [PART]...   of tower, table, apart, piles, packed; all of them
#include "bench.h"
#include "engines.h"
#include "stacks.h"

#include <math.h>
#include <string.h>

enum { STEPS = 400, STEPS_MOST = 16250 }; // 16250 of the table: half a second
static const double patience = 20.0;      // s, for a scene of one engine

// ---- Carom as one engine of them.
typedef struct ours {
    world_rig rig;
    double step, time, force, deepest;
    int contacts;
} ours;

static cr_status listen(void *context, const cr_world_contact *c) {
    ours *o = context;
    o->contacts++;
    o->force += cr_vec_dot(c->force, c->normal);
    o->deepest = fmax(o->deepest, -c->gap);
    return CR_OK;
}

static cr_quat turn_to(const double n[3]) {
    cr_vec up = {0, 0, 1}, normal = {n[0], n[1], n[2]};
    return turn_about(cr_vec_cross(up, normal), acos(cr_vec_dot(up, normal)));
}

static void *ours_begin(const peer_scene *scene) {
    ours *o = calloc(1, sizeof *o);
    char name[32];
    cr_world_def def = quiet_world(scene->step);
    *o = (ours){.rig = world_begin(&def), .step = scene->step};
    for (int i = 0; i < scene->planes; i++) {
        const double *p = scene->plane[i];
        cr_body_def body = body_at(p[0] * p[3], p[1] * p[3], p[2] * p[3]);
        body.fixed = true;
        body.turn = turn_to(p);
        body.grip.rest = body.grip.dynamic = scene->friction;
        snprintf(name, sizeof name, "plane%d", i);
        world_add(&o->rig, name, "plane", NULL, body);
    }
    for (int i = 0; i < scene->bodies; i++) {
        const peer_body *b = &scene->body[i];
        const double *h = b->half;
        cr_body_def body = body_at(b->at[0], b->at[1], b->at[2]);
        bool box = h[1] > 0.0;
        body.density =
            b->mass / (box ? 8.0 * h[0] * h[1] * h[2] : 16.0 / 3.0 * atan(1.0) * h[0] * h[0] * h[0]);
        body.grip.rest = body.grip.dynamic = scene->friction;
        cr_setting sides[] = {{"x", 2.0 * h[0]}, {"y", 2.0 * h[1]}, {"z", 2.0 * h[2]}, {0}};
        cr_setting radius[] = {{"radius", h[0]}, {0}};
        snprintf(name, sizeof name, "body%d", i);
        world_add(&o->rig, name, box ? "box" : "sphere", box ? sides : radius, body);
    }
    world_start(&o->rig);
    return o;
}

static void ours_step(void *engine) {
    ours *o = engine;
    cr_world_sink sink = {.context = o, .contact = listen};
    o->contacts = 0;
    o->force = o->deepest = 0.0;
    o->time += o->step;
    world_run(&o->rig, o->time + 1e-3 * o->step, &sink);
}

static int ours_contacts(void *engine, double *force, double *deepest) {
    ours *o = engine;
    *force = o->force;
    *deepest = o->deepest;
    return o->contacts;
}

static void ours_end(void *engine) {
    ours *o = engine;
    world_end(&o->rig);
    free(o);
}

static const peer_engine carom = {"Carom", ours_begin, ours_step, ours_contacts, ours_end};

static const peer_engine *const engines[] = {
    &carom,
#ifdef HAVE_ODE
    &peer_ode,
#endif
#ifdef HAVE_BULLET
    &peer_bullet,
#endif
#ifdef HAVE_MUJOCO
    &peer_mujoco,
#endif
};

static void list_skipped(void) {
#ifndef HAVE_ODE
    fprintf(stderr, "skipped: ODE is not installed\n");
#endif
#ifndef HAVE_BULLET
    fprintf(stderr, "skipped: Bullet is not installed\n");
#endif
#ifndef HAVE_MUJOCO
    fprintf(stderr, "skipped: MuJoCo is not installed\n");
#endif
}

// ---- The same scene in all of them.
static void put(const char *name, const char *engine, const char *what, const char *unit, double value) {
    char one[64];
    snprintf(one, sizeof one, "%s (%s)", name, engine);
    bench_figure(one, what, unit, value);
}

// Lets a scene run for `before` steps and measures `steps` more. Force noise: the greatest change of the sum
// of the normal forces from step to step, of that sum.
static void measure(const char *name, const peer_engine *engine, const peer_scene *scene, int before,
                    int steps, bool rests) {
    static double time[STEPS_MOST];
    double sum = 0.0, last = 0.0, noise = 0.0, deepest = 0.0, count = 0.0;
    void *e = engine->begin(scene);
    if (!e) return;
    double begun = bench_now();
    for (int i = 0; i < before && bench_now() - begun < patience; i++) engine->step(e);
    if (bench_now() - begun >= patience) {
        fprintf(stderr, "%s: %s takes longer than %g s\n", name, engine->name, patience);
        engine->end(e);
        return;
    }
    for (int i = 0; i < steps; i++) {
        double deep, start = bench_now();
        engine->step(e);
        time[i] = bench_now() - start;
        count += engine->contacts(e, &sum, &deep);
        deepest = fmax(deepest, deep);
        if (i > 0 && last > 0.0) noise = fmax(noise, fabs(sum - last) / last);
        last = sum;
    }
    engine->end(e);
    qsort(time, (size_t)steps, sizeof *time, bench_ascending);
    double median = time[steps / 2];
    count /= steps;
    put(name, engine->name, "step", "us", 1e6 * median);
    put(name, engine->name, "contacts", "", count);
    if (count > 0.0) put(name, engine->name, "step by contact", "us", 1e6 * median / count);
    put(name, engine->name, "deepest", "um", 1e6 * deepest);
    if (rests) put(name, engine->name, "force noise", "", noise);
}

static void all(const char *name, const peer_scene *scene, int before, int steps, bool rests) {
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
        measure(name, engines[i], scene, before, steps, rests);
}

static double ball_mass(void) {
    return 16.0 / 3.0 * atan(1.0) * stack_ball * stack_ball * stack_ball * stack_density;
}

static void tower(void) {
    enum { BOXES = 40 };
    peer_body body[BOXES];
    for (int i = 0; i < BOXES; i++)
        body[i] = (peer_body){.half = {0.5 * stack_box[0], 0.5 * stack_box[1], 0.5 * stack_box[2]},
                              .mass = stack_box_weight / 9.81,
                              .at = {0.0, 0.0, stack_box[2] * (i + 0.5)}};
    peer_scene scene = {
        .step = 1e-3, .friction = 0.4, .planes = 1, .plane = {{0, 0, 1, 0}}, .bodies = BOXES, .body = body};
    all("tower of 40", &scene, 200, 100, true);
}

// Packed: at rest, in steps of a millisecond; otherwise in its first bounces.
static void pile(int side, bool packed, int before, int steps) {
    int count = side * side * side;
    char name[32];
    double wall = -stack_pile_wall(side);
    peer_body *body = calloc((size_t)count, sizeof *body);
    for (int i = 0; i < count; i++) {
        cr_vec at = stack_pile_place(side, i);
        body[i] = (peer_body){.half = {stack_ball}, .mass = ball_mass(), .at = {at.x, at.y, at.z}};
    }
    peer_scene scene = {
        .step = packed ? 1e-3 : 1e-4,
        .friction = 0.4,
        .planes = PEER_PLANES,
        .plane = {{0, 0, 1, 0}, {1, 0, 0, wall}, {-1, 0, 0, wall}, {0, 1, 0, wall}, {0, -1, 0, wall}},
        .bodies = count,
        .body = body};
    snprintf(name, sizeof name, "%spile of %d", packed ? "packed " : "", count);
    all(name, &scene, before, steps, packed);
    free(body);
}

// ---- Bodies that rest apart from each other.
static double apart(int count, bool sleeping) {
    cr_world_def def = cr_world_def_default();
    def.sleeping = sleeping;
    world_rig rig = world_begin(&def);
    stack_apart(&rig, count);
    world_start(&rig);
    world_run(&rig, sleeping ? 0.5 : 0.02, NULL);
    double start = bench_now();
    world_run(&rig, cr_world_time(rig.world) + 0.05, NULL);
    double time = (bench_now() - start) / 50.0;
    world_end(&rig);
    return time;
}

static void grow(void) {
    const int counts[] = {10, 30, 100, 300, 1000, 3000};
    enum { COUNTS = sizeof counts / sizeof *counts };
    double first = 0.0, last = 0.0;
    for (int i = 0; i < COUNTS; i++) {
        char name[32];
        double awake = apart(counts[i], false);
        snprintf(name, sizeof name, "%d apart", counts[i]);
        bench_figure(name, "step", "us", 1e6 * awake);
        snprintf(name, sizeof name, "%d apart asleep", counts[i]);
        bench_figure(name, "step", "us", 1e6 * apart(counts[i], true));
        if (i == 0) first = awake;
        last = awake;
    }
    bench_figure("10 to 3000 apart", "exponent", "",
                 log(last / first) / log((double)counts[COUNTS - 1] / counts[0]));
}

// ---- A table of dishes: at rest, ringing, and when a ball strikes it.
static void table(const char *name, double ring, double drop, double zeta, double before, int steps) {
    static double time[STEPS_MOST];
    cr_world_def def = quiet_world(1e-3);
    def.adaptive = false;
    world_rig rig = world_begin(&def);
    stack_table(&rig, 0.0, zeta);
    if (drop > 0.0) {
        cr_body_def ball = body_at(0.125, 0.08, 0.0505);
        ball.velocity.z = -drop;
        ball.density = 3.0 / (16.0 / 3.0 * atan(1.0) * 0.05 * 0.05 * 0.05);
        world_add(&rig, "ball", "sphere", (cr_setting[]){{"radius", 0.05}, {0}}, ball);
    }
    cr_load_def strike = {.body = 0, .at = {0.1, 0.05, 0.01}, .force = {0, 0, -ring}};
    strike.start = strike.end = 1e-3;
    if (ring > 0.0) cr_world_model_load(rig.model, &strike, &rig.error);
    world_start(&rig);
    world_run(&rig, before, NULL);
    double step = 1.0 / (def.steps_per_period * 5000.0), begin = cr_world_time(rig.world), sum = 0.0;
    for (int i = 0; i < steps; i++) {
        double start = bench_now();
        world_run(&rig, begin + step * (i + 1), NULL);
        sum += time[i] = bench_now() - start;
    }
    cr_world_stats s = cr_world_statistics(rig.world);
    qsort(time, (size_t)steps, sizeof *time, bench_ascending);
    bench_figure(name, "step", "us", 1e6 * sum / steps);
    bench_figure(name, "p99", "us", 1e6 * time[steps * 99 / 100]);
    bench_figure(name, "contacts", "", s.contacts_greatest);
    bench_figure(name, "unsolved", "", (double)s.unsolved);
    world_end(&rig);
}

static void tables(void) {
    // At rest it is damped: weights set it ringing when they are put on it.
    table("table at rest", 0.0, 0.0, 0.3, 0.05, STEPS);
    table("table ringing", 0.05, 0.0, 0.01, 2e-3, STEPS);
    table("table clatter", 0.0, 2.0, 0.01, 0.0, STEPS_MOST);
}

static void piles(void) {
    pile(4, false, 1000, 50);
    pile(6, false, 500, 30);
    pile(10, false, 350, 10);
}

static void packed(void) {
    pile(4, true, 1000, 100);
    pile(5, true, 1000, 100);
}

static bool asked(const char *part, int count, char *const *parts) {
    for (int i = 1; i < count; i++)
        if (strcmp(part, parts[i]) == 0) return true;
    return count < 2;
}

int main(int count, char **parts) {
    list_skipped();
    if (asked("tower", count, parts)) tower();
    if (asked("table", count, parts)) tables();
    if (asked("apart", count, parts)) grow();
    if (asked("piles", count, parts)) piles();
    if (asked("packed", count, parts)) packed();
    return 0;
}
