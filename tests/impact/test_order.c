// label: plain
// Order in time of the tromba marina on a fixed grid: the string, bridge and plate of 44.1 kHz, stepped with
// 1, 2, 4, 8 ... steps per sample, against RK4 with many small steps on the same points. Damping is of the
// kind that is centred in time (sigma0); the sigma1 term is a backward difference and of first order by
// design.
#include "carom/law.h"
#include "carom/network.h"
#include "element/element_internal.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { STRING, BRIDGE, BODY, PARTS, ROOM = 4000, RATE = 44100, SAMPLES = 882 };

typedef struct rig {
    cr_arena *arena;
    cr_network *network;
    cr_element *part[PARTS];
    cr_port at[PARTS]; // where the string meets the bridge and the bridge the body
    bool two_sided;
    cr_law joint, rattle;
} rig;

static const double gap = 5e-6, k1 = 5e4, k3 = 1e12, joint_damping = 0.05;

// Built for the grid of 44.1 kHz, then given the smaller step: only the coefficients follow.
static void add(rig *r, int part, const char *type, const cr_setting *set, double h) {
    cr_error error = {.reason = ""};
    int index = cr_network_add(r->network, type, set, &error);
    CHECK(index >= 0, "%s: %s", type, error.reason);
    cr_element *e = r->part[part] = cr_network_element(r->network, index);
    if (!e->grid.n[0]) return;
    CHECK(cr_element_build(e, 1.0 / RATE, r->arena, &error) == CR_OK, "%s: %s", type, error.reason);
    CHECK(index == part && e->points <= ROOM, "%s: %d points", type, e->points);
    e->h = h;
    cr_grid_update_coefficients(e);
}

static cr_law make_law(const char *name, double k, double alpha) {
    cr_law law = cr_law_default(cr_law_find(name, NULL));
    cr_law_set(&law, "k", k, NULL);
    cr_law_set(&law, "alpha", alpha, NULL);
    cr_law_prepare(&law, NULL);
    return law;
}

// A smooth hump, released at rest: d = -a h^2/2 puts the sample before it on the same parabola.
static void pluck(cr_element *e, double height) {
    for (int i = 1; i < e->grid.n[0]; i++) {
        double off = fabs((double)i / e->grid.n[0] - 0.3) / 0.25;
        e->u[cr_grid_at(&e->grid, i, 0)] = off < 1 ? height * pow(0.5 + 0.5 * cos(cr_pi * off), 2) : 0;
    }
    cr_element_predict(e);
    for (int i = 0; i < e->points; i++) e->d[i] = -0.5 * e->d_next[i];
}

static rig open_rig(bool two_sided, double stiffness, int substeps) {
    double h = 1.0 / (RATE * substeps);
    rig r = {.arena = cr_arena_new(cr_allocator_default()),
             .two_sided = two_sided,
             .joint = make_law("two-sided", 5e6, 1.3),
             .rattle = make_law("power", stiffness, 1.3)};
    int index;
    r.network = cr_network_new(r.arena, 1 / h);
    add(&r, STRING, "string",
        (cr_setting[]){{"length", 1.9}, {"tension", 91}, {"sigma0", 0.1}, {"sigma1", 0}, {0}}, h);
    add(&r, BRIDGE, "mass", (cr_setting[]){{"mass", .001}, {"frequency", 500}, {"sigma0", .025}, {0}}, h);
    add(&r, BODY, "plate",
        (cr_setting[]){{"width", 1.35},
                       {"height", .18},
                       {"thickness", 5e-3},
                       {"density", 450},
                       {"young", 1e10},
                       {"sigma0", 2},
                       {"sigma1", 0},
                       {0}},
        h);
    int n = r.part[STRING]->grid.n[0];
    cr_place string = {STRING, {round(1.65 / 1.9 * n) / n}}, bridge = {BRIDGE, {0}}, body = {BODY, {.8, .75}};
    const cr_place places[] = {string, bridge, body};
    for (int i = 0; i < PARTS; i++)
        CHECK(cr_element_port(r.part[i], places[i].at, r.arena, &r.at[i], NULL) == CR_OK, "port");
    cr_contact_def joint = cr_contact_def_between(bridge, string, r.joint);
    joint.mode = CR_CONTACT_PREDICTED;
    cr_contact_def rattle = cr_contact_def_between(body, bridge, r.rattle);
    rattle.gap = gap;
    rattle.mode = CR_CONTACT_PREDICTED;
    cr_spring_def spring = cr_spring_def_default();
    spring.a = string;
    spring.b = bridge;
    spring.k1 = k1;
    spring.k3 = k3;
    spring.r = joint_damping;
    cr_status status = two_sided ? cr_network_add_contact(r.network, &joint, &index, NULL)
                                 : cr_network_add_spring(r.network, &spring, &index, NULL);
    CHECK(status == CR_OK && cr_network_add_contact(r.network, &rattle, &index, NULL) == CR_OK, "joints");
    pluck(r.part[STRING], 1e-3);
    CHECK(cr_network_prepare(r.network, NULL) == CR_OK, "prepare");
    return r;
}

typedef struct state {
    double u[PARTS][ROOM], v[PARTS][ROOM];
} state;

static double read_port(const cr_port *port, const double *a) {
    double sum = 0;
    for (int i = 0; i < port->count; i++) sum += port->read[i] * a[port->at[i]];
    return sum;
}

// The equations of motion: rest forces of a part are read off a step from rest, d+ = h^2 a/(1 + s).
static void accelerate(rig *r, const state *y, state *rate) {
    double x[PARTS], v[PARTS], force[PARTS];
    for (int p = 0; p < PARTS; p++) {
        cr_element *e = r->part[p];
        double w0 = 2 * cr_pi * 500, unit = (1 + e->sigma0 * e->h) / (e->h * e->h);
        memcpy(e->u, y->u[p], (size_t)e->points * sizeof(double));
        memset(e->d, 0, (size_t)e->points * sizeof(double));
        cr_element_predict(e);
        for (int i = 0; i < e->points; i++) {
            double pull = p == BRIDGE ? -w0 * w0 * e->u[i] : unit * e->d_next[i];
            rate->u[p][i] = y->v[p][i];
            rate->v[p][i] = pull - 2 * e->sigma0 * y->v[p][i];
        }
        x[p] = read_port(&r->at[p], y->u[p]);
        v[p] = read_port(&r->at[p], y->v[p]);
    }
    double stretch = x[STRING] - x[BRIDGE], depth = x[BODY] - x[BRIDGE] - gap, joint, rattle;
    joint = r->two_sided ? -cr_law_force(&r->joint, -stretch, 0)
                         : k1 * stretch + k3 * stretch * stretch * stretch +
                               2 * joint_damping * (v[STRING] - v[BRIDGE]);
    rattle = cr_law_force(&r->rattle, depth, 0);
    force[STRING] = -joint, force[BRIDGE] = joint + rattle, force[BODY] = -rattle;
    for (int p = 0; p < PARTS; p++) {
        const cr_element *e = r->part[p];
        const cr_port *port = &r->at[p];
        double per = p == BRIDGE ? 1 / e->mass : (1 + e->sigma0 * e->h) / (e->h * e->h);
        for (int i = 0; i < port->count; i++)
            rate->v[p][port->at[i]] += force[p] * (p == BRIDGE ? per : per * port->push[i]);
    }
}

// y = a + s b over the points of all parts
static void combine(const rig *r, state *y, const state *a, double s, const state *b) {
    for (int p = 0; p < PARTS; p++)
        for (int i = 0; i < r->part[p]->points; i++) {
            y->u[p][i] = a->u[p][i] + s * b->u[p][i];
            y->v[p][i] = a->v[p][i] + s * b->v[p][i];
        }
}

// The reference: classical RK4.
static void reference(bool two_sided, double stiffness, int substeps, state *y) {
    static state k, sum, middle;
    rig r = open_rig(two_sided, stiffness, substeps);
    double h = r.part[STRING]->h;
    memset(y, 0, sizeof *y);
    memcpy(y->u[STRING], r.part[STRING]->u, (size_t)r.part[STRING]->points * sizeof(double));
    for (int n = 0; n < SAMPLES * substeps; n++) {
        accelerate(&r, y, &k);
        combine(&r, &sum, y, h / 6, &k);
        for (int stage = 1; stage < 4; stage++) {
            combine(&r, &middle, y, stage < 3 ? h / 2 : h, &k);
            accelerate(&r, &middle, &k);
            combine(&r, &sum, &sum, stage < 3 ? h / 3 : h / 6, &k);
        }
        combine(&r, y, &sum, 0, &k);
    }
    cr_arena_free(r.arena);
}

// Distance of a part's displacement from the reference, relative to the displacement there; root mean squares
// over the points that move.
static double distance(const cr_element *e, const double *u, const double *exact) {
    const cr_grid *g = &e->grid;
    double off = 0, scale = 0;
    for (int j = g->first[1]; j <= g->last[1]; j++)
        for (int i = g->first[0]; i <= g->last[0]; i++) {
            int at = g->n[0] ? cr_grid_at(g, i, j) : 0;
            off += cr_square(u[at] - exact[at]);
            scale += cr_square(exact[at]);
        }
    return sqrt(off / scale);
}

// Errors at the end with this many steps per sample.
static void measure(bool two_sided, double stiffness, int substeps, const state *exact, double *off) {
    double least = 0, most = 0;
    rig r = open_rig(two_sided, stiffness, substeps);
    for (int n = 0; n < SAMPLES * substeps; n++) {
        cr_network_step(r.network);
        double f = cr_network_contact_force(r.network, two_sided);
        least = fmin(least, f), most = fmax(most, f);
    }
    CHECK(least == 0 && most > 0.1, "rattle from %g to %g N", least, most);
    for (int p = 0; p < PARTS; p++) off[p] = distance(r.part[p], r.part[p]->u, exact->u[p]);
    printf("  x%-2d string %.2e bridge %.2e body %.2e\n", substeps, off[STRING], off[BRIDGE], off[BODY]);
    cr_arena_free(r.arena);
}

// The order between the two finest of the step sizes from, 2 from, .. to; the reference is known to less than
// a fiftieth of the smallest error.
static void test_order(bool two_sided, double stiffness, int from, int to) {
    static state exact, rough;
    double off[2][PARTS] = {{0}};
    int fine = 4 * to;
    printf("%s, rattle k = %g:\n", two_sided ? "two-sided joint" : "spring joint", stiffness);
    reference(two_sided, stiffness, fine, &exact);
    reference(two_sided, stiffness, fine / 2, &rough);
    for (int substeps = from; substeps <= to; substeps *= 2) {
        memcpy(off[0], off[1], sizeof off[0]);
        measure(two_sided, stiffness, substeps, &exact, off[1]);
    }
    rig r = open_rig(two_sided, stiffness, 1);
    for (int p = 0; p < PARTS; p++) {
        double order = log2(off[0][p] / off[1][p]), doubt = distance(r.part[p], rough.u[p], exact.u[p]);
        printf("  order %.3f, reference known to %.1e\n", order, doubt);
        CHECK(order >= 1.9 && order < 2.2, "part %d: order %g", p, order);
        CHECK(doubt < 0.02 * off[1][p], "part %d: reference known to %g of %g", p, doubt, off[1][p]);
    }
    cr_arena_free(r.arena);
}

// A gentle rattle shows its order from 4 steps per sample on; the hard one of the tromba marina, a contact of
// a few samples that shakes the plate up to its highest modes, from 32 on (left out with sanitizers: too
// slow).
int main(void) {
    const char *sanitized = getenv("CAROM_SANITIZE");
    bool quick = sanitized && strcmp(sanitized, "ON") == 0;
    for (int two_sided = 0; two_sided < 2; two_sided++) {
        test_order(two_sided, 5e6, 1, 8);
        if (!quick) test_order(two_sided, 5e8, 16, 64);
    }
    return test_summary();
}
