// Contacts between masses, walls and modal objects: the force is linear in time inside the step (psi-FOH),
// and the step is divided while a contact is short. Bodies that touch move as resonators; contacts and
// friction that share a body form a group, which is solved together.
#ifndef CAROM_NETWORK_TOUCH_H
#define CAROM_NETWORK_TOUCH_H

#include "base/array.h"
#include "base/skyline.h"
#include "network/bristle.h"
#include "network/end.h"
#include "scheme/foh_fast.h"
#include "surface/track.h"

// A contact is watched for so many samples before it may close and after it opened; a closed one is looked
// at again after so many. On a moving rough surface contacts come and go: the finest steps that one of the
// last so many samples asked for are kept, so that neither the load nor the step goes up and down with each
// of them.
enum { CR_TOUCH_LOOK_AHEAD = 3, CR_TOUCH_HOLD = 4, CR_TOUCH_REVIEW = 64, CR_TOUCH_STAY = 2048 };
// Contact times are known at speeds of 2^-20, 2^-18, ... 2^10 m/s.
enum { CR_TOUCH_TIMES = 16, CR_TOUCH_SLOWEST = -20 };
// What a contact at rest feels of its bodies is known below 2^5, 2^6, ... 2^20 rad/s.
enum { CR_TOUCH_OCTAVES = 16, CR_TOUCH_LOWEST = 5 };
#define CR_LOG_TWO 0.693147180559945309417

// A law with its series (foh_fast.h): contacts alike share one, which stays in the cache.
typedef struct cr_touch_law {
    cr_law law;
    cr_foh_series series;
    double viscous[CR_LEVELS]; // mu/h
} cr_touch_law;

// Of a contact, what most steps do not read.
typedef struct cr_touch_cold {
    cr_track track;                 // what the surface brings in, if it is rough
    double octaves[CR_TOUCH_TIMES]; // log2 of the contact time in samples, by speed
    double felt[CR_TOUCH_OCTAVES];  // 1/mass of what moves as a whole and of the modes below an octave's end
    double brought, brought_moment; // parts of `reach` and `moment` that the surface brings
    double agility;                 // 1/(mass that a short blow feels)
    double pull, pulled_from;       // of a mass off its centre [N], and the way it began from [m]
    int stay;                       // samples for which its level does not fall, if it is tracked
} cr_touch_cold;

// The taps of a contact or friction: the depth or way grows with the displacement of `a`, and falls with that
// of `b`. NULL: there is a wall, or nothing.
typedef struct cr_taps {
    cr_tap *a, *b;
} cr_taps;

// What every step reads and writes comes first; eight lines of the cache.
typedef struct cr_touch {
    double psi, depth;
    int level;    // length of step that it asks for
    int hold;     // samples for which it still asks
    double reach; // of the coming step without the forces of the group, and `moment`
    const cr_touch_law *known;
    double moment;
    double a, b; // force of the step

    cr_taps taps;
    double gap;
    double wall;     // part of `reach` that walls bring
    double force;    // mean over the last sample [N]
    int point_level; // for which `point` and `predictor` were computed; -1: not at all
    int end_count;
    bool struck;   // its blow is inside the present sample, which then has no other force of it
    bool can_blow; // the law has a closed rebound
    bool rests;    // it has been closed since it was looked at before, or from the start
    bool tracked;  // there is a track: it is rough, or moves along
    bool walls;    // one of its ends is a wall

    cr_foh_point point; // of the present depth, while the contact is closed
    cr_foh_predictor predictor;
    cr_foh_response response[CR_LEVELS];
    cr_foh_base base;

    double soon; // depth by the way of the last step
    double lost; // since the start [J]
    cr_touch_cold *cold;
    cr_end *end;
} cr_touch;
static_assert(sizeof(void *) < 8 || sizeof(cr_touch) % CR_CACHE_LINE == 0,
              "contacts side by side begin a line each");

// Friction between two ends that are pressed together by a touch or by a given force.
typedef struct cr_rub {
    cr_taps taps;
    double reach;
    double brought; // part of `reach` that comes from outside
    double force;   // of the step; opposes the motion of a against b [N]
    double bend;    // change of `bristle` in the step
    double bristle;
    int touch;  // that presses; -1: `normal` does
    bool walls; // one of its ends is a wall

    double lost;
    double stiffness, damping;
    double normal;   // N
    double velocity; // m/s, of end a against end b, brought in from outside
    cr_bristle_law law;

    cr_end end[2];
    int end_count;
} cr_rub;

static inline cr_bristle cr_rub_bristle(const cr_rub *r, const cr_touch *pressing, double h) {
    return (cr_bristle){&r->law, r->stiffness, r->damping, pressing ? cr_max(pressing->a, 0.0) : r->normal,
                        h};
}

// One friction alone: its force, and the change of its bend.
static inline void cr_rub_step(cr_rub *r, const cr_bristle *b, double reach, double compliance) {
    cr_bristle_outcome o = cr_bristle_step(b, r->bristle, reach, compliance);
    r->force = o.force;
    r->bend = o.bend;
}

// Coupling of two members of a group, by level.
typedef struct cr_touch_pair {
    double c, e, m;
} cr_touch_pair;

// Root L of the slope H of a contact (touch_solve.c), by rows; e = L^-1 G; rest = 1 - |e|^2/2.
typedef struct cr_touch_root {
    double l00, l10, l11;
    double e0, e1, rest;
} cr_touch_root;

typedef struct cr_touch_group cr_touch_group;

// What the step of a contact alone needs, close together: its bodies, with the coefficients of the present
// level of those that have one tap and one motion, free (`light`) or on a spring (`sprung`).
typedef enum cr_solo_kind { CR_SOLO_WALL, CR_SOLO_LIGHT, CR_SOLO_SPRUNG, CR_SOLO_MODES } cr_solo_kind;
typedef struct cr_solo_light {
    double h, kept, half, sixth; // of cr_mode_table: rigid
    double gravity, phi;
    cr_tap_glide glide;
} cr_solo_light;
typedef struct cr_solo_sprung {
    double *p, *r;                              // the state
    double a, b, m11, m12, m22, lost_r, lost_p; // of kernels.h
} cr_solo_sprung;
typedef struct cr_solo_side {
    cr_resonator *body; // NULL: a wall
    cr_tap *tap;
    cr_solo_kind kind;
    double c, e; // of cr_tap_pair; of bodies with one motion
    union {
        cr_solo_light light;
        cr_solo_sprung sprung;
    } of;
} cr_solo_side;
typedef struct cr_solo cr_solo;
typedef void cr_solo_stepper(cr_network *network, cr_solo *solo);
struct cr_solo {
    cr_solo_stepper *step; // NULL: the group is none, and the rest is not filled
    cr_touch *touch;
    cr_touch_group *group;
    int level; // that of the group
    bool walls;
    cr_solo_side side[2]; // that of a, with which the depth grows, and that of b
};

// Frictions of a group: who moves whom, and work space. Contacts that are solved first let each friction move
// any other; without them a row of frictions is as sparse as a row of contacts.
typedef struct cr_rub_space {
    cr_pattern pattern;
    double *mobility[CR_LEVELS]; // way per force, by the entries of the pattern
    double *compliance;          // likewise, once the contacts have answered
    bool sparse;                 // `lower` and `upper` within the skyline; else `matrix`
    cr_skyline skyline;
    double *lower, *upper, *matrix; // work space of Newton's method
    double *reach, *way, *force, *slope, *rest, *change;
    bool *idle; // none is
    int *order;
    cr_bristle_curve *curve;
} cr_rub_space;

// Members: the contacts that are always there, then those of mallets, from touch_room on frictions. Members
// beyond the `fixed` are coupled with any other.
struct cr_touch_group {
    int touch_count, rub_count, body_count, input_count;
    int fixed, touch_room, members; // contacts that are always there, room for contacts, and for all
    int *touches, *rubs;
    int *inputs; // forces held on its bodies
    cr_resonator **movers;
    int level;
    cr_solo *solo;    // for one contact without friction, when nothing else acts on its bodies
    bool pulled;      // a mass off its centre rolls in it
    bool meets;       // one of its bodies meets the three-level clock
    bool written_out; // one contact and one friction: while no mallet joins, touch_pressed.c solves them
    double done;      // share of the sample
    // Coupling, by level: of the fixed contacts with each other by the entries of the pattern; of the others
    // with all, by rows of length `members`; and of the fixed contacts with the others, by rows of length
    // members - fixed.
    cr_pattern pattern;
    cr_touch_pair *pairs[CR_LEVELS], *others[CR_LEVELS], *with_others[CR_LEVELS];
    // work space of the common solve, 2 numbers per touch
    cr_skyline skyline;
    double *lower, *upper, *free, *drive, *way, *response;
    bool *idle;    // of these numbers: no force
    bool *dropped; // contacts that would pull
    cr_foh_shape *shape;
    cr_touch_root *root;
    cr_rub_space friction;
};

// Coupling of two members of which one at least is not fixed.
static inline cr_touch_pair *cr_touch_other_pair(const cr_touch_group *g, int level, int i, int j) {
    if (i >= g->fixed) return &g->others[level][(i - g->fixed) * g->members + j];
    return &g->with_others[level][i * (g->members - g->fixed) + j - g->fixed];
}

// The first octave that ends above w [rad/s].
static inline int cr_touch_octave(double w) {
    int above = 0; // w < 2^above
    frexp(w, &above);
    int octave = above - CR_TOUCH_LOWEST;
    return octave < 0 ? 0 : octave < CR_TOUCH_OCTAVES ? octave : CR_TOUCH_OCTAVES - 1;
}

// How much deeper the walls of a contact move in the coming sample [m].
static inline double cr_touch_wall_way(const cr_touch *t) {
    double sum = 0.0;
    if (!t->walls) return sum;
    for (int k = 0; k < t->end_count; k++)
        if (!t->end[k].body) sum += t->end[k].sign * t->end[k].element->d_next[0];
    return sum;
}

// Where its walls are, a share of the sample after its start, as part of the depth [m].
static inline double cr_touch_wall_place(const cr_touch *t, double done) {
    double at = 0.0;
    if (!t->walls) return at;
    for (int k = 0; k < t->end_count; k++) {
        const cr_element *wall = t->end[k].element;
        if (!t->end[k].body) at += t->end[k].sign * (wall->u[0] + done * wall->d_next[0]);
    }
    return at;
}

// How much farther its bodies move in the coming step without forces, and the first moment of that [m].
static inline double cr_taps_travel(cr_taps t) {
    return (t.a ? t.a->travel : 0.0) - (t.b ? t.b->travel : 0.0);
}
static inline double cr_taps_moment(cr_taps t) {
    return (t.a ? t.a->moment : 0.0) - (t.b ? t.b->moment : 0.0);
}

// Whether `soon` is the depth to rounding: the place of the ends is found later than the way of the step.
static inline bool cr_touch_is_soon(const cr_touch *t) {
    return fabs(t->soon - t->depth) <= 1e-9 * t->depth;
}

// What the next force needs of the present depth, which must be above zero and is `depth` to rounding.
void cr_touch_learn(cr_touch *touch, int level, double change);
CR_FOH_INLINE void cr_touch_know(cr_touch *t, int level, double depth) {
    const cr_foh_series *s = &t->known->series;
    double elastic = cr_foh_elastic(&t->known->law, s, &t->base, depth);
    double change = cr_foh_point_move(s, &t->point, depth, elastic, t->psi);
    if (level != t->point_level || !cr_foh_is_calm(&t->predictor, &t->point, change, t->psi))
        cr_touch_learn(t, level, change);
    t->point.depth = t->depth;
}
// The same at the depth itself.
void cr_touch_know_hard(cr_touch *touch, int level);

static inline bool cr_touch_knows(const cr_touch *t, int level) {
    return t->point_level == level && t->point.depth == t->depth && t->depth > 0.0;
}

// Force of a contact that is solved alone, from its reach and moment; the second function for one that moves
// far, or of which nothing is known yet.
cr_foh_force cr_touch_solve_hard(cr_touch *touch, int level);
CR_FOH_INLINE void cr_touch_solve_alone(cr_touch *t, int level, bool book) {
    cr_foh_force f;
    if (!cr_touch_knows(t, level) || !cr_foh_near_step(&t->known->series, &t->response[level], &t->point,
                                                       &t->predictor.now, t->reach, t->moment, &t->psi, &f))
        f = cr_touch_solve_hard(t, level);
    t->a = f.a;
    t->b = f.b;
    t->soon = t->depth + f.travel;
    if (book) t->lost += f.loss;
}

// The law of contacts of a network with steps of h.
cr_touch_law cr_touch_law_of(const cr_law *law, double h);
// A new contact without ends or law, with its cold part; NULL when there is no memory.
cr_touch *cr_touch_take(cr_network *network);
// A contact that is as new, with this law, which must outlive it.
void cr_touch_clear(cr_touch *touch, const cr_touch_law *law);
// All contacts side by side, then their ends, then their cold parts; false when there is no memory.
bool cr_touches_gather(cr_network *network);
// The taps at these ends, once the bodies have them; whether one of the ends is a wall.
cr_taps cr_ends_taps(const cr_end *ends, int count);
bool cr_ends_have_wall(const cr_end *ends, int count);
// The bodies of elements that touch or rub, with all their taps.
cr_status cr_network_make_movers(cr_network *network, cr_error *error);
// The groups of contacts and frictions on the bodies, with their couplings.
cr_status cr_network_find_groups(cr_network *network, cr_error *error);
// Contact i of a group, one that is not fixed, is coupled anew with all members.
void cr_touch_group_couple(const cr_network *network, cr_touch_group *group, int i);
// How contact i of the network answers its own force.
cr_touch_pair cr_touch_own_pair(const cr_network *network, int i, int level);
// The bodies, and the groups, ready to run.
cr_status cr_network_make_groups(cr_network *network, cr_error *error);
// A contact joins a group while it runs, at its level, or leaves it with its body `gone`, which no other has.
void cr_touch_group_join(cr_network *network, cr_touch_group *group, int touch);
void cr_touch_group_leave(cr_network *network, cr_touch_group *group, int touch, const cr_resonator *gone);
// The group that moves a body; NULL: none.
cr_touch_group *cr_touch_group_of(const cr_network *network, const cr_resonator *body);
// Depth from where its ends are; and with the energy that it then holds.
void cr_touch_measure(cr_touch *touch);
void cr_touch_restart(cr_touch *touch);
// One sample of a group.
void cr_touch_group_step(cr_network *network, cr_touch_group *group);
// Makes a group of one contact ready for solo->step, which is the same, faster.
void cr_touch_solo_prepare(cr_network *network, cr_touch_group *group);
// How finely the coming sample is divided; its blows.
void cr_touch_begin(cr_network *network, cr_touch_group *group);
// The steps of the sample that was begun.
void cr_touch_go_on(cr_network *network, cr_touch_group *group);
// Forces of one step of a group with several members, into touches and rubs.
void cr_touch_group_solve(cr_network *network, cr_touch_group *group);
// The same for one fixed contact and one friction.
void cr_touch_pressed_solve(cr_network *network, cr_touch_group *group);
// Its work space for frictions, whose pattern is known; false when there is no memory.
bool cr_touch_friction_take(cr_touch_group *group, cr_arena *arena);
// Forces and bends of its frictions from their compliance and reach.
void cr_touch_friction_solve(cr_network *network, cr_touch_group *group);

#endif
