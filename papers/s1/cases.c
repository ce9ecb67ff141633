// S1's systems in random states, one step, and the comparison with a formula.
#include "papers/s1/s1.h"

#include <float.h>
#include <stdlib.h>

// splitmix64
double cr_s1_uniform(cr_s1_random *random, double low, double high) {
    unsigned long long z = random->state += 0x9E3779B97F4A7C15ULL;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    z ^= z >> 31;
    return low + (high - low) * ((double)(z >> 11) + 0.5) * 0x1p-53;
}

double cr_s1_normal(cr_s1_random *random) {
    double radius = sqrt(-2.0 * log(cr_s1_uniform(random, 0.0, 1.0)));
    return radius * cos(2.0 * cr_pi * cr_s1_uniform(random, 0.0, 1.0));
}

// Two samples, each of normal size 1 mm.
void cr_s1_scatter(cr_s1_case *c, int element, cr_s1_random *random) {
    const double size = 1e-3;
    cr_element *e = cr_s1_element(&c->rig, element);
    if (!e) return;
    const cr_grid *g = &e->grid;
    for (int j = g->first[1]; j <= g->last[1]; j++)
        for (int i = g->first[0]; i <= g->last[0]; i++) {
            int at = cr_element_is(e->type, CR_TRAIT_GRID) ? cr_grid_at(g, i, j) : 0;
            e->u[at] = size * cr_s1_normal(random);
            e->d[at] = e->u[at] - size * cr_s1_normal(random);
        }
}

static cr_s1_point *new_point(cr_s1_case *c, int element, int at) {
    cr_s1_point *p = &c->p[c->point_count++];
    const cr_element *e = cr_s1_element(&c->rig, element);
    *p = (cr_s1_point){.element = element, .at = at};
    if (!e) return p;
    p->now = e->u[at];
    p->before = e->u[at] - e->d[at];
    p->size = fmax(fabs(p->now), fabs(p->before));
    return p;
}

// S1 (20), (43b), with frequency and decay as the library has them, exact: M w0^2 becomes M K/k^2, K = 2 - 2
// cos(w k)/cosh(s k), and R/2 becomes M tanh(s k)/k.
cr_s1_point *cr_s1_add_mass_point(cr_s1_case *c, int element) {
    enum { MASS, FREQUENCY, SIGMA0 };
    cr_s1_point *p = new_point(c, element, 0);
    const cr_element *e = cr_s1_element(&c->rig, element);
    if (!e) return p;
    double k = c->rig.k, s = e->value[SIGMA0];
    p->inertia = e->value[MASS];
    p->cell = 1.0;
    p->w0 = 2.0 * cr_pi * e->value[FREQUENCY];
    double w = sqrt(p->w0 * p->w0 - s * s), pull = 2.0 - 2.0 * cos(w * k) / cosh(s * k);
    p->restoring = p->w0 > 0.0 ? -p->inertia * pull / (k * k) * p->now : 0.0;
    p->drag = p->inertia * tanh(s * k) / k;
    return p;
}

static void add_up_neighbours(cr_s1_point *p, const cr_element *e, bool sheet) {
    const double *u = e->u + p->at, *d = e->d + p->at;
    int s = e->grid.stride;
    p->near = u[1] + u[-1];
    p->far = u[2] + u[-2];
    p->near_before = p->near - (d[1] + d[-1]);
    for (int j = sheet ? -2 : 0; j <= (sheet ? 2 : 0); j++)
        for (int i = -2; i <= 2; i++)
            p->size = fmax(p->size, fmax(fabs(u[j * s + i]), fabs(u[j * s + i] - d[j * s + i])));
    if (!sheet) return;
    p->near += u[s] + u[-s];
    p->far += u[2 * s] + u[-2 * s];
    p->diagonal = u[s + 1] + u[s - 1] + u[-s + 1] + u[-s - 1];
    p->near_before = p->near - (d[1] + d[-1] + d[s] + d[-s]);
}

// A place on a grid of n intervals is a share of its length, i/n, and n times that is not always i.
static double astray(int n, int i) {
    return fabs((double)i / n * n - i) / DBL_EPSILON;
}

// The operators of S1 (32), (71), (73) written out, at least two points away from the edge. Sheets are square
// here, so that h_p is the same along both axes.
cr_s1_point *cr_s1_add_grid_point(cr_s1_case *c, int element, int i, int j) {
    const cr_element *e = cr_s1_element(&c->rig, element);
    bool sheet = e && e->grid.n[1] > 0;
    cr_s1_point *p = new_point(c, element, e ? cr_grid_at(&e->grid, i, j) : 0);
    if (!e) return p;
    const cr_grid *g = &e->grid;
    double h = g->spacing[0], hh = h * h, own = sheet ? 4.0 : 2.0;
    p->inertia = g->density;
    p->cell = g->cell;
    p->spacing = h;
    p->astray = astray(g->n[0], i) + (sheet ? astray(g->n[1], j) : 0.0);
    p->tension = g->tension;
    p->stiffness = g->stiffness;
    p->sigma0 = e->sigma0;
    p->sigma1 = e->sigma1;
    add_up_neighbours(p, e, sheet);
    double bending = sheet ? 20.0 * p->now - 8.0 * p->near + 2.0 * p->diagonal + p->far
                           : 6.0 * p->now - 4.0 * p->near + p->far;
    p->restoring = g->tension * (p->near - own * p->now) / hh - g->stiffness * bending / (hh * hh);
    p->drag = g->density * e->sigma0;
    double change = (p->near - own * p->now) - (p->near_before - own * p->before);
    p->rough = 2.0 * g->density * e->sigma1 * change / (c->rig.k * hh);
    return p;
}

cr_place cr_s1_place(const cr_s1_case *c, int point) {
    const cr_element *e = point < 0 ? NULL : cr_s1_element(&c->rig, c->p[point].element);
    if (!e) return cr_s1_ground;
    cr_place place = {c->p[point].element, {0.0, 0.0}};
    if (e->grid.n[0]) place.at[0] = (double)(c->p[point].at % e->grid.stride - CR_GRID_BORDER) / e->grid.n[0];
    if (e->grid.n[1]) place.at[1] = (double)(c->p[point].at / e->grid.stride - CR_GRID_BORDER) / e->grid.n[1];
    return place;
}

static double signed_power(double x, double exponent, bool two_sided) {
    if (x >= 0.0 || !two_sided) return x > 0.0 ? pow(x, exponent) : 0.0;
    return -pow(-x, exponent);
}

// A contact that is closed at n: the gap gives the depth, the stiffness the gradient g of (12) or (69), and
// psi of (9) follows from the two samples; it is some tenths in most states.
void cr_s1_add_contact(cr_s1_case *c, int a, int b, cr_s1_way way, cr_s1_random *random) {
    static const double exponents[] = {1.0, 1.3, 1.5, 2.0, 2.3};
    if (c->rig.status != CR_OK) return;
    double alpha = exponents[(int)cr_s1_uniform(random, 0.0, 5.0)], g = cr_s1_uniform(random, 10.0, 3000.0);
    double now = (a < 0 ? 0.0 : c->p[a].now) - (b < 0 ? 0.0 : c->p[b].now);
    double before = (a < 0 ? 0.0 : c->p[a].before) - (b < 0 ? 0.0 : c->p[b].before);
    double depth = cr_s1_uniform(random, 0.0, 0.3) * (alpha + 1.0) / g;
    bool two_sided = way == CR_S1_TWO_SIDED, opening = now < before;
    if (opening && way == CR_S1_CLOSING) c->unfit = true;
    if (opening) {
        g *= 0.1; // psi holds the depth of one sample ago
        depth = (before - now) * cr_s1_uniform(random, 0.2, 2.0);
    }
    if (two_sided) depth = now;
    double gap = now - depth;
    double stiffness = 2.0 * g * g / ((alpha + 1.0) * pow(fabs(depth), alpha - 1.0));
    double scale = sqrt(2.0 * stiffness / (alpha + 1.0)), power = 0.5 * (alpha + 1.0);
    double psi =
        0.5 * scale * (signed_power(depth, power, two_sided) + signed_power(before - gap, power, two_sided));
    double g_before = two_sided || before > gap ? g * pow(fabs((before - gap) / depth), power - 1.0) : 0.0;
    c->c[c->contact_count++] = (cr_s1_contact){g, psi, before, alpha, gap, depth, g_before, a, b};
    const char *type = two_sided ? "two-sided" : "power";
    const cr_param *range = cr_law_find(type, NULL)->params; // k is the first
    if (stiffness > range->max) {                            // g at a depth of almost nothing
        c->unfit = true;
        return;
    }
    cr_law law = cr_law_with(type, (cr_setting[]){{range->name, stiffness}, {"alpha", alpha}, {0}});
    cr_s1_touch(&c->rig, cr_s1_place(c, a), cr_s1_place(c, b), gap, &law);
}

void cr_s1_compare_displacements(const cr_s1_case *c, int count, cr_s1_values *values) {
    values->count = count;
    for (int i = 0; i < count; i++) {
        values->ours[i] = c->next[i];
        values->scale[i] = c->scale[i];
    }
}

double cr_s1_free_sum(const cr_s1_case *c, const cr_s1_point *p) {
    double k = c->rig.k;
    return p->inertia / (k * k) * (2.0 * p->now - p->before) + p->restoring + p->drag / k * p->before +
           p->rough;
}

double cr_s1_divisor(const cr_s1_case *c, const cr_s1_point *p) {
    double k = c->rig.k;
    return p->inertia / (k * k) + p->drag / k;
}

void cr_s1_solve(int n, double a[3][3], double v[3]) {
    for (int c = 0; c < n; c++) {
        int pivot = c;
        for (int r = c + 1; r < n; r++)
            if (fabs(a[r][c]) > fabs(a[pivot][c])) pivot = r;
        for (int i = 0; i < n; i++) {
            double swapped = a[c][i];
            a[c][i] = a[pivot][i];
            a[pivot][i] = swapped;
        }
        double swapped = v[c];
        v[c] = v[pivot];
        v[pivot] = swapped;
        for (int r = c + 1; r < n; r++) {
            double factor = a[r][c] / a[c][c];
            for (int i = c; i < n; i++) a[r][i] -= factor * a[c][i];
            v[r] -= factor * v[c];
        }
    }
    for (int r = n - 1; r >= 0; r--) {
        for (int i = r + 1; i < n; i++) v[r] -= a[r][i] * v[i];
        v[r] /= a[r][r];
    }
}

static bool step(cr_s1_case *c) {
    if (!cr_s1_prepare(&c->rig)) return false;
    cr_network_step(c->rig.network);
    for (int i = 0; i < c->point_count; i++)
        c->next[i] = cr_s1_element(&c->rig, c->p[i].element)->u[c->p[i].at];
    for (int i = 0; i < c->contact_count; i++) c->force[i] = cr_network_contact_force(c->rig.network, i);
    cr_ledger ledger = cr_network_ledger(c->rig.network);
    c->psi_next = sqrt(2.0 * ledger.contacts);
    cr_s1_find_scales(c);
    return true;
}

// The larger of two; what is no number stays.
static double worse(double a, double b) {
    return isnan(a) || a >= b ? a : b;
}

static double difference(const cr_s1_values *values) {
    double greatest = 0.0;
    for (int i = 0; i < values->count; i++)
        greatest = worse(greatest, fabs(values->formula[i] - values->ours[i]) / values->scale[i]);
    return greatest;
}

static void compare_on_largest(cr_s1_values *values) {
    double size = 0.0;
    for (int i = 0; i < values->count; i++) size = fmax(size, fabs(values->ours[i]));
    for (int i = 0; i < values->count; i++) values->scale[i] = size;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void draw(cr_s1_case *c, const cr_s1_formula *formula, cr_s1_random *random) {
    *c = (cr_s1_case){.unfit = true};
    while (c->unfit) {
        cr_s1_close(&c->rig);
        *c = (cr_s1_case){.rig = cr_s1_open(cr_s1_rate, CR_CONTACT_PLAIN)};
        formula->build(c, random);
    }
}

cr_s1_verdict cr_s1_try(const cr_s1_formula *formula, int states, unsigned long long seed) {
    enum { MOST = 1000 };
    double printed[MOST];
    cr_s1_verdict verdict = {0.0, CR_NAN};
    cr_s1_random random = {seed};
    states = states < MOST ? states : MOST;
    for (int i = 0; i < states; i++) {
        cr_s1_case c;
        cr_s1_values values = {0};
        draw(&c, formula, &random);
        bool done = step(&c);
        if (done) formula->evaluate(&c, false, &values);
        verdict.greatest = worse(verdict.greatest, done ? difference(&values) : CR_NAN);
        if (done && formula->misprint) formula->evaluate(&c, true, &values);
        compare_on_largest(&values);
        printed[i] = done ? difference(&values) : CR_NAN;
        cr_s1_close(&c.rig);
    }
    if (!formula->misprint) return verdict;
    qsort(printed, (size_t)states, sizeof *printed, by_size);
    verdict.median_printed = 0.5 * (printed[(states - 1) / 2] + printed[states / 2]);
    return verdict;
}
