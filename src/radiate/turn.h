// Cosine and sine of whole turns in float, for kernels that are compiled for several instruction sets.
#ifndef CAROM_RADIATE_TURN_H
#define CAROM_RADIATE_TURN_H

typedef struct cr_turn {
    float sine, cosine;
} cr_turn;

// Of 2 pi t: whole turns taken off, then half the angle u, |u| <= pi/2, by polynomials good to two units of
// the last place, and doubled. Compiled into each of the functions that have their own instructions.
__attribute__((always_inline)) static inline cr_turn cr_turn_of(float t) {
    const float whole = 12582912.0f; // 1.5 2^23: what is added to it is rounded to a whole number
    float u = 3.14159265f * (t - ((t + whole) - whole)), v = u * u;
    float s = -1.98412698e-4f + v * (2.75573192e-6f - v * 2.5e-8f);
    s = u * (1.0f + v * (-0.166666667f + v * (8.33333333e-3f + v * s)));
    float c = 2.48015873e-5f + v * (-2.75573192e-7f + v * 2.07e-9f);
    c = 1.0f + v * (-0.5f + v * (4.16666667e-2f + v * (-1.38888889e-3f + v * c)));
    return (cr_turn){2.0f * s * c, 1.0f - 2.0f * s * s};
}

#endif
