#include "io/render/mixdown.h"

bool cr_mixdown_begin(cr_mixdown *m, cr_arena *arena) {
    m->channels = m->def->mono ? 1 : m->heard;
    m->finite = true;
    return cr_render_tail_plan(&m->tail, m->def, m->channels, m->frames_most, arena);
}

// Follows the peak, and for how long the sound has been 80 dB below it.
static void listen(cr_mixdown *m, const double *frame, int frames) {
    for (int i = 0; i < frames; i++) {
        double level = 0.0;
        for (int c = 0; c < m->channels; c++) {
            double sample = frame[i * m->channels + c];
            m->finite = m->finite && isfinite(sample);
            level = fmax(level, fabs(sample));
        }
        m->peak = fmax(m->peak, level);
        bool heard = m->peak > 0.0;
        m->quiet = heard && level < CR_RENDER_QUIET * m->peak ? m->quiet + 1 : 0;
    }
}

static cr_status pass_on(cr_mixdown *m, const double *frame, int frames, cr_error *error) {
    listen(m, frame, frames);
    m->frames += frames;
    return m->finite ? m->take(m->context, frame, frames, error) : CR_OK;
}

// What belongs to the end waits there.
cr_status cr_mixdown_add(cr_mixdown *m, double *block, int frames, cr_error *error) {
    long long taken = m->frames + m->tail.kept, left = m->frames_most - taken, early = m->tail.first - taken;
    if (frames > left) frames = (int)left;
    cr_render_fold_add(&m->fold, block, frames, m->heard);
    if (m->def->mono) cr_render_mix(block, frames, m->heard);
    int first = early < 0 ? 0 : early < frames ? (int)early : frames;
    cr_render_tail_keep(&m->tail, block + (size_t)first * (size_t)m->channels, frames - first);
    return pass_on(m, block, first, error);
}

cr_status cr_mixdown_end(cr_mixdown *m, cr_error *error) {
    if (cr_render_tail_fade(&m->tail, m->peak)) m->faded = (double)m->tail.frames / m->def->rate;
    return pass_on(m, m->tail.sample, m->tail.kept, error);
}
