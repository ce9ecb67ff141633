#include "contact_problems.h"

#include "base/numeric.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

// --- assembly ----------------------------------------------------------------------------------------------

static void *take(cr_arena *arena, size_t count, size_t size) {
    void *memory = cr_arena_take(arena, count + 1, size);
    if (!memory) abort();
    return memory;
}

// `bodies` of equal freedoms.
static bodies_problem begin(int contacts, int bodies, int freedoms) {
    bodies_problem made = {.freedoms = bodies * freedoms, .arena = cr_arena_new(cr_allocator_default())};
    size_t n = (size_t)contacts;
    if (!made.arena) abort();
    made.problem.contacts = contacts;
    made.a = take(made.arena, 3 * n * (size_t)made.freedoms, sizeof *made.a);
    made.v = take(made.arena, (size_t)made.freedoms, sizeof *made.v);
    made.problem.mu = take(made.arena, n, sizeof(double));
    int *each = take(made.arena, (size_t)bodies, sizeof *each);
    for (int b = 0; b < bodies; b++) each[b] = freedoms;
    made.bodies.bodies = bodies;
    made.bodies.freedoms = each;
    return made;
}

static const double *row_of(const bodies_problem *made, int k) {
    return made->a + (size_t)k * (size_t)made->freedoms;
}

static double row_product(const bodies_problem *made, int i, int j) {
    double sum = 0.0;
    for (int k = 0; k < made->freedoms; k++) sum += row_of(made, i)[k] * row_of(made, j)[k];
    return sum;
}

static bool touches(const bodies_problem *made, int i, int j) {
    for (int k = 0; k < made->freedoms; k++) {
        bool first = false, second = false;
        for (int a = 0; a < 3; a++) {
            first = first || row_of(made, 3 * i + a)[k] != 0.0;
            second = second || row_of(made, 3 * j + a)[k] != 0.0;
        }
        if (first && second) return true;
    }
    return i == j;
}

// Which bodies a contact touches, and its rows for them.
static void part_bodies(bodies_problem *made) {
    cr_coulomb_problem *b = &made->bodies;
    int n = made->problem.contacts, each = b->freedoms[0];
    int *body = take(made->arena, 2 * (size_t)n, sizeof *body);
    const double **arms = take(made->arena, 2 * (size_t)n, sizeof *arms);
    for (int i = 0; i < n; i++) {
        int found = 0;
        body[2 * i] = body[2 * i + 1] = -1;
        for (int k = 0; k < b->bodies; k++) {
            double *arm = take(made->arena, 3 * (size_t)each, sizeof *arm), size = 0.0;
            for (int m = 0; m < 3 * each; m++) {
                arm[m] = row_of(made, 3 * i + m / each)[each * k + m % each];
                size += fabs(arm[m]);
            }
            if (size == 0.0) continue;
            body[2 * i + found] = k;
            arms[2 * i + found++] = arm;
        }
    }
    b->contacts = n;
    b->mu = made->problem.mu;
    b->q = made->problem.q;
    b->body = body;
    b->arms = arms;
}

void bodies_assemble(bodies_problem *made) {
    int n = made->problem.contacts, blocks = 0;
    size_t most = (size_t)n * (size_t)n;
    int *row = take(made->arena, (size_t)n + 1, sizeof *row),
        *column = take(made->arena, most, sizeof *column);
    double *block = take(made->arena, 9 * most, sizeof *block),
           *q = take(made->arena, 3 * (size_t)n, sizeof *q);
    for (int i = 0; i < n; i++) {
        row[i] = blocks;
        for (int j = 0; j < n; j++) {
            if (!touches(made, i, j)) continue;
            for (int a = 0; a < 9; a++)
                block[9 * blocks + a] = row_product(made, 3 * i + a / 3, 3 * j + a % 3);
            column[blocks++] = j;
        }
        for (int a = 0; a < 3; a++)
            for (int k = 0; k < made->freedoms; k++) q[3 * i + a] += row_of(made, 3 * i + a)[k] * made->v[k];
    }
    row[n] = blocks;
    made->problem.row = row;
    made->problem.column = column;
    made->problem.block = block;
    made->problem.q = q;
    part_bodies(made);
}

void bodies_free(bodies_problem *made) {
    cr_arena_free(made->arena);
}

// --- rows of a rigid body ----------------------------------------------------------------------------------

typedef struct rigid {
    double mass, inertia;
} rigid;

static void cross(const double a[3], const double b[3], double c[3]) {
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

static double normalise(double a[3]) {
    double length = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    for (int i = 0; i < 3; i++) a[i] /= length;
    return length;
}

static void frame(const double normal[3], double axes[3][3]) {
    double helper[3] = {fabs(normal[0]) < 0.7 ? 1.0 : 0.0, fabs(normal[0]) < 0.7 ? 0.0 : 1.0, 0.0};
    memcpy(axes[0], normal, sizeof axes[0]);
    cross(normal, helper, axes[1]);
    normalise(axes[1]);
    cross(normal, axes[1], axes[2]);
}

// Contact `contact` at `arm` from the middle of body `body`.
static void put(bodies_problem *made, int contact, int body, double sign, const double normal[3],
                const double arm[3], rigid of) {
    double axes[3][3], turn[3];
    frame(normal, axes);
    for (int a = 0; a < 3; a++) {
        double *row = made->a + (size_t)(3 * contact + a) * (size_t)made->freedoms + 6 * body;
        cross(arm, axes[a], turn);
        for (int k = 0; k < 3; k++) {
            row[k] = sign * axes[a][k] / sqrt(of.mass);
            row[3 + k] = sign * turn[k] / sqrt(of.inertia);
        }
    }
}

static void set_mu(bodies_problem *made, int contact, double mu) {
    ((double *)(uintptr_t)made->problem.mu)[contact] = mu;
}

static int below(uint64_t *state, int count) {
    int drawn = (int)(0.5 * (cr_random_uniform(state) + 1.0) * count);
    return drawn < count ? drawn : count - 1;
}

static void scatter(uint64_t *state, double size, double out[3]) {
    for (int k = 0; k < 3; k++) out[k] = size * cr_random_gaussian(state);
}

// --- the classes -------------------------------------------------------------------------------------------

bodies_problem random_bodies(uint64_t seed, int bodies, int contacts, double mu_least, double mu_most) {
    uint64_t state = cr_random_seed(seed);
    bodies_problem made = begin(contacts, bodies, 6);
    rigid *body = take(made.arena, (size_t)bodies, sizeof *body);
    for (int i = 0; i < bodies; i++) {
        body[i].mass = exp(1.5 * cr_random_gaussian(&state));
        body[i].inertia = 0.1 * body[i].mass;
    }
    for (int i = 0; i < contacts; i++) {
        int first = below(&state, bodies), second = below(&state, bodies + 1) - 1;
        double normal[3], arm[3];
        scatter(&state, 0.6, normal);
        normal[2] = 1.0 + 0.5 * normal[2];
        normalise(normal);
        scatter(&state, 0.5, arm);
        put(&made, i, first, 1.0, normal, arm, body[first]);
        scatter(&state, 0.5, arm);
        if (second >= 0 && second != first) put(&made, i, second, -1.0, normal, arm, body[second]);
        set_mu(&made, i, mu_least + 0.5 * (cr_random_uniform(&state) + 1.0) * (mu_most - mu_least));
    }
    for (int i = 0; i < bodies; i++)
        for (int k = 0; k < 3; k++) {
            made.v[6 * i + k] =
                sqrt(body[i].mass) * (0.3 * cr_random_gaussian(&state) - (k == 2 ? 1.0 : 0.0));
            made.v[6 * i + 3 + k] = sqrt(body[i].inertia) * 0.5 * cr_random_gaussian(&state);
        }
    bodies_assemble(&made);
    return made;
}

typedef struct pack {
    bodies_problem made;
    uint64_t state;
    int side, contacts;
    double mu;
    rigid ball;
} pack;

// One contact of ball `a` on its side `axis`, with ball `b` or the box (b < 0).
static void pack_contact(pack *p, int a, int b, int axis, double sign) {
    const double radius = 0.05, askew = b >= 0 ? 0.075 : 0.0;
    double normal[3], arm[3];
    for (int k = 0; k < 3; k++) normal[k] = (k == axis ? sign : 0.0) + askew * cr_random_uniform(&p->state);
    normalise(normal);
    for (int k = 0; k < 3; k++) arm[k] = -radius * normal[k];
    put(&p->made, p->contacts, a, 1.0, normal, arm, p->ball);
    for (int k = 0; k < 3; k++) arm[k] = radius * normal[k];
    if (b >= 0) put(&p->made, p->contacts, b, -1.0, normal, arm, p->ball);
    set_mu(&p->made, p->contacts++, p->mu);
}

bodies_problem ball_pack(uint64_t seed, int side, double mu, double shake) {
    int balls = side * side * side, step[3] = {1, side, side * side};
    pack p = {begin(3 * balls + 2 * side * side, balls, 6),
              cr_random_seed(seed),
              side,
              0,
              mu,
              {1.0, 0.4 * 0.05 * 0.05}};
    for (int a = 0; a < balls; a++) {
        int at[3] = {a % side, a / side % side, a / side / side};
        pack_contact(&p, a, at[2] ? a - step[2] : -1, 2, 1.0);
        for (int axis = 0; axis < 2; axis++) {
            // Half of the neighbours at the side touch.
            if (at[axis] == 0 || cr_random_uniform(&p.state) < 0.0)
                pack_contact(&p, a, at[axis] ? a - step[axis] : -1, axis, 1.0);
            if (at[axis] == side - 1) pack_contact(&p, a, -1, axis, -1.0);
        }
        for (int k = 0; k < 3; k++) p.made.v[6 * a + k] = 0.5 * shake * cr_random_uniform(&p.state);
        p.made.v[6 * a + 2] -= 9.81e-3;
    }
    p.made.problem.contacts = p.contacts;
    bodies_assemble(&p.made);
    return p.made;
}

bodies_problem box_tower(uint64_t seed, int boxes, int contacts, double mu, double shake) {
    uint64_t state = cr_random_seed(seed);
    bodies_problem made = begin(boxes * contacts, boxes, 6);
    const double side = 0.1, up[3] = {0.0, 0.0, 1.0};
    rigid box = {1.0, side * side / 6.0};
    for (int i = 0; i < boxes * contacts; i++) {
        int b = i / contacts, k = i % contacts;
        double x = k < 4 ? (k & 1 ? 0.5 : -0.5) : 0.5 * cr_random_uniform(&state);
        double y = k < 4 ? (k & 2 ? 0.5 : -0.5) : 0.5 * cr_random_uniform(&state);
        double below_it[3] = {x * side, y * side, -0.5 * side}, above[3] = {x * side, y * side, 0.5 * side};
        put(&made, i, b, 1.0, up, below_it, box);
        if (b) put(&made, i, b - 1, -1.0, up, above, box);
        set_mu(&made, i, mu);
    }
    for (int b = 0; b < boxes; b++)
        for (int k = 0; k < 3; k++) {
            made.v[6 * b + k] = shake * cr_random_gaussian(&state) - (k == 2 ? 9.81e-3 : 0.0);
            made.v[6 * b + 3 + k] = sqrt(box.inertia) * shake * cr_random_gaussian(&state) / side;
        }
    bodies_assemble(&made);
    return made;
}

bodies_problem ringing_plate(uint64_t seed, int freedoms, int contacts, double mu, double shake) {
    uint64_t state = cr_random_seed(seed);
    bodies_problem made = begin(contacts, 1, freedoms);
    const double up[3] = {0.0, 0.0, 1.0}, half = 0.02;
    int modes = freedoms - 6, across = 1;
    while (across * across < modes + 3) across++;
    for (int i = 0; i < contacts; i++) {
        double x = 0.5 * cr_random_uniform(&state), y = 0.5 * cr_random_uniform(&state),
               arm[3] = {x, y, -half};
        put(&made, i, 0, 1.0, up, arm, (rigid){1.0, 1.0 / 12.0});
        for (int m = 0; m < modes; m++) {
            int nx = (m + 3) % across, ny = (m + 3) / across;
            double cx = cos(nx * cr_pi * (x + 0.5)), sx = sin(nx * cr_pi * (x + 0.5));
            double cy = cos(ny * cr_pi * (y + 0.5)), sy = sin(ny * cr_pi * (y + 0.5));
            double *row = made.a + (size_t)(3 * i) * (size_t)freedoms + 6 + m;
            row[0] = 2.0 * cx * cy;
            row[freedoms] = -2.0 * half * cr_pi * nx * sx * cy;
            row[2 * freedoms] = -2.0 * half * cr_pi * ny * cx * sy;
        }
        set_mu(&made, i, mu);
    }
    for (int k = 0; k < freedoms; k++) made.v[k] = shake * cr_random_gaussian(&state);
    made.v[0] = made.v[1] = 0.02;
    made.v[2] = -0.01;
    bodies_assemble(&made);
    return made;
}
