// Forms: what a body looks like to contact. A form answers two questions: how far is a point from its
// surface, and where on it (corners, edges, rims, smooth surfaces) may it touch another. Forms are a table
// (src/form/form_list.h): a new form is one file and one line. A form is sealed once made: any number of
// bodies and threads may share it.
#ifndef CAROM_FORM_H
#define CAROM_FORM_H

#include "carom/space.h"

CR_DECLARATIONS_BEGIN

enum { CR_FORM_PARAM_MAX = 24 };

typedef struct cr_form cr_form;

// The signed distance of a point (negative inside), and its unit gradient, the normal of the nearest point.
typedef struct cr_near {
    double distance; // m
    cr_vec normal;
} cr_near;

// Part of the surface that may touch: a ball of radius `round` whose centre moves on a skeleton.
typedef enum cr_feature_kind {
    CR_FEATURE_POINT,  // `at`
    CR_FEATURE_LINE,   // at + u along, u in [-1, 1]
    CR_FEATURE_CIRCLE, // at + radius (cos u first + sin u (along x first)), along the unit axis, u in radians
    CR_FEATURE_SURFACE, // ops->place(u, v): a smooth surface; round is 0
    CR_FEATURE_CURVE    // ops->place(u, 0), u in [-1, 1]: a bent line
} cr_feature_kind;

// Ends of a line or curve that are another feature's: a least distance there is not its own.
enum { CR_END_FIRST = 1, CR_END_LAST = 2 };

typedef struct cr_feature {
    cr_feature_kind kind;
    double round;            // m
    cr_vec at, along, first; // m; see the kinds
    double radius;           // m, of a circle
    // Points of it that serve where it lies flat on another surface, and as seeds: sample i of a line or
    // curve at u = -1 + 2 i/(samples - 1), of a circle at u = 2 pi i/samples, of a surface at ops->sample.
    int samples;
    const cr_vec *seed; // of a surface: where its samples are, m; NULL: as ops->sample and ops->place say
    unsigned ends;      // CR_END_*
    // Not all of it is surface: the ball is larger than the body is thick (the foot of a cup, the axis of a
    // cylinder), or another part covers it (the wall of a mug under its handle). A point of it counts only
    // where the form's own distance is 0.
    bool wide;
} cr_feature;

typedef struct cr_form_ops {
    // side: 0, or 1 or -1: the side of a thin wall on which the point is known to be, from which it is pushed
    // back from any depth. A point outside is on the side whose distance is above 0, where the other's is
    // not; beyond the wall's rim, and for forms without a wall, both are.
    cr_near (*near)(const cr_form *form, cr_vec p, int side);
    // Optional, where the form has features CR_FEATURE_SURFACE or CR_FEATURE_CURVE: the point at (u, v) of
    // the feature. On a surface u and v are lengths [m], about those along it, and every point is regular.
    cr_vec (*place)(const cr_form *form, int feature, double u, double v);
    // Of surfaces: where a sample lies, and the nearest (u, v) that belongs to the feature, which may also be
    // another name of the same place.
    void (*sample)(const cr_form *form, int feature, int sample, double *u, double *v);
    void (*keep)(const cr_form *form, int feature, double *u, double *v);
} cr_form_ops;

typedef struct cr_form_type {
    const char *name, *doc;
    const cr_param *params;
    int param_count;
    // Derives the members of the form from form->value: features, bounds, volume. Fails with a reason when
    // values contradict each other.
    cr_status (*make)(cr_form *form, cr_arena *arena, cr_error *error);
    const cr_form_ops *ops;
} cr_form_type;

struct cr_form {
    const cr_form_type *type;
    double value[CR_FORM_PARAM_MAX];
    const void *data; // of the type: a grid, a profile
    cr_feature *feature;
    int features;
    cr_vec low, high; // bounds in its own frame; infinite for a plane
    double reach;     // radius about the origin that holds all of it; infinite for a plane
    double wall;      // its thinnest part, or smallest radius, m: how fast it may be met in one step
    double round;     // radius of its sharpest edge, m
    double band;      // m: within this its distance is exact, beyond it a bound; 0: exact everywhere
    double off;       // m: as far its features may lie off where its distance is 0; 0: not at all
    double ball;      // radius of a ball about the origin, if that is all it is; 0 otherwise
    double nook;      // m: a ball of at most this radius touches it at one place; infinite where it has no
                      // hollow, 0: of any radius it may touch at several
    // Of the shape with sharp edges, as its modes have them.
    double volume;     // m^3; 0 for what has none (a plane)
    cr_vec centre;     // of mass, if it is of one density
    double inertia[6]; // about the centre, of density 1: xx yy zz yz xz xy, m^5
};

const cr_form_type *const *cr_form_types(int *count);
// NULL and a reason with the nearest name when there is no such form.
const cr_form_type *cr_form_find(const char *name, cr_error *error);

// A form of the table with settings (NULL: the defaults). Everything is the arena's. CR_ERR_RANGE,
// CR_ERR_UNKNOWN, CR_ERR_MEMORY; NULL then.
cr_form *cr_form_new(const char *type, const cr_setting *settings, cr_arena *arena, cr_error *error);

// How a surface of triangles becomes a form.
typedef struct cr_grid_def {
    double wall; // m; > 0: the triangles are the middle surface of a wall of this thickness, with round
                 // rims where it ends; 0: they enclose the body
    double cell; // m, of the grid of distances; 0: the wall, or 1/8 of the thinnest part that they enclose
    double most; // bytes that the grid may take; default 64e6
    const int *middle; // 3 per triangle, for quadratic faces: the vertex in the middle of the side from
                       // corner k to the next; NULL: flat faces
} cr_grid_def;

cr_grid_def cr_grid_def_default(void);

// A form of any surface: triangles seen counter-clockwise from outside (3 numbers per vertex, m; nothing of
// them is kept). Its distance is a sparse grid of cubic B-splines, exact to the grid within 5 cells of the
// surface, a bound further away; for walls it is smooth through the wall. CR_ERR_INPUT with the edge where
// the surface is open (without `wall`), has more than two sides or is turned; CR_ERR_RANGE when `most` is not
// enough for `cell`; CR_ERR_MEMORY. NULL then, and the arena is as it was. Not for the audio thread: takes
// seconds.
cr_form *cr_form_triangles(const float *position, int vertices, const int *triangle, int triangles,
                           const cr_grid_def *def, cr_arena *arena, cr_error *error);

// Such a form as bytes (little-endian, versioned, with a checksum), to be kept on disk; bytes need no
// alignment. CR_ERR_INPUT when they are none, of another version, cut off or changed; CR_ERR_MEMORY; NULL
// then.
size_t cr_form_grid_size(const cr_form *form);
void cr_form_grid_encode(const cr_form *form, unsigned char *bytes);
cr_form *cr_form_grid_decode(const unsigned char *bytes, size_t size, const char *place, cr_arena *arena,
                             cr_error *error);

// A rod of a frame, with half a ball at each end.
typedef struct cr_rod {
    cr_vec from, to;
    double radius; // m
} cr_rod;

// A frame of rods, rounded with the radius `fillet` [m] where they meet, or 0. The rods are copied into the
// arena. Its mass is that of cylinders as long as the rods. CR_ERR_RANGE, CR_ERR_MEMORY; NULL then.
cr_form *cr_form_rods(const cr_rod *rods, int count, double fillet, cr_arena *arena, cr_error *error);

// Nodes and round rods between them, welded where they meet at a node.
typedef struct cr_frame_rod {
    int from, to;  // nodes
    double radius; // m
} cr_frame_rod;

typedef struct cr_frame {
    int nodes, rods;
    cr_vec *node; // m
    cr_frame_rod *rod;
} cr_frame;

// That there are rods, each between two nodes that are apart, no two between the same, all in one piece.
// CR_ERR_INPUT with the first that is not, counted from 1; CR_ERR_MEMORY. `arena` is as it was.
cr_status cr_frame_check(const cr_frame *frame, cr_arena *arena, cr_error *error);

// The form of a frame: rods that go straight on through a weld are one. Errors as cr_form_rods and
// cr_frame_check.
cr_form *cr_form_of_frame(const cr_frame *frame, cr_arena *arena, cr_error *error);

// Distance and normal at a point of the form's frame.
static inline cr_near cr_form_near(const cr_form *form, cr_vec p, int side) {
    return form->type->ops->near(form, p, side);
}

CR_DECLARATIONS_END

#endif
