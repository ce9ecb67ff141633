#include "prep/fem/beam.h"

#include "base/numeric.h"

enum { BENDING = 4 }; // of one plane: deflection and slope at one end, then at the other

typedef struct section {
    double length, mass, inertia; // m; kg/m; kg m, rotary inertia per length about a diameter
    double shear;                 // 12 EI/(k G A L^2)
} section;

// Deflection and slope of the section at u = x/L for each of the four, exact for a beam without load:
// Friedman and Kosmatka, Computers & Structures 47 (1993).
static void bend_at(const section *s, double u, double deflection[BENDING], double slope[BENDING]) {
    double L = s->length, p = s->shear, by = 1.0 / (1.0 + p);
    deflection[0] = by * (1.0 - 3.0 * u * u + 2.0 * u * u * u + p * (1.0 - u));
    deflection[1] = by * L * (u - 2.0 * u * u + u * u * u + 0.5 * p * (u - u * u));
    deflection[2] = by * (3.0 * u * u - 2.0 * u * u * u + p * u);
    deflection[3] = by * L * (-u * u + u * u * u - 0.5 * p * (u - u * u));
    slope[0] = by * 6.0 / L * (u * u - u);
    slope[1] = by * (1.0 - 4.0 * u + 3.0 * u * u + p * (1.0 - u));
    slope[2] = by * 6.0 / L * (u - u * u);
    slope[3] = by * (3.0 * u * u - 2.0 * u + p * u);
}

// int rho A w w + rho I s s, by the rule of Gauss with four points, exact for these polynomials.
static void bending_mass(const section *s, double mass[BENDING][BENDING]) {
    static const double at[2] = {0.33998104358485626, 0.86113631159405258},
                        weight[2] = {0.65214515486254614, 0.34785484513745386};
    for (int i = 0; i < BENDING; i++)
        for (int j = 0; j < BENDING; j++) mass[i][j] = 0.0;
    for (int q = 0; q < 4; q++) {
        double w[BENDING], t[BENDING], by = 0.5 * weight[q / 2] * s->length;
        bend_at(s, 0.5 + (q % 2 ? 0.5 : -0.5) * at[q / 2], w, t);
        for (int i = 0; i < BENDING; i++)
            for (int j = 0; j < BENDING; j++)
                mass[i][j] += by * (s->mass * w[i] * w[j] + s->inertia * t[i] * t[j]);
    }
}

// EI/((1 + p) L^3) times the matrix of Przemieniecki, Theory of Matrix Structural Analysis (1968), chapter 5.
static void bending_stiffness(const section *s, double rigidity, double stiff[BENDING][BENDING]) {
    double L = s->length, by = rigidity / ((1.0 + s->shear) * L * L * L);
    double same = (4.0 + s->shear) * L * L, other = (2.0 - s->shear) * L * L;
    const double rows[BENDING][BENDING] = {{12.0, 6.0 * L, -12.0, 6.0 * L},
                                           {6.0 * L, same, -6.0 * L, other},
                                           {-12.0, -6.0 * L, 12.0, -6.0 * L},
                                           {6.0 * L, other, -6.0 * L, same}};
    for (int i = 0; i < BENDING; i++)
        for (int j = 0; j < BENDING; j++) stiff[i][j] = by * rows[i][j];
}

// Into space, with t the unit vector along the beam: the deflection is the part of the shift across t, the
// slope is turn x t = C turn, and C'C = 1 - t t'. `stretch` and `twist` are of the shifts and turns along t.
static void into_space(const double t[3], double bending[BENDING][BENDING], const double stretch[2][2],
                       const double twist[2][2], double out[CR_BEAM_SIZE][CR_BEAM_SIZE]) {
    const double cross[3][3] = {{0.0, t[2], -t[1]}, {-t[2], 0.0, t[0]}, {t[1], -t[0], 0.0}};
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++)
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++) {
                    double along = t[i] * t[j], across = (i == j ? 1.0 : 0.0) - along;
                    int row = 6 * a + i, column = 6 * b + j;
                    out[row][column] = bending[2 * a][2 * b] * across + stretch[a][b] * along;
                    out[row][column + 3] = bending[2 * a][2 * b + 1] * cross[i][j];
                    out[row + 3][column] = bending[2 * a + 1][2 * b] * cross[j][i];
                    out[row + 3][column + 3] = bending[2 * a + 1][2 * b + 1] * across + twist[a][b] * along;
                }
}

// Shear of a round section: k = 6 (1 + nu)^2/(7 + 12 nu + 4 nu^2)   Hutchinson, J. Appl. Mech. 68 (2001)
static double shear_factor(double nu) {
    return 6.0 * cr_square(1.0 + nu) / (7.0 + 12.0 * nu + 4.0 * nu * nu);
}

void cr_beam_compute(const double from[3], const double to[3], double radius, const cr_elastic *elastic,
                     cr_beam_matrices *matrices) {
    double t[3], length = 0.0, young = elastic->young[0],
                 shear = 0.5 * (elastic->shear[1] + elastic->shear[2]);
    for (int i = 0; i < 3; i++) length += cr_square(to[i] - from[i]);
    length = sqrt(length);
    for (int i = 0; i < 3; i++) t[i] = (to[i] - from[i]) / length;
    double area = cr_pi * radius * radius, second = 0.25 * area * radius * radius;
    section s = {.length = length, .mass = elastic->density * area, .inertia = elastic->density * second};
    double slide = shear_factor(elastic->poisson[2]) * shear * area;
    s.shear = 12.0 * young * second / (slide * length * length);
    double k = young * area / length, g = 2.0 * shear * second / length, bending[BENDING][BENDING];
    bending_stiffness(&s, young * second, bending);
    into_space(t, bending, (const double[2][2]){{k, -k}, {-k, k}}, (const double[2][2]){{g, -g}, {-g, g}},
               matrices->stiff);
    double m = s.mass * length / 6.0, j = 2.0 * s.inertia * length / 6.0;
    bending_mass(&s, bending);
    into_space(t, bending, (const double[2][2]){{2.0 * m, m}, {m, 2.0 * m}},
               (const double[2][2]){{2.0 * j, j}, {j, 2.0 * j}}, matrices->mass);
}
