// S1's mass and barrier, the limits of its grids, and how the tromba marina converges.
#include "papers/s1/s1.h"

#include "carom/exact.h"

// --- restitution -------------------------------------------------------------------------------------------

typedef struct bounce {
    double e, left, late, least_force, greatest_force;
} bounce;

// From `distance` before the barrier, long enough that it is out again. The line of the last two samples
// tells when the mass left.
static bounce bounce_from(double distance, const cr_law *law, double samples, double rate,
                          cr_contact_mode mode) {
    cr_s1_rig rig = cr_s1_open(rate, mode);
    bounce b = {.e = CR_NAN};
    int mass = cr_s1_add(&rig, "mass", (cr_setting[]){{"mass", 1.0}, {0}}), steps = (int)(4.0 * samples) + 43;
    cr_s1_touch(&rig, (cr_place){mass, {0.0}}, cr_s1_ground, 0.0, law);
    cr_s1_throw(&rig, mass, -distance, 1.0);
    bool ready = cr_s1_prepare(&rig);
    for (int i = 0; ready && i < steps; i++) {
        cr_network_step(rig.network);
        double force = cr_network_contact_force(rig.network, 0);
        b.least_force = fmin(b.least_force, force);
        b.greatest_force = fmax(b.greatest_force, force);
    }
    if (ready) {
        const cr_element *e = cr_s1_element(&rig, mass);
        b.e = -e->d[0] * rate;
        b.late = steps + e->u[0] * rate / b.e - distance * rate - samples;
        b.left = 2.0 * cr_network_ledger(rig.network).contacts; // of 1/2 J
    }
    cr_s1_close(&rig);
    return b;
}

cr_s1_bounces cr_s1_bounce(double alpha, double samples, cr_contact_mode mode) {
    enum { PHASES = 200 };
    const double rate = 50000.0;
    cr_law law = cr_law_with(
        "power",
        (cr_setting[]){{"k", cr_lossless_stiffness(1.0, alpha, 1.0, samples / rate)}, {"alpha", alpha}, {0}});
    cr_s1_bounces all = {.e_least = HUGE_VAL, .late_least = HUGE_VAL, .late_most = -HUGE_VAL};
    double push = 0.0;
    for (int i = 0; i < PHASES; i++) {
        bounce b = bounce_from((3.0 + (i + 0.5) / PHASES) / rate, &law, samples, rate, mode);
        all.e_least = fmin(all.e_least, b.e);
        all.e_most = fmax(all.e_most, b.e);
        all.left = fmax(all.left, b.left);
        all.late += b.late / PHASES;
        all.late_least = fmin(all.late_least, b.late);
        all.late_most = fmax(all.late_most, b.late);
        all.pull = fmax(all.pull, -b.least_force);
        push = fmax(push, b.greatest_force);
    }
    all.pull /= push;
    return all;
}

// --- limits of the grids -----------------------------------------------------------------------------------

static double shape_at(const cr_grid *g, int i, int j, int p, int q) {
    double x = sin(cr_pi * p * i / g->n[0]);
    return g->n[1] ? x * sin(cr_pi * q * j / g->n[1]) : x;
}

// Each mode of a supported grid keeps its shape: a+ = s a + t a-. From rest at zero to one, two steps of the
// element tell s and t, and they the greatest root.
static double mode_growth(cr_element *e, int p, int q) {
    const cr_grid *g = &e->grid;
    double after[2];
    int first = g->n[1] ? 1 : 0, probe = 0;
    double largest = 0.0;
    for (int j = first; j < (g->n[1] ? g->n[1] : 1); j++)
        for (int i = 1; i < g->n[0]; i++) {
            int at = cr_grid_at(g, i, j);
            e->u[at] = e->d[at] = shape_at(g, i, j, p, q);
            if (fabs(e->u[at]) > fabs(largest)) largest = e->u[probe = at];
        }
    for (int n = 0; n < 2; n++) {
        cr_element_predict(e);
        cr_element_advance(e);
        after[n] = e->u[probe] / largest;
    }
    double s = after[0], t = after[1] - s * s, below = s * s + 4.0 * t;
    return below < 0.0 ? sqrt(-t) : 0.5 * (fabs(s) + sqrt(below));
}

double cr_s1_growth(const char *type, const cr_setting *settings, double share) {
    cr_s1_rig rig = cr_s1_open(cr_s1_rate, CR_CONTACT_PLAIN);
    cr_element *e = cr_s1_element(&rig, cr_s1_add(&rig, type, settings));
    double greatest = rig.status == CR_OK ? 1.0 : CR_NAN;
    if (rig.status == CR_OK) {
        double finer = share / e->margin, square = finer * finer;
        e->grid.pull /= square;
        e->grid.smooth /= square;
        e->grid.bend /= square * square;
        for (int p = 1; p < e->grid.n[0]; p++)
            for (int q = 1; q < (e->grid.n[1] ? e->grid.n[1] : 2); q++)
                greatest = fmax(greatest, mode_growth(e, p, q));
    }
    cr_s1_close(&rig);
    return greatest - 1.0;
}

// --- convergence -------------------------------------------------------------------------------------------

enum { STRING_MODES = 39, SIDE_MODES = 6, BODY_MODES = SIDE_MODES * SIDE_MODES };

// String and body of a small tromba marina by their modes, which are exact at every step.
typedef struct modal_bodies {
    double string[3 * STRING_MODES], body[3 * BODY_MODES];
} modal_bodies;

static void fill_modes(modal_bodies *m) {
    const double length = 1.0, line = 0.0015, tension = 100.0, stiff = 2e-5, at = 0.75;
    const double width = 0.3, height = 0.2, area = 0.8, bending = 0.6, x = 0.42, y = 0.38;
    for (int n = 1; n <= STRING_MODES; n++) {
        double wave = n * cr_pi / length, ww = (tension + stiff * wave * wave) * wave * wave / line;
        m->string[2 * (n - 1)] = sqrt(ww) / (2.0 * cr_pi);
        m->string[2 * (n - 1) + 1] = 0.0;
        m->string[2 * STRING_MODES + n - 1] = sqrt(2.0 / (line * length)) * sin(wave * at);
    }
    for (int i = 0; i < BODY_MODES; i++) {
        int p = i % SIDE_MODES + 1, q = i / SIDE_MODES + 1;
        double waves = cr_pi * cr_pi * (p * p / (width * width) + q * q / (height * height));
        m->body[2 * i] = sqrt(bending / area) * waves / (2.0 * cr_pi);
        m->body[2 * i + 1] = 0.0;
        m->body[2 * BODY_MODES + i] =
            2.0 / sqrt(area * width * height) * sin(p * cr_pi * x) * sin(q * cr_pi * y);
    }
}

typedef struct outcome {
    double end[STRING_MODES + 1]; // displacement of the string's modes and of the bridge
    double bridge;                // its greatest displacement on the way
    bool done;
} outcome;

// Struck at the lowest mode, everything else at rest; nothing touches at the start.
static outcome run_modal(bool two_sided, const modal_bodies *m, int times) {
    const double speed = 1.5, duration = 0.02;
    cr_s1_rig rig = cr_s1_open(times * cr_s1_rate, CR_CONTACT_PREDICTED);
    int string = cr_s1_add_modal(&rig, STRING_MODES, m->string, 3 * STRING_MODES);
    int body = cr_s1_add_modal(&rig, BODY_MODES, m->body, 3 * BODY_MODES);
    int bridge = cr_s1_add(&rig, "mass", (cr_setting[]){{"mass", 0.005}, {"frequency", 80.0}, {0}});
    cr_place on_string = {string, {0.0}}, on_bridge = {bridge, {0.0}}, on_body = {body, {0.0}};
    cr_law hold = cr_law_with("two-sided", (cr_setting[]){{"k", 2e5}, {"alpha", 1.5}, {0}});
    cr_law rattle = cr_law_with("power", (cr_setting[]){{"k", 1e6}, {"alpha", 1.5}, {0}});
    cr_s1_touch(&rig, on_body, on_bridge, 1e-4, &rattle);
    if (two_sided) cr_s1_touch(&rig, on_bridge, on_string, 0.0, &hold);
    else cr_s1_join(&rig, on_string, on_bridge, 2e3, 1e9, 0.0);
    outcome o = {.done = false};
    double w = 2.0 * cr_pi * m->string[0], unit = sqrt(0.5 * 0.0015);
    if (rig.status == CR_OK) cr_s1_element(&rig, string)->d[0] = speed * unit * sin(w * rig.k) / w;
    o.done = cr_s1_prepare(&rig);
    int steps = (int)lround(duration * cr_s1_rate) * times;
    for (int i = 0; o.done && i < steps; i++) {
        cr_network_step(rig.network);
        o.bridge = fmax(o.bridge, fabs(cr_s1_element(&rig, bridge)->u[0]));
    }
    for (int i = 0; o.done && i < STRING_MODES; i++) o.end[i] = cr_s1_element(&rig, string)->u[i];
    if (o.done) o.end[STRING_MODES] = cr_s1_element(&rig, bridge)->u[0];
    cr_s1_close(&rig);
    return o;
}

void cr_s1_convergence(bool two_sided, const int *times, int count, double *errors) {
    const int finest = 256;
    modal_bodies bodies;
    fill_modes(&bodies);
    outcome fine = run_modal(two_sided, &bodies, finest);
    for (int r = 0; r < count; r++) {
        outcome o = run_modal(two_sided, &bodies, times[r]);
        double off = 0.0, size = 0.0;
        for (int i = 0; i < STRING_MODES; i++) {
            off += (o.end[i] - fine.end[i]) * (o.end[i] - fine.end[i]);
            size += fine.end[i] * fine.end[i];
        }
        double bridge = fabs(o.end[STRING_MODES] - fine.end[STRING_MODES]) / fine.bridge;
        errors[r] = fine.done && o.done ? sqrt(off / size) + bridge : CR_NAN;
    }
}
