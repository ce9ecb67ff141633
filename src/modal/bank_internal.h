// What the bank and its kernels share.
#ifndef CAROM_MODAL_BANK_INTERNAL_H
#define CAROM_MODAL_BANK_INTERNAL_H

#include "carom/bank.h"

enum {
    CR_BANK_BLOCK = 64,
    CR_BANK_SETTLE = 256
};                                                // samples, the second a multiple of the first, a power of 2
enum { CR_BANK_ALIGN = 64, CR_BANK_VECTOR = 32 }; // bytes

// Before the loop over the vectors of a group.
#if defined(__GNUC__) && !defined(__clang__)
#define CR_BANK_UNROLL _Pragma("GCC unroll 6")
#else
#define CR_BANK_UNROLL
#endif

// Lanes of two vectors put together; `index` is an integer vector of as many lanes.
#ifdef __clang__
#define CR_BANK_PICK(index, a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define CR_BANK_PICK(index, a, b, ...) __builtin_shuffle(a, b, (index){__VA_ARGS__})
#endif

// Structure of arrays, each of `vectors` times CR_BANK_VECTOR bytes of double or float. Modes beyond the last
// are zero.
typedef struct cr_bank_lanes {
    int vectors;
    void *unit;                   // displacement, in which y and d count
    void *y;                      // displacement at the last sample that was put out
    void *d;                      // what takes it to the next
    void *rho, *epsilon;          // recursion
    void *b;                      // force; with two channels 1, and not used
    void *gain[CR_BANK_CHANNELS]; // with one channel 1, and not used
    void *mend[4]; // float only, else NULL: what CR_BANK_SETTLE steps with rounded coefficients miss
} cr_bank_lanes;

typedef struct cr_bank_kernel {
    // Advances by n <= CR_BANK_BLOCK samples; sums[channel * CR_BANK_BLOCK + i] is the output. force may be
    // NULL.
    void (*advance)(const cr_bank_lanes *lanes, int channels, const void *force, void *sums, int n);
    // After each CR_BANK_SETTLE samples: mends the state and puts to rest what is below 1e-30 or not a
    // number.
    void (*settle)(const cr_bank_lanes *lanes);
} cr_bank_kernel;

// Kernels for any processor, and for those with AVX2 and fused multiply-add.
extern const cr_bank_kernel cr_bank_kernel_double, cr_bank_kernel_float;
#if defined(__x86_64__) && defined(__GNUC__)
#define CR_BANK_HAS_FMA 1
extern const cr_bank_kernel cr_bank_kernel_double_fma, cr_bank_kernel_float_fma;
#else
#define CR_BANK_HAS_FMA 0
#endif

// Built for one processor, the general kernels may be fused too.
#if defined(__x86_64__) && defined(__AVX__) && defined(__FMA__)
#define CR_BANK_KEEP(product) __asm__("" : "+x"(product))
#else
#define CR_BANK_KEEP(product)
#endif

struct cr_bank {
    cr_bank_def def;
    cr_bank_lanes lanes;
    const cr_bank_kernel *kernel;
    cr_bank_mode *mode;
    int phase; // samples since the last settling, 0..CR_BANK_SETTLE-1
};

// The fastest kernel this processor has.
const cr_bank_kernel *cr_bank_kernel_best(cr_bank_precision precision);

#endif
