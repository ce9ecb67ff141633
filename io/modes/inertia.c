#include "io/modes/inertia.h"

#include <string.h>

static void to_matrix(const double inertia[6], double a[3][3]) {
    for (int i = 0; i < 3; i++) a[i][i] = inertia[i];
    a[1][2] = a[2][1] = inertia[3];
    a[0][2] = a[2][0] = inertia[4];
    a[0][1] = a[1][0] = inertia[5];
}

static void from_matrix(double a[3][3], double inertia[6]) {
    for (int i = 0; i < 3; i++) inertia[i] = a[i][i];
    inertia[3] = a[1][2];
    inertia[4] = a[0][2];
    inertia[5] = a[0][1];
}

// One rotation of Jacobi's method: a[p][q] becomes 0, v turns along.
static void rotate(double a[3][3], double v[3][3], int p, int q) {
    if (a[p][q] == 0.0) return;
    double theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
    double t = copysign(1.0, theta) / (fabs(theta) + hypot(theta, 1.0));
    double c = 1.0 / hypot(t, 1.0), s = t * c;
    for (int k = 0; k < 3; k++) {
        double x = a[k][p], y = a[k][q];
        a[k][p] = c * x - s * y;
        a[k][q] = s * x + c * y;
    }
    for (int k = 0; k < 3; k++) {
        double x = a[p][k], y = a[q][k];
        a[p][k] = c * x - s * y;
        a[q][k] = s * x + c * y;
    }
    for (int k = 0; k < 3; k++) {
        double x = v[k][p], y = v[k][q];
        v[k][p] = c * x - s * y;
        v[k][q] = s * x + c * y;
    }
}

// Quaternion of a rotation matrix, its largest component first found: no cancellation.
static void to_quaternion(double m[3][3], double q[4]) {
    double square[4]; // four times the squares of x y z w
    for (int i = 0; i < 3; i++) square[i] = 1.0 + 2.0 * m[i][i] - m[0][0] - m[1][1] - m[2][2];
    square[3] = 1.0 + m[0][0] + m[1][1] + m[2][2];
    int largest = 3;
    for (int i = 0; i < 3; i++)
        if (square[i] > square[largest]) largest = i;
    double root = sqrt(square[largest]), inverse = 0.5 / root;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        if (largest == 3) q[i] = inverse * (m[k][j] - m[j][k]);
        else if (i == largest) q[i] = 0.5 * root;
        else q[i] = inverse * (m[largest][i] + m[i][largest]);
        if (i == largest) q[3] = inverse * (m[k][j] - m[j][k]);
    }
    if (largest == 3) q[3] = 0.5 * root;
}

void cr_inertia_principal(const double inertia[6], double moment[3], double quaternion[4]) {
    enum { SWEEPS = 12 }; // convergence is quadratic; six suffice for any matrix of 3 x 3
    double a[3][3], v[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    to_matrix(inertia, a);
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        rotate(a, v, 0, 1);
        rotate(a, v, 0, 2);
        rotate(a, v, 1, 2);
    }
    for (int i = 0; i < 3; i++) moment[i] = a[i][i];
    to_quaternion(v, quaternion); // a product of rotations: determinant 1
}

void cr_inertia_from_principal(const double moment[3], const double quaternion[4], double inertia[6]) {
    double q[4], length = 0.0, r[3][3], a[3][3];
    for (int i = 0; i < 4; i++) length += quaternion[i] * quaternion[i];
    for (int i = 0; i < 4; i++) q[i] = quaternion[i] / sqrt(length);
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        r[i][i] = 1.0 - 2.0 * (q[j] * q[j] + q[k] * q[k]);
        r[i][j] = 2.0 * (q[i] * q[j] - q[3] * q[k]);
        r[j][i] = 2.0 * (q[i] * q[j] + q[3] * q[k]);
    }
    memset(a, 0, sizeof a);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++) a[i][j] += r[i][k] * moment[k] * r[j][k];
    from_matrix(a, inertia);
}

void cr_inertia_turn(double inertia[6], double turn[3][3]) {
    double a[3][3], turned[3][3] = {{0}};
    to_matrix(inertia, a);
    for (int i = 0; i < 9; i++)
        for (int k = 0; k < 9; k++)
            turned[i / 3][i % 3] += turn[i / 3][k / 3] * a[k / 3][k % 3] * turn[i % 3][k % 3];
    from_matrix(turned, inertia);
}

// Sums over tetrahedra from the origin to each triangle: V = det/6, and with s = p0 + p1 + p2
// int x = V s/4, int x x' = V (s s' + p0 p0' + p1 p1' + p2 p2')/20.
void cr_inertia_of_surface(const float *position, const int *triangle, int triangles, double *volume,
                           double centre[3], double inertia[6]) {
    double v = 0.0, first[3] = {0}, second[3][3] = {{0}};
    for (int t = 0; t < triangles; t++) {
        double p[3][3], s[3];
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                p[i][k] = (double)position[3 * (size_t)triangle[3 * t + i] + (size_t)k];
        for (int k = 0; k < 3; k++) s[k] = p[0][k] + p[1][k] + p[2][k];
        double det = 0.0;
        for (int k = 0; k < 3; k++)
            det += p[0][k] * (p[1][(k + 1) % 3] * p[2][(k + 2) % 3] - p[1][(k + 2) % 3] * p[2][(k + 1) % 3]);
        v += det / 6.0;
        for (int a = 0; a < 3; a++) {
            first[a] += det / 24.0 * s[a];
            for (int b = 0; b < 3; b++)
                second[a][b] +=
                    det / 120.0 * (s[a] * s[b] + p[0][a] * p[0][b] + p[1][a] * p[1][b] + p[2][a] * p[2][b]);
        }
    }
    *volume = v;
    for (int a = 0; a < 3; a++) centre[a] = first[a] / v;
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) second[a][b] -= v * centre[a] * centre[b];
    double trace = second[0][0] + second[1][1] + second[2][2], tensor[3][3];
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) tensor[a][b] = (a == b ? trace : 0.0) - second[a][b];
    from_matrix(tensor, inertia);
}
