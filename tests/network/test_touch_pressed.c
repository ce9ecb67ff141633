// One contact and one friction on the same bodies are solved by what is written out for them: the same bits
// as by the solve of many, while the contact closes, rests, rubs and lets go, and while it stays open.
#include "network/network_internal.h"
#include "seeds.h"
#include "test.h"

static double noise(uint64_t *state) { // -1..1
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(int64_t)*state * 0x1p-63;
}

// Two masses on springs; the friction, of the first against the ground or against the second, is pressed by
// their contact or by a force of its own.
typedef struct kind {
    bool pressed, grounded, adhesive;
} kind;

static cr_network *make(cr_arena *arena, kind k) {
    cr_network *n = cr_network_new(arena, 44100);
    cr_law law = cr_law_default(cr_law_find(k.adhesive ? "linear" : "hunt-crossley", NULL));
    int contact, friction;
    cr_law_set(&law, "k", k.adhesive ? 1e6 : 1e9, NULL);
    if (k.adhesive) cr_law_set(&law, "adhesive", 1, NULL);
    CHECK(cr_law_prepare(&law, NULL) == CR_OK, "law");
    for (int i = 0; i < 2; i++)
        cr_network_add(n, "mass", (cr_setting[]){{"mass", i ? 0.002 : 0.01}, {"frequency", 100}, {0}}, NULL);
    cr_contact_def touch = cr_contact_def_between((cr_place){0, {0}}, (cr_place){1, {0}}, law);
    cr_friction_def rub = cr_friction_def_default();
    CHECK(cr_network_add_contact(n, &touch, &contact, NULL) == CR_OK, "contact");
    rub.a = (cr_place){0, {0}};
    rub.b = (cr_place){k.grounded ? CR_GROUND : 1, {0}};
    rub.contact = k.pressed ? contact : -1;
    rub.force = 0.3;
    rub.velocity = 0.05;
    CHECK(cr_network_add_friction(n, &rub, &friction, NULL) == CR_OK, "friction");
    return n;
}

static bool same(const cr_network *a, const cr_network *b) {
    const cr_touch *s = cr_network_touch(a, 0), *t = cr_network_touch(b, 0);
    const cr_rub *q = cr_network_rub_at(a, 0), *r = cr_network_rub_at(b, 0);
    const double left[] = {s->a, s->b, s->psi, s->depth, s->lost, q->force, q->bristle, q->lost};
    const double right[] = {t->a, t->b, t->psi, t->depth, t->lost, r->force, r->bristle, r->lost};
    for (int k = 0; k < 8; k++)
        if (left[k] != right[k]) return false;
    return true;
}

typedef struct counts {
    long open, closed, lettings; // steps, and how often a contact opened
} counts;

static void check(kind k, uint64_t *state, counts *seen) {
    enum { STARTS = 40, STEPS = 300 };
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_network *net[] = {make(arena, k), make(arena, k)};
    int differ = 0;
    for (int start = 0; start < STARTS; start++) {
        for (int i = 0; i < 2; i++) {
            double at = 1e-4 * noise(state), velocity = 0.5 * noise(state);
            for (int w = 0; w < 2; w++) cr_element_set_motion(cr_network_element(net[w], i), 0, at, velocity);
        }
        for (int w = 0; w < 2; w++) CHECK(cr_network_prepare(net[w], NULL) == CR_OK, "prepare");
        CHECK(net[0]->group_count == 1 && net[0]->groups[0].written_out, "one group, written out");
        net[1]->groups[0].written_out = false;
        bool was_closed = false;
        for (int step = 0; step < STEPS; step++) {
            for (int w = 0; w < 2; w++) cr_network_step(net[w]);
            differ += !same(net[0], net[1]);
            bool closed = cr_network_touch(net[0], 0)->a > 0.0;
            seen->lettings += was_closed && !closed;
            *(closed ? &seen->closed : &seen->open) += 1;
            was_closed = closed;
        }
    }
    CHECK(differ == 0, "%d of %d steps differ: %d %d %d", differ, STARTS * STEPS, k.pressed, k.grounded,
          k.adhesive);
    cr_arena_free(arena);
}

int main(void) {
    for (TEST_SEEDS(seed, 2026, 1, 2)) {
        uint64_t state = seed;
        counts seen = {0};
        for (int k = 0; k < 8; k++) check((kind){k & 1, k & 2, k & 4}, &state, &seen);
        printf("%ld steps open, %ld closed, let go %ld times\n", seen.open, seen.closed, seen.lettings);
        CHECK(seen.open > 1000 && seen.closed > 1000 && seen.lettings > 100, "too little happens");
    }
    return test_summary();
}
