// From what a user names (a shape with its values, a mesh file, a `.modes` or glTF file) to modes, by way
// of a cache: a second time nothing is computed.
#ifndef CAROM_SOLID_H
#define CAROM_SOLID_H

#include "carom/form.h"
#include "carom/prep.h"
#include "carom/shape.h"

CR_DECLARATIONS_BEGIN

enum { CR_SOLID_SUPPORT_MAX = 16 };

typedef struct cr_solid_def {
    const cr_shape_type *shape;       // NULL: from the file
    double value[CR_SHAPE_PARAM_MAX]; // of the shape
    const cr_frame *frame;            // of the shape frame: these rods instead of the basket; NULL: none
    const char *file;                 // .msh .stl .obj .ply .glb .gltf .modes; "x.glb#NAME"
    double unit;                      // of the file's coordinates, m; 1
    char material[64];                // name; "" when `elastic` was given figure by figure
    cr_elastic elastic;
    cr_support support[CR_SOLID_SUPPORT_MAX];
    int supports;
    double fmax;            // Hz; CR_NAN: by count
    int count;              // elastic modes
    cr_shape_detail detail; // order, edge, layers
    double accuracy;        // largest error of a frequency by estimate, as part of it; see cr_solid_modes
    int threads;
    unsigned made; // by cr_solid_def_default; not to be set
} cr_solid_def;

// Whether a file has modes, by its name or, for glTF, by what it holds, and whether those of a solid come
// from such a file: then nothing is computed.
bool cr_solid_file_has_modes(const char *path);
bool cr_solid_is_ready(const cr_solid_def *solid);

// A free solid of steel, order 2, 30 modes, detail from the rule.
cr_solid_def cr_solid_def_default(void);
// Gives it a shape by name, with settings (NULL: none) for its sizes. CR_ERR_UNKNOWN, CR_ERR_RANGE.
cr_status cr_solid_def_shape(cr_solid_def *solid, const char *shape, const cr_setting *settings,
                             cr_error *error);
// Gives it a material of the table (material.h). CR_ERR_UNKNOWN.
cr_status cr_solid_def_material(cr_solid_def *solid, const char *material, cr_error *error);

// How the work goes on.
typedef struct cr_solid_watch {
    bool (*progress)(void *context, const char *stage, double share); // false stops it
    void (*warn)(void *context, const char *text);                    // a 300 m mug, a mesh of order 1
    void *context;
    bool fresh; // compute even if the cache has it
    // Computes: cr_modes_compute of a program that is linked with carom-prep, or its own. NULL: that
    // function, from libcarom-prep.so, which is loaded when it is needed.
    cr_modes_solver solve;
    bool stored; // do not compute: CR_STOPPED when neither file nor cache has it, if the file can be read
} cr_solid_watch;

// The mesh of a solid, checked. CR_ERR_INPUT, CR_ERR_IO, CR_ERR_MEMORY.
cr_status cr_solid_mesh(const cr_solid_def *solid, const cr_solid_watch *watch, cr_arena *arena,
                        cr_mesh *mesh, cr_error *error);

// Where the detail leaves the mesh of a shape to the rule, it is made finer until the estimated errors of all
// modes are within the accuracy; that it would need too many unknowns is told by watch->warn.
// Its modes, from the cache or computed and then put there. `result` (may be NULL) tells how it went;
// its arrays stay empty and result->dof is 0 when they came from the cache or a file; result->vector stays
// NULL. Errors as cr_solid_mesh and cr_modal_compute; CR_ERR_IO also when carom-prep cannot be loaded;
// CR_STOPPED.
cr_status cr_solid_modes(const cr_solid_def *solid, const cr_solid_watch *watch, cr_arena *arena,
                         cr_modes *modes, cr_modal_result *result, cr_error *error);

// cr_form_triangles by way of the cache: a second time the grid is read. Only `warn` and `fresh` of the watch
// (may be NULL) matter.
cr_form *cr_solid_form(const float *position, int vertices, const int *triangle, int triangles,
                       const cr_grid_def *def, const cr_solid_watch *watch, cr_arena *arena, cr_error *error);

// The sound that modes radiate (radiate.h), from the cache or computed and then put there; that of a frame
// (modes->rods) by its rods. With def->parts
// above 1 the part that was asked for, together with what the cache has of the others: the run that completes
// the parts keeps the whole. Progress, warnings, `fresh` and `stored` are those of the watch (may be NULL).
// Errors as cr_radiation_compute; CR_ERR_IO when carom-prep cannot be loaded.
cr_status cr_solid_radiation(const cr_modes *modes, const cr_radiation_def *def, const cr_solid_watch *watch,
                             cr_arena *arena, cr_radiation *radiation, cr_error *error);

// A `.modes` file, written whole or not at all. CR_ERR_INPUT when the modes fail cr_modes_check (nothing is
// written), CR_ERR_IO, CR_ERR_MEMORY.
cr_status cr_modes_write(const char *path, const cr_modes *modes, cr_error *error);
// A `.modes` file, read into the arena. CR_ERR_IO, CR_ERR_MEMORY, CR_ERR_INPUT as cr_modes_decode.
cr_status cr_modes_read(const char *path, cr_arena *arena, cr_modes *modes, cr_error *error);

CR_DECLARATIONS_END

#endif
