#include "io/sound/source.h"
#include "io/sound/click.h"
#include "io/sound/ring.h"

struct cr_sound_source {
    cr_sound_ring *ring;   // NULL: it has no modes
    cr_sound_click *click; // NULL: it does not move
};

cr_sound_source *cr_sound_source_new(const cr_sound_pass_def *def, int body, const cr_sound_point *points,
                                     int point_count, cr_arena *arena, cr_error *error) {
    const cr_record_body *about = &cr_record_reader_head(def->motion)->body[body];
    cr_sound_source *source = cr_arena_take(arena, 1, sizeof *source);
    if (!source) {
        cr_fail(error, CR_ERR_MEMORY, "sound", "no memory for the sound of a body");
        return NULL;
    }
    *source = (cr_sound_source){0};
    if (def->body[body].def->modes) {
        source->ring = cr_sound_ring_new(def, body, points, point_count, arena, error);
        if (!source->ring) return NULL;
    }
    if (def->sound.clicks && about->mass < HUGE_VAL) {
        source->click = cr_sound_click_new(def, body, points, point_count, arena, error);
        if (!source->click) return NULL;
    }
    return source;
}

void cr_sound_source_begin(cr_sound_source *source, double time, const cr_body_state *bodies) {
    if (source->ring) cr_sound_ring_begin(source->ring, time, bodies);
    if (source->click) cr_sound_click_begin(source->click, time, bodies);
}

cr_status cr_sound_source_contact(cr_sound_source *source, const cr_sound_contact *contact, cr_error *error) {
    cr_status status = CR_OK;
    if (source->ring) status = cr_sounder_contact(cr_sound_ring_sounder(source->ring), contact, error);
    double impulse =
        cr_vec_length(contact->impulse) + cr_vec_length(contact->force) * (contact->t1 - contact->t0);
    if (source->click && status == CR_OK)
        cr_clicker_face(cr_sound_click_clicker(source->click), contact->normal, impulse);
    cr_sound_contact blow = *contact; // its force is part of what cr_sound_source_carry is told
    blow.force = (cr_vec){0};
    if (source->click && status == CR_OK)
        status = cr_clicker_contact(cr_sound_click_clicker(source->click), &blow, error);
    return status;
}

cr_status cr_sound_source_carry(cr_sound_source *source, const cr_sound_contact *all, cr_error *error) {
    return source->click ? cr_clicker_contact(cr_sound_click_clicker(source->click), all, error) : CR_OK;
}

cr_status cr_sound_source_push(cr_sound_source *source, unsigned key, cr_vec at, cr_vec direction,
                               const double force[CR_SOUND_BLOCK], cr_error *error) {
    cr_status status = CR_OK;
    if (source->click) cr_clicker_push(cr_sound_click_clicker(source->click), direction, force);
    if (source->ring)
        status = cr_sounder_push(cr_sound_ring_sounder(source->ring), key, at, direction, force, error);
    return status == CR_ERR_UNSUPPORTED ? CR_OK : status;
}

void cr_sound_source_shift(cr_sound_source *source, cr_vec force, const double share[CR_SOUND_BLOCK]) {
    if (source->click) cr_clicker_push(cr_sound_click_clicker(source->click), force, share);
}

void cr_sound_source_sleep(cr_sound_source *source, int number, double from, double until) {
    if (source->ring) cr_sounder_extend(cr_sound_ring_sounder(source->ring), number, from, until);
}

void cr_sound_source_run(cr_sound_source *source, int part, double end, const cr_body_state *bodies) {
    if (source->ring && part == 0) cr_sound_ring_run(source->ring, end, bodies);
    if (source->click && part == 1) cr_sound_click_run(source->click, end, bodies);
}

void cr_sound_source_send(cr_sound_source *source, cr_heard *const *heard) {
    if (source->ring) cr_sound_ring_send(source->ring, heard);
    if (source->click) cr_sound_click_send(source->click, heard);
}

const cr_sounder *cr_sound_source_sounder(const cr_sound_source *source) {
    return source->ring ? cr_sound_ring_sounder(source->ring) : NULL;
}

double cr_sound_source_energy(const cr_sound_source *source) {
    return source->ring ? cr_sound_ring_energy(source->ring) : 0.0;
}
