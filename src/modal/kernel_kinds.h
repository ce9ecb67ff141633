// Includes KERNEL_FILE for doubles and for floats in vectors of VECTOR bytes, plain and with the instructions
// KERNEL_WIDE and, if that is defined, KERNEL_WIDEST, where the compiler has them. Its names end in _double,
// _float, _double_wide, _float_wide, _double_widest, _float_widest; modal/kernel_end.h ends each.
#define VECTOR 32
#define REAL double
#define TARGET
#define KERNEL(name) name##_double
#include KERNEL_FILE

#define REAL float
#define TARGET
#define KERNEL(name) name##_float
#include KERNEL_FILE

#if defined(__x86_64__) && defined(__GNUC__)
#define REAL double
#define TARGET __attribute__((target(KERNEL_WIDE)))
#define KERNEL(name) name##_double_wide
#include KERNEL_FILE

#define REAL float
#define TARGET __attribute__((target(KERNEL_WIDE)))
#define KERNEL(name) name##_float_wide
#include KERNEL_FILE

#ifdef KERNEL_WIDEST
#undef VECTOR
#define VECTOR 64
#define REAL double
#define TARGET __attribute__((target(KERNEL_WIDEST)))
#define KERNEL(name) name##_double_widest
#include KERNEL_FILE

#define REAL float
#define TARGET __attribute__((target(KERNEL_WIDEST)))
#define KERNEL(name) name##_float_widest
#include KERNEL_FILE
#endif
#endif
#undef VECTOR
#undef KERNEL_FILE
#undef KERNEL_WIDE
#undef KERNEL_WIDEST
