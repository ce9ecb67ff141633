// Verdicts of carom reproduce: each can be had and lost. A value of ours that moves, a print that is another,
// an explanation that does not come out, a reference that is missed. And formulas as words and as MathML.
#include "papers/s0/s0.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static const cr_basis basis = {CR_VERDICT_FIGURE, "a program"};

static const cr_item *judge(cr_arena *arena, cr_claim claim, double ours) {
    cr_rows rows = {.arena = arena};
    claim.what = "value";
    cr_rows_add(&rows, &claim, ours);
    return rows.last;
}

#define IS(verdict_, failed_, claim_, ours_)                                                                 \
    do {                                                                                                     \
        const cr_item *row_ = judge(arena, (cr_claim)claim_, ours_);                                         \
        CHECK(row_->verdict == (verdict_) && row_->failed == (failed_), "%s, failed: %d",                    \
              cr_verdict_text(row_->verdict), row_->failed);                                                 \
    } while (0)
#define CLAIM(...)                                                                                           \
    { __VA_ARGS__ }

static void test_prints(cr_arena *arena) {
    IS(CR_VERDICT_AGREE, false, CLAIM(.printed = "0.255"), 0.2546);
    IS(CR_VERDICT_UNEXPLAINED, true, CLAIM(.printed = "0.255"), 0.2565);
    IS(CR_VERDICT_UNEXPLAINED, true, CLAIM(.printed = "0.255"), CR_NAN);
    IS(CR_VERDICT_UNEXPLAINED, true, CLAIM(.printed = "1e-5"), 3e-7); // a unit is all of it: half is asked
    IS(CR_VERDICT_AGREE, false, CLAIM(.printed = "<1e-7"), -9e-8);
    IS(CR_VERDICT_UNEXPLAINED, true, CLAIM(.printed = "<1e-7"), -1.1e-7);
    IS(CR_VERDICT_AGREE, false, CLAIM(.printed = ">2.6"), 2.6);
    IS(CR_VERDICT_UNEXPLAINED, true, CLAIM(.printed = ">2.6"), 2.59);
    IS(CR_VERDICT_AGREE, false, CLAIM(.printed = "6-24"), 7.0);
    IS(CR_VERDICT_UNEXPLAINED, true, CLAIM(.printed = "6-24"), 5.9);
    IS(CR_VERDICT_AGREE, false, CLAIM(.printed = "44/135"), 44.0 / 135.0);
    IS(CR_VERDICT_NOT_COMPARABLE, false, CLAIM(.printed = "305", .why = "meshes"), 300.0);
}

static void test_explanations(cr_arena *arena) {
    IS(CR_VERDICT_EXPLAINED, false, CLAIM(.printed = "147.036", .replayed = 147.0360, .why = "w"), 9.417);
    IS(CR_VERDICT_UNEXPLAINED, false, CLAIM(.printed = "147.036", .replayed = 147.1, .why = "w"), 9.417);
    IS(CR_VERDICT_UNEXPLAINED, false,
       CLAIM(.printed = "147.036", .replayed = 147.036, .why = "w", .unexplained = true), 9.417);
    IS(CR_VERDICT_AGREE, false, CLAIM(.printed = "147.036", .replayed = 147.036, .why = "w"), 147.0359);
    IS(CR_VERDICT_EXPLAINED, false, CLAIM(.printed = "10", .reference = ">5", .why = "w", .basis = basis),
       6.0);
    IS(CR_VERDICT_OFF, true, CLAIM(.printed = "10", .reference = ">5", .why = "w", .basis = basis), 4.9);
    IS(CR_VERDICT_OFF, true,
       CLAIM(.printed = "147.036", .reference = "9.417", .replayed = 147.036, .why = "w", .basis = basis),
       9.5);
}

static void test_references(cr_arena *arena) {
    IS(CR_VERDICT_FIGURE, false, CLAIM(.reference = "2.0450", .basis = basis), 2.04503);
    IS(CR_VERDICT_OFF, true, CLAIM(.reference = "2.0450", .basis = basis), 2.0452);
    IS(CR_VERDICT_OFF, true, CLAIM(.reference = "2.0450", .basis = basis), CR_NAN);
    CHECK(strcmp(judge(arena, (cr_claim){.reference = "1", .basis = basis}, 1.0)->source, "a program") == 0,
          "its source");
}

// The cells of S0's tables, and the same with a value of ours changed by a hundredth.
static void test_tables(cr_arena *arena) {
    cr_rows rows = {.arena = arena};
    int counts[CR_VERDICT_COUNT], agreed = 0, lost = 0;
    cr_s0_table_1(&rows);
    cr_s0_table_2(&rows);
    cr_s0_table_3(&rows);
    cr_report_count(rows.first, NULL, counts);
    CHECK(counts[CR_VERDICT_AGREE] == 45 && counts[CR_VERDICT_EXPLAINED] == 15 &&
              counts[CR_VERDICT_UNEXPLAINED] == 2 && counts[CR_VERDICT_OFF] == 0,
          "%d agree, %d explained, %d unexplained", counts[CR_VERDICT_AGREE], counts[CR_VERDICT_EXPLAINED],
          counts[CR_VERDICT_UNEXPLAINED]);
    CHECK(!cr_report_failed(rows.first), "nothing is new");
    for (const cr_item *item = rows.first; item; item = item->next) {
        double value = item->kind == CR_ITEM_ROW && item->printed ? fabs(atof(item->printed)) : 0.0;
        if (item->verdict != CR_VERDICT_AGREE || !(value > 100.0 * item->tolerance)) continue;
        const cr_item *moved = judge(arena, (cr_claim){.printed = item->printed}, 1.03 * item->ours);
        agreed++;
        lost += moved->verdict == CR_VERDICT_UNEXPLAINED && moved->failed;
    }
    CHECK(agreed > 20 && lost == agreed, "%d of %d cells see that a value moved", lost, agreed);
}

// S0 Table III, Heun and AM1 of case 2, to the digits that are known.
static void test_replays(void) {
    const cr_s0_case *const cases[] = {&cr_s0_case_1, &cr_s0_case_2};
    const double accumulated[] = {147.0360, 946.6003}, deviation[] = {63.0428, 27.4179};
    for (int i = 0; i < 2; i++) {
        cr_rebounds heun = cr_s0_rebounds_predicted(cases[i], 100);
        CHECK_NEAR(heun.H_error_percent, accumulated[i], 6e-5);
        CHECK_NEAR(heun.dev_H_percent, deviation[i], 6e-5);
    }
    cr_rebounds loose = cr_s0_rebounds_loose_newton(&cr_s0_case_2, 100);
    CHECK_NEAR(loose.H_error_percent, 24.2854, 6e-5);
    CHECK_NEAR(loose.dev_H_percent, 69.133, 6e-4);
}

static void check_formula(const char *text, const char *plain, const char *html) {
    char room[CR_FORMULA_ROOM], page[1000] = "";
    CHECK(strcmp(cr_formula_plain(text, room), plain) == 0, "%s", room);
    FILE *out = fmemopen(page, sizeof page, "w");
    if (!out) return;
    cr_formula_html(out, text);
    fclose(out);
    CHECK(strcmp(page, html) == 0, "%s", page);
}

static void test_formulas(void) {
    check_formula("a < b & c", "a < b & c", "a &lt; b &amp; c");
    check_formula("`x <y>`, ` and $c$", "`x <y>`, ` and c",
                  "<code>x &lt;y&gt;</code>, ` and <math><mrow><mi>c</mi></mrow></math>");
    check_formula(
        "$\\mu v_{in} \\le 2$", "mu v_in <= 2",
        "<math><mrow><mi>\xCE\xBC</mi><msub><mi>v</mi><mrow><mi>in</mi></mrow></msub><mo>\xE2\x89\xA4</mo>"
        "<mn>2</mn></mrow></math>");
    check_formula(
        "by $\\frac{a + b}{2}$.", "by (a + b)/2.",
        "by <math><mrow><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mrow><mn>2</mn></mrow></mfrac>"
        "</mrow></math>.");
    check_formula("$\\sqrt{k/m}$", "sqrt(k/m)",
                  "<math><mrow><msqrt><mi>k</mi><mo>/</mo><mi>m</mi></msqrt></mrow></math>");
    check_formula("$10^{-6}$ and $", "10^-6 and $",
                  "<math><mrow><msup><mn>10</mn><mrow><mo>\xE2\x88\x92</mo><mn>6</mn></mrow></msup></mrow></"
                  "math> and $");
}

int main(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    test_prints(arena);
    test_explanations(arena);
    test_references(arena);
    test_tables(arena);
    test_replays();
    test_formulas();
    cr_arena_free(arena);
    return test_summary();
}
