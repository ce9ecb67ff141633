// The reference that impacts on resonating objects are measured against: closed forms, and values to hold.
#include "carom/exact.h"
#include "test.h"
#include "touch_scene.h"

// A wall: S0's closed forms.
static void check_wall(void) {
    modal_object none = {0};
    for (int which = 1; which <= 2; which++) {
        modal_impact p = s0_impact(which, &none);
        modal_state end;
        modal_outcome outcome = modal_reference(&p, 4e-3, &end);
        cr_hc exact = cr_hc_make(p.mass, p.k, p.alpha, p.mu, p.v_in);
        CHECK_REL((double)end.v, exact.v_out, 1e-14);
        CHECK_REL(outcome.first, exact.duration, 1e-12);
        CHECK(outcome.contacts == 1, "%d contacts", outcome.contacts);
    }
}

// Linear spring between the hammer and one mode, no loss: two coupled oscillators, z'' = -M z with
// z = (sqrt(m) x, q), M = [[k/m, -k phi/sqrt(m)], [., w^2 + k phi^2]]; contact ends when x = phi q.
typedef struct pair {
    double w[2], angle, speed; // frequencies of the pair, direction of the first, sqrt(m) v_in
} pair;

static void pair_at(const pair *p, double t, double z[2], double rate[2]) {
    double c = cos(p->angle), s = sin(p->angle), a = p->speed * c, b = -p->speed * s;
    double za = a * sin(p->w[0] * t) / p->w[0], zb = b * sin(p->w[1] * t) / p->w[1];
    double ra = a * cos(p->w[0] * t), rb = b * cos(p->w[1] * t);
    z[0] = c * za - s * zb;
    z[1] = s * za + c * zb;
    rate[0] = c * ra - s * rb;
    rate[1] = s * ra + c * rb;
}

static void check_linear_pair(void) {
    modal_object object = {.count = 1, .frequency = {440}, .phi = {3.0}};
    modal_impact p = {.object = &object, .mass = 0.01, .k = 1e5, .alpha = 1, .v_in = 0.5};
    double root = sqrt(p.mass), phi = object.phi[0], w = 2 * 3.14159265358979323846 * object.frequency[0];
    double a = p.k / p.mass, b = -p.k * phi / root, d = w * w + p.k * phi * phi;
    double middle = 0.5 * (a + d), spread = hypot(0.5 * (a - d), b);
    pair both = {.angle = 0.5 * atan2(2 * b, a - d), .speed = root * p.v_in}; // of the faster one
    both.w[0] = sqrt(middle + spread);
    both.w[1] = sqrt((a * d - b * b) / (middle + spread));
    double z[2], rate[2], early = 1e-6, late = early;
    do {
        early = late;
        late += 1e-6;
        pair_at(&both, late, z, rate);
    } while (z[0] / root - phi * z[1] > 0);
    for (int i = 0; i < 60; i++) {
        double t = 0.5 * (early + late);
        pair_at(&both, t, z, rate);
        *(z[0] / root - phi * z[1] > 0 ? &early : &late) = t;
    }
    modal_state end;
    modal_outcome outcome = modal_reference(&p, early, &end);
    CHECK_REL(outcome.first, early, 1e-11);
    CHECK_REL((double)end.v, rate[0] / root, 1e-11);
    CHECK_REL((double)end.u[0], rate[1], 1e-11);
    CHECK_NEAR((double)end.q[0] * w, z[1] * w, 1e-11 * root * p.v_in);
}

// Constant force: the library's own located reference, written independently; S0 leaves this case open.
static void check_gravity(void) {
    static const struct {
        double k, mu, alpha, v_in, gravity, v_out, duration;
    } table[] = {
        {1e7, .5, 1.5, .5, 9.81, -.427390493845, 9.477348281e-4},
        {1e7, .5, 1.5, .5, 39.24, -.424199422932, 9.557224351e-4},
        {1e7, .5, 1.5, .5, 392.4, -.373912873730, 1.048695067e-3},
        {1e7, .01, 1.3, .5, 9.81, -.498327649965, 4.288928151e-4},
        {1e7, .01, 1.3, .5, 392.4, -.497828751814, 4.497484528e-4},
        {1e9, .5, 1.5, 1, 9.81, -.748195160408, 1.329292530e-4},
        {1e9, .5, 1.5, 1, 392.4, -.738661801666, 1.341429252e-4},
        {1e7, .5, 1.5, .05, 9.81, -.048961651863, 1.526681441e-3},
        {1e7, .5, 1.5, .05, 39.24, -.047974542052, 1.651042850e-3},
    };
    modal_object none = {0};
    for (int i = 0; i < 9; i++) {
        modal_impact p = {&none,        0.01, table[i].k, table[i].mu, table[i].alpha, table[i].gravity,
                          table[i].v_in};
        modal_state end;
        modal_outcome outcome = modal_reference(&p, 1.1 * table[i].duration, &end);
        double v_out = -sqrt((double)(end.v * end.v - 2 * p.gravity * end.x)); // at the wall
        CHECK_NEAR(v_out, table[i].v_out, 1e-12);                              // all the digits given
        CHECK_REL(outcome.first, table[i].duration, 1e-9);
        cr_law law = hunt_crossley(p.k, p.mu, p.alpha);
        cr_impact_exact exact;
        CHECK(cr_impact_located(&law, p.mass, p.mass * p.gravity, p.v_in, &exact) == CR_OK, "row %d", i);
        CHECK_REL(v_out, exact.v_out, 1e-10);
    }
}

static void check_values(void) {
    static const struct {
        int which, modes;
        double v_out;
    } golden[] = {{1, 1, -.411931468875}, {1, 3, -.298610407522}, {1, 8, -.338345940656},
                  {2, 1, -.590346602297}, {2, 3, -.305631778898}, {2, 8, -.312713094340}};
    for (int i = 0; i < 6; i++) {
        modal_object object = bar_object(golden[i].modes);
        modal_impact p = s0_impact(golden[i].which, &object);
        modal_state end;
        modal_reference(&p, 4e-3, &end);
        CHECK_NEAR((double)end.v, golden[i].v_out, 1e-12);
    }
}

// Energy of what flies after several contacts without loss.
static void check_energy(void) {
    modal_object object = bar_object(32);
    modal_impact p = s0_impact(2, &object);
    p.mu = 0;
    modal_state end;
    modal_outcome outcome = modal_reference(&p, 4e-3, &end);
    long double energy = p.mass * end.v * end.v;
    for (int i = 0; i < object.count; i++) {
        long double w = 2 * 3.14159265358979323846264338L * object.frequency[i];
        energy += end.u[i] * end.u[i] + w * w * end.q[i] * end.q[i];
    }
    CHECK_REL((double)energy, p.mass * p.v_in * p.v_in, 1e-12);
    CHECK(outcome.contacts > 1, "%d contacts", outcome.contacts);
}

int main(void) {
    check_wall();
    check_linear_pair();
    check_gravity();
    check_values();
    check_energy();
    return test_summary();
}
