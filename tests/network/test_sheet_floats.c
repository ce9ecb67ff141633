// Membranes and plates in floats beside the same in doubles: a free swing of the lowest mode, which shows a
// wrong pitch; a push, whose books must close; places at an edge; what has nearly died away; what stays in
// doubles.
#include "element/element_internal.h"
#include "network/network_internal.h"
#include "test.h"

#include <fenv.h>
#include <float.h>

static const double unit = (double)(0.5f * FLT_EPSILON);

typedef struct sheet {
    const char *name, *type;
    double width, height, f0, sigma0, sigma1, edge;
} sheet;

typedef struct rig {
    cr_arena *arena;
    cr_network *network;
    int element, pickup, input;
} rig;

enum { RATE = 44100, SWING = TEST_AMOUNT(RATE / 2, RATE / 10) };

static rig make(const sheet *s, cr_precision precision) {
    rig r = {.arena = cr_arena_new(cr_allocator_default())};
    r.network = cr_network_new(r.arena, RATE);
    cr_setting settings[] = {{"width", s->width},
                             {"height", s->height},
                             {"f0", s->f0},
                             {"sigma0", s->sigma0},
                             {"sigma1", s->sigma1},
                             {0},
                             {0}};
    if (isnan(s->f0)) settings[2] = (cr_setting){"thickness", 1e-3};
    if (s->edge != 0.0) settings[5] = (cr_setting){"edge", s->edge};
    r.element = cr_network_add(r.network, s->type, settings, NULL);
    CHECK(r.element >= 0, "%s", s->name);
    cr_place heard = {r.element, {0.41, 0.37}}, driven = {r.element, {0.29, 0.63}};
    CHECK(cr_network_add_pickup(r.network, heard, &r.pickup, NULL) == CR_OK, "pickup");
    CHECK(cr_network_add_input(r.network, driven, &r.input, NULL) == CR_OK, "input");
    cr_network_set_precision(r.network, precision);
    CHECK(cr_network_prepare(r.network, NULL) == CR_OK, "prepare");
    CHECK(!cr_network_element(r.network, r.element)->single == (precision == CR_DOUBLE), "%s", s->name);
    return r;
}

static void raise(rig *r, double height) {
    cr_element *e = cr_network_element(r->network, r->element);
    const cr_grid *g = &e->grid;
    cr_sheet_unpack(e);
    for (int j = g->first[1]; j <= g->last[1]; j++)
        for (int i = g->first[0]; i <= g->last[0]; i++)
            e->u[cr_grid_at(g, i, j)] += height * sin(cr_pi * i / g->n[0]) * sin(cr_pi * j / g->n[1]);
    cr_sheet_pack(e);
}

// The lowest mode without loss. Each step rounds stress, change and displacement at every point
// by at most a unit of the displacement; these errors add up by chance in the velocity, which is w h of the
// displacement per step: four deviations. A wrong pitch would show in the displacement, whose errors are
// those of the velocity over w, but for the points that the pickup reads.
static void check_swing(const sheet *s) {
    sheet still = *s;
    still.sigma0 = still.sigma1 = 0.0;
    rig r[2] = {make(&still, CR_DOUBLE), make(&still, CR_FLOAT)};
    const cr_element *e = cr_network_element(r[0].network, r[0].element);
    double turn = 2.0 * cr_pi * cr_grid_frequency(e, cr_grid_wavenumber2(e, 1, 1, false)) / RATE;
    double peak[2] = {0.0, 0.0}, off[2] = {0.0, 0.0};
    for (int i = 0; i < 2; i++) raise(&r[i], 1e-3);
    for (int k = 0; k < SWING; k++) {
        double x[2], v[2];
        for (int i = 0; i < 2; i++) {
            cr_network_step(r[i].network);
            x[i] = cr_network_displacement(r[i].network, r[i].pickup);
            v[i] = cr_network_velocity(r[i].network, r[i].pickup);
        }
        peak[0] = fmax(peak[0], fabs(x[0]));
        peak[1] = fmax(peak[1], fabs(v[0]));
        off[0] = fmax(off[0], fabs(x[1] - x[0]));
        off[1] = fmax(off[1], fabs(v[1] - v[0]));
    }
    double bound = 4.0 * sqrt(SWING) * unit / turn;
    printf("%s, %d x %d: after %g s off by %.1e of the displacement, %.1e of the velocity\n", s->name,
           e->grid.n[0], e->grid.n[1], (double)SWING / RATE, off[0] / peak[0], off[1] / peak[1]);
    CHECK(off[1] <= bound * peak[1], "%g of the velocity, allowed %g", off[1] / peak[1], bound);
    CHECK(off[0] <= 5e-5 * peak[0], "%g of the displacement",
          off[0] / peak[0]); // a cent off would be 0.3 and more
    for (int i = 0; i < 2; i++) cr_arena_free(r[i].arena);
}

// A push of half a millisecond, booked. A decay is off by less than a unit per step, and so may the books be.
static void check_blow(const sheet *s) {
    enum { STEPS = TEST_AMOUNT(RATE / 4, RATE / 20), PUSH = 20 };
    rig r[2] = {make(s, CR_DOUBLE), make(s, CR_FLOAT)};
    double peak = 0.0, off = 0.0, worst = 0.0, most = 0.0;
    for (int i = 0; i < 2; i++) cr_network_set_booking(r[i].network, true);
    for (int k = 0; k < STEPS; k++) {
        double v[2], force = k < PUSH ? 1.0 - cos(2.0 * cr_pi * k / PUSH) : 0.0;
        for (int i = 0; i < 2; i++) {
            cr_network_drive(r[i].network, r[i].input, force);
            cr_network_step(r[i].network);
            v[i] = cr_network_velocity(r[i].network, r[i].pickup);
        }
        cr_ledger ledger = cr_network_ledger(r[1].network);
        most = fmax(most, cr_ledger_stored(&ledger));
        worst = fmax(worst, fabs(cr_ledger_error(&ledger)));
        peak = fmax(peak, fabs(v[0]));
        off = fmax(off, fabs(v[1] - v[0]));
    }
    printf("%s: a push is off by %.1e of the velocity, its books by %.1e\n", s->name, off / peak,
           worst / most);
    CHECK(off <= STEPS * unit * peak, "%g of the velocity", off / peak);
    CHECK(worst <= STEPS * unit * most, "%g of the energy", worst / most);
    for (int i = 0; i < 2; i++) cr_arena_free(r[i].arena);
}

// Places near an edge are not in rows; a pluck reaches the floats; a state that is no number is found.
static void check_places(const sheet *s) {
    rig r[2] = {make(s, CR_DOUBLE), make(s, CR_FLOAT)};
    double read[2][3];
    for (int i = 0; i < 2; i++) {
        cr_element *e = cr_network_element(r[i].network, r[i].element);
        cr_port edge;
        CHECK(cr_element_port(e, (double[]){0.5 / e->grid.n[0], 0.3}, r[i].arena, &edge, NULL) == CR_OK,
              "port");
        CHECK(!edge.in_rows, "in rows");
        raise(&r[i], 1e-3);
        cr_network_step(r[i].network);
        cr_element_push(e, &edge, 0.1);
        read[i][0] = cr_port_displacement(e, &edge);
        read[i][1] = cr_port_change(e, &edge);
        read[i][2] = cr_port_change_next(e, &edge);
    }
    for (int k = 0; k < 3; k++)
        CHECK(fabs(read[1][k] - read[0][k]) <= 20.0 * unit * fabs(read[0][0]), "%s: %g and %g", s->name,
              read[0][k], read[1][k]); // 16 points are read, each rounded
    float *d = cr_network_element(r[1].network, r[1].element)->single->d;
    CHECK(cr_network_flush(r[1].network, 0.0), "all are numbers");
    d[cr_grid_at(&cr_network_element(r[1].network, r[1].element)->grid, 3, 3)] = (float)CR_NAN;
    CHECK(!cr_network_flush(r[1].network, 0.0), "one is none");
    for (int i = 0; i < 2; i++) cr_arena_free(r[i].arena);
}

// A free plate and a string stay as they are.
// What has died away but for 1e-21 m, an amplitude below 1e-27 m that the books square: no number of a step
// with books becomes too small to be normal, which some processors pay with a hundred cycles.
static void check_faint(const sheet *s) {
    enum { STEPS = 64 };
    rig r = make(s, CR_FLOAT);
    raise(&r, 1e-21);
    cr_network_set_booking(r.network, true);
    cr_network_step(r.network); // the energy it begins with
    feclearexcept(FE_UNDERFLOW);
    for (int k = 0; k < STEPS; k++) cr_network_step(r.network);
    CHECK(!fetestexcept(FE_UNDERFLOW), "%s: numbers below 1e-38", s->name);
    cr_arena_free(r.arena);
}

static void check_others(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_network *n = cr_network_new(arena, RATE);
    int plate =
        cr_network_add(n, "plate", (cr_setting[]){{"thickness", 5e-3}, {"edge", CR_EDGE_FREE}, {0}}, NULL);
    int string = cr_network_add(n, "string", (cr_setting[]){{"f0", 200}, {0}}, NULL);
    CHECK(plate >= 0 && string >= 0, "%d, %d", plate, string);
    cr_network_set_precision(n, CR_FLOAT);
    CHECK(cr_network_prepare(n, NULL) == CR_OK, "prepare");
    CHECK(!cr_network_element(n, plate)->single && !cr_network_element(n, string)->single, "in floats");
    cr_arena_free(arena);
}

int main(void) {
    const sheet sheets[] = {
        {"square membrane", "membrane", 0.33, 0.33, 190, 45, 3e-3, 0},
        {"membrane", "membrane", 0.3, 0.217, 250, 5, 1e-3, 0},
        {"supported plate", "plate", 0.4, 0.3, 120, 2, 1e-3, 0},
        {"low plate", "plate", 0.4, 0.3, 40, 2, 1e-3, 0},
        {"clamped plate", "plate", 0.4, 0.3, CR_NAN, 2, 1e-3, 1},
    };
    for (size_t i = 0; i < sizeof sheets / sizeof *sheets; i++) {
        check_swing(&sheets[i]);
        check_blow(&sheets[i]);
        check_places(&sheets[i]);
        check_faint(&sheets[i]);
    }
    check_others();
    return test_summary();
}
