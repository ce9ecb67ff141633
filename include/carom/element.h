// Vibrating elements: masses, strings, bars, membranes, plates, modal objects, all stepped by one three-level
// clock. Elements are a table (src/element/element_list.h): a new element is one file and one line. Each step
// an element predicts its motion without contact; forces at its ports then correct the prediction
// (network.h).
#ifndef CAROM_ELEMENT_H
#define CAROM_ELEMENT_H

#include "carom/base.h"

CR_DECLARATIONS_BEGIN

enum { CR_ELEMENT_PARAM_MAX = 20 };

typedef struct cr_element cr_element;

// A point of an element: displacement there is sum read[i] u[at[i]]; a force f on the element there moves
// u[at[i]] by push[i] f in one step. push follows from read by the transposed interpolation, which is what
// makes the energy balance exact for any interpolation.
typedef struct cr_port {
    int count;
    int *at;
    double *read, *push;
    bool in_rows; // four rows of four points side by side
    bool in_line; // of a line: four points side by side, those behind the last with read = push = 0
} cr_port;

// Ready-made objects: where a point is when its coordinates are left out, and where one listens.
typedef struct cr_element_places {
    double struck[3], left[3], right[3];
} cr_element_places;

// Numbers that locate a point: up to three coordinates and, on a solid, the direction of its motion.
enum { CR_WHERE = 6 };

// What an element is: each type states it once, everything else asks cr_element_is.
typedef enum cr_trait {
    CR_TRAIT_POINT = 1 << 0, // one point, which is the whole: it has a place
    CR_TRAIT_FIXED = 1 << 1, // no force moves it: it is where it is told to be
    CR_TRAIT_GRID = 1 << 2,  // points side by side that move each other: `grid` is filled
    CR_TRAIT_MODES = 1 << 3, // masses on springs by themselves: mode_frequency and mode_sigma are filled, one
                             // per point of the state
    CR_TRAIT_THROWN = 1 << 4,  // it moves as a whole: it can be thrown, and roll
    CR_TRAIT_LINE = 1 << 5,    // a line with the parameter `length`: contacts may lie along it in a row
    CR_TRAIT_ROUND = 1 << 6,   // its first coordinate goes round a rim: 1 is where 0 is
    CR_TRAIT_GIVEN = 1 << 7,   // its modes are numbers that come with it: `given`
    CR_TRAIT_SOLID = 1 << 8,   // its modes are those of a body: `solid`
    CR_TRAIT_PROFILE = 1 << 9, // heights may come with it: `given`; contacts may lie along it in a row
} cr_trait;

typedef struct cr_element_type {
    const char *name, *doc, *source;
    const cr_param *params;
    int param_count;
    unsigned traits; // of cr_trait
    int axes;        // coordinates of a point on it: 0 to 3
    // From element->value and h: size of the state and coefficients. Fails with a reason when it cannot be
    // stable.
    cr_status (*plan)(cr_element *element, cr_error *error);
    // Once the state is allocated (arrays zeroed): tables that need memory. NULL: none.
    cr_status (*fill)(cr_element *element, cr_arena *arena, cr_error *error);
    // u_next, d_next without contact force.
    void (*predict)(cr_element *element);
    // The same, and the loss of the step before [J], from d and from what d_next still holds: cheaper than
    // `loss` after each step. NULL: there is none.
    double (*predict_booked)(cr_element *element);
    // Between the last two samples [J].
    double (*energy)(const cr_element *element);
    // Lost in the step from u to u_next [J]; after the step, too, until the next one.
    double (*loss)(const cr_element *element);
    // Port at relative coordinates 0..1 along each axis; `port` has room for cr_port_room(element) entries.
    // With three axes a direction follows, which need not have length 1; 0 0 0: across the surface, outwards.
    cr_status (*locate)(const cr_element *element, const double *where, cr_port *port, cr_error *error);
    // Frequency of the n-th mode (from 1) of the discrete element without loss, and of the ideal one [Hz];
    // NULL: none.
    double (*mode)(const cr_element *element, int n, bool ideal);
    // Another pitch while it runs; NULL: cannot.
    cr_status (*retune)(cr_element *element, double f0, cr_error *error);
    // Wave impedance of a string, 0 without tension [kg/s]; NULL: no string.
    double (*impedance)(const cr_element *element);
    const cr_element_places *places; // NULL: a point needs all its coordinates
    // Where the places follow from the element, once it has its modes; NULL: they are `places`.
    void (*find_places)(const cr_element *element, cr_element_places *places);
    const struct cr_object *object; // modes and shapes of a ready-made object; NULL: it is none
} cr_element_type;

// How an edge is held.
typedef enum cr_edge { CR_EDGE_SUPPORTED, CR_EDGE_CLAMPED, CR_EDGE_FREE } cr_edge;

// Grid of a string, bar, membrane or plate. Arrays hold the points 0..n along each axis with a border of so
// many more on each side; points outside first..last do not move.
enum { CR_GRID_BORDER = 2 };
typedef struct cr_grid {
    int n[2];              // intervals along x and y; n[1] = 0: one axis
    int first[2], last[2]; // moving points
    int stride;            // from one row to the next
    double spacing[2];     // [m]
    double cell;           // length or area that belongs to one point [m], [m^2]
    double aspect;         // (dx/dy)^2, weight of the y direction in the Laplacian
    cr_edge edge;
    // rho u'' = tension Lu - stiffness LLu - 2 sigma0 rho u' + 2 sigma1 rho L u', per unit length or area
    double density, tension, stiffness;
    double poisson; // of a plate; it matters where edges are free
    // d+ = keep d + pull Lu - bend LLu + smooth Ld, with the Laplacian in units of 1/dx^2
    double keep, pull, bend, smooth;
} cr_grid;

// The state of a sheet that is kept in floats.
typedef struct cr_points {
    void *u, *d, *d_next, *stress;
} cr_points;

// What every step touches comes first.
struct cr_element {
    const cr_element_type *type;
    // displacement at the last sample and the coming one [m]; of masses and modes the state of their clock,
    // which differs at high frequencies: cr_element_get_motion. Of sheets both are one array
    double *u, *u_next;
    double *d,
        *d_next; // change over the last step and the coming one: carried, so that long runs lose nothing
    double keep, pull; // single points: d+ = keep d - pull u
    double mass;       // of one point [kg]

    cr_grid grid;   // elements with a grid
    double *stress; // work space of sheets
    // a held sheet in floats: u, d and d_next are then copies (cr_sheet_unpack). NULL: it is in doubles
    cr_points *single;

    bool owes; // the loss of the last step is not booked yet

    int points;                          // length of u, u_next, d, d_next
    int modes;                           // of what has several
    double *mode_frequency, *mode_sigma; // Hz, 1/s
    double *mode_keep, *mode_pull,
        *mode_push;      // d+ = keep d - pull u per mode, and displacement per unit force
    double gravity;      // acceleration along the displacement [m/s^2]; masses
    double fall;         // what it adds to d+
    const double *given; // numbers that came with the element (modal data, heights of a rail); the caller's
    int given_count;
    struct cr_object_mode *object_modes; // ready-made objects: what their shapes are made of
    const struct cr_modes *solid;        // solids: what they are made of; the caller's, must outlive it
    const double *radiated; // solids: decay of each mode by what it radiates [1/s]; NULL: none. Likewise

    double h; // time step [s]
    double sigma0,
        sigma1;    // damping: the same for all frequencies [1/s]; growing with wavenumber squared [m^2/s]
    double margin; // spacing over the smallest stable spacing, >= 1
    double value[CR_ELEMENT_PARAM_MAX]; // in the order of type->params
};

// Whether it has all of these traits.
static inline bool cr_element_is(const cr_element_type *type, unsigned traits) {
    return (type->traits & traits) == traits;
}
// Index of the point (i, j) of a grid in the arrays of its element.
static inline int cr_grid_at(const cr_grid *grid, int i, int j) {
    int row = grid->n[1] ? j + CR_GRID_BORDER : 0;
    return row * grid->stride + i + CR_GRID_BORDER;
}

const cr_element_type *const *cr_element_types(int *count);
const cr_element_type *cr_element_find(const char *name, cr_error *error);

// An element with the defaults of its table.
cr_element cr_element_default(const cr_element_type *type);
cr_status cr_element_set(cr_element *element, const char *name, double value, cr_error *error);
// An element by the name of its type, with settings (NULL: none). CR_ERR_UNKNOWN, CR_ERR_RANGE.
cr_status cr_element_make(const char *type, const cr_setting *settings, cr_element *element, cr_error *error);
// Chooses the grid for the time step and takes the state from the arena.
cr_status cr_element_build(cr_element *element, double h, cr_arena *arena, cr_error *error);
// From now on in floats, if it is a membrane or a plate that is held; the others stay in doubles.
// CR_ERR_MEMORY.
cr_status cr_element_use_floats(cr_element *element, cr_arena *arena, cr_error *error);
// What an element in floats has in u, d and d_next, which nothing else keeps up to date, and back. No others
// are touched.
void cr_sheet_unpack(const cr_element *element);
void cr_sheet_pack(const cr_element *element);
// Entries that a port of this element can need.
int cr_port_room(const cr_element *element);
// An empty port with room for so many entries. CR_ERR_MEMORY.
cr_status cr_port_take(const cr_element *element, int room, cr_arena *arena, cr_port *port, cr_error *error);
// Where it is struck and heard when nobody says so. False: it is no ready-made object or solid with its
// modes.
bool cr_element_usual_places(const cr_element *element, cr_element_places *places);
// A port from the arena. `where` has as many numbers as the type has axes, and CR_WHERE if these are three.
cr_status cr_element_port(const cr_element *element, const double *where, cr_arena *arena, cr_port *port,
                          cr_error *error);
// The same into a port that has room for cr_port_room(element) entries; allocates nothing.
cr_status cr_element_locate(const cr_element *element, const double *where, cr_port *port, cr_error *error);

// Displacement [m] and velocity [m/s] at the last sample of a point (i = 0), or of mode i of a modal object
// [sqrt(kg) m, sqrt(kg) m/s], on which no force acts but gravity; and setting them. Not of grids.
void cr_element_get_motion(const cr_element *element, int i, double *q, double *v);
void cr_element_set_motion(cr_element *element, int i, double q, double v);

// Real-time: these neither allocate nor block.
void cr_element_predict(cr_element *element);
void cr_element_push(cr_element *element, const cr_port *port, double force);
// New pitch of a string while it runs, up to its f0_max. CR_ERR_RANGE above, CR_ERR_UNSUPPORTED for other
// elements.
cr_status cr_element_retune(cr_element *element, double f0, cr_error *error);
// Ends the step: next becomes now.
void cr_element_advance(cr_element *element);
double cr_element_energy(const cr_element *element);
double cr_element_loss(const cr_element *element);
double cr_port_displacement(const cr_element *element, const cr_port *port); // at the last sample
double cr_port_change(const cr_element *element, const cr_port *port);       // over the last step
double cr_port_change_next(const cr_element *element, const cr_port *port);  // over the coming step, so far
// Displacement at a per unit force at b, over one step [m/N].
double cr_port_mobility(const cr_port *a, const cr_port *b);

CR_DECLARATIONS_END

#endif
