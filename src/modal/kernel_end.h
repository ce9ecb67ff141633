// Undoes the names of kernel_pass.h and those that its includer gave it.
#undef WIDTH
#undef LANES
#undef GET
#undef SET
#undef REAL
#undef KERNEL
#undef TARGET
