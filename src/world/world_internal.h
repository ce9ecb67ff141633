// The state of a run: bodies in the middle of their steps, groups that share one, and what contact points
// remember. A group step is a kick (impulses at its start that stop approach) and a hold (constant forces
// that keep bodies apart at its end); see docs/theory/worlds.md.
#ifndef CAROM_WORLD_INTERNAL_H
#define CAROM_WORLD_INTERNAL_H

#include "contact/rows.h"
#include "geom/broad.h"
#include "geom/touch.h"
#include "modal/propagate.h"
#include "world/model.h"

// A body's own motion over its step: from t0 by constant forces to t1.
typedef struct cr_mover {
    double t0, t1;
    int group;                      // that it steps with; -1: ready for a step
    bool asleep;                    // in the queue all the same: it waits, and begins at t1
    cr_rigid_state before;          // at t0, before the kick
    cr_rigid_state start;           // after it
    cr_rigid_state end;             // at t1
    double *q, *rate_before, *rate; // modes at t0, and rates before and after the kick
    double *q_end, *rate_end;
    double *q_now, *rate_now;   // at a time within the step
    double *push;               // modal forces of contact over the step
    double *weight;             // modal forces of gravity
    double *total, *total_last; // all modal forces over this step and the last
    cr_vec force, torque;       // over the step: in space, in the body's frame
    cr_propagator response;     // for the length of the step
    int awake;                  // modes that shorten its step
    double awake_until;         // s: at least so long
    double calm_since;          // s: it has been still since then; HUGE_VAL: it is not
    double limit;               // s: greatest length of the step to come
    double ahead;               // s: of which its box holds the way
    double look;                // s: how far ahead it looks for others
    double pulse;               // s: likewise as limit, by the laws of those that it meets
    double pace;                // s: likewise, for normals that turn
    double squeaks;             // rad/s: the highest mode that friction feeds in this step; 0: none
    double squeaky;             // rad/s: of the last steps
    double squeaky_until;       // s
    double stir;                // m/s: what impacts of this moment may change its velocity by
    double struck;              // m/s: of the lowest body of an island: its fastest impact
    double rubbed;              // preset s3: size of the generalised friction impulse of the last step
    cr_vec low, high;           // box of the step
    long long changed;          // serial of its last change of state
    long long stirred;          // serial of the last change of stir alone
    long long looked;           // serial of the turn in which it last looked about
} cr_mover;

// What a contact point remembers from one hold to the next.
typedef struct cr_point_memory {
    cr_touch touch;
    // Of a law by materials k, lambda, and the fastest approach since it touched [m/s]; of any law how deep
    // the point lay when it was found [m], from where its law counts.
    double stiff, damp, swift, sunk;
    double gap;   // m, of the bent bodies
    bool row;     // may touch within the step
    double force; // N, normal
    cr_vec shear; // N, in space: the bristle, and the normal to which it belongs
    cr_vec bristle_normal;
    double budget;                 // N s: what a stuck point may brake in the kick
    double slip;                   // m/s, of the last hold; < 0: new or stuck
    double psi;                    // sqrt J, of a law
    cr_vec bend;                   // N m, in space: the bristle against rolling and spinning
    double bend_budget[2];         // N m s
    cr_skin_hint place_a, place_b; // of the skins
} cr_point_memory;

// Two parts that came near each other. What every visit looks at comes first, within a line of the cache.
typedef struct cr_pair {
    int a, b, part_a, part_b;
    int next;    // in its chain of the table
    int rows;    // points that are rows now
    int pressed; // of them those that store energy, rows for a step of any length
    CR_ARRAY(cr_point_memory) points;
    long long found;  // serial at which they were looked for
    long long listed; // serial of the moment at which it was put in the list of pairs
    double span;      // s: for which they were looked for
    double limit;     // s: after which they meet, or are to part
    double pulse;     // s: greatest step for their law
    double closing;   // m/s: the fastest of them that is stopped within the step; 0: none but falls
    cr_meeting_rule rule;
    unsigned char flat[64];
    cr_vec bent[2]; // m, in space: by how much modes have moved the form of a, or b, where a ball meets it
    cr_skin_hint place; // of the skin, where that is
} cr_pair;

// What pairs are ordered by, and the index of one.
typedef struct cr_pair_name {
    int body[2], part[2], index;
} cr_pair_name;

// A contact point in a group step.
typedef struct cr_point {
    int pair, slot;         // where its memory is
    int body[2];            // bodies of the world
    int member[2];          // index in the group, -1: not a member
    cr_point_memory before; // at t0, with the touch as it is there
    cr_point_memory after;  // at the end of the hold
    cr_vec kicked;          // normal of the kick
    cr_vec impulse;         // along it and its tangents
    double gap;             // m at t0, of the bent bodies
    cr_touch mid;           // in the middle of the step
    cr_vec normal, side[2]; // of the hold
    double force[3];        // of the hold, in that frame
    double law_gradient, law_damping;
    double law_depth, law_psi; // m, sqrt J: at t0, with what a sunken point has risen
} cr_point;

// Energy of a step, booked when it ends.
typedef struct cr_books {
    double impacts, friction, damping, dropped, scheme, driven, loaded, pushed;
} cr_books;

typedef struct cr_group {
    bool used, asleep;
    double t0, t1;
    int members, points, joints;
    int *member;
    cr_point *point;
    int *joint;
    double *joint_before, *joint_force; // 6 for each joint: forces of the last hold and of this one
    cr_books kick, hold;
    cr_arena *arena;
    cr_arena *scratch;   // of a kick or hold: its own arena or, while it is in the cache, another's
    cr_arena_mark empty; // of the arena
    bool driven;         // touches a body that is driven
    int ups, downs, redone;
    bool unsettled; // the last hold's passes ended before its joints were where their rows say
    int bearing;    // preset s3: points that bear load
    bool culled;    // preset s3: solved without friction
    cr_rows_result kicked, held;
} cr_group;

// A body in the queue, with the end of its step, so that others need not be looked at to find its place.
typedef struct cr_queue_item {
    double t1;
    int body;
} cr_queue_item;

typedef struct cr_table {
    int *head;
    int size;
} cr_table;

struct cr_world {
    const cr_world_model *model;
    cr_arena *arena;
    double time;
    long long serial;
    cr_mover *mover;
    cr_group *group;
    int groups;
    CR_ARRAY(cr_pair) pairs;
    cr_table table;
    cr_broad *broad;
    cr_queue_item *heap; // running bodies, the next to end first
    int *heap_at;        // where each body is in it, -1: not in it
    int heap_count;
    int *ready; // bodies that need a step now
    int ready_count;
    long long moment;                // serial at which this moment began
    CR_ARRAY(cr_pair_name) touching; // pairs that have rows now
    int *root, *island;              // of islands, by body: the lowest of it, and its group
    int *idle_group, idle_groups;
    int *found; // ids of a query
    int *fresh; // groups that begin now
    int fresh_count;
    cr_arena *pair_arena;
    double (*joint_memory)[6];
    cr_touch_memory *touches;
    cr_point_memory *merged; // room for the points of a pair
    double energy_start;
    cr_books books;
    cr_world_stats stats;
    cr_world_workers workers;
};

static inline const cr_body *cr_body_of(const cr_world *w, int body) {
    return &w->model->bodies.items[body];
}

// ---- state.c
// The state of a body at a time within its step: the same motion, cut there.
void cr_mover_at(const cr_world *w, int body, double time, cr_rigid_state *state);
double cr_mover_energy(const cr_world *w, int body); // at t0, before the kick
double cr_body_energy(const cr_world *w, int body, const cr_rigid_state *state, const double *q,
                      const double *rate);
void cr_mover_modes_at(const cr_world *w, int body, double time, double *q, double *rate);

// ---- columns.c: what forces at points do to a body, in units of the root of a metric.
typedef struct cr_metric {
    const cr_body *body;
    cr_vec at;              // centre of mass at the moment of the columns
    cr_quat turn;           // of the body then
    cr_quat turn_start;     // at the start of the step
    cr_vec half;            // h/2 of the mean spin, in the body's frame; 0 for a kick
    double linear, angular; // 1/sqrt(m) and 1 for a kick, h/sqrt(2 m) and h/sqrt 2 for a hold
    const double *modal;    // by mode; NULL: 1
    const double *shape;    // modes at the moment of the columns
} cr_metric;

// Rows of forces along three directions at a point of space: 3 x freedoms. own: the point of the body's
// surface, unbent, at which its modes are pushed. hint: of the skin.
void cr_columns_point(const cr_metric *metric, cr_vec point, cr_vec own, const cr_vec direction[3],
                      double sign, cr_skin_hint *hint, double *rows);
// The same at a point of the body's frame, for which they tell the whole way from the start of the step to
// its end, once half and shape are the means of what happens.
void cr_columns_anchor(const cr_metric *metric, cr_vec on, const cr_vec direction[3], double sign, int *hint,
                       double *rows);
// The same of torques about three directions.
void cr_columns_turn(const cr_metric *metric, const cr_vec direction[3], double sign, double *rows);
// A motion (of the centre, about it, of modes) in units of the root: rows times this are displacements.
void cr_metric_scale(const cr_metric *metric, cr_vec way, cr_vec turn, const double *modes, double *scaled);
// Adds the modal forces of a force in space at a point.
void cr_modes_pull(const cr_body *body, const cr_rigid_state *state, cr_vec force, cr_vec point, int *hint,
                   double *modal);
// A bound of what modes move any point of the surface.
double cr_bend_bound(const cr_body *body, const double *q);
// Displacement of the surface by modes at a point, in space.
cr_vec cr_bend_own(const cr_body *body, const double *q, cr_vec on, int *hint); // in its own frame
cr_vec cr_bend_at(const cr_body *body, const cr_rigid_state *state, const double *q, cr_vec point,
                  cr_skin_hint *hint);
// Of a body with modes, by two states of them, shape and rate, at once.
void cr_bend_both(const cr_body *body, const cr_rigid_state *state, const double *q, const double *rate,
                  cr_vec point, cr_skin_hint *hint, cr_vec *way, cr_vec *speed);
// What an impulse at a point moves it by modes at once: sum of (U . direction)^2, 1/kg.
double cr_bend_mobility(const cr_body *body, const cr_rigid_state *state, cr_vec point, cr_vec direction,
                        cr_skin_hint *hint);

// ---- system.c: rows of a group as they are gathered.
typedef struct cr_system {
    int blocks, room, members;
    const cr_group *group;
    cr_arena *arena;
    int *freedoms, *body;
    size_t *offset; // by member: where its part of y begins
    const double **arms;
    double *compliance, *q, *mu, *radius, *r, *y;
    unsigned char *kind;
    cr_metric *metric; // by member
    double **free;     // by member: scaled free motion
    bool failed;       // no memory
    cr_rows_kept kept; // of the solves of one system
} cr_system;

bool cr_system_begin(cr_system *s, const cr_world *w, const cr_group *g, int blocks, cr_arena *arena);
// A new block between two members (-1: the world), with room for its rows where a member is given; index.
int cr_system_block(cr_system *s, cr_rows_kind kind, int a, int b);
double *cr_system_rows(cr_system *s, int block, int end);
// Free displacements of the block's rows, from the members alone.
void cr_system_free(const cr_system *s, int block, double u[3]);
// The displacement of the block's rows by the solution.
void cr_system_answer(const cr_system *s, int block, double u[3]);
// Mean of the diagonal of A A^T at a block, row by row.
void cr_system_diagonal(const cr_system *s, int block, double w[3]);
// Keeps of the one member that bends most what solves after the first need again, unless a joint holds it:
// the arms of joints change from solve to solve.
void cr_system_keep(cr_system *s);
#define CR_SOLVED 1e-8 // tolerance of what counts as solved
cr_status cr_system_solve(cr_system *s, double tolerance, double scale, bool hold, cr_rows_result *result,
                          cr_error *error);

// ---- passive.c
// Whether the impulses found bring energy, with the velocities of rows before them.
bool cr_system_brings_energy(const cr_system *s, const double *before);
// Instead of them 1 + restitution times those that only stop, of the right-hand side `stop`: these never do.
cr_status cr_system_throw_back(cr_system *s, const double *before, const double *stop, double restitution,
                               double scale, cr_rows_result *result, cr_error *error);

// ---- kick.c, hold.c: one group step. Failures: CR_ERR_MEMORY, CR_ERR_NUMERIC.
// What impulses do to a body at the start of its step.
cr_metric cr_metric_at_start(const cr_world *w, int body);
// Rows of a contact point then, its normal, and the velocity of driven bodies in them. Where it is, in space.
cr_vec cr_point_rows(const cr_world *w, const cr_group *g, cr_system *s, int block, cr_point *p,
                     double driven[3]);
cr_status cr_group_kick(cr_world *w, cr_group *g, double h, cr_rows_result *result, cr_error *error);
cr_status cr_group_hold(cr_world *w, cr_group *g, double h, cr_rows_result *result, cr_error *error);
double cr_group_end(const cr_world *w, const cr_group *g, double h); // when a step of this length ends

double cr_point_mu(const cr_grip *grip, double slip);
// How much it falls with the slip, s/m.
double cr_point_mu_fall(const cr_grip *grip, double slip);
double cr_point_stored(const cr_meeting_rule *rule, const cr_point_memory *memory);
int cr_group_member(const cr_group *g, int body); // -1: not one

// ---- rough.c
// The normal of a touch point, tilted by what both surfaces add where they are touched.
cr_vec cr_rough_normal(const cr_world *w, const cr_pair *pair, const cr_touch *touch,
                       const cr_rigid_state state[2]);

// ---- compress.c
// How stiff the points of a pair by materials are, as they are found.
void cr_compress_find(const cr_world *w, cr_pair *pair, const cr_meeting *meeting);
// The law of the stiffest point of a pair, without loss where it follows from materials.
cr_law cr_compress_stiffest(const cr_pair *pair);

// ---- outside.c
void cr_mover_weigh(const cr_world *w, int body);
void cr_mover_strike(cr_world *w, int body, double time);
// The next time at which forces on a body change.
double cr_world_next_event(const cr_world *w, int body, double time);

// A body as it is at a moment.
typedef struct cr_body_now {
    const cr_body *body;
    cr_rigid_state state;
    const double *q, *rate;
    double bend, bend_rate; // m, m/s: bounds of what modes move any point of the surface
    double stir;            // m/s: of the mover
} cr_body_now;
void cr_body_see(const cr_world *w, int body, double time, cr_body_now *view);

// ---- pair.c
// The index of a pair of parts, a < b; -1: there is none yet.
int cr_pair_find_index(const cr_world *w, int a, int part_a, int b, int part_b);
// A new one; -1: no memory.
int cr_pair_add(cr_world *w, int a, int part_a, int b, int part_b, cr_error *error);
// Whether two parts cannot touch within a step h, by what their bodies' bounds say.
bool cr_parts_far(const cr_world *w, const cr_body_now *a, int part_a, const cr_body_now *b, int part_b,
                  double h);
// Finds the touch points of a pair at a moment, which of them are rows for a step h, and how long the step
// may be for them.
cr_status cr_pair_meet(cr_world *w, cr_pair *pair, const cr_body_now *a, const cr_body_now *b, double h,
                       cr_error *error);

// The velocity of a rigid body at a point of space.
cr_vec cr_body_velocity(const cr_body_now *body, cr_vec point);
// Gap of a point with the bending of both bodies, and the velocity of a against b there.
double cr_point_gap(const cr_pair *pair, const cr_body_now *a, const cr_body_now *b, cr_point_memory *m,
                    cr_vec *speed);
// The poses of the two forms when their bodies are there, moved by what modes have bent them.
void cr_pair_poses(const cr_pair *pair, const cr_body *a, const cr_pose *at_a, const cr_body *b,
                   const cr_pose *at_b, cr_meeting *meeting);
// A touch point on a (end 0) or b (end 1), in space, where it was before modes moved the form.
cr_vec cr_pair_unbent(const cr_pair *pair, const cr_touch *touch, int end);

// ---- hand_over.c
// What the points of a pair bore that are no more: on a, the moment about the origin.
typedef struct cr_lost_load {
    int points;
    cr_vec force, moment;
} cr_lost_load;
void cr_lost_load_add(cr_lost_load *lost, const cr_point_memory *point);
// Gives it to the points that there are now, if the pair stands still.
void cr_pair_hand_over(cr_world *w, cr_pair *pair, const cr_body_now *a, const cr_body_now *b, double h,
                       const cr_lost_load *lost);

// ---- turning.c
bool cr_pair_turns(const cr_world *w, cr_pair *pair, const cr_body_now *a, const cr_body_now *b, double h);

// ---- group.c
// Memory of a group, whose points are not set. False: none.
bool cr_group_take(const cr_world *w, cr_group *g, int members, int points, int joints);
// A step of a new group, with a length of at most h.
cr_status cr_group_step(cr_world *w, cr_group *g, double h, cr_error *error);
// Ends a step at t1: books, memories, sink; its members are ready.
cr_status cr_group_finish(cr_world *w, cr_group *g, const cr_world_sink *sink, cr_error *error);
void cr_group_wake(cr_world *w, cr_group *g, double time);
// Cuts a running step at a time: the hold is solved anew for the shorter step.
cr_status cr_group_cut(cr_world *w, cr_group *g, double time, cr_error *error);

// ---- visit.c
// Finds the contacts of all bodies that are ready at a time, and makes ready whom they meet.
cr_status cr_world_visit_ready(cr_world *w, double time, const cr_world_sink *sink, cr_error *error);
// Puts a body that stands still into the tree of boxes.
void cr_world_place(cr_world *w, int body);

// ---- islands.c
// Unites the bodies that are ready and touch; the lowest body of an island then.
void cr_world_connect(cr_world *w);
int cr_world_island(cr_world *w, int body);
// Begins steps of all bodies that are ready at a time, and of whom they meet.
cr_status cr_world_begin_steps(cr_world *w, double time, const cr_world_sink *sink, cr_error *error);

// ---- adapt.c
double cr_mover_wish(const cr_world *w, int body); // the longest step that it may take
bool cr_group_raise(cr_world *w, cr_group *g);     // modes that this step wakes: true, it must be shorter
void cr_mover_lower(cr_world *w, int body, double time);
void cr_mover_squeak(cr_world *w, int body, double time); // as long as friction feeds a mode, and a little on
bool cr_group_calm(cr_world *w, cr_group *g);             // it may sleep

// ---- queue.c: running bodies by the end of their steps.
void cr_queue_put(cr_world *w, int body);
void cr_queue_remove(cr_world *w, int body);

#endif
