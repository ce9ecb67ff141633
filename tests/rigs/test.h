// Checks that count: a test program ends with `return test_summary();`.
#ifndef CAROM_TEST_H
#define CAROM_TEST_H
#include <math.h>
#include <stdio.h>
static int test_checks, test_failures;
#define CHECK(condition, ...)                                                                                \
    do {                                                                                                     \
        test_checks++;                                                                                       \
        if (!(condition)) {                                                                                  \
            test_failures++;                                                                                 \
            printf("%s:%d: %s: ", __FILE__, __LINE__, #condition);                                           \
            printf(__VA_ARGS__);                                                                             \
            printf("\n");                                                                                    \
            fflush(stdout); /* told even if the program dies later */                                        \
        }                                                                                                    \
    } while (0)
#define CHECK_NEAR(value, expected, tolerance)                                                               \
    CHECK(fabs((value) - (expected)) <= (tolerance), "got %.17g, expected %.17g within %g", (double)(value), \
          (double)(expected), (double)(tolerance))
#define CHECK_REL(value, expected, tolerance)                                                                \
    CHECK(fabs((value) / (expected)-1.0) <= (tolerance), "got %.17g, expected %.17g within %g relative",     \
          (double)(value), (double)(expected), (double)(tolerance))
// How many, or how long. With the sanitizers everything takes ten times as long: they see every path, and the
// figures are held by the other builds.
#ifdef CAROM_SANITIZED
#define TEST_AMOUNT(amount, sanitized) (sanitized)
#else
#define TEST_AMOUNT(amount, sanitized) (amount)
#endif
static inline int test_summary(void) {
    printf("%d checks, %d failed\n", test_checks, test_failures);
    return test_failures || !test_checks;
}
#endif
