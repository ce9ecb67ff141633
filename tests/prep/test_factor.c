// A factor that has no room is kept in files: the same solutions, bit for bit, and nothing is left behind.
// And OpenBLAS takes kernels that suit the processor, whether it knows it or not.
#include "modal_tools.h"

#include "base/numeric.h"
#include "io/solid/load.h"
#include "prep/eigen/factor.h"
#include "prep/eigen/heap.h"

#include <cblas.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RIGHT = 3 };

static const double shift = -1e6; // rad^2/s^2: below every mode

// (K - shift M)^-1 of some numbers; in files where a factor may take `room` MB only.
static double *solutions(const cr_system *system, double room, bool in_files, cr_arena *arena) {
    cr_factor_order order = {NULL, arena, room};
    cr_factor_seconds seconds = {0};
    cr_error error = {0};
    size_t numbers = (size_t)system->size * RIGHT;
    double *x = cr_arena_take(arena, numbers, sizeof *x);
    cr_factor *f =
        cr_factor_new(system, shift, CR_FACTOR_POSITIVE, &order, cr_allocator_default(), &seconds, &error);
    CHECK(x && f, "no factor: %s", error.reason);
    if (!x || !f) return NULL;
    CHECK(cr_factor_in_files(f) == in_files, "in files: %d", cr_factor_in_files(f));
    for (size_t i = 0; i < numbers; i++) x[i] = (double)(i % 17) - 8.0;
    CHECK(cr_factor_solve(f, RIGHT, x, &error) == CR_OK, "%s", error.reason);
    cr_factor_free(f);
    return x;
}

// The largest eigenvalue of these elements is some 1e8 times -shift: rounding times that.
static void check_alike(const double *a, const double *b, size_t count) {
    double most = 0.0, off = 0.0;
    for (size_t i = 0; i < count; i++) {
        most = fmax(most, fabs(a[i]));
        off = fmax(off, fabs(a[i] - b[i]));
    }
    CHECK(most > 0.0 && off <= 1e8 * 1.1e-16 * most, "off by %g of %g", off, most);
}

// What lies below a limit between two modes of test_modal_beam.c, with the six rigid motions.
static void count(const cr_system *system, double hertz, int expected, cr_arena *arena) {
    cr_factor_order order = {NULL, arena, 0.0}; // nothing is kept, so no files
    cr_factor_seconds seconds = {0};
    cr_factor *f = cr_factor_new(system, (2 * cr_pi * hertz) * (2 * cr_pi * hertz), CR_FACTOR_COUNT, &order,
                                 cr_allocator_default(), &seconds, NULL);
    CHECK(f && !cr_factor_in_files(f) && cr_factor_below(f) == expected, "below %g Hz: %d", hertz,
          f ? cr_factor_below(f) : -1);
    cr_factor_free(f);
}

// OpenBLAS reads its variable when a program begins.
static void check_kernels(char **words) {
    const char *variable = "OPENBLAS_CORETYPE";
    if (!words[1]) {
        unsetenv(variable);
        cr_prep_name_processor();
        char again[] = "again", *then[] = {words[0], again, NULL};
        execv("/proc/self/exe", then);
    }
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2"))
        CHECK(strcmp(openblas_get_corename(), "Prescott") != 0, "%s", openblas_get_corename());
#endif
    setenv(variable, "chosen", 1);
    cr_prep_name_processor();
    CHECK(strcmp(getenv(variable), "chosen") == 0, "%s", getenv(variable));
}

int main(int words, char **word) {
    (void)words;
    check_kernels(word);
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cuboid c = {{0.3, 0.03, 0.01}, {30, 3, 2}};
    cr_elastic steel = cr_elastic_isotropic(7850, 2e11, 0.29, 0, 0);
    cr_mesh mesh;
    cr_system system;
    char folder[] = "factor-XXXXXX";
    CHECK(mkdtemp(folder) && setenv("TMPDIR", folder, 1) == 0, "no folder");
    if (mesh_cuboid(&c, 2, arena, &mesh)) {
        cr_modal_job job = {
            .name = "beam", .mesh = &mesh, .elastic = &steel, .fmax = CR_NAN, .count = 1, .threads = 1};
        CHECK(cr_system_assemble(&job, arena, &system, NULL) == CR_OK, "no system");
        double *here = solutions(&system, 1e9, false, arena), *there = solutions(&system, 0.0, true, arena);
        if (here && there) check_alike(here, there, (size_t)system.size * RIGHT);
        count(&system, 1000, 7, arena);
        count(&system, 4000, 11, arena);
        count(&system, 7000, 14, arena);
    }
    CHECK(cr_heap_room() > 0.0, "%g MB", cr_heap_room());
    CHECK(rmdir(folder) == 0, "files are left");
    cr_arena_free(arena);
    return test_summary();
}
