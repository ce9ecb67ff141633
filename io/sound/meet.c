#include "io/sound/meet.h"

#include "base/array.h"

// Bodies of the same matter that give way alike.
typedef struct kind {
    cr_material material;
    bool large; // fixed and without modes: vibrations go into it and do not come back
} kind;

struct cr_sound_meet {
    const cr_sound_pass_def *def;
    const cr_record_head *head;
    int *kind_of; // by body
    CR_ARRAY(kind) kinds;
    cr_sound_pair *pair; // [kind of the body][kind of the other]
};

static kind kind_of(const cr_sound_body *body) {
    const cr_body_def *def = body->def;
    kind k = {.material = {.name = "",
                           .density = def->density,
                           .young = def->young,
                           .poisson = def->poisson,
                           .rayleigh_mass = CR_NAN,
                           .rayleigh_stiff = CR_NAN,
                           .contact_damping = CR_NAN,
                           .loss = CR_NAN,
                           .source = ""},
              .large = def->fixed && !def->modes};
    if (body->material) k.material = *body->material;
    return k;
}

static bool same(const kind *a, const kind *b) {
    const cr_material *x = &a->material, *y = &b->material;
    return a->large == b->large && x->name == y->name && x->young == y->young && x->density == y->density &&
           x->poisson == y->poisson;
}

static int find_kind(cr_sound_meet *meet, const kind *wanted, cr_arena *arena) {
    for (int i = 0; i < meet->kinds.count; i++)
        if (same(&meet->kinds.items[i], wanted)) return i;
    kind *added = CR_ARRAY_ADD(&meet->kinds, arena);
    if (!added) return -1;
    *added = *wanted;
    return meet->kinds.count - 1;
}

static cr_sound_pair pair_of(const kind *body, const kind *other) {
    const cr_material *m = &other->material;
    const cr_sound_support block = {CR_SOUND_SUPPORT_BLOCK, m->young, m->density, m->poisson, 0.0};
    return cr_sound_pair_of(&body->material, m, other->large ? &block : NULL);
}

cr_sound_meet *cr_sound_meet_new(const cr_sound_pass_def *def, cr_arena *arena, cr_error *error) {
    const cr_record_head *head = cr_record_reader_head(def->motion);
    cr_sound_meet *meet = cr_arena_take(arena, 1, sizeof *meet);
    int *kinds = cr_arena_take(arena, (size_t)head->bodies, sizeof *kinds);
    bool memory = meet && kinds;
    if (memory) *meet = (cr_sound_meet){.def = def, .head = head, .kind_of = kinds};
    for (int i = 0; memory && i < head->bodies; i++) {
        kind k = kind_of(&def->body[i]);
        kinds[i] = find_kind(meet, &k, arena);
        memory = kinds[i] >= 0;
    }
    size_t count = memory ? (size_t)meet->kinds.count : 0;
    if (memory) meet->pair = cr_arena_take(arena, count * count, sizeof *meet->pair);
    if (!memory || !meet->pair) {
        cr_fail(error, CR_ERR_MEMORY, "sound", "no memory for the matter of %d bodies", head->bodies);
        return NULL;
    }
    for (size_t i = 0; i < count * count; i++)
        meet->pair[i] = pair_of(&meet->kinds.items[i / count], &meet->kinds.items[i % count]);
    return meet;
}

// The radius of a ball with the same moments: I = 2/5 m r^2 on average.
static double size_of(const cr_record_body *body) {
    const double *i = body->inertia;
    return body->mass < HUGE_VAL ? sqrt(5.0 / 6.0 * (i[0] + i[1] + i[2]) / body->mass) : HUGE_VAL;
}

double cr_sound_meet_radius(const cr_sound_meet *meet, const cr_world_contact *contact) {
    const double largest = 1.0; // m: what two fixed bodies count as
    double radius = contact->curvature > 0.0 ? fmin(largest, 1.0 / contact->curvature) : largest;
    radius = fmin(radius, size_of(&meet->head->body[contact->a]));
    return fmin(radius, size_of(&meet->head->body[contact->b]));
}

double cr_sound_meet_mass(const cr_sound_meet *meet, const cr_world_contact *contact, const cr_quat turn[2]) {
    const int index[] = {contact->a, contact->b};
    const cr_vec at[] = {contact->on_a, contact->on_b};
    double lightness = 0.0;
    for (int i = 0; i < 2; i++) {
        const cr_record_body *body = &meet->head->body[index[i]];
        cr_vec normal = cr_quat_back(turn[i], contact->normal);
        lightness += 1.0 / cr_sound_effective_mass(body->mass, body->inertia, at[i], normal);
    }
    return lightness > 0.0 ? 1.0 / lightness : HUGE_VAL;
}

const cr_sound_pair *cr_sound_meet_pair(const cr_sound_meet *meet, int body, int other) {
    return &meet->pair[meet->kind_of[body] * meet->kinds.count + meet->kind_of[other]];
}

// By Hertz's law.
static double duration_of(const cr_sound_meet *meet, const cr_world_contact *contact, const cr_quat turn[2],
                          double modulus, double radius) {
    const double hertz = 1.5;
    const cr_sound_body *body = meet->def->body;
    double impulse = cr_vec_dot(contact->impulse, contact->normal),
           back = body[contact->a].def->restitution * body[contact->b].def->restitution;
    if (!(impulse > 0.0)) return 0.0;
    return cr_sound_duration(cr_hertz_stiffness_ellipse(modulus, radius, radius), hertz,
                             cr_sound_meet_mass(meet, contact, turn), back, impulse);
}

void cr_sound_meet_contact(const cr_sound_meet *meet, const cr_world_contact *contact, const cr_quat turn[2],
                           cr_sound_contact on[2]) {
    const cr_sound_pair *pair[] = {cr_sound_meet_pair(meet, contact->a, contact->b),
                                   cr_sound_meet_pair(meet, contact->b, contact->a)};
    double radius = cr_sound_meet_radius(meet, contact), load = cr_vec_dot(contact->force, contact->normal),
           duration = meet->def->sound.contact_time
                          ? duration_of(meet, contact, turn, pair[0]->modulus, radius)
                          : 0.0;
    for (int i = 0; i < 2; i++) {
        on[i] = cr_sound_contact_of(contact, i == 0, turn[i]);
        on[i].duration = duration;
        on[i].before = contact->t0 <= meet->head->start;
        on[i].pair = pair[i];
        if (contact->curvature > 0.0 && load > 0.0)
            on[i].stiffness = cr_sound_stiffness_point(pair[i]->modulus, radius, load);
    }
}
