#include "io/modes/picture.h"

#include "io/modes/surface_tools.h"

#include <string.h>

enum { TINTS = 17, SHADES = 15, PIXELS = CR_PICTURE_WIDTH * CR_PICTURE_HEIGHT };

static const double displaced = 0.08; // largest displacement over the size

// The axes of the picture: to the right, upwards, towards the eye.
typedef struct camera {
    double axis[3][3];
    double scale, at[2]; // pixel = at + scale x
} camera;

typedef struct scene {
    unsigned char *pixels;
    float *depth;
} scene;

// A corner of a triangle: pixels right and down, depth, and outward displacement from -1 to 1.
typedef struct corner {
    double x, y, z, tint;
} corner;

static double mix(double a, double b, double t) {
    return a + (b - a) * t;
}

void cr_modes_palette(cr_rgb palette[256]) {
    static const double cold[] = {25, 90, 180}, still[] = {226, 226, 222}, warm[] = {200, 60, 25};
    palette[0] = (cr_rgb){255, 255, 255};
    for (int i = 0; i < TINTS * SHADES; i++) {
        double tint = (double)(i / SHADES) / (TINTS - 1) * 2.0 - 1.0;
        double shade = mix(0.35, 1.0, (double)(i % SHADES) / (SHADES - 1));
        double rgb[3];
        for (int k = 0; k < 3; k++)
            rgb[k] = shade * mix(still[k], tint < 0.0 ? cold[k] : warm[k], pow(fabs(tint), 0.8));
        palette[i + 1] = (cr_rgb){(unsigned char)rgb[0], (unsigned char)rgb[1], (unsigned char)rgb[2]};
    }
}

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Looks down at 28 degrees, turned by 35 degrees.
static camera look(void) {
    const double turn = 35.0 * 0.017453292519943295, down = 28.0 * 0.017453292519943295;
    camera c = {.axis = {{cos(turn), sin(turn), 0.0},
                         {-sin(turn) * sin(down), cos(turn) * sin(down), cos(down)},
                         {sin(turn) * cos(down), -cos(turn) * cos(down), sin(down)}}};
    return c;
}

static void place(const cr_modes *modes, const float *shape, double amplitude, int vertex, double p[3]) {
    for (int k = 0; k < 3; k++) {
        size_t i = 3 * (size_t)vertex + (size_t)k;
        p[k] = (double)modes->position[i] + amplitude * (double)shape[i];
    }
}

// The displaced surface fills the picture but for a margin.
static void frame(camera *c, const cr_modes *modes, const float *shape, double amplitude) {
    const double room[2] = {CR_PICTURE_WIDTH - 24.0, CR_PICTURE_HEIGHT - 24.0};
    const double size[2] = {CR_PICTURE_WIDTH, CR_PICTURE_HEIGHT};
    double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL}, p[3];
    for (int v = 0; v < modes->vertices; v++) {
        place(modes, shape, amplitude, v, p);
        for (int k = 0; k < 2; k++) {
            low[k] = fmin(low[k], dot(c->axis[k], p));
            high[k] = fmax(high[k], dot(c->axis[k], p));
        }
    }
    c->scale = fmin(room[0] / (high[0] - low[0]), room[1] / (high[1] - low[1]));
    for (int k = 0; k < 2; k++)
        c->at[k] = 0.5 * size[k] + (k ? 1.0 : -1.0) * 0.5 * c->scale * (low[k] + high[k]);
}

static double side(const corner *a, const corner *b, double x, double y) {
    return (b->x - a->x) * (y - a->y) - (b->y - a->y) * (x - a->x);
}

// Every pixel whose middle is inside, with barycentric weights w: depth and tint are linear.
static void fill(const scene *s, const corner c[3], int shade) {
    double area = side(&c[0], &c[1], c[2].x, c[2].y);
    if (!(fabs(area) > 1e-9)) return;
    int left = (int)fmax(fmin(fmin(c[0].x, c[1].x), c[2].x), 0.0);
    int right = (int)fmin(fmax(fmax(c[0].x, c[1].x), c[2].x), CR_PICTURE_WIDTH - 1.0);
    int top = (int)fmax(fmin(fmin(c[0].y, c[1].y), c[2].y), 0.0);
    int bottom = (int)fmin(fmax(fmax(c[0].y, c[1].y), c[2].y), CR_PICTURE_HEIGHT - 1.0);
    for (int y = top; y <= bottom; y++) {
        for (int x = left; x <= right; x++) {
            double w[3];
            for (int k = 0; k < 3; k++)
                w[k] = side(&c[(k + 1) % 3], &c[(k + 2) % 3], x + 0.5, y + 0.5) / area;
            if (w[0] < 0.0 || w[1] < 0.0 || w[2] < 0.0) continue;
            double z = w[0] * c[0].z + w[1] * c[1].z + w[2] * c[2].z;
            double tint = w[0] * c[0].tint + w[1] * c[1].tint + w[2] * c[2].tint;
            int at = y * CR_PICTURE_WIDTH + x;
            if ((float)z <= s->depth[at]) continue;
            s->depth[at] = (float)z;
            int level = (int)lround((fmin(fmax(tint, -1.0), 1.0) + 1.0) * 0.5 * (TINTS - 1));
            s->pixels[at] = (unsigned char)(1 + level * SHADES + shade);
        }
    }
}

// Light from above the left shoulder.
static int shade_of(const camera *c, double p[3][3]) {
    static const double light[3] = {-0.35, 0.55, 0.76}; // along the axes of the picture, of length 1
    double a[3], b[3], n[3];
    for (int k = 0; k < 3; k++) a[k] = p[1][k] - p[0][k], b[k] = p[2][k] - p[0][k];
    for (int k = 0; k < 3; k++) n[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
    double length = sqrt(dot(n, n)), bright = 0.0;
    for (int k = 0; k < 3; k++) bright += light[k] * dot(c->axis[k], n);
    bright = length > 0.0 ? 0.25 + 0.75 * fmax(bright / length, 0.0) : 0.0;
    return (int)lround(bright * (SHADES - 1));
}

static void draw(const scene *s, const camera *c, const cr_modes *modes, const float *shape,
                 const float *normal, double amplitude, double peak) {
    for (int t = 0; t < modes->triangles; t++) {
        double p[3][3];
        corner corners[3];
        for (int i = 0; i < 3; i++) {
            int v = modes->triangle[3 * (size_t)t + (size_t)i];
            const float *u = shape + 3 * (size_t)v, *n = normal + 3 * (size_t)v;
            place(modes, shape, amplitude, v, p[i]);
            corners[i] = (corner){c->at[0] + c->scale * dot(c->axis[0], p[i]),
                                  c->at[1] - c->scale * dot(c->axis[1], p[i]), dot(c->axis[2], p[i]),
                                  (double)(u[0] * n[0] + u[1] * n[1] + u[2] * n[2]) / peak};
        }
        fill(s, corners, shade_of(c, p));
    }
}

cr_status cr_modes_picture(const cr_modes *modes, int mode, cr_arena *arena, unsigned char *pixels,
                           cr_error *error) {
    const float *shape = modes->shape + (size_t)mode * 3 * (size_t)modes->vertices;
    cr_arena_mark mark = cr_arena_here(arena);
    float *normal = cr_arena_take(arena, 3 * (size_t)modes->vertices, sizeof *normal);
    scene s = {pixels, cr_arena_take(arena, PIXELS, sizeof(float))};
    cr_status status = CR_OK;
    if (normal && s.depth) {
        double middle[3], peak = fmax(cr_modes_largest(modes, mode), 1e-30);
        double amplitude = displaced * cr_modes_extent(modes, middle) / peak;
        camera c = look();
        frame(&c, modes, shape, amplitude);
        memset(pixels, 0, PIXELS);
        for (int i = 0; i < PIXELS; i++) s.depth[i] = -HUGE_VALF;
        cr_modes_normals(modes, normal);
        draw(&s, &c, modes, shape, normal, amplitude, peak);
    } else {
        status = cr_fail(error, CR_ERR_MEMORY, modes->name, "out of memory");
    }
    cr_arena_rewind(arena, mark);
    return status;
}
