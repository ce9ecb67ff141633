#include "random_touch.h"

#include "base/random.h"
#include "network/network_internal.h"
#include "touch_scene.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static double between(uint64_t *state, double lo, double hi) {
    return lo + (hi - lo) * 0.5 * (1 + cr_random_uniform(state));
}

static double decades(uint64_t *state, double lo, double hi) {
    return pow(10, between(state, log10(lo), log10(hi)));
}

static bool chance(uint64_t *state, double share) {
    return between(state, 0, 1) < share;
}

static cr_law random_law(uint64_t *state) {
    static const char *const names[] = {"power",    "hunt-crossley", "azad-featherstone",
                                        "lee-wang", "general",       "linear"};
    cr_law law = cr_law_default(cr_law_find(names[(int)between(state, 0, 5.999)], NULL));
    cr_law_set(&law, "k", decades(state, 1e2, 1e14), NULL);
    cr_law_set(&law, "mu", decades(state, 1e-3, 1e2), NULL); // of those that have it
    cr_law_set(&law, "lambda", decades(state, 1e-2, 1e8), NULL);
    cr_law_set(&law, "alpha", between(state, 1, 3.5), NULL);
    cr_law_set(&law, "n", between(state, 1, 3), NULL);
    cr_law_set(&law, "p", between(state, 0, 3), NULL);
    if (cr_law_prepare(&law, NULL) != CR_OK) return hunt_crossley(1e8, 0.1, 1.5);
    return law;
}

// With a rigid motion now and then.
static modal_object random_object(uint64_t *state) {
    modal_object o = {.count = 1 + (int)decades(state, 1, 24)};
    double mass = decades(state, 1e-4, 10), loss = chance(state, 0.3) ? 0 : decades(state, 1e-3, 1);
    for (int i = 0; i < o.count; i++) {
        o.frequency[i] = i == 0 && chance(state, 0.2) ? 0 : decades(state, 10, 21000);
        o.sigma[i] = chance(state, 0.05) ? 10 * o.frequency[i] : loss * o.frequency[i]; // some are overdamped
        o.phi[i] = between(state, -1, 1) * sqrt(2 / mass);
    }
    return o;
}

typedef struct crowd {
    cr_network *n;
    int bodies, body[4], contacts, contact[4], rubs;
    bool fixed; // one step per sample
} crowd;

static void add_bodies(crowd *c, uint64_t *state) {
    c->bodies = 1 + (int)between(state, 0, 3.999);
    for (int i = 0; i < c->bodies; i++) {
        bool object = i > 0 && chance(state, 0.6);
        modal_object o = random_object(state);
        if (object) c->body[i] = add_object(c->n, &o);
        else
            c->body[i] =
                add_mass(c->n, decades(state, 1e-5, 10), chance(state, 0.5) ? between(state, -30, 30) : 0);
        cr_element *e = cr_network_element(c->n, c->body[i]);
        double v = decades(state, 1e-4, 30) * (chance(state, 0.5) ? 1 : -1);
        if (!object || chance(state, 0.2)) e->d[0] = v * sqrt(object ? 1e-3 : 1) / test_rate;
    }
}

static cr_place other_end(const crowd *c, int not_this, uint64_t *state) {
    int other = (int)between(state, -1, c->bodies - 0.001);
    return (cr_place){other < 0 || other == not_this ? -1 : c->body[other], {between(state, 0, 1)}};
}

static void add_joints(crowd *c, uint64_t *state) {
    int count = (int)(4.999 * pow(between(state, 0, 1), 2)); // few more often than many
    int rubs = chance(state, 0.2) ? 1 + chance(state, 0.3) : 0;
    if (!rubs && !count) count = 1;
    for (int i = 0; i < count; i++) {
        int a = (int)between(state, 0, c->bodies - 0.001);
        cr_contact_def def = cr_contact_def_default();
        def.a = (cr_place){c->body[a], {between(state, 0, 1)}};
        def.b = other_end(c, a, state);
        def.law = random_law(state);
        def.gap = chance(state, 0.1) ? -decades(state, 1e-9, 1e-6) : decades(state, 1e-9, 1e-3);
        if (chance(state, 0.5)) { // from the other side
            cr_place swap = def.a;
            def.a = def.b;
            def.b = swap;
        }
        if (cr_network_add_contact(c->n, &def, &c->contact[c->contacts], NULL) == CR_OK) c->contacts++;
    }
    for (int i = 0; i < rubs; i++) {
        int a = (int)between(state, 0, c->bodies - 0.001), index;
        cr_friction_def def = cr_friction_def_default();
        def.a = (cr_place){c->body[a], {between(state, 0, 1)}};
        def.b = other_end(c, a, state);
        double rest = decades(state, 1e-2, 3);
        def.contact = c->contacts && chance(state, 0.5) ? c->contact[0] : -1;
        def.force = decades(state, 1e-4, 1e3);
        def.velocity = chance(state, 0.5) ? 0 : decades(state, 1e-4, 10);
        def.law = (cr_bristle_law){.rest = rest, .dynamic = rest * between(state, .05, 1)};
        def.law.stribeck = decades(state, 1e-3, 1);
        def.law.breakaway = between(state, .05, .95);
        def.law.viscous = chance(state, 0.5) ? 0 : decades(state, 1e-4, 10);
        def.law.stiffness = chance(state, 0.5) ? 0 : decades(state, 1e2, 1e9);
        def.law.damping = chance(state, 0.5) ? 0 : decades(state, 1e-3, 1e3);
        if (cr_network_add_friction(c->n, &def, &index, NULL) == CR_OK) c->rubs++;
    }
}

// Greatest energy that the books add up: falling bodies have large kinetic and potential parts.
static double turnover(const cr_network *n, const cr_ledger *l) {
    double parts[] = {fabs(l->elements), l->contacts,      l->bristles,   fabs(l->lost_elements),
                      l->lost_contacts,  l->lost_friction, fabs(l->work), fabs(l->start)};
    double most = 0;
    for (int k = 0; k < 8; k++) most = fmax(most, parts[k]);
    for (int i = 0; i < n->elements.count; i++) {
        const cr_resonator *body = n->movers[i];
        const cr_element *e = cr_network_element_at(n, i);
        double height = body ? body->rigid_x / sqrt(e->mass) : e->u[0];
        most = fmax(most, 2 * fabs(e->mass * e->gravity * height));
    }
    return most;
}

// How far the books may be off. One contact is as good as its bodies' rounding. What several members round
// off is a share of the work that their forces would do one by one, and that is far more than they do
// together where a light body is held between stiff contacts.
static double allowed(const crowd *c) {
    return c->contacts + c->rubs == 1 && !c->fixed ? 1e-11 : 1e-8;
}

// The books close, no contact pulls and losses only grow, but for the digits to which a common root of
// several frictions is found.
static bool behaves(crowd *c, int samples, long number) {
    double scale = 0, lost = 0;
    for (int i = 0; i < samples; i++) {
        cr_network_step(c->n);
        if (i % 8 != 7) continue;
        cr_ledger l = cr_network_ledger(c->n);
        scale = fmax(scale, turnover(c->n, &l));
        double error = fabs(cr_ledger_error(&l)), now = l.lost_contacts + l.lost_friction;
        bool pulls = false, passive = now >= lost - 1e-11 * scale;
        for (int k = 0; k < c->contacts; k++)
            pulls = pulls || cr_network_contact_force(c->n, c->contact[k]) < 0;
        if (error <= allowed(c) * scale && passive && !pulls) {
            lost = now;
            continue;
        }
        printf("network %ld, sample %d: books off by %g of %g, lost %.17g after %.17g%s\n", number, i, error,
               scale, now, lost, pulls ? ", pulls" : "");
        return false;
    }
    return true;
}

int run_random_touches(long first, long count, int samples) {
    int failures = 0;
    for (long i = first; i < first + count; i++) {
        uint64_t state = cr_random_seed((uint64_t)i);
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        crowd c = {.n = cr_network_new(arena, test_rate)};
        add_bodies(&c, &state);
        add_joints(&c, &state);
        c.fixed = chance(&state, 0.2);
        if (c.fixed) cr_network_divide(c.n, 0, 0);
        cr_error error = {.reason = ""};
        if (cr_network_prepare(c.n, &error) != CR_OK) {
            printf("network %ld: %s\n", i, error.reason);
            failures++;
        } else {
            failures += !behaves(&c, samples, i);
        }
        cr_arena_free(arena);
    }
    return failures;
}
