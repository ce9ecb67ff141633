// Ball and closed spherical shell: six blocks, each over a face of a cube, and a core in the ball.
#include "form/sizes.h"
#include "prep/mesh/shape_internal.h"

typedef struct face_block {
    double inner, outer; // radii; inner 0: the core cube
    int axis;            // 0..2, or 3 for the core itself
    double sign;
} face_block;

// Corners of the core cube are this share of the radius out; its faces bulge.
static const double core = 0.55, bulge = 0.15;

static void core_point(const double s[3], double radius, double x[3]) {
    double half = core * radius / sqrt(3.0);
    for (int i = 0; i < 3; i++) {
        double j = s[(i + 1) % 3], k = s[(i + 2) % 3];
        x[i] = half * s[i] * (1.0 + bulge * (2.0 - j * j - k * k));
    }
}

// Equal angles along the faces of the cube, then out to the unit sphere.
static void sphere_point(const double s[3], double x[3]) {
    double length = 0.0;
    for (int i = 0; i < 3; i++) {
        x[i] = fabs(s[i]) >= 1.0 ? s[i] : tan(0.25 * cr_pi * s[i]);
        length += x[i] * x[i];
    }
    for (int i = 0; i < 3; i++) x[i] /= sqrt(length);
}

static void map_face(const void *context, const double u[3], double x[3]) {
    const face_block *c = context;
    double s[3], out[3], in[3];
    if (c->axis == 3) {
        for (int i = 0; i < 3; i++) s[i] = 2.0 * u[i] - 1.0;
        core_point(s, c->outer, x);
        return;
    }
    s[c->axis] = c->sign;
    s[(c->axis + 1) % 3] = 2.0 * u[0] - 1.0;
    s[(c->axis + 2) % 3] = 2.0 * u[1] - 1.0;
    sphere_point(s, out);
    if (c->inner > 0.0)
        for (int i = 0; i < 3; i++) in[i] = c->inner * out[i];
    else core_point(s, c->outer, in);
    for (int i = 0; i < 3; i++) x[i] = in[i] + u[2] * (c->outer * out[i] - in[i]);
}

static void add_faces(cr_cells *cells, double inner, double outer, int n, int layers) {
    int inside = inner > 0.0 ? cr_cells_group(cells, "inside") : 0,
        outside = cr_cells_group(cells, "outside");
    for (int i = 0; i < 6; i++) {
        face_block context = {inner, outer, i / 2, i % 2 ? 1.0 : -1.0};
        cr_cell_block block = {{n, n, layers}, map_face, &context, {0, 0, 0, 0, inside, outside}};
        cr_cells_block(cells, &block);
    }
}

static cr_status mesh_sphere(const double *value, const cr_shape_detail *detail, cr_arena *arena,
                             cr_mesh *mesh, cr_error *error) {
    double radius = value[0], wide = 2.0 * radius;
    double edge = cr_rule_solid(detail, wide, wide, 4.0 / 3.0 * cr_pi * radius * radius * radius);
    int n = cr_cells_finer(cr_cells_along(0.5 * cr_pi * radius, edge), cr_rule_finest(detail));
    if (n < 2) n = 2;
    cr_cells cells;
    cr_cells_begin(&cells, "sphere", radius, arena, error);
    face_block middle = {0.0, radius, 3, 0.0};
    cr_cell_block block = {{n, n, n}, map_face, &middle, {0}};
    cr_cells_block(&cells, &block);
    add_faces(&cells, 0.0, radius, n, (n + 1) / 2);
    return cr_cells_end(&cells, detail->order, arena, mesh);
}

static cr_status mesh_shell(const double *value, const cr_shape_detail *detail, cr_arena *arena,
                            cr_mesh *mesh, cr_error *error) {
    double radius = value[0], wall = value[1];
    if (wall > radius)
        return cr_fail(
            error, CR_ERR_RANGE, "thickness",
            "a shell of radius %g m needs a wall of at most that, got %g; a solid ball is a sphere", radius,
            wall);
    double edge = cr_rule_edge(detail, wall, 4.0 * cr_pi * radius * radius);
    edge = cr_rule_bent(detail, edge, wall, radius);
    int n = cr_cells_along(0.5 * cr_pi * radius, edge);
    cr_cells cells;
    cr_cells_begin(&cells, "shell", wall, arena, error);
    enum { LEAST = 3 };
    add_faces(&cells, radius - 0.5 * wall, radius + 0.5 * wall, n < LEAST ? LEAST : n,
              cr_rule_wall_layers(detail, -1));
    return cr_cells_end(&cells, detail->order, arena, mesh);
}

static double sphere_wall(const double *value) {
    return 2.0 * value[0];
}

static double shell_wall(const double *value) {
    return value[1];
}

const cr_shape_type cr_shape_sphere = {
    .name = "sphere",
    .doc = "solid ball",
    .params = cr_sphere_params,
    .param_count = CR_SPHERE_PARAMS,
    .mesh = mesh_sphere,
    .wall = sphere_wall,
    .round = CR_ROUND_BALL,
};

const cr_shape_type cr_shape_shell = {
    .name = "shell",
    .doc = "closed spherical shell, an empty ball",
    .params = cr_shell_params,
    .param_count = CR_SHELL_PARAMS,
    .mesh = mesh_shell,
    .wall = shell_wall,
    .round = CR_ROUND_BALL,
};
