// Random networks of masses, modal objects and walls that touch and rub, over decades of every parameter.
#ifndef CAROM_TEST_RANDOM_TOUCH_H
#define CAROM_TEST_RANDOM_TOUCH_H

// Runs networks first..first + count - 1 for `samples` each; a line for each that misbehaves, their number.
int run_random_touches(long first, long count, int samples);

#endif
