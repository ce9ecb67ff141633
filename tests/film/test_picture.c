// Pictures: what is drawn is where the laws of perspective and of shadows put it, in any order of the work.
#include "budget.h"
#include "io/film/picture.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 320, HEIGHT = 240, ROUND = 96, RINGS = 48 };

static cr_arena *arena;

// A ball of radius 1 by parallels and meridians.
static cr_form_mesh ball_mesh(void) {
    float *x = cr_arena_take(arena, 3 * ROUND * (RINGS + 1), sizeof *x);
    int *t = cr_arena_take(arena, 6 * ROUND * RINGS, sizeof *t), count = 0;
    for (int i = 0; i <= RINGS; i++)
        for (int j = 0; j < ROUND; j++) {
            double a = cr_pi * i / RINGS, b = 2.0 * cr_pi * j / ROUND, width = i == RINGS ? 0.0 : sin(a);
            float *to = x + 3 * (i * ROUND + j);
            to[0] = (float)(width * cos(b)), to[1] = (float)(width * sin(b)), to[2] = (float)cos(a);
        }
    for (int i = 0; i < RINGS; i++)
        for (int j = 0; j < ROUND; j++) {
            int a = i * ROUND + j, b = i * ROUND + (j + 1) % ROUND, c = a + ROUND, d = b + ROUND;
            const int corners[6] = {a, c, d, a, d, b};
            memcpy(t + 6 * count++, corners, sizeof corners);
        }
    return (cr_form_mesh){ROUND * (RINGS + 1), 2 * ROUND * RINGS, x, t};
}

static cr_form_mesh ground_mesh(void) {
    static const float x[12] = {-50, -50, 0, 50, -50, 0, 50, 50, 0, -50, 50, 0};
    static const int t[6] = {0, 1, 2, 0, 2, 3};
    return (cr_form_mesh){4, 2, x, t};
}

static cr_skin skin_of(const cr_form_mesh *mesh) {
    cr_skin skin;
    cr_error error;
    if (cr_skin_make(mesh, arena, &skin, &error) != CR_OK) exit(1);
    return skin;
}

static cr_picture *room(void) {
    cr_error error;
    cr_picture *p = cr_picture_new(WIDTH, HEIGHT, 30000, arena, &error);
    if (!p) exit(1);
    return p;
}

static const cr_tint red = {{0.8f, 0.05f, 0.05f}, 0.0f, 0.0f, false};

static cr_thing thing_at(const cr_skin *skin, cr_vec at, cr_tint tint) {
    return (cr_thing){.skin = skin, .pose = {at, cr_quat_none}, .tint = tint};
}

static cr_stage stage_of(const cr_thing *things, int count) {
    return (cr_stage){.thing = things,
                      .things = count,
                      .low = {-1.5, -1.5, 0},
                      .high = {1.5, 1.5, 2.5},
                      .sun = {0.6, 0, 0.8},
                      .line = 1.0};
}

static unsigned char *drawn(const cr_stage *stage, const cr_camera *camera, const cr_film_workers *workers) {
    unsigned char *kept = cr_arena_take(arena, 3 * WIDTH * HEIGHT, 1);
    memcpy(kept, cr_picture_draw(room(), stage, camera, workers), 3 * WIDTH * HEIGHT);
    return kept;
}

static int differing(const unsigned char *a, const unsigned char *b) {
    int count = 0;
    for (int i = 0; i < WIDTH * HEIGHT; i++) count += memcmp(a + 3 * i, b + 3 * i, 3) != 0;
    return count;
}

// A ball in the middle is a disc of the radius f r/sqrt(d^2 - r^2), f the height over twice the tangent of
// half the angle.
static void check_disc(const cr_skin *ball) {
    const cr_camera camera = {{0, -6, 1}, {0, 0, 1}, 40.0};
    const cr_thing thing = thing_at(ball, (cr_vec){0, 0, 1}, red);
    const cr_stage with = stage_of(&thing, 1), without = stage_of(&thing, 0);
    double focus = 0.5 * HEIGHT / tan(20.0 * cr_pi / 180.0), radius = focus / sqrt(36.0 - 1.0);
    int count = differing(drawn(&with, &camera, NULL), drawn(&without, &camera, NULL));
    // a pixel counts when any of its four samples is hit: the disc grows by about a quarter of a pixel
    CHECK_NEAR(sqrt(count / cr_pi), radius + 0.25, 0.25);
}

static int column_of(const cr_camera *camera, double focus, cr_vec p) {
    return (int)(0.5 * WIDTH + focus * (p.x - camera->at.x) / (p.y - camera->at.y));
}

// The eye looks level along y: a point is at once placed.
static const unsigned char *pixel(const unsigned char *picture, const cr_camera *camera, cr_vec p) {
    double focus = 0.5 * HEIGHT / tan(0.5 * camera->angle * cr_pi / 180.0);
    int row = (int)(0.5 * HEIGHT - focus * (p.z - camera->at.z) / (p.y - camera->at.y));
    int column = column_of(camera, focus, p);
    return picture + 3 * (row * WIDTH + column);
}

// Towards the sun (0.6, 0, 0.8) a ball of radius 1 about (0, 0, h) throws its shadow about (-0.75 h, 0, 0):
// 5/4 long, 1 wide.
static void check_shadow(const cr_skin *ball, const cr_skin *ground) {
    const cr_camera camera = {{0, -9, 2.2}, {0, 0, 2.2}, 50.0};
    const double height = 1.5;
    cr_thing things[2] = {thing_at(ground, (cr_vec){0}, (cr_tint){{0.6f, 0.6f, 0.6f}, 0, 0, false}),
                          thing_at(ball, (cr_vec){0, 0, height}, red)};
    things[0].ground = true;
    const cr_stage with = stage_of(things, 2), without = stage_of(things, 1);
    const unsigned char *a = drawn(&with, &camera, NULL), *b = drawn(&without, &camera, NULL);
    const cr_vec middle = {-0.75 * height, 0, 0};
    static const double inside[] = {-1.15, -0.6, 0.1, 1.15}, outside[] = {-1.4, 1.4};
    for (int i = 0; i < 4; i++) {
        cr_vec p = {middle.x + inside[i], 0, 0};
        const unsigned char *dark = pixel(a, &camera, p), *bright = pixel(b, &camera, p);
        CHECK(dark[1] + 25 < bright[1], "in the shadow at %g: %d, without it %d", inside[i], dark[1],
              bright[1]);
    }
    for (int i = 0; i < 2; i++) {
        cr_vec p = {middle.x + outside[i], 0, 0};
        CHECK(memcmp(pixel(a, &camera, p), pixel(b, &camera, p), 3) == 0, "a shadow at %g", outside[i]);
    }
}

// What is nearer hides what is farther, in either order; half of what is behind a clear thing is seen.
static void check_hiding(const cr_skin *ball) {
    const cr_camera camera = {{0, -9, 1}, {0, 0, 1}, 40.0};
    const cr_tint blue = {{0.05f, 0.05f, 0.8f}, 0, 0, false}, window = {{0.8f, 0.05f, 0.05f}, 0, 0, true};
    const cr_thing near = thing_at(ball, (cr_vec){0, -2, 1}, red),
                   far = thing_at(ball, (cr_vec){0, 2, 1}, blue);
    const cr_thing one[2] = {near, far}, other[2] = {far, near};
    const cr_thing through[2] = {thing_at(ball, (cr_vec){0, -2, 1}, window), far};
    const cr_stage first = stage_of(one, 2), second = stage_of(other, 2), third = stage_of(through, 2);
    const unsigned char *a = drawn(&first, &camera, NULL), *b = drawn(&second, &camera, NULL);
    const unsigned char *c = pixel(drawn(&third, &camera, NULL), &camera, (cr_vec){0, 0, 1});
    const unsigned char *middle = pixel(a, &camera, (cr_vec){0, 0, 1});
    CHECK(differing(a, b) == 0, "%d pixels depend on the order", differing(a, b));
    CHECK(middle[0] > 2 * middle[2], "red %d, blue %d", middle[0], middle[2]);
    CHECK(c[0] < middle[0] && c[2] > middle[2] + 20, "through it red %d, blue %d", c[0], c[2]);
}

static void backwards(void *context, int count, void (*task)(void *task_context, int i), void *task_context) {
    (void)context;
    for (int i = count; i-- > 0;) task(task_context, i);
}

static void check_workers(const cr_skin *ball, const cr_skin *ground) {
    const cr_camera camera = {{2, -5, 2}, {0, 0, 1}, 40.0};
    cr_thing things[2] = {thing_at(ground, (cr_vec){0}, red), thing_at(ball, (cr_vec){0, 0, 1}, red)};
    things[0].ground = true;
    const cr_stage stage = stage_of(things, 2);
    const cr_film_workers workers = {NULL, backwards};
    CHECK(differing(drawn(&stage, &camera, NULL), drawn(&stage, &camera, &workers)) == 0, "another order");
}

// All corners of a box are within the picture, one of them by no more than the margin of 12 %.
static void check_framing(void) {
    const cr_vec low = {-1, -3, 0}, high = {2, 0.5, 4}, towards = {0.5, -1, 0.5};
    for (double shape = 0.5; shape < 3.0; shape *= 2.0) {
        cr_camera c = cr_camera_about(low, high, towards, shape);
        cr_vec ahead = cr_vec_unit(cr_vec_sub(c.look, c.at), low),
               side = cr_vec_cross(ahead, (cr_vec){0, 0, 1});
        cr_vec right = cr_vec_unit(side, low), up = cr_vec_cross(right, ahead);
        double slope = tan(0.5 * c.angle * cr_pi / 180.0), most = 0.0;
        for (int i = 0; i < 8; i++) {
            cr_vec p = {i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z};
            p = cr_vec_sub(p, c.at);
            double depth = slope * cr_vec_dot(ahead, p);
            most = fmax(most, fmax(fabs(cr_vec_dot(up, p)), fabs(cr_vec_dot(right, p)) / shape) / depth);
        }
        CHECK_NEAR(most, 1.0 / 1.12, 1e-9);
    }
}

// The corners of a smooth ball have the normals of a ball, those of a box the normals of its sides.
static void check_normals(const cr_skin *ball) {
    static const float x[24] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1};
    static const int t[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                              2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    const cr_form_mesh box = {8, 12, x, t};
    const cr_skin skin = skin_of(&box);
    double worst = 0.0;
    for (int c = 0; c < 36; c++) {
        const float *n = skin.normal + 3 * c;
        double greatest = fmax(fabs((double)n[0]), fmax(fabs((double)n[1]), fabs((double)n[2])));
        CHECK_NEAR(greatest, 1.0, 1e-6);
    }
    for (int c = 0; c < 3 * ball->mesh->triangles; c++) {
        const float *n = ball->normal + 3 * c, *p = ball->mesh->position + 3 * ball->mesh->triangle[c];
        double along = (double)(n[0] * p[0] + n[1] * p[1] + n[2] * p[2]);
        bool pole = n[0] == 0.0f && n[1] == 0.0f && n[2] == 0.0f; // triangles without area
        if (!pole) worst = fmax(worst, fabs(along - 1.0));
    }
    CHECK(worst < 1e-3, "a normal of the ball is off by %g", worst); // half a facet is 0.033 rad: cosine 5e-4
}

// However few allocations succeed, it is an error and nothing is lost.
static void check_memory(void) {
    for (int allocations = 0; allocations < 20; allocations++) {
        budget b = {.left = allocations};
        cr_arena *small = cr_arena_new(budget_allocator(&b));
        cr_error error = {0};
        if (small && !cr_picture_new(WIDTH, HEIGHT, 1000, small, &error))
            CHECK(error.status == CR_ERR_MEMORY, "%d allocations: status %d", allocations, error.status);
        cr_arena_free(small);
        CHECK(b.live == 0, "%d allocations: %d live", allocations, b.live);
    }
}

int main(void) {
    arena = cr_arena_new(cr_allocator_default());
    if (!arena) return 1;
    const cr_form_mesh round = ball_mesh(), flat = ground_mesh();
    const cr_skin ball = skin_of(&round), ground = skin_of(&flat);
    check_disc(&ball);
    check_shadow(&ball, &ground);
    check_hiding(&ball);
    check_workers(&ball, &ground);
    check_framing();
    check_normals(&ball);
    check_memory();
    cr_arena_free(arena);
    return test_summary();
}
