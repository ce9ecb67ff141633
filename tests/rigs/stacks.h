// Towers, piles and tables of dishes, for tests and benchmarks.
#ifndef CAROM_TESTS_STACKS_H
#define CAROM_TESTS_STACKS_H

#include "worlds.h"

extern const double stack_box[3];     // m: sides of a box of a tower
extern const double stack_box_weight; // N
extern const double stack_ball;       // m: radius of a sphere of a pile
extern const double stack_density;    // kg/m^3, of all

// A floor and so many boxes on each other; those are bodies 1 and up.
void stack_tower(world_rig *rig, int boxes);
// A floor, four walls and side^3 spheres of 10 mm above each other, a little off a grid: bodies 5 and up.
void stack_pile(world_rig *rig, int side);
// Where the spheres of such a pile begin, and how far the walls stand from the middle.
cr_vec stack_pile_place(int side, int sphere);
double stack_pile_wall(int side);
// Spheres at rest on a floor, 30 mm from each other.
void stack_apart(world_rig *rig, int spheres);
// Eight boxes of all sizes that fall on each other, turning.
void stack_tumble(world_rig *rig, unsigned seed);
// A flexible plate, body 0, that is held at its sides, and nine dishes of 0.35 kg, bodies 1 to 9, each on a
// foot ring of 50 mm; lift: m above it; zeta: damping of its modes.
enum { STACK_DISHES = 9 };
void stack_table(world_rig *rig, double lift, double zeta);
// A wooden plate of 800 x 500 x 20 mm, held at its sides, with its modes below 1 kHz (zeta 0.08), and a steel
// ball of 50 mm on the vertex of its surface at x 0.1, y 0.05 m, whose number it returns.
int stack_ball_on_plate(world_rig *rig, cr_modes *modes);

#endif
