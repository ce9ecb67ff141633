// S3's table of materials, the reader of what was measured, and the rigid ones of its
// short runs: silence (Figure 7) and redistribution (Figure 10). The rest:
// tests/scripts/reproduce-s3-long.sh.
#include "papers/s3/measured.h"
#include "test.h"

#include <string.h>

static cr_status resolve(void *context, cr_scene *scene, cr_error *error) {
    return cr_scene_resolve(scene, NULL, NULL, context, error);
}

static int count(const cr_rows *rows, cr_verdict verdict) {
    int counts[CR_VERDICT_COUNT];
    cr_report_count(rows->first, NULL, counts);
    return counts[verdict];
}

static void test_materials(cr_arena *arena) {
    cr_rows rows = {.arena = arena};
    cr_s3_table_1(&rows);
    CHECK(count(&rows, CR_VERDICT_AGREE) == 30, "%d of 30 agree", count(&rows, CR_VERDICT_AGREE));
}

static cr_status read_text(const char *text, cr_arena *arena, cr_s3_measured **all, cr_error *error) {
    FILE *file = fopen("measured.csv", "w");
    if (!file) return CR_ERR_IO;
    fputs(text, file);
    fclose(file);
    return cr_s3_measured_read("measured.csv", arena, all, error);
}

static void test_measured(cr_arena *arena) {
    cr_s3_measured *all;
    cr_error error = {0};
    CHECK(read_text(
              "scene,figure,at,value\nmachine,date,,2026-01-02\ntable,dynamics,,31.5\ntable,awake,0.5,7\n",
              arena, &all, &error) == CR_OK,
          "%s", error.reason);
    CHECK(all->count == 3 && cr_s3_measured_value(all, "table", "dynamics") == 31.5, "values");
    CHECK(isnan(cr_s3_measured_value(all, "mug", "dynamics")), "what is not there");
    CHECK(strcmp(cr_s3_measured_machine(all, "date"), "2026-01-02") == 0, "%s",
          cr_s3_measured_machine(all, "date"));
    CHECK(all->entry[2].at == 0.5 && isnan(all->entry[1].at), "places");
    CHECK(read_text("scene,figure,at,value\ntable,dynamics,,soon\n", arena, &all, &error) == CR_ERR_INPUT,
          "a word");
    CHECK(read_text("figure,scene,at,value\n", arena, &all, &error) == CR_ERR_INPUT, "columns");
}

// As Figure 7 has it: noise as loud as the weight, or none but rounding.
static void test_silence(cr_arena *arena) {
    const cr_means means = {.resolve = resolve, .context = arena};
    cr_rows rows = {.arena = arena, .means = &means};
    cr_s3_wish wish = {.watched = "slab", .from = 0.75, .changes = {"loads={}", "bodies.slab.modes=0"}};
    const cr_s3_trial *quiet = cr_s3_try(&rows, cr_s3_slab, &wish);
    wish.changes[2] = "world.preset=s3-naive";
    const cr_s3_trial *naive = cr_s3_try(&rows, cr_s3_slab, &wish);
    CHECK(quiet && naive, "%s: %s", rows.error.place, rows.error.reason);
    if (!quiet || !naive) return;
    CHECK_NEAR(naive->level, -5.0, 3.0); // caught at every second step: tests/world/test_world_s3.c
    CHECK(quiet->level < -180.0, "%g dB", quiet->level);
}

static void test_spread(cr_arena *arena) {
    const cr_means means = {.resolve = resolve, .context = arena};
    cr_rows rows = {.arena = arena, .means = &means};
    const cr_s3_wish wish = {.watched = "slab", .spread = true};
    const cr_s3_trial *t = cr_s3_try(&rows, cr_s3_curved, &wish);
    CHECK(t, "%s: %s", rows.error.place, rows.error.reason);
    if (!t) return;
    double most = 0.0, least = HUGE_VAL, sum[2] = {0};
    for (int i = 0; i < t->loads; i++) {
        sum[0] += t->load[i];
        sum[1] += t->shared[i];
        most = fmax(most, t->shared[i]);
        least = fmin(least, t->shared[i]);
    }
    CHECK(t->loads >= 15 && t->loads <= 16, "%d points", t->loads);
    CHECK_REL(sum[1], sum[0], 1e-10);
    CHECK(most < 2.0 * least, "from %g to %g N", least, most);
}

static void test_troubles(cr_arena *arena) {
    const cr_means means = {.resolve = resolve, .context = arena};
    cr_rows rows = {.arena = arena, .means = &means};
    const cr_s3_wish wish = {0};
    CHECK(!cr_s3_try(&rows, "s3/mug", &wish) && rows.error.status == CR_ERR_IO, "scenes are not found");
    CHECK(!cr_s3_try(&rows, cr_s3_curved, &wish), "it goes on after an error");
}

int main(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    test_materials(arena);
    test_measured(arena);
    test_silence(arena);
    test_spread(arena);
    test_troubles(arena);
    cr_arena_free(arena);
    return test_summary();
}
