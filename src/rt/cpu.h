// Subnormal numbers read and written as zero by the processor while the engine runs, where it can.
#ifndef CAROM_RT_CPU_H
#define CAROM_RT_CPU_H

#include <stdint.h>

#if defined(__SSE2__) && !defined(__wasm__)
#include <xmmintrin.h>
static inline uint64_t cr_cpu_flush_subnormals(void) {
    unsigned mode = _mm_getcsr();
    _mm_setcsr(mode | 0x8040u); // FTZ, DAZ
    return mode;
}
static inline void cr_cpu_restore(uint64_t mode) {
    _mm_setcsr((unsigned)mode);
}
#elif defined(__aarch64__) && defined(__GNUC__)
static inline uint64_t cr_cpu_flush_subnormals(void) {
    uint64_t mode;
    __asm__ volatile("mrs %0, fpcr" : "=r"(mode));
    __asm__ volatile("msr fpcr, %0" : : "r"(mode | (uint64_t)1 << 24)); // FZ
    return mode;
}
static inline void cr_cpu_restore(uint64_t mode) {
    __asm__ volatile("msr fpcr, %0" : : "r"(mode));
}
#else
static inline uint64_t cr_cpu_flush_subnormals(void) {
    return 0;
}
static inline void cr_cpu_restore(uint64_t mode) {
    (void)mode;
}
#endif

#endif
