#include "io/sound/spread.h"

#include "base/array.h"

#include <string.h>

typedef struct held {
    unsigned key;
    int other;
    cr_sound_contact contact;
} held;

// One body: the step that is being told, and the forces of the one before.
typedef struct member {
    CR_ARRAY(held) now;
    CR_ARRAY(held) before;
    double ended; // s: the end of the step before
} member;

struct cr_sound_spread {
    const cr_sound_pass_def *def;
    cr_sound_source *const *source;
    cr_sound_outcome *outcome;
    cr_arena *arena;
    int bodies;
    member *member; // NULL: contacts are told as they come
    CR_ARRAY(cr_spread_contact) points;
    cr_redistribution *scratch;
    int room; // contacts of the scratch
};

cr_sound_spread *cr_sound_spread_new(const cr_sound_pass_def *def, cr_sound_source *const *source,
                                     cr_sound_outcome *outcome, cr_arena *arena, cr_error *error) {
    cr_sound_spread *s = cr_arena_take(arena, 1, sizeof *s);
    int bodies = cr_record_reader_head(def->motion)->bodies;
    member *members =
        s && def->sound.redistribute ? cr_arena_take(arena, (size_t)bodies, sizeof *members) : NULL;
    if (!s || (def->sound.redistribute && !members)) {
        cr_fail(error, CR_ERR_MEMORY, "sound", "no memory for the contacts of %d bodies", bodies);
        return NULL;
    }
    *s = (cr_sound_spread){.def = def,
                           .source = source,
                           .outcome = outcome,
                           .arena = arena,
                           .bodies = bodies,
                           .member = members};
    for (int i = 0; members && i < bodies; i++) members[i].ended = CR_NAN;
    return s;
}

static cr_status tell(const cr_sound_spread *s, int body, const cr_sound_contact *contact, cr_error *error) {
    s->outcome->contacts++;
    return cr_sound_source_contact(s->source[body], contact, error);
}

// --- redistribution -------------------------------------------------------------------------------------

static cr_status no_memory(cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, "sound", "no memory to redistribute impulses");
}

static cr_vec tangential(const cr_sound_contact *c, double *normal) {
    *normal = cr_vec_dot(c->force, c->normal);
    return cr_vec_along(c->force, -*normal, c->normal);
}

// The friction that the bodies say, or what a contact has.
static cr_spread_contact point_of(const cr_sound_spread *s, int body, const held *h) {
    const cr_sound_contact *c = &h->contact;
    cr_spread_contact p = {.at = c->at, .normal = c->normal};
    p.rubbed = tangential(c, &p.pressed);
    double rubs = cr_vec_length(p.rubbed);
    p.friction = 1.05 * sqrt(s->def->body[body].def->grip.rest * s->def->body[h->other].def->grip.rest);
    if (p.pressed > 0.0) p.friction = fmax(p.friction, 1.05 * rubs / p.pressed);
    return p;
}

// What the point had in the step before, if that was just before.
static void recall(const member *m, const held *h, cr_spread_contact *p) {
    if (h->contact.t0 > m->ended + 1e-9) return;
    for (int i = 0; i < m->before.count; i++) {
        const held *b = &m->before.items[i];
        if (b->key != h->key || b->other != h->other) continue;
        cr_vec rubbed = tangential(&b->contact, &p->before);
        p->rubbed_before = rubbed;
    }
}

static cr_status room_for(cr_sound_spread *s, int count, cr_error *error) {
    while (s->points.count < count)
        if (!CR_ARRAY_ADD(&s->points, s->arena)) return no_memory(error);
    if (s->room >= count) return CR_OK;
    s->room = 2 * count;
    s->scratch = cr_redistribution_new(s->room, s->arena, error);
    return s->scratch ? CR_OK : error->status;
}

// Forces that pull or points alone stay as they are.
static cr_status redistribute(cr_sound_spread *s, int body, member *m, cr_error *error) {
    int count = m->now.count;
    bool fine = count > 1;
    cr_status status = fine ? room_for(s, count, error) : CR_OK;
    for (int i = 0; status == CR_OK && fine && i < count; i++) {
        s->points.items[i] = point_of(s, body, &m->now.items[i]);
        recall(m, &m->now.items[i], &s->points.items[i]);
        fine = s->points.items[i].pressed >= 0.0;
    }
    if (status != CR_OK || !fine || !cr_redistribute(s->scratch, s->points.items, count)) return status;
    for (int i = 0; i < count; i++) {
        cr_sound_contact *c = &m->now.items[i].contact;
        const cr_spread_contact *p = &s->points.items[i];
        c->force = cr_vec_along(p->rubbed, p->pressed, c->normal);
    }
    return CR_OK;
}

static cr_status end_step(cr_sound_spread *s, int body, cr_error *error) {
    member *m = &s->member[body];
    if (m->now.count == 0) return CR_OK;
    cr_status status = redistribute(s, body, m, error);
    for (int i = 0; status == CR_OK && i < m->now.count; i++)
        status = tell(s, body, &m->now.items[i].contact, error);
    m->before.count = 0;
    for (int i = 0; status == CR_OK && i < m->now.count; i++) {
        held *kept = CR_ARRAY_ADD(&m->before, s->arena);
        if (kept) *kept = m->now.items[i];
        else status = no_memory(error);
    }
    m->ended = m->now.items[0].contact.t1;
    m->now.count = 0;
    return status;
}

cr_status cr_sound_spread_contact(cr_sound_spread *s, int body, int other, unsigned key,
                                  const cr_sound_contact *contact, cr_error *error) {
    if (!s->source[body]) return CR_OK;
    if (!s->member || other < 0 || !s->def->body[body].def->modes) return tell(s, body, contact, error);
    member *m = &s->member[body];
    const cr_sound_contact *first = m->now.count ? &m->now.items[0].contact : contact;
    cr_status status = CR_OK;
    if (first->t0 != contact->t0 || first->t1 != contact->t1) status = end_step(s, body, error);
    held *h = status == CR_OK ? CR_ARRAY_ADD(&m->now, s->arena) : NULL;
    if (h) *h = (held){key, other, *contact};
    return h || status != CR_OK ? status : no_memory(error);
}

cr_status cr_sound_spread_end(cr_sound_spread *s, cr_error *error) {
    cr_status status = CR_OK;
    for (int i = 0; s->member && i < s->bodies && status == CR_OK; i++) status = end_step(s, i, error);
    return status;
}
