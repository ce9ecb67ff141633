// What nobody should ask of a world: absurd sizes, speeds and steps, memory that runs out at any allocation.
// A reason, or a run that is bounded and finite.
#include "budget.h"
#include "plain_modes.h"
#include "test.h"
#include "worlds.h"

#include <string.h>

static bool up_to(void *context, double time) {
    int *left = context;
    (void)time;
    return (*left -= 256) > 0;
}

// Runs until then, or for so many moments; fails unless all is finite after it.
static cr_status bounded(world_rig *rig, double until, int moments) {
    cr_world_sink sink = {.context = &moments, .progress = up_to};
    cr_status status = cr_world_run(rig->world, until, &sink, &rig->error);
    CHECK(status == CR_OK || status == CR_STOPPED, "%s: %s", rig->error.place, rig->error.reason);
    for (int i = 0; i < cr_world_model_bodies(rig->model); i++) {
        cr_body_state s = cr_world_body(rig->world, i);
        CHECK(isfinite(cr_vec_length(s.pose.at) + cr_vec_length(s.velocity) + cr_vec_length(s.spin)),
              "body %d is nowhere", i);
    }
    CHECK(isfinite(cr_world_ledger(rig->world).residual), "the ledger is not a number");
    return status;
}

// Balls and boxes of one size fall on a floor of the same world.
static void test_scale(double size) {
    cr_world_def def = cr_world_def_default();
    world_rig rig = world_begin(&def);
    const cr_setting ball[] = {{"radius", size}, {0}}, box[] = {{"x", size}, {"y", size}, {"z", size}, {0}};
    world_floor(&rig, cr_quat_none, 0.4);
    world_add(&rig, "ball", "sphere", ball, body_at(0, 0, 1.1 * size));
    world_add(&rig, "box", "box", box, body_at(0, 0.2 * size, 3.0 * size));
    world_start(&rig);
    CHECK(bounded(&rig, 0.2, 20000) == CR_OK, "%g m takes for ever", size);
    double low = cr_world_body(rig.world, 1).pose.at.z;
    CHECK(low > 0.9 * size, "the ball of %g m is in the floor at %g m", size, low);
    world_end(&rig);
}

// A speck on a mountain, and a mountain on a speck.
static void test_decades(void) {
    cr_world_def def = cr_world_def_default();
    world_rig rig = world_begin(&def);
    const cr_setting speck[] = {{"radius", 1e-4}, {0}}, mountain[] = {{"radius", 50.0}, {0}};
    world_add(&rig, "mountain", "sphere", mountain, body_at(0, 0, -50.0));
    world_add(&rig, "speck", "sphere", speck, body_at(0, 0, 2e-4));
    world_add(&rig, "hill", "sphere", mountain, body_at(0, 0, 50.0 + 1e-3));
    world_start(&rig);
    bounded(&rig, 0.1, 20000);
    world_end(&rig);
}

// Neither a held plate nor the floor that it lies on moves as a whole: its modes alone answer between them.
static void test_held_on_floor(void) {
    cr_world_def def = cr_world_def_default();
    world_rig rig = world_begin(&def);
    const int cells[2] = {8, 8};
    cr_modes modes = plate_modes(0.2, 0.2, 0.01, 3000.0, 0.01, cells, rig.arena);
    const cr_setting size[] = {{"x", 0.2}, {"y", 0.2}, {"thickness", 0.01}, {0}};
    world_floor(&rig, cr_quat_none, 0.4);
    cr_body_def plate = body_at(0, 0, 0.005);
    plate.modes = &modes;
    plate.fixed = true;
    world_add(&rig, "plate", "plate", size, plate);
    world_add(&rig, "ball", "sphere", NULL, body_at(0.02, 0.01, 0.05));
    world_start(&rig);
    CHECK(bounded(&rig, 0.1, 200000) == CR_OK, "takes for ever");
    CHECK(cr_world_statistics(rig.world).unsolved == 0, "unsolved");
    world_end(&rig);
}

static void test_spin(void) {
    cr_world_def def = cr_world_def_default();
    world_rig rig = world_begin(&def);
    const cr_setting size[] = {{"x", 0.1}, {"y", 0.05}, {"z", 0.02}, {0}};
    world_floor(&rig, cr_quat_none, 0.4);
    cr_body_def body = body_at(0, 0, 0.06);
    body.spin = (cr_vec){1e6, 3e5, 0};
    int top = world_add(&rig, "top", "box", size, body);
    world_start(&rig);
    cr_status status = bounded(&rig, 0.01, 2000);
    cr_world_energy e = cr_world_ledger(rig.world);
    CHECK(status == CR_STOPPED, "it should take many steps");
    CHECK(fabs(e.residual) < 1e-9 * e.kinetic, "ledger open by %g of %g J", e.residual, e.kinetic);
    CHECK(cr_vec_length(cr_world_body(rig.world, top).spin) < 1.1e7, "spins up");
    world_end(&rig);
}

// For ever is long: nothing happens on the way.
static void test_fall(void) {
    cr_world_def def = cr_world_def_default();
    world_rig rig = world_begin(&def);
    world_add(&rig, "stone", "sphere", NULL, body_at(0, 0, 0));
    world_start(&rig);
    bounded(&rig, 20.0, 100000);
    double z = cr_world_body(rig.world, 0).pose.at.z;
    CHECK_REL(z, -0.5 * 9.81 * 400.0, 1e-9);
    CHECK(cr_world_run(rig.world, 19.0, NULL, &rig.error) == CR_ERR_RANGE, "time runs backwards");
    CHECK(cr_world_run(rig.world, CR_NAN, NULL, &rig.error) == CR_ERR_RANGE, "to no time");
    CHECK(cr_world_time(rig.world) == 20.0, "the refused runs moved it");
    world_end(&rig);
}

// Steps: what is no step is refused; very long and very short ones are bounded.
static void test_steps(void) {
    const double refused[] = {0.0, -1.0, CR_NAN, HUGE_VAL}, odd[] = {1e-12, 1e3};
    for (int i = 0; i < 4; i++) {
        cr_world_def def = cr_world_def_default();
        cr_error error;
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        def.step = refused[i];
        CHECK(!cr_world_model_new(arena, &def, &error), "a step of %g", refused[i]);
        cr_arena_free(arena);
    }
    for (int i = 0; i < 2; i++) {
        cr_world_def def = quiet_world(odd[i]);
        world_rig rig = world_begin(&def);
        world_floor(&rig, cr_quat_none, 0.4);
        cr_body_def body = body_at(0, 0, 0.05);
        body.spin = (cr_vec){0, 10, 0};
        world_add(&rig, "box", "box", NULL, body);
        world_start(&rig);
        bounded(&rig, i == 0 ? 1e-9 : 2e3, 3000);
        world_end(&rig);
    }
}

// Two that cannot move may overlap; one that can may not, nor weigh nothing.
static void test_refusals(void) {
    cr_world_def def = cr_world_def_default();
    world_rig rig = world_begin(&def);
    cr_body_def fixed = body_at(0, 0, 0);
    fixed.fixed = true;
    world_add(&rig, "a", "box", NULL, fixed);
    world_add(&rig, "b", "sphere", NULL, fixed);
    world_start(&rig);
    CHECK(bounded(&rig, 1.0, 1000) == CR_OK, "fixed bodies take steps");
    world_end(&rig);

    const double densities[] = {0.0, -1.0, CR_NAN, HUGE_VAL};
    for (int i = 0; i < 4; i++) {
        rig = world_begin(&def);
        cr_part_def part = {.form = cr_form_new("sphere", NULL, rig.arena, &rig.error),
                            .pose = {.turn = cr_quat_none}};
        cr_body_def body = body_at(0, 0, 0);
        body.parts = &part;
        body.part_count = 1;
        body.density = densities[i];
        int added = cr_world_model_add(rig.model, &body, &rig.error);
        CHECK(added < 0, "density %g", densities[i]);
        cr_arena_free(rig.arena);
    }
}

// A part without a form or a turn, a drive without one, a model that is not sealed.
static void test_unfinished(void) {
    cr_world_def def = cr_world_def_default();
    world_rig rig = world_begin(&def);
    cr_part_def part = cr_part_def_default();
    cr_body_def body = body_at(0, 0, 0);
    body.parts = &part;
    body.part_count = 1;
    CHECK(cr_world_model_add(rig.model, &body, &rig.error) < 0, "a part without a form");
    part = (cr_part_def){.form = cr_form_new("sphere", NULL, rig.arena, &rig.error)};
    CHECK(cr_world_model_add(rig.model, &body, &rig.error) < 0, "a part whose turn is 0");
    part.pose.turn = cr_quat_none;
    body.drive =
        (cr_drive_def){.keys = 1, .time = (double[]){0.0}, .pose = &(cr_pose){{0, 0, 0}, {0, 0, 0, 0}}};
    CHECK(cr_world_model_add(rig.model, &body, &rig.error) < 0, "a drive whose turn is 0");
    body.drive = cr_drive_def_default();
    CHECK(cr_world_model_add(rig.model, &body, &rig.error) == 0, "a whole body: %s", rig.error.reason);
    CHECK(!cr_world_new(rig.model, cr_allocator_default(), &rig.error) && strstr(rig.error.reason, "sealed"),
          "a model that is not sealed runs");
    cr_arena_free(rig.arena);
}

// Numbers that are none, and those out of range, in everything that is told to a model.
static void test_numbers(void) {
    cr_world_def def = cr_world_def_default();
    world_rig rig = world_begin(&def);
    int a = world_add(&rig, "a", "sphere", NULL, body_at(0, 0, 0)),
        b = world_add(&rig, "b", "sphere", NULL, body_at(0, 0, 1));
    const double bad[] = {CR_NAN, HUGE_VAL, -1.0};
    for (int i = 0; i < 3; i++) {
        cr_load_def load = {.body = a, .start = bad[i], .end = HUGE_VAL};
        CHECK(cr_world_model_load(rig.model, &load, &rig.error) < 0, "a load from %g s", bad[i]);
        load = (cr_load_def){.body = a, .force = {0, bad[i % 2], 0}, .end = 1.0};
        CHECK(cr_world_model_load(rig.model, &load, &rig.error) < 0, "a force of %g N", bad[i]);
        load = (cr_load_def){.body = a, .torque = {bad[i % 2], 0, 0}, .end = 1.0};
        CHECK(cr_world_model_load(rig.model, &load, &rig.error) < 0, "a torque of %g N m", bad[i]);
        load = (cr_load_def){.body = a, .end = 1.0, .attack = bad[i]};
        CHECK(cr_world_model_load(rig.model, &load, &rig.error) < 0, "an attack of %g s", bad[i]);
        load = (cr_load_def){.body = a, .end = 1.0, .shape = CR_LOAD_SINE, .frequency = bad[i]};
        CHECK(cr_world_model_load(rig.model, &load, &rig.error) < 0, "a frequency of %g Hz", bad[i]);
        load = (cr_load_def){.body = a, .keys = 2, .time = (double[]){0.0, i ? 0.0 : CR_NAN}};
        CHECK(cr_world_model_load(rig.model, &load, &rig.error) < 0, "times that do not rise");
        cr_joint_def joint = {.kind = CR_JOINT_HINGE, .a = a, .b = b, .axis = {1, 0, 0}, .damping = bad[i]};
        CHECK(cr_world_model_join(rig.model, &joint, &rig.error) < 0, "a damping of %g", bad[i]);
        cr_pair_def pair = cr_pair_def_default();
        pair.a = a, pair.b = b;
        pair.stiffness = i == 0 ? 0.0 : bad[i];
        CHECK(cr_world_model_pair(rig.model, &pair, &rig.error) != CR_OK, "a stiffness of %g", bad[i]);
        pair.stiffness = CR_NAN;
        pair.restitution = i == 0 ? 1.1 : bad[i];
        CHECK(cr_world_model_pair(rig.model, &pair, &rig.error) != CR_OK, "a restitution of %g", bad[i]);
        cr_part_def part = {.form = cr_form_new("sphere", NULL, rig.arena, &rig.error),
                            .pose = {.turn = cr_quat_none}};
        cr_body_def body = body_at(0, 0, 3);
        body.parts = &part;
        body.part_count = 1;
        body.grip.rest = bad[i];
        CHECK(cr_world_model_add(rig.model, &body, &rig.error) < 0, "a friction of %g", bad[i]);
        body.grip.rest = 0.4;
        body.young = bad[i];
        CHECK(cr_world_model_add(rig.model, &body, &rig.error) < 0, "a modulus of %g Pa", bad[i]);
        body.young = 1e9;
        body.poisson = bad[i];
        CHECK(cr_world_model_add(rig.model, &body, &rig.error) < 0, "a Poisson's ratio of %g", bad[i]);
    }
    CHECK(cr_world_model_bodies(rig.model) == 2, "what was refused is there");
    world_end(&rig);
}

// Among many that lie apart the two that do not are found.
static void test_many(void) {
    enum { SIDE = 60 };
    cr_world_def def = cr_world_def_default();
    world_rig rig = world_begin(&def);
    for (int i = 0; i < SIDE * SIDE; i++) {
        char name[16];
        snprintf(name, sizeof name, "ball%d", i);
        double nearer = i == SIDE * SIDE - 2 ? 0.003 : 0.0;
        world_add(&rig, name, "sphere", NULL, body_at(0.041 * (i % SIDE) - nearer, 0.041 * (i / SIDE), 0));
    }
    CHECK(cr_world_model_seal(rig.model, &rig.error) == CR_ERR_INPUT, "two balls overlap");
    CHECK(strcmp(rig.error.place, "ball3597") == 0 && strstr(rig.error.reason, "`ball3598` by 2 mm"), "%s %s",
          rig.error.place, rig.error.reason);
    world_end(&rig);
}

// Impulses come at their time, though t0 + (time - t0) may be a digit more or less.
static void test_events(void) {
    int above = 0, below = 0;
    for (int i = 1; above < 3 || below < 3; i++) {
        double time = 1e-3 - 1e-7 * i, first = 0.3e-3 + 1.3e-8 * i, end = first + (time - first);
        if (end == time || (end > time ? above++ : below++) >= 3) continue;
        cr_world_def def = cr_world_def_default();
        world_rig rig = world_begin(&def);
        int ball = world_add(&rig, "ball", "sphere", NULL, body_at(0, 0, 0));
        const cr_load_def nothing = {.body = ball, .start = 0.0, .end = first},
                          blow = {.body = ball, .force = {1.0, 0, 0}, .start = time, .end = time};
        CHECK(cr_world_model_load(rig.model, &nothing, &rig.error) >= 0, "%s", rig.error.reason);
        CHECK(cr_world_model_load(rig.model, &blow, &rig.error) >= 0, "%s", rig.error.reason);
        world_start(&rig);
        bounded(&rig, 0.01, 1000);
        CHECK_REL(cr_world_body(rig.world, ball).velocity.x, 1.0 / cr_world_model_mass(rig.model, ball),
                  1e-12);
        world_end(&rig);
    }
}

static cr_status build_and_run(const cr_world_def *def, cr_allocator allocator, cr_error *error) {
    cr_arena *arena = cr_arena_new(allocator);
    if (!arena) return CR_ERR_MEMORY;
    *error = (cr_error){0};
    const cr_setting size[] = {{"x", 1.0}, {"y", 0.02}, {"z", 0.02}, {0}};
    cr_world_model *model = cr_world_model_new(arena, def, error);
    cr_part_def part[3] = {{.pose = {.turn = cr_quat_none}}, {.pose = {.turn = cr_quat_none}}};
    part[2] = part[1];
    if (model) part[0].form = cr_form_new("plane", NULL, arena, error);
    if (part[0].form) part[1].form = cr_form_new("box", size, arena, error);
    if (part[1].form) part[2].form = cr_form_new("sphere", NULL, arena, error);
    cr_arena *own = cr_arena_new(cr_allocator_default());
    cr_modes modes = rod_modes(3, own);
    for (int i = 0; i < modes.count; i++) modes.frequency[i] *= 300.0;
    bool good = part[2].form != NULL;
    for (int i = 0; i < 3 && good; i++) {
        cr_body_def body = body_at(0.4 * (i == 2), 0, i == 0 ? 0.0 : i == 1 ? 0.0102 : 0.041);
        body.name = "body";
        body.parts = &part[i];
        body.part_count = 1;
        body.fixed = i == 0;
        body.modes = i == 1 ? &modes : NULL;
        body.velocity = (cr_vec){0.1, 0, 0};
        good = cr_world_model_add(model, &body, error) >= 0;
    }
    const cr_joint_def joint = {.kind = CR_JOINT_HINGE, .a = 1, .b = -1, .axis = {0, 1, 0}};
    const cr_load_def load = {.body = 2, .force = {0, 0, -1.0}, .start = 0.001, .end = 0.002};
    if (def->preset == CR_WORLD_CAROM) good = good && cr_world_model_join(model, &joint, error) >= 0;
    good = good && cr_world_model_load(model, &load, error) >= 0;
    good = good && cr_world_model_seal(model, error) == CR_OK;
    cr_world *world = good ? cr_world_new(model, allocator, error) : NULL;
    cr_status status = world ? cr_world_run(world, 0.01, NULL, error) : error->status;
    cr_world_free(world);
    cr_arena_free(own);
    cr_arena_free(arena);
    return status;
}

static void test_memory(const cr_world_def *def) {
    bool done = false;
    int n = 0;
    for (; !done && n < 2000; n++) {
        budget b = {n, 0};
        cr_error error = {0};
        cr_status status = build_and_run(def, budget_allocator(&b), &error);
        CHECK(status == CR_OK || status == CR_ERR_MEMORY, "%d allocations: status %d, %s", n, status,
              error.reason);
        CHECK(b.live == 0, "%d allocations: %d blocks left", n, b.live);
        done = status == CR_OK;
    }
    printf("enough after %d allocations\n", n - 1);
    CHECK(done, "never enough memory");
}

int main(void) {
    const cr_world_def usual = cr_world_def_default(), paper = cr_world_def_s3();
    test_scale(1e-4);
    test_scale(1e-3);
    test_scale(40.0);
    test_decades();
    test_held_on_floor();
    test_spin();
    test_fall();
    test_steps();
    test_refusals();
    test_unfinished();
    test_numbers();
    test_many();
    test_events();
    test_memory(&usual);
    test_memory(&paper);
    return test_summary();
}
