#include "io/record/pieces.h"

#include <math.h>
#include <stddef.h>

typedef struct division {
    double start, width; // of a piece, s
    cr_record_piece *piece;
    int count;
    int *awake; // modes of each body
    int awake_sum;
    int last; // piece in which a step ended last
} division;

static int piece_at(const division *d, double time) {
    return (int)fmin(fmax((time - d->start) / d->width, 0.0), d->count - 1.0);
}

// The part of [t0, t1] in each piece, over its width.
static void spread(const division *d, double t0, double t1, size_t member) {
    for (int i = piece_at(d, t0); i <= piece_at(d, t1); i++) {
        double from = d->start + i * d->width;
        double inside = fmin(t1, from + d->width) - fmax(t0, from);
        if (inside > 0.0) *(double *)((char *)&d->piece[i] + member) += inside / d->width;
    }
}

static void take_motion(division *d, const cr_world_motion *m) {
    int at = piece_at(d, m->t1);
    cr_record_piece *p = &d->piece[at];
    while (d->last < at) d->piece[++d->last].modes = d->awake_sum;
    d->awake_sum += m->awake - d->awake[m->body];
    d->awake[m->body] = m->awake;
    p->modes = fmax(p->modes, d->awake_sum);
    if (m->t1 > m->t0) {
        p->least = fmin(p->least, m->t1 - m->t0);
        p->greatest = fmax(p->greatest, m->t1 - m->t0);
    }
    spread(d, m->t0, m->t1, offsetof(cr_record_piece, bodies));
}

static void take_energy(const division *d, double time, const cr_world_energy *e) {
    const double numbers[CR_PIECE_ENERGIES] = {e->kinetic, e->potential, e->vibration, e->springs,
                                               e->impacts + e->friction + e->damping + e->dropped};
    for (int k = 0; k < CR_PIECE_ENERGIES; k++) d->piece[piece_at(d, time)].energy[k] = numbers[k];
}

static cr_status gather(division *d, cr_record_reader *reader, cr_error *error) {
    cr_record_item item = {0};
    cr_record_reader_rewind(reader);
    for (;;) {
        cr_status status = cr_record_reader_next(
            reader, CR_RECORD_MOTION | CR_RECORD_CONTACT | CR_RECORD_ENERGY, &item, error);
        if (status != CR_OK || item.kind == CR_RECORD_END) {
            cr_record_reader_rewind(reader);
            return status;
        }
        if (item.kind == CR_RECORD_MOTION) take_motion(d, &item.motion);
        else if (item.kind == CR_RECORD_ENERGY) take_energy(d, item.time, &item.energy);
        else spread(d, item.contact.t0, item.contact.t1, offsetof(cr_record_piece, points));
    }
}

cr_status cr_record_pieces(cr_record_reader *reader, double end, cr_record_piece *pieces, int count,
                           cr_arena *arena, cr_error *error) {
    const cr_record_head *head = cr_record_reader_head(reader);
    cr_arena_mark mark = cr_arena_here(arena);
    division d = {.start = head->start,
                  .width = fmax((end - head->start) / count, 1e-12),
                  .piece = pieces,
                  .count = count,
                  .awake = cr_arena_take(arena, (size_t)head->bodies, sizeof *d.awake)};
    if (!d.awake) return cr_fail(error, CR_ERR_MEMORY, "figures", "out of memory");
    for (int i = 0; i < count; i++) {
        pieces[i] = (cr_record_piece){.least = HUGE_VAL, .greatest = -HUGE_VAL};
        for (int k = 0; k < CR_PIECE_ENERGIES; k++) pieces[i].energy[k] = CR_NAN;
    }
    cr_status status = gather(&d, reader, error);
    while (d.last < count - 1) pieces[++d.last].modes = d.awake_sum;
    cr_arena_rewind(arena, mark);
    return status;
}
