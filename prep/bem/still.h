// From the pressure of air without compression to that of a wave.
#ifndef CAROM_PREP_BEM_STILL_H
#define CAROM_PREP_BEM_STILL_H

#include "prep/bem/bem.h"

// The solution for k = 0 becomes one for k: near the truth where waves are longer than the body, and bounded
// by what a plane wave carries away where they are shorter.
void cr_bem_still_wave(const cr_bem_surface *surface, double k, const float *g, cr_complex *p);

#endif
