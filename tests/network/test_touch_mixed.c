// Both clocks in one network: masses and modal objects with linear contacts, strings and plates with
// predicted ones, springs, bows, inputs and friction on the same bodies. The books close over ten seconds.
#include "base/numeric.h"
#include "network/network_internal.h"
#include "test.h"
#include "touch_scene.h"

typedef struct rig {
    cr_arena *arena;
    cr_network *n;
    int hammer, bar, string;
} rig;

static int add_string(cr_network *n, double sigma0, double sigma1) {
    const cr_setting settings[] = {{"length", 1}, {"f0", 80}, {"sigma0", sigma0}, {"sigma1", sigma1}, {0}};
    int index = cr_network_add(n, "string", settings, NULL);
    CHECK(index >= 0, "string");
    return index;
}

// A hammer falls on a bar that stands on a string.
static rig open_rig(bool lossless, double gravity) {
    rig r = {.arena = cr_arena_new(cr_allocator_default())};
    r.n = cr_network_new(r.arena, test_rate);
    modal_object bar = damped_bar();
    for (int i = 0; lossless && i < bar.count; i++) bar.sigma[i] = 0;
    r.hammer = add_mass(r.n, .01, gravity);
    r.bar = add_object(r.n, &bar);
    r.string = add_string(r.n, lossless ? 0 : .5, lossless ? 0 : 5e-3);
    const cr_place hammer = {r.hammer, {0}}, under = {r.bar, {0}}, string = {r.string, {.31}};
    cr_contact_def strike = cr_contact_def_between(hammer, under, hunt_crossley(1e8, lossless ? 0 : .3, 1.5));
    cr_contact_def rattle = cr_contact_def_between(under, string, hunt_crossley(1e6, lossless ? 0 : .1, 1.3));
    rattle.gap = 1e-6;
    int top, bottom;
    CHECK(cr_network_add_contact(r.n, &strike, &top, NULL) == CR_OK, "hammer");
    CHECK(cr_network_add_contact(r.n, &rattle, &bottom, NULL) == CR_OK, "string");
    cr_network_element(r.n, r.hammer)->u[0] = -1e-3;
    cr_network_element(r.n, r.hammer)->d[0] = .6 / test_rate;
    return r;
}

static void prepare(rig *r) {
    cr_error error = {.reason = ""};
    CHECK(cr_network_prepare(r->n, &error) == CR_OK, "%s", error.reason);
    CHECK(cr_network_contact_linear(r->n, 0) && !cr_network_contact_linear(r->n, 1), "kinds of contact");
}

// Greatest error of the books over the greatest energy that moved through them.
static void run(const char *what, rig *r, double seconds, double bound, int input) {
    double worst = 0, scale = 0, least = 0, force_on_string = 0;
    for (int i = 0; i < TEST_AMOUNT(1.0, 0.1) * seconds * test_rate; i++) {
        if (input >= 0) cr_network_drive(r->n, input, 0.2 * sin(0.01 * i));
        cr_network_step(r->n);
        cr_ledger l = cr_network_ledger(r->n);
        worst = fmax(worst, fabs(cr_ledger_error(&l)));
        scale = fmax(scale, fmax(cr_ledger_stored(&l), fabs(l.work)));
        least = fmin(least, fmin(cr_network_contact_force(r->n, 0), cr_network_contact_force(r->n, 1)));
        force_on_string = fmax(force_on_string, cr_network_contact_force(r->n, 1));
    }
    printf("%s: energy balance error %.1e of %.2e J, string pressed with up to %.2g N\n", what, worst / scale,
           scale, force_on_string);
    CHECK(worst <= bound * scale, "%s: %g", what, worst / scale);
    CHECK(least >= 0, "%s pulls with %g N", what, least);
    CHECK(force_on_string > 0, "%s: the string was not touched", what);
    cr_network_warnings trouble = cr_network_trouble(r->n);
    CHECK(trouble.not_finite == 0 && trouble.unsettled == 0, "%s: trouble", what);
    cr_arena_free(r->arena);
}

int main(void) {
    int index;
    for (int lossless = 0; lossless < 2; lossless++) {
        rig r = open_rig(lossless, 0);
        prepare(&r);
        run(lossless ? "hammer, bar, string, lossless" : "hammer, bar, string", &r, 10, 1e-11, -1);
    }
    rig r = open_rig(false, 9.81);
    cr_spring_def spring = cr_spring_def_default();
    spring.a = (cr_place){r.hammer, {0}};
    spring.b = (cr_place){r.bar, {0}};
    spring.k1 = 200;
    spring.k3 = 1e6;
    spring.r = .01;
    spring.rest = -1e-3;
    CHECK(cr_network_add_spring(r.n, &spring, &index, NULL) == CR_OK, "spring");
    cr_spring_def hold = cr_spring_def_default();
    hold.a = (cr_place){r.bar, {0}};
    hold.b = (cr_place){r.string, {.6}};
    hold.k1 = 1000;
    hold.r = .001;
    CHECK(cr_network_add_spring(r.n, &hold, &index, NULL) == CR_OK, "spring");
    prepare(&r);
    run("with springs and gravity", &r, 10, 1e-11, -1);

    r = open_rig(false, 0);
    cr_bow_def bow = cr_bow_def_default();
    bow.at = (cr_place){r.bar, {0}};
    bow.model = CR_BOW_ELASTO_PLASTIC;
    bow.force = .5;
    bow.velocity = .1;
    CHECK(cr_network_add_bow(r.n, &bow, &index, NULL) == CR_OK, "bow");
    cr_bow_def second = cr_bow_def_default();
    second.at = (cr_place){r.string, {.2}};
    second.model = CR_BOW_SMOOTH;
    second.force = .3;
    second.velocity = .1;
    CHECK(cr_network_add_bow(r.n, &second, &index, NULL) == CR_OK, "bow");
    prepare(&r);
    run("with bows", &r, 10, 1e-11, -1);

    r = open_rig(false, 9.81);
    int input;
    cr_friction_def friction = cr_friction_def_default();
    friction.a = (cr_place){r.hammer, {0}};
    friction.b = (cr_place){r.bar, {0}};
    friction.contact = 0;
    friction.velocity = .2;
    CHECK(cr_network_add_friction(r.n, &friction, &index, NULL) == CR_OK, "friction");
    CHECK(cr_network_add_input(r.n, (cr_place){r.bar, {0}}, &input, NULL) == CR_OK, "input");
    prepare(&r);
    run("with friction and a driven bar", &r, 10, 1e-11, input);
    return test_summary();
}
