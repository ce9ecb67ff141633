// label: plain
// Shapes of the ready-made objects: mass-normalised and orthogonal over the body, by quadrature.
#include "object_body.h"

enum { FEW = 12 };

// Gauss-Legendre with three points in each of count/3 intervals of 0..1: the products of twelve modes are
// smooth enough for less than 1e-7 with the counts below.
static double gauss(int i, int count, double *weight) {
    static const double at[] = {-0.7745966692414834, 0, 0.7745966692414834};
    static const double share[] = {5.0 / 18, 8.0 / 18, 5.0 / 18};
    *weight = share[i % 3] / (count / 3);
    return (i / 3 + 0.5 + 0.5 * at[i % 3]) / (count / 3);
}

// Mass of a mode per unit of both coordinates at y, for the radial motion alone or with the motion along the
// wall that belongs to it. That of another m does not matter: the angle parts the modes.
typedef double (*weigher)(const cr_element *e, int mode, double y);

typedef struct rule {
    int columns, rows; // points along x and y; no rows: one coordinate
    bool round;        // x is an angle: equal steps are exact
} rule;

static void check_products(body *b, rule r, weigher weigh) {
    double sum[FEW][FEW] = {{0}};
    int count = b->element.modes < FEW ? b->element.modes : FEW, rows = r.rows ? r.rows : 1;
    for (int c = 0; c < r.columns; c++)
        for (int i = 0; i < rows; i++) {
            double across, down = 1, x = gauss(c, r.columns, &across), y = 0;
            if (r.round) x = (c + 0.5) / r.columns, across = 1.0 / r.columns;
            if (r.rows) y = gauss(i, r.rows, &down);
            cr_arena_mark mark = cr_arena_here(b->arena);
            const double *s = shapes(b, x, y);
            for (int m = 0; m < count; m++)
                for (int n = 0; n < count; n++)
                    sum[m][n] += across * down * s[m] * s[n] * weigh(&b->element, m, y);
            cr_arena_rewind(b->arena, mark);
        }
    for (int m = 0; m < count; m++)
        for (int n = 0; n < count; n++)
            CHECK(fabs(sum[m][n] - (m == n)) < 1e-6, "%s: modes %d and %d: %g", b->element.type->name, m + 1,
                  n + 1, sum[m][n]);
    cr_arena_free(b->arena);
}

static double value(const cr_element *e, const char *name) {
    for (int i = 0; i < e->type->param_count; i++)
        if (strcmp(e->type->params[i].name, name) == 0) return e->value[i];
    return CR_NAN;
}

static double box(const cr_element *e, int mode, double y) {
    (void)mode, (void)y;
    double height = value(e, "height"), length = value(e, "length");
    return value(e, "density") * value(e, "width") * value(e, "thickness") *
           (isnan(height) ? length : height);
}

static double tube(const cr_element *e, int mode, double y) {
    (void)mode, (void)y;
    double outer = 0.5 * value(e, "diameter"), inner = outer - value(e, "wall");
    return value(e, "density") * pi * (outer * outer - inner * inner) * value(e, "length");
}

static double wire(const cr_element *e, int mode, double y) {
    (void)mode, (void)y;
    return value(e, "density") * pi * pow(value(e, "radius"), 2) * value(e, "length");
}

// rho h a^2 sin t dt dangle, times 1 + 2 sin^2 t/(m + cos t)^2 for both motions along the sphere
static double sphere(const cr_element *e, int mode, double y) {
    double rim = value(e, "angle") * pi / 180, t = rim * (1 - y), m = e->object_modes[mode].m;
    return value(e, "density") * value(e, "thickness") * pow(value(e, "radius"), 2) * sin(t) * rim * 2 * pi *
           (1 + 2 * pow(sin(t) / (m + cos(t)), 2));
}

static double cylinder(const cr_element *e, int mode, double y) {
    (void)y;
    double m = e->object_modes[mode].m;
    return value(e, "density") * value(e, "thickness") * 2 * pi * value(e, "radius") * value(e, "height") *
           (1 + 1 / (m * m));
}

static double church_bell(const cr_element *e, int mode, double y) {
    (void)y;
    double m = e->object_modes[mode].m;
    return 0.0826 * value(e, "density") * pow(value(e, "diameter"), 3) * (1 + 1 / (m * m));
}

// How an object is measured; `set` makes a second one.
typedef struct measure {
    const char *name;
    rule points;
    weigher weigh;
    cr_setting set;
} measure;

static const rule line = {600, 0, false}, sheet = {120, 120, false}, rim = {64, 120, true};

static const measure *find_measure(const measure *all, const char *name) {
    for (; all->name; all++)
        if (strcmp(all->name, name) == 0) return all;
    return NULL;
}

// Every object of the table whose mass is told here.
int main(void) {
    const measure measures[] = {
        {"modal-bar", line, box, {NULL, 0}},   {"wood-block", line, box, {NULL, 0}},
        {"chime", line, tube, {NULL, 0}},      {"modal-string", line, wire, {NULL, 0}},
        {"bowl", rim, sphere, {"angle", 120}}, {"glass", rim, cylinder, {NULL, 0}},
        {"bell", rim, church_bell, {NULL, 0}}, {NULL, line, NULL, {NULL, 0}},
    };
    int count, measured = 0;
    const cr_element_type *const *types = cr_element_types(&count);
    for (int i = 0; i < count; i++) {
        const measure *m = types[i]->object ? find_measure(measures, types[i]->name) : NULL;
        if (types[i]->object && !m && strcmp(types[i]->name, "modal-plate") != 0)
            printf("%s: nothing is known of its mass\n", types[i]->name);
        if (!m) continue;
        body usual = make(m->name, NULL);
        check_products(&usual, m->points, m->weigh);
        measured++;
        if (!m->set.name) continue;
        body other = make(m->name, (cr_setting[]){m->set, {NULL, 0}});
        check_products(&other, m->points, m->weigh);
    }
    CHECK(measured == (int)(sizeof measures / sizeof *measures) - 1, "only %d objects", measured);
    for (int edge = 0; edge < 3; edge++) {
        body plate = make("modal-plate", (cr_setting[]){{"modes", FEW}, {"edge", edge}, {NULL, 0}});
        check_products(&plate, sheet, box);
    }
    return test_summary();
}
