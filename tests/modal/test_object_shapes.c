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

int main(void) {
    const rule line = {600, 0, false}, sheet = {120, 120, false}, rim = {64, 120, true};
    body bar = make("modal-bar", NULL), chime = make("chime", NULL), block = make("wood-block", NULL),
         string = make("modal-string", NULL), bowl = make("bowl", NULL),
         deep = make("bowl", (cr_setting[]){{"angle", 120}, {NULL, 0}}), glass = make("glass", NULL),
         bell = make("bell", NULL);
    check_products(&bar, line, box);
    check_products(&block, line, box);
    check_products(&chime, line, tube);
    check_products(&string, line, wire);
    check_products(&bowl, rim, sphere);
    check_products(&deep, rim, sphere);
    check_products(&glass, rim, cylinder);
    check_products(&bell, rim, church_bell);
    for (int edge = 0; edge < 3; edge++) {
        body plate = make("modal-plate", (cr_setting[]){{"modes", FEW}, {"edge", edge}, {NULL, 0}});
        check_products(&plate, sheet, box);
    }
    return test_summary();
}
