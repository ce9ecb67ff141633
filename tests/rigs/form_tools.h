// What the tests of forms share: forms with random sizes, points about them, points of their features.
#ifndef CAROM_TEST_FORM_TOOLS_H
#define CAROM_TEST_FORM_TOOLS_H

#include "base/random.h"
#include "carom/form.h"

// A form with its defaults, or each size within a factor `spread` of it; NULL where they do not fit each
// other.
cr_form *form_random(const cr_form_type *type, double spread, uint64_t *random, cr_arena *arena);
cr_vec form_random_direction(uint64_t *random);
// Within its bounds, grown by `margin` times their diagonal. A plane's are 1 m.
cr_vec form_random_point(const cr_form *form, double margin, uint64_t *random);
// A point of the surface: from a random one along the normal; false where that does not end.
bool form_surface_point(const cr_form *form, uint64_t *random, cr_vec *p);
// A sample of a feature, on its skeleton.
cr_vec form_sample(const cr_form *form, int feature, int sample);
// A length of the form's size.
double form_size(const cr_form *form);

#endif
