// Pictures of bodies by a small renderer: triangles, a camera, one light with shadows, no library. A picture
// depends on what is in it and on nothing else: the same bytes for any number of threads.
#ifndef CAROM_IO_FILM_PICTURE_H
#define CAROM_IO_FILM_PICTURE_H

#include "carom/space.h"
#include "io/record/mesh_form.h"

// Where it is seen from.
typedef struct cr_camera {
    cr_vec at, look; // m; what it looks at is in the middle
    double angle;    // degrees, from the lower to the upper edge
} cr_camera;

// The camera that stands `towards` the middle of a box and has all of it in a picture of the given shape
// (width over height).
cr_camera cr_camera_about(cr_vec low, cr_vec high, cr_vec towards, double shape);

// How a surface takes light.
typedef struct cr_tint {
    float color[3]; // of diffuse light, linear, 0 to 1
    float gloss;    // of highlights, 0 to 1
    float metal;    // share of reflection that has the colour, 0 to 1
    bool clear;     // half of the light goes through
} cr_tint;

// What a body of some material looks like; `number` varies those that are equal. NULL: of no known material.
cr_tint cr_tint_of(const char *material, int number);

// A surface made ready to be drawn: a normal for each corner of each triangle, smooth but at edges.
typedef struct cr_skin {
    const cr_form_mesh *mesh;
    float *normal;     // 9 per triangle
    float *angle;      // of each corner
    int *first, *next; // of each vertex its first corner, of each corner the next of the vertex; -1
} cr_skin;

// All of it is the arena's. CR_ERR_MEMORY.
cr_status cr_skin_make(const cr_form_mesh *mesh, cr_arena *arena, cr_skin *skin, cr_error *error);
// Normals anew, since its mesh has changed its form. Scratch memory is taken from the arena and given back.
cr_status cr_skin_renew(const cr_skin *skin, cr_arena *arena, cr_error *error);

// A surface in its place.
typedef struct cr_thing {
    const cr_skin *skin;
    cr_pose pose;
    cr_tint tint;
    bool ground; // a square that stands for a plane: it ends in the haze, has lines every `line` metres and
                 // throws no shadow
} cr_thing;

// What is drawn. The box is where shadows fall.
typedef struct cr_stage {
    const cr_thing *thing;
    int things;
    cr_vec low, high; // m
    cr_vec sun;       // unit, towards the light
    double line;      // m
} cr_stage;

typedef struct cr_picture cr_picture;

// Runs task(context, i) for all i < count, in any order and number at a time.
typedef struct cr_film_workers {
    void *context;
    void (*each)(void *context, int count, void (*task)(void *task_context, int i), void *task_context);
} cr_film_workers;

// Room for pictures of a size with at most so many triangles. All of it is the arena's. CR_ERR_MEMORY; NULL
// then.
cr_picture *cr_picture_new(int width, int height, size_t triangles, cr_arena *arena, cr_error *error);
// Draws: 3 bytes per pixel, red first, rows from the top; good until the next. workers NULL: here.
const unsigned char *cr_picture_draw(cr_picture *picture, const cr_stage *stage, const cr_camera *camera,
                                     const cr_film_workers *workers);

#endif
