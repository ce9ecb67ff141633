// A picture is drawn in bands of rows, each by itself: triangles to samples, light, two by two samples to a
// pixel.
#include "io/film/picture.h"

#include "io/film/light.h"

#include <string.h>

enum { FINE = 2, BAND = 24, LEVELS = 4096 }; // samples along a pixel; rows of pixels; steps of brightness

typedef struct eye {
    cr_vec at, right, up, ahead;
    double focus; // samples from the eye to the screen
    double near;  // m, before this nothing is seen
} eye;

struct cr_picture {
    int width, height;
    cr_raster_triangle *triangle;
    size_t room, triangles;
    int bands;
    int32_t *listed; // of each band, `room` apart, the triangles that reach into it, in their order
    size_t *count;   // of these
    float *near, *normal, *map;
    int32_t *thing;
    unsigned char *pixels;
    unsigned char level[LEVELS + 1]; // of linear brightness
    const cr_stage *stage;
    eye eye;
    cr_shadow shadow;
};

static cr_vec sideways(cr_vec ahead) {
    return cr_vec_unit(cr_vec_cross(ahead, cr_vec_make(0.0, 0.0, 1.0)), cr_vec_make(1.0, 0.0, 0.0));
}

cr_camera cr_camera_about(cr_vec low, cr_vec high, cr_vec towards, double shape) {
    const double margin = 1.12;
    cr_camera camera = {.look = cr_vec_scale(0.5, cr_vec_add(low, high)), .angle = 32.0};
    cr_vec ahead = cr_vec_scale(-1.0, cr_vec_unit(towards, cr_vec_make(0.0, -1.0, 0.0)));
    cr_vec right = sideways(ahead), up = cr_vec_cross(right, ahead);
    double slope = tan(0.5 * camera.angle * cr_pi / 180.0) / margin, away = 0.0;
    for (int i = 0; i < 8; i++) {
        cr_vec p = cr_vec_make(i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z);
        p = cr_vec_sub(p, camera.look);
        double out = fmax(fabs(cr_vec_dot(right, p)) / shape, fabs(cr_vec_dot(up, p)));
        away = fmax(away, out / slope - cr_vec_dot(ahead, p));
    }
    camera.at = cr_vec_along(camera.look, -away, ahead);
    return camera;
}

cr_picture *cr_picture_new(int width, int height, size_t triangles, cr_arena *arena, cr_error *error) {
    size_t pixels = (size_t)width * (size_t)height, samples = FINE * FINE * pixels;
    size_t bands = ((size_t)height + BAND - 1) / BAND;
    cr_picture *p = cr_arena_take(arena, 1, sizeof *p);
    if (p) {
        *p = (cr_picture){.width = width,
                          .height = height,
                          .room = 2 * triangles, // one that is cut becomes two
                          .bands = (int)bands,
                          .listed = cr_arena_take_unset(arena, 2 * triangles * bands, sizeof *p->listed),
                          .count = cr_arena_take(arena, bands, sizeof *p->count),
                          .triangle = cr_arena_take(arena, 2 * triangles, sizeof *p->triangle),
                          .near = cr_arena_take(arena, samples, sizeof *p->near),
                          .normal = cr_arena_take(arena, 3 * samples, sizeof *p->normal),
                          .thing = cr_arena_take(arena, samples, sizeof *p->thing),
                          .map = cr_arena_take(arena, CR_SHADOW_SIZE * CR_SHADOW_SIZE, sizeof *p->map),
                          .pixels = cr_arena_take(arena, 3 * pixels, 1)};
        if (p->listed && p->count && p->triangle && p->near && p->normal && p->thing && p->map && p->pixels) {
            for (int i = 0; i <= LEVELS; i++)
                p->level[i] = (unsigned char)(255.0 * pow((double)i / LEVELS, 1.0 / 2.2) + 0.5);
            return p;
        }
    }
    cr_fail(error, CR_ERR_MEMORY, "picture", "out of memory");
    return NULL;
}

// --- to the screen --------------------------------------------------------------------------------------

typedef struct corner {
    cr_vec at; // right, up and ahead of the eye, m
    float normal[3];
} corner;

static void project(const cr_picture *p, const corner *c, cr_raster_triangle *t, int k) {
    double near = 1.0 / c->at.z;
    t->x[k] = (float)(0.5 * FINE * p->width + p->eye.focus * c->at.x * near);
    t->y[k] = (float)(0.5 * FINE * p->height - p->eye.focus * c->at.y * near);
    t->near[k] = (float)near;
    for (int i = 0; i < 3; i++) t->normal[k][i] = (float)near * c->normal[i];
}

static corner cut(const corner *in, const corner *out, double near) {
    double s = (near - in->at.z) / (out->at.z - in->at.z);
    corner c = {.at = cr_vec_along(in->at, s, cr_vec_sub(out->at, in->at))};
    for (int i = 0; i < 3; i++) c.normal[i] = in->normal[i] + (float)s * (out->normal[i] - in->normal[i]);
    return c;
}

// Keeps the newest triangle, if it can be seen, and lists it with the bands that it reaches into.
static void keep(cr_picture *p) {
    const cr_raster_triangle *t = &p->triangle[p->triangles];
    int first, last;
    cr_raster_reach(t, FINE * p->height, &first, &last);
    if (first > last || !cr_raster_faces(t)) return;
    for (int band = first / (FINE * BAND); band <= last / (FINE * BAND); band++)
        p->listed[(size_t)band * p->room + p->count[band]++] = (int32_t)p->triangles;
    p->triangles++;
}

// What of a triangle lies before the eye, as a fan.
static void add(cr_picture *p, const corner c[3], int32_t thing) {
    corner kept[4];
    int count = 0;
    for (int k = 0; k < 3; k++) {
        const corner *a = &c[k], *b = &c[(k + 1) % 3];
        bool a_in = a->at.z >= p->eye.near, b_in = b->at.z >= p->eye.near;
        if (a_in) kept[count++] = *a;
        if (a_in != b_in) kept[count++] = a_in ? cut(a, b, p->eye.near) : cut(b, a, p->eye.near);
    }
    for (int k = 2; k < count && p->triangles < p->room; k++) {
        cr_raster_triangle *t = &p->triangle[p->triangles];
        t->thing = thing;
        project(p, &kept[0], t, 0);
        project(p, &kept[k - 1], t, 1);
        project(p, &kept[k], t, 2);
        keep(p);
    }
}

static cr_vec vertex(const cr_form_mesh *mesh, int t, int k) {
    const float *x = mesh->position + 3 * (size_t)mesh->triangle[3 * (size_t)t + (size_t)k];
    return cr_vec_make((double)x[0], (double)x[1], (double)x[2]);
}

static void add_thing(cr_picture *p, int index) {
    const cr_thing *thing = &p->stage->thing[index];
    const cr_form_mesh *mesh = thing->skin->mesh;
    const eye *e = &p->eye;
    for (int t = 0; t < mesh->triangles; t++) {
        corner c[3];
        cr_raster_triangle shade = {.thing = index};
        for (int k = 0; k < 3; k++) {
            const float *n = thing->skin->normal + 9 * (size_t)t + 3 * (size_t)k;
            cr_vec at = cr_pose_out(&thing->pose, vertex(mesh, t, k)), from = cr_vec_sub(at, e->at);
            cr_vec turned =
                cr_quat_turn(thing->pose.turn, cr_vec_make((double)n[0], (double)n[1], (double)n[2]));
            float place[3];
            c[k] = (corner){{cr_vec_dot(e->right, from), cr_vec_dot(e->up, from), cr_vec_dot(e->ahead, from)},
                            {(float)turned.x, (float)turned.y, (float)turned.z}};
            cr_shadow_place(&p->shadow, at, place);
            shade.x[k] = place[0], shade.y[k] = place[1], shade.near[k] = place[2];
        }
        add(p, c, index);
        if (!thing->ground) cr_raster_fill(&p->shadow.map, &shade, 1 + thing->tint.clear);
    }
}

// --- bands ----------------------------------------------------------------------------------------------

// Light where some samples of a pixel are, all of one thing or of none.
static void light_samples(const cr_picture *p, const cr_raster *band, int column, int row,
                          const size_t *sample, int count, float color[3]) {
    const eye *e = &p->eye;
    cr_vec normal = {0};
    double near = 0.0, x = (FINE * (column + 0.5) - 0.5 * FINE * p->width) / e->focus;
    double y = (0.5 * FINE * p->height - band->top - FINE * (row + 0.5)) / e->focus;
    cr_vec ray = cr_vec_along(cr_vec_along(e->ahead, x, e->right), y, e->up);
    cr_sample s = {.ray = cr_vec_unit(ray, ray)};
    for (int i = 0; i < count; i++) {
        const float *n = band->normal + 3 * sample[i];
        near += (double)band->near[sample[i]] / count;
        normal = cr_vec_add(normal, cr_vec_make((double)n[0], (double)n[1], (double)n[2]));
    }
    if (near > 0.0) {
        s.thing = &p->stage->thing[band->thing[sample[0]]];
        s.at = cr_vec_along(e->at, 1.0 / near, ray);
        s.width = FINE / (near * e->focus);
        s.normal = cr_vec_unit(normal, e->ahead);
    }
    cr_light(p->stage, &p->shadow, &s, color);
}

static int32_t thing_at(const cr_raster *band, size_t sample) {
    return band->near[sample] > 0.0f ? band->thing[sample] : -1;
}

// Samples of a pixel that see the same thing are lit together.
static void light_pixel(const cr_picture *p, const cr_raster *band, int column, int row, float sum[3]) {
    enum { SAMPLES = FINE * FINE };
    size_t left[SAMPLES], same[SAMPLES];
    int count = SAMPLES;
    for (int s = 0; s < SAMPLES; s++)
        left[s] = (size_t)(FINE * row + s / FINE) * (size_t)band->width + (size_t)(FINE * column + s % FINE);
    while (count > 0) {
        int32_t thing = thing_at(band, left[0]);
        int alike = 0, others = 0;
        float color[3];
        for (int s = 0; s < count; s++)
            if (thing_at(band, left[s]) == thing) same[alike++] = left[s];
            else left[others++] = left[s];
        light_samples(p, band, column, row, same, alike, color);
        for (int k = 0; k < 3; k++) sum[k] += fminf(color[k], 1.0f) * (float)alike / SAMPLES;
        count = others;
    }
}

static void resolve(const cr_picture *p, const cr_raster *band, int row) {
    unsigned char *to = p->pixels + 3 * (size_t)p->width * (size_t)(band->top / FINE + row);
    for (int column = 0; column < p->width; column++) {
        float sum[3] = {0};
        light_pixel(p, band, column, row, sum);
        for (int k = 0; k < 3; k++) *to++ = p->level[(int)(LEVELS * fmaxf(sum[k], 0.0f))];
    }
}

static void draw_band(void *context, int i) {
    cr_picture *p = context;
    int rows = p->height - BAND * i < BAND ? p->height - BAND * i : BAND, width = FINE * p->width;
    size_t first = (size_t)width * (size_t)(FINE * BAND * i);
    cr_raster band = {.width = width,
                      .top = FINE * BAND * i,
                      .rows = FINE * rows,
                      .near = p->near + first,
                      .normal = p->normal + 3 * first,
                      .thing = p->thing + first};
    cr_raster_clear(&band, 0.0f);
    const int32_t *listed = p->listed + (size_t)i * p->room;
    for (size_t k = 0; k < p->count[i]; k++) {
        const cr_raster_triangle *t = &p->triangle[listed[k]];
        cr_raster_fill(&band, t, 1 + p->stage->thing[t->thing].tint.clear);
    }
    for (int row = 0; row < rows; row++) resolve(p, &band, row);
}

const unsigned char *cr_picture_draw(cr_picture *p, const cr_stage *stage, const cr_camera *camera,
                                     const cr_film_workers *workers) {
    cr_vec way = cr_vec_sub(camera->look, camera->at), ahead = cr_vec_unit(way, cr_vec_make(0.0, 1.0, 0.0));
    cr_vec right = sideways(ahead);
    p->eye = (eye){camera->at,
                   right,
                   cr_vec_cross(right, ahead),
                   ahead,
                   0.5 * FINE * p->height / tan(0.5 * camera->angle * cr_pi / 180.0),
                   1e-3 * fmax(cr_vec_length(way), 1e-3)};
    p->stage = stage;
    p->triangles = 0;
    memset(p->count, 0, (size_t)p->bands * sizeof *p->count);
    cr_shadow_aim(&p->shadow, stage, p->map);
    for (int i = 0; i < stage->things; i++) add_thing(p, i);
    if (workers && workers->each) workers->each(workers->context, p->bands, draw_band, p);
    else
        for (int i = 0; i < p->bands; i++) draw_band(p, i);
    return p->pixels;
}
