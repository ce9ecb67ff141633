// Includes KERNEL_FILE for doubles and for floats, plain and with the instructions KERNEL_WIDE where the
// compiler has them. Its names end in _double, _float, _double_wide, _float_wide; modal/kernel_end.h ends
// each.
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
#endif
#undef KERNEL_FILE
#undef KERNEL_WIDE
