// Vibration modes of solids by finite elements of order 2, and of frames of rods by beams: K u = w^2 M u from
// a mesh, every mode below a limit, with a proof that none is missing (Sylvester's law of inertia); and the
// sound that they radiate, by boundary elements. The functions cr_modal_*, cr_modes_compute* and
// cr_radiation_compute are in the library carom-prep (MUMPS, OpenBLAS, LAPACK), those of cr_elastic and
// cr_radiation_def in carom.
#ifndef CAROM_PREP_H
#define CAROM_PREP_H

#include "carom/material.h"
#include "carom/mesh.h"
#include "carom/modes.h"
#include "carom/radiate.h"

CR_DECLARATIONS_BEGIN

// Raised when the same solid gives other modes, by another mesh or another computation: modes that were kept
// before are then computed again.
enum { CR_PREP_VERSION = 10 };

// Elastic material of a region. Isotropic from E and nu, or orthotropic along the axes of the mesh.
typedef struct cr_elastic {
    double density;     // kg/m^3
    double young[3];    // Pa, along x y z
    double shear[3];    // Pa, in the planes yz xz xy
    double poisson[3];  // nu_yz nu_xz nu_xy: contraction along the second axis when pulled along the first
    double rayleigh[2]; // damping: mass term [1/s], stiffness term [s]
} cr_elastic;

cr_elastic cr_elastic_isotropic(double density, double young, double poisson, double rayleigh_mass,
                                double rayleigh_stiff);
cr_elastic cr_elastic_material(const cr_material *material);
// CR_ERR_RANGE when it is not positive definite or a value is no number.
cr_status cr_elastic_check(const cr_elastic *elastic, const char *place, cr_error *error);

// A place that does not move freely: a group of the mesh or a side of its bounding box.
typedef struct cr_support {
    char place[32];
    bool axis[3];     // which components
    double stiffness; // total, N/m, spread evenly over the surface there; INFINITY: held
} cr_support;

typedef struct cr_modal_job {
    const char *name;
    const cr_mesh *mesh;
    const cr_elastic *elastic; // one per region of the mesh
    const cr_support *support;
    int supports;
    double fmax;    // every elastic mode below it, Hz; CR_NAN: by count
    int count;      // elastic modes
    int threads;    // 1 or more
    cr_round round; // the solid and its supports: modes that then come in groups get one frequency
    // Told what is being done and how much of it, 0..1; NULL: nobody listens. False stops the work.
    bool (*progress)(void *context, const char *stage, double share);
    void *context;
} cr_modal_job;

typedef struct cr_modal_seconds {
    double assemble, analyse, factor, eigen, count, estimate, total;
} cr_modal_seconds;

typedef struct cr_modal_result {
    int dof, tets;
    int elastic, rigid;
    int inertia_count; // eigenvalues below the limit by the factorisation: must equal rigid + elastic below
                       // it
    double limit;      // Hz, where they were counted
    double *frequency; // elastic, rising, Hz
    double *frequency_error; // Hz, estimated: how much too high each is by the mesh; 0 for none
    double *coarse;          // [elastic][3], the same along x, y and z, as parts of each other
    int merged;              // modes that got the frequency of another, as the solid is round
    double merged_most;      // the largest part by which one of them was higher
    double *rigid_frequency; // Hz, what rounding leaves of zero
    double *participation;   // [elastic][CR_PARTICIPATION], as cr_modes has it
    double *vector;          // [elastic][3 nodes], u' M u = 1, all nodes of the mesh; of a frame [elastic]
                             // [6 nodes], the shift and the turn of each
    // |A^-1 (K u - w^2 M u)|/|A^-1 (w^2 - s) M u| over all modes in the norm of M, with A = K - s M of the
    // search: it bounds the relative error of w^2 - s. s is about 0, or the limit.
    double residual_max;
    // |K u - w^2 M u|/|K u| in the norm of the inverse mass diagonal: thin walls leave at best 1e-16 times
    // the largest eigenvalue of the mesh over the lowest.
    double force_residual;
    double orthogonality;               // largest |u_i' M u_j - delta_ij|
    double mass, centre[3], inertia[6]; // of the mesh
    double memory_mb;                   // largest resident size of the process so far
    cr_modal_seconds seconds;
} cr_modal_result;

// Computes the modes. CR_ERR_INPUT for a mesh that fails its check, CR_ERR_MEMORY, CR_ERR_NUMERIC when the
// count of the factorisation disagrees with the modes that were found. Results are the arena's.
cr_status cr_modal_compute(const cr_modal_job *job, cr_arena *arena, cr_modal_result *result,
                           cr_error *error);

// What the runtime keeps: shapes on the surface only, damping from the materials. The arena owns the arrays.
cr_status cr_modal_pack(const cr_modal_job *job, const cr_modal_result *result, const char *material,
                        cr_arena *arena, cr_modes *modes, cr_error *error);

// Computes modes and packs them: from a mesh to what the runtime keeps. `result` (may be NULL) gets all but
// the shapes of all nodes: result->vector is NULL. Errors as those two have.
typedef cr_status (*cr_modes_solver)(const cr_modal_job *job, const char *material, cr_arena *arena,
                                     cr_modes *modes, cr_modal_result *result, cr_error *error);
cr_status cr_modes_compute(const cr_modal_job *job, const char *material, cr_arena *arena, cr_modes *modes,
                           cr_modal_result *result, cr_error *error);
// The same for a process that does nothing else: memory that is given back stays with it, and what OpenBLAS
// needs is taken at the start, so that it does not wait for it without end. CR_ERR_MEMORY also when there is
// no room for that.
cr_status cr_modes_compute_alone(const cr_modal_job *job, const char *material, cr_arena *arena,
                                 cr_modes *modes, cr_modal_result *result, cr_error *error);

// Raised when the same modes give another radiation.
enum { CR_RADIATION_VERSION = 6 };

// exact: boundary elements at the frequency of each mode; where these would be too many, the thin-sheet
// equation for boards, and each face as if it were in a wall for others. fast: the surface pressure of air
// that is not compressed, one matrix for all modes; within 3 dB while k times the radius of the body is below
// 1 (2 for flexing shells) and no cavity resonates; for boards beyond 1.5, each face as if it were in a wall.
// none: silence. Frames of rods are lines of dipoles either way, and their surface need not be closed.
typedef enum cr_radiation_way { CR_RADIATE_NONE, CR_RADIATE_FAST, CR_RADIATE_EXACT } cr_radiation_way;

typedef struct cr_radiation_def {
    cr_radiation_way way;
    double speed, density; // of the air: 343 m/s, 1.204 kg/m^3
    // Of the modes 0 1 2 .. those with the remainder `part` by `parts`; the others have no route.
    int part, parts;
    int threads; // 1 or more
    // Told how much is done, 0..1; NULL: nobody listens. False stops the work.
    bool (*progress)(void *context, const char *stage, double share);
    // Told of modes that were not computed, and why; NULL: nobody.
    void (*warn)(void *context, const char *text);
    void *context;
    unsigned made; // by cr_radiation_def_default; not to be set
} cr_radiation_def;

cr_radiation_def cr_radiation_def_default(void);

// The radiation of all modes, as multipoles and as patches: on the surface of the solid, made coarser as the
// wavelength allows. Modes whose surface would need more than 12000 triangles (80000 of a body of
// revolution), and boards of more than 20 radii times wave number, get the route sheet where the solid is a
// flat rectangular board, with or without legs, and else kirchhoff; those for which 24000 triangles or 8192
// patches are too few none. CR_ERR_INPUT when the surface is not closed, CR_ERR_MEMORY (8 times the square of
// the triangles, bytes per thread), CR_ERR_NUMERIC, CR_STOPPED. Results are the arena's.
typedef cr_status (*cr_radiation_solver)(const cr_modes *modes, const cr_radiation_def *def, cr_arena *arena,
                                         cr_radiation *radiation, cr_error *error);
cr_status cr_radiation_compute(const cr_modes *modes, const cr_radiation_def *def, cr_arena *arena,
                               cr_radiation *radiation, cr_error *error);

CR_DECLARATIONS_END

#endif
