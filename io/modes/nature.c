#include "io/modes/nature.h"

#include <stdio.h>

static const float *shape_of(const cr_modes *modes, int mode) {
    return modes->shape + (size_t)mode * 3 * (size_t)modes->vertices;
}

double cr_mode_outward(const cr_modes *modes, const float *normal, int mode, int vertex) {
    const float *u = shape_of(modes, mode) + 3 * (size_t)vertex, *n = normal + 3 * (size_t)vertex;
    return (double)u[0] * (double)n[0] + (double)u[1] * (double)n[1] + (double)u[2] * (double)n[2];
}

static int root_of(int *parent, int i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

// Which way a vertex swings: -1, 1, or 0 when it hardly moves.
static int way(const float *shape, int vertex, int axis, double least) {
    double u = (double)shape[3 * (size_t)vertex + (size_t)axis];
    return u > least ? 1 : u < -least ? -1 : 0;
}

// Vertices that touch in a triangle and swing the same way are one area.
static int count_areas(const cr_modes *modes, const float *shape, int axis, int *parent) {
    double largest = 0.0;
    for (int v = 0; v < modes->vertices; v++) {
        parent[v] = v;
        largest = fmax(largest, fabs((double)shape[3 * (size_t)v + (size_t)axis]));
    }
    double least = 0.1 * largest;
    for (int t = 0; t < modes->triangles; t++) {
        const int *corner = modes->triangle + 3 * (size_t)t;
        for (int k = 0; k < 3; k++) {
            int a = corner[k], b = corner[(k + 1) % 3], side = way(shape, a, axis, least);
            if (side && side == way(shape, b, axis, least)) parent[root_of(parent, a)] = root_of(parent, b);
        }
    }
    int areas = 0;
    for (int v = 0; v < modes->vertices; v++) areas += parent[v] == v && way(shape, v, axis, least);
    return areas;
}

// Round about z: equal moments about x and y, within what a handle adds.
static bool is_round(const cr_modes *modes) {
    const double *i = modes->inertia, most = 0.25;
    return fabs(i[0] - i[1]) < most * fmax(i[0], i[1]) && fabs(i[5]) < most * i[0];
}

// Whether the motion across an axis is nearly all around it, none of it towards it.
static bool is_turning(const cr_modes *modes, const float *shape, int axis) {
    int i = (axis + 1) % 3, j = (axis + 2) % 3;
    double radial = 0.0, all = 1e-300;
    for (int v = 0; v < modes->vertices; v++) {
        const float *p = modes->position + 3 * (size_t)v, *u = shape + 3 * (size_t)v;
        double x = (double)p[i] - modes->centre[i], y = (double)p[j] - modes->centre[j];
        double a = (double)u[i], b = (double)u[j], along = a * x + b * y;
        radial += along * along / fmax(x * x + y * y, 1e-30);
        all += a * a + b * b;
    }
    return radial < 0.05 * all;
}

// The strongest order n of cos(n angle) and sin(n angle) in the radial motion, in slices across z that may
// swing against each other.
static int count_waves(const cr_modes *modes, const float *shape) {
    enum { SLICES = 8, ORDERS = 13 };
    double part[SLICES][ORDERS][2] = {{{0}}}, low = HUGE_VAL, high = -HUGE_VAL, best = -1.0;
    int strongest = 0;
    for (int v = 0; v < modes->vertices; v++) {
        low = fmin(low, (double)modes->position[3 * (size_t)v + 2]);
        high = fmax(high, (double)modes->position[3 * (size_t)v + 2]);
    }
    for (int v = 0; v < modes->vertices; v++) {
        const float *p = modes->position + 3 * (size_t)v, *u = shape + 3 * (size_t)v;
        double x = (double)p[0] - modes->centre[0], y = (double)p[1] - modes->centre[1], angle = atan2(y, x);
        double radial = (double)u[0] * cos(angle) + (double)u[1] * sin(angle);
        int slice = (int)(0.999 * SLICES * ((double)p[2] - low) / fmax(high - low, 1e-30));
        for (int n = 0; n < ORDERS; n++) {
            part[slice][n][0] += radial * cos(n * angle);
            part[slice][n][1] += radial * sin(n * angle);
        }
    }
    for (int n = 0; n < ORDERS; n++) {
        double power = 0.0;
        for (int i = 0; i < SLICES; i++)
            power += (n ? 2.0 : 1.0) * (part[i][n][0] * part[i][n][0] + part[i][n][1] * part[i][n][1]);
        if (power > best) best = power, strongest = n;
    }
    return strongest;
}

// Without the number of modes in its group; returns the length.
static int describe_motion(const cr_modes *modes, const float *shape, int axis, cr_mode_nature *nature) {
    static const char names[] = "xyz";
    static const char *const planes[] = {"yz", "xz", "xy"};
    const size_t room = sizeof nature->text;
    char *text = nature->text;
    int weakest = 0;
    for (int k = 1; k < 3; k++)
        if (nature->share[k] < nature->share[weakest]) weakest = k;
    bool plane = nature->share[weakest] < 0.1;
    if (nature->share[axis] > 0.8)
        return snprintf(text, room, "along %c, %d area%s", names[axis], nature->areas,
                        nature->areas == 1 ? "" : "s");
    if (plane && is_turning(modes, shape, weakest))
        return snprintf(text, room, "turning about %c", names[weakest]);
    int used =
        plane ? snprintf(text, room, "in the %s plane", planes[weakest]) : snprintf(text, room, "all ways");
    if (!is_round(modes)) return used;
    nature->waves = count_waves(modes, shape);
    return used + snprintf(text + used, room - (size_t)used, ", %d wave%s around", nature->waves,
                           nature->waves == 1 ? "" : "s");
}

static void describe(const cr_modes *modes, const float *shape, int axis, cr_mode_nature *nature) {
    int used = describe_motion(modes, shape, axis, nature);
    size_t room = sizeof nature->text - (size_t)used;
    if (nature->group == 2) snprintf(nature->text + used, room, ", pair");
    else if (nature->group > 2) snprintf(nature->text + used, room, ", group of %d", nature->group);
}

static bool is_near(const cr_modes *modes, int mode) {
    return modes->frequency[mode + 1] - modes->frequency[mode] < 1e-3 * modes->frequency[mode];
}

static int group_size(const cr_modes *modes, int mode) {
    int first = mode, last = mode;
    while (first > 0 && is_near(modes, first - 1)) first--;
    while (last + 1 < modes->count && is_near(modes, last)) last++;
    return last - first + 1;
}

// Adds area times mean square of a triangle: along x y z to `sum`, along its normal to *outward.
static void add_triangle(const cr_modes *modes, const float *shape, const int *corner, double sum[3],
                         double *outward) {
    double a[3], b[3], u[3], area = 0.0, along = 0.0;
    for (size_t k = 0; k < 3; k++) {
        size_t i = 3 * (size_t)corner[0] + k, j = 3 * (size_t)corner[1] + k, l = 3 * (size_t)corner[2] + k;
        a[k] = (double)(modes->position[j] - modes->position[i]);
        b[k] = (double)(modes->position[l] - modes->position[i]);
        u[k] = (double)(shape[i] + shape[j] + shape[l]) / 3.0;
    }
    for (int k = 0; k < 3; k++) {
        double n = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
        along += u[k] * n;
        area += n * n;
    }
    area = sqrt(area);
    if (!(area > 0.0)) return;
    for (int k = 0; k < 3; k++) sum[k] += area * u[k] * u[k];
    *outward += along * along / area;
}

cr_status cr_mode_nature_find(const cr_modes *modes, int mode, cr_arena *arena, cr_mode_nature *nature,
                              cr_error *error) {
    const float *shape = shape_of(modes, mode);
    cr_arena_mark mark = cr_arena_here(arena);
    int *parent = cr_arena_take(arena, (size_t)modes->vertices, sizeof *parent), axis = 0;
    double total = 1e-300;
    if (!parent) return cr_fail(error, CR_ERR_MEMORY, modes->name, "out of memory");
    *nature = (cr_mode_nature){.waves = -1, .group = group_size(modes, mode)};
    for (int t = 0; t < modes->triangles; t++)
        add_triangle(modes, shape, modes->triangle + 3 * (size_t)t, nature->share, &nature->outward);
    for (int k = 0; k < 3; k++) total += nature->share[k];
    for (int k = 0; k < 3; k++) nature->share[k] /= total;
    for (int k = 1; k < 3; k++)
        if (nature->share[k] > nature->share[axis]) axis = k;
    nature->outward /= total;
    nature->areas = count_areas(modes, shape, axis, parent);
    describe(modes, shape, axis, nature);
    cr_arena_rewind(arena, mark);
    return CR_OK;
}

// Sum of the logarithms of the responses: a node of any mode counts strongly against a vertex.
static double liveliness(const cr_modes *modes, const float *normal, int vertex) {
    double sum = 0.0;
    for (int m = 0; m < modes->count; m++) {
        double u = cr_mode_outward(modes, normal, m, vertex);
        sum += log(u * u * modes->mass + 1e-6);
    }
    return sum;
}

static double distance_to_nearest(const cr_modes *modes, int vertex, const int *tap, int count) {
    double nearest = HUGE_VAL;
    const float *p = modes->position + 3 * (size_t)vertex;
    for (int i = 0; i < count; i++) {
        const float *q = modes->position + 3 * (size_t)tap[i];
        nearest = fmin(nearest, (double)hypotf(hypotf(p[0] - q[0], p[1] - q[1]), p[2] - q[2]));
    }
    return nearest;
}

int cr_modes_taps(const cr_modes *modes, const float *normal, int count, int *tap) {
    enum { CANDIDATES = 2000 };
    int step = modes->vertices / CANDIDATES + 1, found = 0;
    while (found < count) {
        double best = -HUGE_VAL;
        for (int v = 0; v < modes->vertices; v += step) {
            double score = found ? distance_to_nearest(modes, v, tap, found) : liveliness(modes, normal, v);
            if (score <= best) continue;
            best = score;
            tap[found] = v;
        }
        if (found && best <= 0.0) break;
        found++;
    }
    return found;
}
