// Integrals of 1/r over a flat triangle in closed form.
#ifndef CAROM_PREP_BEM_STATIC_H
#define CAROM_PREP_BEM_STATIC_H

// Of the triangle with these corners, one after the other, and this unit normal as x sees it: *single = int
// 1/r, *twofold = int d(1/r)/dn_y. On the plane of the triangle the second is 0.
void cr_bem_static(const double corner[9], const double normal[3], const double x[3], double *single,
                   double *twofold);
// The second alone: the signed solid angle, above 0 on the side of the normal.
double cr_bem_solid_angle(const double corner[9], const double normal[3], const double x[3]);

#endif
