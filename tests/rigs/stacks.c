#include "stacks.h"

#include "base/random.h"
#include "plain_modes.h"

#include <math.h>
#include <stdio.h>

const double stack_box[3] = {0.1, 0.1, 0.02}, stack_box_weight = 0.1 * 0.1 * 0.02 * 7850.0 * 9.81,
             stack_ball = 0.01, stack_density = 7850.0;
static const double spacing = 0.0205; // of the spheres of a pile

static const char *name_of(world_rig *rig, const char *what, int number) {
    char *name = cr_arena_take(rig->arena, 16, 1);
    snprintf(name, 16, "%s%d", what, number);
    return name;
}

static cr_body_def one_at(cr_vec at) {
    cr_body_def def = body_at(at.x, at.y, at.z);
    def.density = stack_density;
    return def;
}

static void add_ball(world_rig *rig, int number, cr_vec at) {
    world_add(rig, name_of(rig, "ball", number), "sphere", (cr_setting[]){{"radius", stack_ball}, {0}},
              one_at(at));
}

void stack_tower(world_rig *rig, int boxes) {
    const cr_setting size[] = {{"x", stack_box[0]}, {"y", stack_box[1]}, {"z", stack_box[2]}, {0}};
    world_floor(rig, cr_quat_none, 0.4);
    for (int i = 0; i < boxes; i++)
        world_add(rig, name_of(rig, "box", i), "box", size,
                  one_at((cr_vec){0.0, 0.0, stack_box[2] * (i + 0.5)}));
}

double stack_pile_wall(int side) {
    return 0.5 * spacing * side + 0.002;
}

cr_vec stack_pile_place(int side, int sphere) {
    uint64_t state = cr_random_seed((uint64_t)sphere + 1);
    double middle = 0.5 * (side - 1), off = 2e-4;
    int x = sphere % side, y = sphere / side % side, z = sphere / side / side;
    double across = off * cr_random_uniform(&state);
    double along = off * cr_random_uniform(&state);
    return (cr_vec){(x - middle) * spacing + across, (y - middle) * spacing + along, 0.0105 + z * spacing};
}

void stack_pile(world_rig *rig, int side) {
    const double quarter = 2.0 * atan(1.0), far = stack_pile_wall(side);
    world_floor(rig, cr_quat_none, 0.4);
    for (int i = 0; i < 4; i++) {
        double sign = i % 2 ? -1.0 : 1.0;
        cr_vec axis = i < 2 ? (cr_vec){0, 1, 0} : (cr_vec){-1, 0, 0};
        cr_body_def def = i < 2 ? body_at(-sign * far, 0, 0) : body_at(0, -sign * far, 0);
        def.fixed = true;
        def.turn = turn_about(axis, sign * quarter);
        world_add(rig, name_of(rig, "wall", i), "plane", NULL, def);
    }
    for (int i = 0; i < side * side * side; i++) add_ball(rig, i, stack_pile_place(side, i));
}

void stack_apart(world_rig *rig, int spheres) {
    int side = (int)ceil(sqrt(spheres));
    world_floor(rig, cr_quat_none, 0.4);
    for (int i = 0; i < spheres; i++)
        add_ball(rig, i, (cr_vec){0.03 * (i % side), 0.03 * (i / side), stack_ball});
}

void stack_tumble(world_rig *rig, unsigned seed) {
    uint64_t state = cr_random_seed(seed);
    double x[11];
    world_floor(rig, cr_quat_none, 0.4);
    for (int i = 0; i < 8; i++) {
        for (int k = 0; k < 11; k++) x[k] = cr_random_uniform(&state);
        cr_setting size[] = {
            {"x", 0.05 + 0.03 * x[0]}, {"y", 0.05 + 0.03 * x[1]}, {"z", 0.05 + 0.03 * x[2]}, {0}};
        cr_body_def body = one_at((cr_vec){0.03 * x[3], 0.03 * x[4], 0.2 + 0.2 * i});
        body.velocity = (cr_vec){x[5], x[6], x[7]};
        body.spin = (cr_vec){20.0 * x[8], 20.0 * x[9], 20.0 * x[10]};
        world_add(rig, name_of(rig, "box", i), "box", size, body);
    }
}

void stack_table(world_rig *rig, double lift, double zeta) {
    const int cells[2] = {32, 20};
    const cr_setting size[] = {{"x", 0.8}, {"y", 0.5}, {"thickness", 0.02}, {0}};
    const cr_setting ring[] = {{"radius", 0.05}, {"thickness", 0.004}, {"length", 0.03}, {0}};
    cr_modes *modes = cr_arena_take(rig->arena, 1, sizeof *modes);
    *modes = plate_modes(0.8, 0.5, 0.02, 5000.0, zeta, cells, rig->arena);
    cr_body_def plate = body_at(0, 0, -0.01);
    plate.modes = modes;
    plate.fixed = true;
    world_add(rig, "plate", "plate", size, plate);
    for (int i = 0; i < STACK_DISHES; i++) {
        cr_body_def dish = body_at(0.25 * (i % 3 - 1), 0.16 * (i / 3 - 1), 0.015 + lift);
        dish.density = 0.35 / (4.0 * atan(1.0) * (0.05 * 0.05 - 0.046 * 0.046) * 0.03);
        world_add(rig, name_of(rig, "dish", i), "tube", ring, dish);
    }
}

int stack_ball_on_plate(world_rig *rig, cr_modes *modes) {
    const int cells[2] = {16, 10};
    *modes = plate_modes(0.8, 0.5, 0.02, 1000.0, 0.08, cells, rig->arena);
    cr_body_def plate = body_at(0, 0, -0.01);
    plate.modes = modes;
    plate.fixed = true;
    const cr_setting size[] = {{"x", 0.8}, {"y", 0.5}, {"thickness", 0.02}, {0}};
    world_add(rig, "plate", "plate", size, plate);
    const cr_setting radius[] = {{"radius", 0.05}, {0}};
    return world_add(rig, "ball", "sphere", radius, body_at(0.1, 0.05, 0.05));
}
