#define _DEFAULT_SOURCE // MAP_ANONYMOUS, MAP_NORESERVE

#include "prep/eigen/blas.h"

#include <cblas.h>
#include <sys/mman.h>

// OpenBLAS' BUFFER_SIZE on x86-64; a thread has its stack besides.
enum { BUFFER = 32 << 22, STACK = 8 << 20 };

// More than this many numbers are more than the kernels for small matrices, which need no buffer, and one
// thread take.
enum { SIDE = 128 };

static bool is_room(int buffers) {
    if (buffers < 1) return true;
    size_t bytes = (size_t)buffers * (BUFFER + STACK);
    const int kind = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE; // addresses, not more than the machine has
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, kind, -1, 0);
    return memory != MAP_FAILED && munmap(memory, bytes) == 0;
}

void cr_blas_set_threads(int threads) {
    if (openblas_get_num_threads() != threads) openblas_set_num_threads(threads);
}

cr_status cr_blas_begin(int threads, cr_allocator allocator, cr_error *error) {
    int before = openblas_get_num_threads(), rows = threads * SIDE;
    cr_arena *arena = cr_arena_new(allocator);
    double *tall = arena ? cr_arena_take(arena, (size_t)rows * SIDE, 2 * sizeof *tall) : NULL;
    double *square = tall ? cr_arena_take(arena, (size_t)SIDE * SIDE, sizeof *square) : NULL;
    int most = threads > before ? threads : before; // all of its own threads begin again; theirs they left
    bool room = square && is_room(most - (before - 1));
    if (room) {
        cr_blas_set_threads(threads);
        cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, rows, SIDE, SIDE, 1.0, tall, rows, square,
                    SIDE, 0.0, tall + (size_t)rows * SIDE, rows);
        cr_blas_set_threads(1); // whatever the number, the modes are the same
    }
    cr_arena_free(arena);
    return room ? CR_OK
                : cr_fail(error, CR_ERR_MEMORY, "modes", "no memory to begin the computation of modes");
}
