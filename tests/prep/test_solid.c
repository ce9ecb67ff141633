// A solid in the network, by modes of a beam that are known in closed form.
#include "budget.h"
#include "carom/network.h"
#include "element/solid.h"
#include "solid_beam.h"
#include "test.h"

static const double rate = 44100;

static cr_element make_solid(const cr_modes *modes) {
    cr_element e;
    CHECK(cr_element_make("solid", NULL, &e, NULL) == CR_OK, "solid");
    e.solid = modes;
    return e;
}

static void set(cr_element *e, const char *name, double value) {
    CHECK(cr_element_set(e, name, value, NULL) == CR_OK, "%s", name);
}

static cr_port port_at(const cr_element *e, cr_arena *arena, const double *where) {
    cr_port port = {0};
    cr_error error = {.reason = ""};
    CHECK(cr_element_port(e, where, arena, &port, &error) == CR_OK, "%s", error.reason);
    return port;
}

static void build(cr_element *e, cr_arena *arena) {
    cr_error error = {.reason = ""};
    CHECK(cr_element_build(e, 1 / rate, arena, &error) == CR_OK, "%s", error.reason);
}

// Shapes are floats (6e-8) and linear between stations 5 mm apart: at most phi'' dx^2/8, phi'' <= 2 k^2.
static void test_shapes(const cr_modes *m) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_element e = make_solid(m);
    build(&e, arena);
    CHECK(e.modes == BEAM_MODES && e.points == BEAM_MODES, "%d modes", e.modes);
    for (int i = 1; i < 40; i++) { // at the ends the normal is between two faces
        double x = i / 40.0, bound;
        cr_port top = port_at(&e, arena, (const double[CR_WHERE]){x, .5, 1}),
                bottom = port_at(&e, arena, (const double[CR_WHERE]){x, .3, 0}),
                sideways = port_at(&e, arena, (const double[CR_WHERE]){x, .5, 1, 1, 2, 0}),
                slanted = port_at(&e, arena, (const double[CR_WHERE]){x, .5, 1, 0, 3, 4});
        for (int n = 0; n < BEAM_MODES; n++) {
            double ideal = cr_beam_shape(CR_EDGE_FREE, n + 1, x) / sqrt(m->mass);
            bound = 2 * cr_square(cr_beam_root(n + 1) / (BEAM_STATIONS - 1)) / 8 / sqrt(m->mass) + 1e-6;
            if (i % 2 == 0) bound = 1e-6; // at a station
            CHECK_NEAR(top.read[n], ideal, bound);
            CHECK_NEAR(bottom.read[n], -top.read[n], 1e-6); // outwards is down
            CHECK_NEAR(sideways.read[n], 0, 1e-12);
            CHECK_NEAR(slanted.read[n], .8 * top.read[n], 1e-12);
        }
    }
    cr_arena_free(arena);
}

static void test_normals(const cr_modes *m) {
    static const struct {
        double where[3], normal[3];
    } cases[] = {
        {{.512, .4, 1}, {0, 0, 1}}, {{.31, .5, .02}, {0, 0, -1}}, {{0, .4, .5}, {-1, 0, 0}},
        {{.5, 1, .5}, {0, 1, 0}},   {{.5, 1, 1}, {0, 1, 1}},      {{1, 1, 1}, {1, 1, 1}},
        {{0, 0, 0}, {-1, -1, -1}},  {{0, .5, 0}, {-1, 0, -1}},    {{.5, .5, .6}, {0, 0, 1}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cr_solid_spot spot;
        cr_solid_nearest(m, cases[i].where, &spot);
        double length = sqrt(cr_dot3(cases[i].normal, cases[i].normal));
        for (int k = 0; k < 3; k++) CHECK_NEAR(spot.normal[k], cases[i].normal[k] / length, 1e-12);
        CHECK_NEAR(spot.weight[0] + spot.weight[1] + spot.weight[2], 1, 1e-15);
    }
}

// A force F held over one step moves a damped oscillator of mass 1 by F (g(t) - g(t - h)), g(t) = [1 - exp(-s
// t) (cos(w t) + s/w sin(w t))]/w0^2.
static double moved_by_step(double w0, double s, double t) {
    double w = sqrt(w0 * w0 - s * s);
    return (1 - exp(-s * t) * (cos(w * t) + s / w * sin(w * t))) / (w0 * w0);
}

static void test_impulse(const cr_modes *m) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_network *n = cr_network_new(arena, rate);
    cr_element e = make_solid(m);
    cr_place struck = {0, {.8, .5, 1}}, heard = {0, {.1, .5, 1}};
    int index, input, pickup;
    CHECK(cr_network_add_element(n, &e, &index, NULL) == CR_OK, "element");
    CHECK(cr_network_add_input(n, struck, &input, NULL) == CR_OK, "input");
    CHECK(cr_network_add_pickup(n, heard, &pickup, NULL) == CR_OK, "pickup");
    CHECK(cr_network_prepare(n, NULL) == CR_OK, "prepare");
    const double force = 100, h = 1 / rate;
    double worst = 0, largest = 0;
    cr_network_drive(n, input, force);
    for (int step = 1; step <= 2000; step++) {
        double expected = 0;
        cr_network_step(n);
        cr_network_drive(n, input, 0);
        for (int i = 0; i < BEAM_MODES; i++) {
            double s = m->sigma[i], w0 = 2 * cr_pi * m->frequency[i];
            double shapes = (double)(float)(cr_beam_shape(CR_EDGE_FREE, i + 1, .8) / sqrt(m->mass)) *
                            (double)(float)(cr_beam_shape(CR_EDGE_FREE, i + 1, .1) / sqrt(m->mass));
            expected +=
                shapes * force * (moved_by_step(w0, s, step * h) - moved_by_step(w0, s, (step - 1) * h));
        }
        largest = fmax(largest, fabs(expected));
        worst = fmax(worst, fabs(cr_network_displacement(n, pickup) - expected));
    }
    printf("impulse: off by %.1e of %.2e m\n", worst, largest);
    CHECK(worst <= 1e-6 * largest, "%g", worst); // stations lie where their floats say: 0.8 L within 1e-8 m
    cr_arena_free(arena);
}

static cr_status add_hammer(cr_network *n, cr_place at, double speed, int *contact) {
    const cr_setting hard[] = {{"k", 1e9}, {"alpha", 1.5}, {"mu", .2}, {0}};
    cr_contact_def def = cr_contact_def_default();
    def.a = at;
    def.b.element = cr_network_add(n, "mass", (cr_setting[]){{"mass", .02}, {0}}, NULL);
    cr_status status = cr_law_make("hunt-crossley", hard, &def.law, NULL);
    if (status == CR_OK) status = cr_network_add_contact(n, &def, contact, NULL);
    cr_network_element(n, def.b.element)->d[0] = -speed / rate;
    return status;
}

// Struck by a hammer: books to rounding, with and without motion as a whole.
static void test_ledger(const cr_modes *m, double support) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_network *n = cr_network_new(arena, rate);
    cr_element e = make_solid(m);
    int index, contact;
    if (!isnan(support)) set(&e, "support", support);
    CHECK(cr_network_add_element(n, &e, &index, NULL) == CR_OK, "element");
    CHECK(add_hammer(n, (cr_place){index, {.7, .2, 1}}, 2, &contact) == CR_OK, "hammer");
    CHECK(cr_network_prepare(n, NULL) == CR_OK, "prepare");
    CHECK(cr_network_contact_linear(n, contact), "the force is linear in the step");
    double start = cr_network_ledger(n).start, off = 0, force = 0;
    CHECK_REL(start, .5 * .02 * 4, 1e-12);
    for (int i = 0; i < 4000; i++) {
        cr_network_step(n);
        cr_ledger ledger = cr_network_ledger(n);
        off = fmax(off, fabs(cr_ledger_error(&ledger)) / start);
        force = fmax(force, cr_network_contact_force(n, contact));
    }
    cr_ledger end = cr_network_ledger(n);
    printf("support %g: books %.1e, force %.0f N\n", support, off, force);
    CHECK(off <= 1e-11, "%g", off);
    CHECK(force > 100 && end.lost_contacts > 0 && end.lost_elements > 0, "%g N", force);
    cr_arena_free(arena);
}

// Rigid mobility 1/m + (r x a).J^-1 (s x b), along a at r and along b at s.
static void test_rigid(const cr_modes *m) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_modes turned = *m;
    cr_element e = make_solid(&turned);
    set(&e, "support", .1);
    turned.inertia[3] = .3 * m->inertia[0]; // as if it were not along its axes
    turned.inertia[4] = -.2 * m->inertia[0];
    turned.inertia[5] = .25 * m->inertia[0];
    build(&e, arena);
    CHECK(e.modes == BEAM_MODES + 6 && e.mode_frequency[BEAM_MODES] == .1, "%d modes", e.modes);
    const double u[CR_WHERE] = {1, .5, .5, 0, 0, 1}, v[CR_WHERE] = {.2, 1, 1, 1, -2, 2};
    cr_port a = port_at(&e, arena, u), b = port_at(&e, arena, v);
    const double r[3] = {.15, 0, 0}, s[3] = {-.09, .015, .005}, n[3] = {0, 0, 1},
                 k[3] = {1 / 3.0, -2 / 3.0, 2 / 3.0}, *j = turned.inertia;
    double rn[3], sk[3], sum = 0;
    cr_cross3(r, n, rn);
    cr_cross3(s, k, sk);
    // J^-1 sk by Cramer's rule
    const double rows[3][3] = {{j[0], j[5], j[4]}, {j[5], j[1], j[3]}, {j[4], j[3], j[2]}};
    double cross[3][3], solved[3] = {0};
    for (int i = 0; i < 3; i++) cr_cross3(rows[(i + 1) % 3], rows[(i + 2) % 3], cross[i]);
    double determinant = cr_dot3(rows[0], cross[0]);
    for (int i = 0; i < 3; i++)
        for (int c = 0; c < 3; c++) solved[i] += cross[c][i] * sk[c] / determinant;
    for (int i = BEAM_MODES; i < e.modes; i++) sum += a.read[i] * b.read[i];
    CHECK_REL(sum, cr_dot3(n, k) / m->mass + cr_dot3(rn, solved), 1e-6); // positions are floats
    cr_arena_free(arena);
}

// Twice as large: an octave lower, eight times the mass, decay by the material.
static void test_scale(const cr_modes *m) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_element one = make_solid(m), two = make_solid(m), lossy = make_solid(m);
    const double where[CR_WHERE] = {.9, .5, 1};
    set(&two, "scale", 2);
    set(&lossy, "loss", .01);
    set(&lossy, "sigma0", 3);
    set(&lossy, "modes", 2);
    build(&one, arena);
    build(&two, arena);
    build(&lossy, arena);
    cr_port a = port_at(&one, arena, where), b = port_at(&two, arena, where);
    for (int i = 0; i < BEAM_MODES; i++) {
        double w = cr_pi * m->frequency[i];
        CHECK_REL(two.mode_frequency[i], m->frequency[i] / 2, 1e-15);
        CHECK_REL(b.read[i], a.read[i] / sqrt(8), 1e-14);
        CHECK_REL(one.mode_sigma[i], m->sigma[i], 1e-15);
        CHECK_REL(two.mode_sigma[i], .5 * (m->rayleigh_mass + m->rayleigh_stiff * w * w), 1e-14);
    }
    CHECK(lossy.modes == 2, "%d modes", lossy.modes);
    CHECK_REL(lossy.mode_sigma[1], 3 + cr_pi * .01 * m->frequency[1], 1e-15);
    cr_arena_free(arena);
}

// The ends of a free beam move most in every mode.
static void test_places(const cr_modes *m) {
    cr_element e = make_solid(m);
    cr_element_places p;
    CHECK(cr_element_usual_places(&e, &p), "places");
    CHECK(fabs(p.struck[0] - .5) > .48 && p.struck[2] * (1 - p.struck[2]) < 1e-6, "struck at %g %g %g",
          p.struck[0], p.struck[1], p.struck[2]);
    CHECK(p.left[0] < p.right[0] - .03, "heard at %g and %g", p.left[0], p.right[0]);
    CHECK(fmin(fabs(p.left[0] - p.struck[0]), fabs(p.right[0] - p.struck[0])) > .09, "apart");
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    build(&e, arena);
    cr_port left = port_at(&e, arena, (const double[CR_WHERE]){p.left[0], p.left[1], p.left[2]}),
            right = port_at(&e, arena, (const double[CR_WHERE]){p.right[0], p.right[1], p.right[2]});
    for (int n = 0; n < 3; n++)
        CHECK(left.read[n] * right.read[n] > 0, "mode %d cancels in mono, heard at %g and %g", n, p.left[0],
              p.right[0]);
    cr_arena_free(arena);
    e.solid = NULL;
    CHECK(!cr_element_usual_places(&e, &p), "without modes");
}

static void test_refusals(const cr_modes *m) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_error error = {.reason = ""};
    cr_modes held = *m;
    cr_element none = make_solid(NULL), tiny = make_solid(m), fixed = make_solid(&held);
    held.rigid = 0;
    set(&tiny, "scale", 1e-3);
    set(&fixed, "support", 5);
    CHECK(cr_element_build(&none, 1 / rate, arena, &error) == CR_ERR_INPUT, "%s", error.reason);
    CHECK(cr_element_build(&tiny, 1 / rate, arena, &error) == CR_ERR_RANGE, "%s", error.reason);
    CHECK(cr_element_build(&fixed, 1 / rate, arena, &error) == CR_ERR_UNSUPPORTED, "%s", error.reason);
    cr_element good = make_solid(m);
    cr_port port;
    build(&good, arena);
    CHECK(cr_element_port(&good, (const double[CR_WHERE]){.5, .5, 1.5}, arena, &port, &error) == CR_ERR_RANGE,
          "%s", error.reason);
    CHECK(cr_element_port(&good, (const double[CR_WHERE]){.5, .5, 1, CR_NAN}, arena, &port, &error) ==
              CR_ERR_RANGE,
          "%s", error.reason);
    cr_arena_free(arena);
}

static void test_memory(const cr_modes *m) {
    int failures = 0;
    for (int used = 0; used < 200; used++) {
        budget b = {.left = 2};
        cr_arena *arena = cr_arena_new(budget_allocator(&b));
        cr_element e = make_solid(m);
        cr_port port;
        cr_error error = {.reason = ""};
        CHECK(cr_arena_take(arena, 65536 - 64 * (size_t)used, 1), "room");
        b.left = 0;
        cr_status status = cr_element_build(&e, 1 / rate, arena, &error);
        if (status == CR_OK)
            status = cr_element_port(&e, (const double[CR_WHERE]){.5, .5, 1}, arena, &port, &error);
        CHECK(status == CR_OK || (status == CR_ERR_MEMORY && *error.reason), "%s", error.reason);
        failures += status != CR_OK;
        cr_arena_free(arena);
        CHECK(b.live == 0, "%d blocks left", b.live);
    }
    CHECK(failures > 0, "memory was never short");
}

int main(void) {
    const cr_modes m = beam_modes();
    test_shapes(&m);
    test_normals(&m);
    test_impulse(&m);
    test_ledger(&m, CR_NAN);
    test_ledger(&m, .1);
    test_ledger(&m, 8);
    test_rigid(&m);
    test_scale(&m);
    test_places(&m);
    test_refusals(&m);
    test_memory(&m);
    return test_summary();
}
