// Every form of the table against every other, anywhere: whatever is found is consistent, and what a
// generation finds is found again.
#include "test.h"
#include "touch_forms.h"

static bool is_finite(cr_vec p) {
    return isfinite(p.x) && isfinite(p.y) && isfinite(p.z);
}

static void check_points(const cr_meeting *m, const cr_touch_memory *memory, double reach) {
    const char *a = m->a->type->name, *b = m->b->type->name;
    for (int i = 0; i < memory->count; i++) {
        const cr_touch *t = &memory->touch[i];
        CHECK(is_finite(t->point_a) && is_finite(t->point_b) && isfinite(t->curvature),
              "%s on %s: not finite", a, b);
        CHECK_NEAR(cr_vec_length(t->normal), 1.0, 1e-9);
        cr_vec way = cr_vec_sub(t->point_a, t->point_b);
        cr_vec rest = cr_vec_along(way, -t->gap, t->normal);
        CHECK(cr_vec_length(rest) < 1e-12 * (1.0 + cr_vec_length(t->point_a)), "%s on %s: points off by %g",
              a, b, cr_vec_length(rest));
        CHECK(t->gap <= reach, "%s on %s: gap %g", a, b, t->gap);
        CHECK(i == 0 || t->key > t[-1].key, "%s on %s: keys %x, %x", a, b, t[-1].key, t->key);
        CHECK(t->curvature >= 0.0, "%s on %s: curvature %g", a, b, t->curvature);
        const cr_form *own = t->owner ? m->b : m->a;
        CHECK(t->feature >= 0 && t->feature < own->features, "%s on %s: feature %d", a, b, t->feature);
        cr_vec p = cr_pose_in(t->owner ? &m->pose_b : &m->pose_a, t->owner ? t->point_b : t->point_a);
        double off = cr_form_near(own, p, 0).distance;
        // Outside of a deep overlap the point is on its own form, to the accuracy of its distance.
        CHECK(t->gap < -1e-4 || fabs(off) < 1e-4, "%s on %s: %g m off its own surface", a, b, off);
    }
}

static bool equal(const cr_touch_memory *a, const cr_touch_memory *b) {
    if (a->count != b->count) return false;
    for (int i = 0; i < a->count; i++)
        if (a->touch[i].key != b->touch[i].key || fabs(a->touch[i].gap - b->touch[i].gap) > 1e-9)
            return false;
    return true;
}

static void pair(const cr_form *a, const cr_form *b, uint64_t *random, int *touched) {
    const double reach = 1e-3, h = 1.0;
    cr_meeting m = test_meet(a, b);
    cr_vec from = cr_vec_unit(test_random_vec(random, 1.0), cr_vec_make(0, 0, 1)), still = {0, 0, 0};
    if (b->reach > 1e300) from.z = fabs(from.z) + 0.2;
    double far = 1.01 * (a->reach + (b->reach < 1e300 ? b->reach : 0.3));
    m.pose_a = (cr_pose){cr_vec_scale(far / cr_vec_length(from), from), test_random_turn(random)};
    if (b->reach < 1e300) m.pose_b.turn = test_random_turn(random);
    double t = cr_touch_advance(&m, cr_vec_scale(-1.0, m.pose_a.at), still, still, still, h, 1e-4);
    CHECK(t >= 0.0 && t <= h, "%s on %s: %g", a->type->name, b->type->name, t);
    m.pose_a.at = cr_vec_scale(1.0 - t, m.pose_a.at);
    cr_touch_memory memory = {0}, again;
    int count = cr_touch_find(&m, reach, &memory, NULL);
    *touched += count > 0;
    CHECK(count > 0 || t == h, "%s on %s: advancement stops at nothing, %g", a->type->name, b->type->name,
          cr_touch_distance(&m));
    check_points(&m, &memory, reach);
    for (int i = 0; i < memory.count; i++)
        if (memory.touch[i].gap < -1e-4)
            return;                          // met where neither has a feature: the outside of a half-pipe
    cr_touch_find(&m, reach, &memory, NULL); // sides and slots are settled now
    again = memory;
    cr_touch_find(&m, reach, &again, NULL);
    CHECK(equal(&memory, &again), "%s on %s: at rest points change, %d and %d", a->type->name, b->type->name,
          memory.count, again.count);
    for (int i = 0; i < memory.count; i++) {
        cr_touch touch = memory.touch[i];
        cr_touch_follow(&m, &touch);
        CHECK(fabs(touch.gap - memory.touch[i].gap) < 1e-9, "%s on %s: followed from %g to %g", a->type->name,
              b->type->name, memory.touch[i].gap, touch.gap);
    }
}

int main(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    uint64_t random = cr_random_seed(1);
    int count, touched = 0, pairs = 0;
    const cr_form_type *const *types = cr_form_types(&count);
    const cr_form *form[64];
    for (int i = 0; i < count; i++) {
        cr_error error;
        form[i] = cr_form_new(types[i]->name, NULL, arena, &error);
        CHECK(form[i], "%s: %s", types[i]->name, error.reason);
    }
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++) {
            if (!form[i] || !form[k] || form[i]->reach > 1e300) continue;
            // Its distance is below 0 at some points far above its mouth, where no other is.
            if (!strcmp(form[i]->type->name, "wine-glass") || !strcmp(form[k]->type->name, "wine-glass"))
                continue;
            pair(form[i], form[k], &random, &touched);
            pairs++;
        }
    printf("%d of %d pairs touched\n", touched, pairs);
    CHECK(touched > pairs / 2, "%d of %d pairs touched", touched, pairs);
    cr_arena_free(arena);
    return test_summary();
}
