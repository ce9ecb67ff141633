#include "ritz.h"

#include "base/numeric.h"
#include "prep/fem/elastic.h"

#include <lapacke.h>
#include <stdlib.h>
#include <string.h>

enum { DEGREE_MOST = 40, NODES_MOST = 64 };

// Legendre's polynomials up to `degree` and their slopes at x.
static void legendre(int degree, double x, double *value, double *slope) {
    value[0] = 1.0;
    slope[0] = 0.0;
    for (int n = 1; n <= degree; n++) {
        value[n] = n == 1 ? x : ((2 * n - 1) * x * value[n - 1] - (n - 1) * value[n - 2]) / n;
        slope[n] = (n > 1 ? slope[n - 2] : 0.0) + (2 * n - 1) * value[n - 1];
    }
}

// Gauss's points on -1 .. 1.
static void gauss(int count, double *x, double *weight) {
    double value[NODES_MOST + 1], slope[NODES_MOST + 1];
    for (int i = 0; i < count; i++) {
        double at = cos(cr_pi * (i + 0.75) / (count + 0.5));
        for (int step = 0; step < 20; step++) {
            legendre(count, at, value, slope);
            at -= value[count] / slope[count];
        }
        legendre(count, at, value, slope);
        x[i] = at;
        weight[i] = 2.0 / ((1.0 - at * at) * slope[count] * slope[count]);
    }
}

// Functions at points: values and slopes, [function][point], orthonormal.
typedef struct family {
    int functions, points;
    double *weight;   // of the points
    double *value[3]; // slope along the first and second axis, value
} family;

static bool family_take(family *f, int functions, int points) {
    size_t room = (size_t)functions * (size_t)points;
    *f = (family){.functions = functions, .points = points};
    f->weight = calloc((size_t)points, sizeof(double));
    for (int i = 0; i < 3; i++) f->value[i] = calloc(room ? room : 1, sizeof(double));
    return f->weight && f->value[0] && f->value[1] && f->value[2];
}

static void family_free(family *f) {
    free(f->weight);
    for (int i = 0; i < 3; i++) free(f->value[i]);
}

static double integral(const family *f, int p, const family *g, int q, int i, int j) {
    const double *a = f->value[i] + (size_t)p * (size_t)f->points,
                 *b = g->value[j] + (size_t)q * (size_t)g->points;
    double sum = 0.0;
    for (int k = 0; k < f->points; k++) sum += f->weight[k] * a[k] * b[k];
    return sum;
}

static void add_function(family *f, int p, int q, double scale) {
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < f->points; k++)
            f->value[i][(size_t)p * (size_t)f->points + (size_t)k] +=
                scale * f->value[i][(size_t)q * (size_t)f->points + (size_t)k];
}

// Gram and Schmidt, twice.
static void orthonormalise(family *f) {
    for (int p = 0; p < f->functions; p++) {
        for (int again = 0; again < 2; again++)
            for (int q = 0; q < p; q++) add_function(f, p, q, -integral(f, p, f, q, 2, 2));
        add_function(f, p, p, 1.0 / sqrt(integral(f, p, f, p, 2, 2)) - 1.0);
    }
}

// Points of the section: on a square, or on a disc by circles.
static int section_points(const ritz_body *body, double (*at)[2], double *weight) {
    int m = body->degree[0] + 1, n = body->round ? 4 * m : body->degree[1] + 1, count = 0;
    double x[NODES_MOST], wx[NODES_MOST], y[NODES_MOST], wy[NODES_MOST];
    gauss(m, x, wx);
    if (!body->round) gauss(n, y, wy);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            double r = 0.5 * (1.0 + x[i]), angle = 2.0 * cr_pi * (j + 0.5) / n;
            at[count][0] = body->round ? r * cos(angle) : x[i];
            at[count][1] = body->round ? r * sin(angle) : y[j];
            weight[count++] = body->round ? r * wx[i] / n : wx[i] * wy[j];
        }
    return count;
}

// Products of even or odd polynomials of x and of y.
static bool section_make(const ritz_body *body, int odd_x, int odd_y, family *f) {
    enum { POINTS = 4 * NODES_MOST * NODES_MOST };
    double(*at)[2] = malloc(POINTS * sizeof *at), *weight = malloc(POINTS * sizeof *weight);
    int functions = 0, points = at && weight ? section_points(body, at, weight) : 0;
    for (int a = odd_x; a <= body->degree[0]; a += 2)
        for (int b = odd_y; b <= (body->round ? body->degree[0] - a : body->degree[1]); b += 2) functions++;
    bool good = points && family_take(f, functions, points);
    for (int k = 0; good && k < points; k++) {
        double v[2][DEGREE_MOST + 1], s[2][DEGREE_MOST + 1];
        for (int i = 0; i < 2; i++) legendre(body->degree[body->round ? 0 : i], at[k][i], v[i], s[i]);
        f->weight[k] = weight[k];
        size_t p = (size_t)k;
        for (int a = odd_x; a <= body->degree[0]; a += 2)
            for (int b = odd_y; b <= (body->round ? body->degree[0] - a : body->degree[1]); b += 2) {
                f->value[0][p] = s[0][a] * v[1][b];
                f->value[1][p] = v[0][a] * s[1][b];
                f->value[2][p] = v[0][a] * v[1][b];
                p += (size_t)points;
            }
    }
    free(at);
    free(weight);
    if (good) orthonormalise(f);
    return good;
}

// Even or odd polynomials of z; value[0] is the slope.
static bool length_make(const ritz_body *body, int odd, family *f) {
    int points = body->degree[2] + 1;
    double x[NODES_MOST], value[DEGREE_MOST + 1], slope[DEGREE_MOST + 1];
    if (!family_take(f, (body->degree[2] - odd) / 2 + 1, points)) return false;
    gauss(points, x, f->weight);
    for (int k = 0; k < points; k++) {
        legendre(body->degree[2], x[k], value, slope);
        for (int p = 0; p < f->functions; p++) {
            f->value[0][p * points + k] = slope[odd + 2 * p];
            f->value[2][p * points + k] = value[odd + 2 * p];
        }
    }
    orthonormalise(f);
    return true;
}

typedef struct ritz {
    const ritz_body *body;
    family section[2][2], length[2];
    cr_hooke hooke;
} ritz;

// The functions of component i in a class of symmetry: odd along its own axis where the others are even.
static const family *section_of(const ritz *r, const int odd[3], int i) {
    return &r->section[odd[0] ^ (i == 0)][odd[1] ^ (i == 1)];
}

static const family *length_of(const ritz *r, const int odd[3], int i) {
    return &r->length[odd[2] ^ (i == 2)];
}

static int size_of(const ritz *r, const int odd[3], int i) {
    return section_of(r, odd, i)->functions * length_of(r, odd, i)->functions;
}

// K += c int d_a phi d_b phi' for phi of component i, phi' of component j.
static void add_term(const ritz *r, const int odd[3], int i, int j, int a, int b, double c, double *k,
                     int stride) {
    const family *s = section_of(r, odd, i), *t = section_of(r, odd, j), *u = length_of(r, odd, i),
                 *v = length_of(r, odd, j);
    const double *size = r->body->size;
    c *= 4.0 / (size[a] * size[b]);
    for (int p = 0; p < s->functions; p++)
        for (int q = 0; q < t->functions; q++) {
            double across = c * integral(s, p, t, q, a, b);
            for (int m = 0; m < u->functions; m++)
                for (int n = 0; n < v->functions; n++)
                    k[(size_t)(p * u->functions + m) * (size_t)stride + (size_t)(q * v->functions + n)] +=
                        across * integral(u, m, v, n, a == 2 ? 0 : 2, b == 2 ? 0 : 2);
        }
}

static void add_component(const ritz *r, const int odd[3], int i, int j, double *k, int stride) {
    static const int plane[3][3] = {{-1, 2, 1}, {2, -1, 0}, {1, 0, -1}};
    add_term(r, odd, i, j, i, j, r->hooke.normal[i][j], k, stride);
    if (i != j) add_term(r, odd, i, j, j, i, r->hooke.shear[plane[i][j]], k, stride);
    for (int a = 0; a < 3; a++)
        if (i == j && a != i) add_term(r, odd, i, j, a, a, r->hooke.shear[plane[i][a]], k, stride);
}

// Appends the eigenvalues of one class.
static bool solve_class(const ritz *r, const int odd[3], double *value, int *count) {
    int start[4] = {0};
    for (int i = 0; i < 3; i++) start[i + 1] = start[i] + size_of(r, odd, i);
    int n = start[3];
    double *k = calloc((size_t)n * (size_t)n, sizeof *k);
    for (int i = 0; k && i < 3; i++)
        for (int j = 0; j < 3; j++)
            add_component(r, odd, i, j, k + (size_t)start[i] * (size_t)n + start[j], n);
    bool good = k && LAPACKE_dsyevd(LAPACK_ROW_MAJOR, 'N', 'U', n, k, n, value + *count) == 0;
    free(k);
    *count += n;
    return good;
}

static int compare(const void *a, const void *b) {
    const double *p = a, *q = b;
    return (*p > *q) - (*p < *q);
}

bool ritz_frequencies(const ritz_body *body, int count, double *frequency) {
    ritz r = {.body = body, .hooke = cr_hooke_of(&body->elastic)};
    int all = 0, found = 0;
    bool good = true;
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) good = good && section_make(body, i, j, &r.section[i][j]);
        good = good && length_make(body, i, &r.length[i]);
    }
    for (int class = 0; good && class < 8; class ++)
        for (int i = 0; i < 3; i++) all += size_of(&r, (int[3]){class & 1, class >> 1 & 1, class >> 2}, i);
    double *value = calloc((size_t)all + 1, sizeof *value);
    for (int class = 0; good && class < 8; class ++)
        good = value && solve_class(&r, (int[3]){class & 1, class >> 1 & 1, class >> 2}, value, &found);
    if (good) qsort(value, (size_t)found, sizeof *value, compare);
    for (int i = 0; good && i < count; i++)
        frequency[i] = sqrt(cr_max(value[6 + i], 0.0) / body->elastic.density) / (2.0 * cr_pi);
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) family_free(&r.section[i][j]);
        family_free(&r.length[i]);
    }
    free(value);
    return good;
}
