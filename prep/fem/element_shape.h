// Shape functions of elements and rules to integrate over them, by their number of nodes.
#ifndef CAROM_PREP_ELEMENT_SHAPE_H
#define CAROM_PREP_ELEMENT_SHAPE_H

#include "prep/fem/element.h"

// Points of a rule: enough for the stiffness of a tetrahedron with straight edges, and for curved ones and
// all others, beside those of cr_element_points.
typedef enum cr_rule_of { CR_RULE_BEST, CR_RULE_SQUARE, CR_RULE_MIDDLE, CR_RULE_FULL } cr_rule_of;

int cr_rule_points(int nodes, cr_rule_of rule);
// Where point q lies in the coordinates of the element, and its weight; these sum up to the volume there.
double cr_rule_point(int nodes, cr_rule_of rule, int q, double at[3]);

// A tetrahedron has the coordinates l_1, l_2, l_3 of its corners, with l_0 = 1 - l_1 - l_2 - l_3; a wedge
// l_1, l_2 of its triangle and -1..1 along it, a brick -1..1 three times.
void cr_shapes_at(int nodes, const double at[3], double value[CR_ELEMENT_NODES]);
// Derivatives by the three coordinates.
void cr_slopes_at(int nodes, const double at[3], double slope[CR_ELEMENT_NODES][3]);

#endif
