#include "io/sound/line.h"

#include <string.h>

// The listener moves on while the sound is on its way: three rounds settle it to v^3/c^3 of the way.
cr_sound_sight cr_sound_look(const cr_sound_pass_def *def, const cr_sound_point *point, int body,
                             cr_vec place, double time, const cr_body_state *bodies) {
    const cr_pose *pose = &bodies[body].pose;
    cr_sound_place listener = cr_sound_point_at(point, def, time, bodies);
    cr_vec origin = cr_pose_out(pose, place), ear = listener.at, heard_from = origin;
    double ground = def->sound.ground;
    cr_sound_sight s = {0};
    for (int round = 0; round < 3; round++) {
        ear = cr_vec_along(listener.at, s.distance / CR_SOUND_SPEED, listener.velocity);
        if (point->mirrored) ear.z = 2.0 * ground - ear.z;
        s.distance = cr_vec_length(cr_vec_sub(ear, origin));
    }
    if (point->mirrored) heard_from.z = 2.0 * ground - origin.z;
    s.local = cr_pose_in(pose, ear);
    s.from = cr_quat_back(listener.turn, cr_vec_sub(heard_from, listener.at));
    return s;
}

double cr_sound_blend(const cr_sound_pass_def *def) {
    const double latest = 0.5e-3;
    if (!def->motion || !def->sound.contact_time) return 0.0;
    return fmin(latest, 0.5 * cr_record_reader_head(def->motion)->step);
}

cr_status cr_sound_line_make(cr_sound_line *line, const cr_sound_point *point, cr_arena *arena,
                             cr_error *error) {
    *line = (cr_sound_line){0};
    for (int side = 0; side < point->channels; side++) {
        line->travel[side] = cr_travel_new(arena, error);
        if (!line->travel[side]) return error->status;
        if (point->channels < 2) continue;
        line->fade[side] = cr_arena_take(arena, 1, sizeof *line->fade[side]);
        if (!line->fade[side]) return cr_fail(error, CR_ERR_MEMORY, "sound", "no memory for a head");
        memset(line->fade[side], 0, sizeof *line->fade[side]);
    }
    return CR_OK;
}

// When the sample CR_TRAVEL_LAG before the last one given is heard, on the clock of the samples.
static double arrival(long long given, double distance, double rate, double lead, double delay) {
    return (double)given - CR_TRAVEL_LAG + (distance / CR_SOUND_SPEED - lead) * rate + delay;
}

void cr_sound_line_begin(cr_sound_line *line, const cr_sound_pass_def *def, const cr_sound_point *point,
                         const cr_sound_sight *sight, double lead) {
    cr_head_filter filter = {0};
    line->distance = sight->distance;
    line->gain = cr_ear_gain(point->ear, sight->from);
    if (point->channels == 2) cr_head_at(def->head, sight->from, &filter);
    for (int side = 0; side < point->channels; side++) {
        if (line->fade[side]) memcpy(line->fade[side]->tap, filter.tap[side], sizeof line->fade[side]->tap);
        cr_travel_begin(line->travel[side], arrival(0, sight->distance, def->rate, lead, filter.delay[side]));
    }
}

void cr_sound_line_send(cr_sound_line *line, const cr_sound_pass_def *def, const cr_sound_point *point,
                        double *signal, long long given, const cr_sound_sight *sight, double lead,
                        cr_heard *const *heard) {
    const double lag = (double)CR_TRAVEL_LAG / CR_SOUND_BLOCK;
    double filtered[CR_SOUND_BLOCK], gain = cr_ear_gain(point->ear, sight->from),
                                     distance = sight->distance - lag * (sight->distance - line->distance);
    cr_head_filter filter = {0};
    for (int i = 0; i < CR_SOUND_BLOCK; i++)
        signal[i] *= line->gain + (gain - line->gain) * (i + 1) / CR_SOUND_BLOCK;
    if (point->channels == 2) cr_head_at(def->head, sight->from, &filter);
    for (int side = 0; side < point->channels; side++) {
        const double *sent = signal;
        if (line->fade[side]) {
            cr_fade_filter_run(line->fade[side], filter.tap[side], signal, filtered, CR_SOUND_BLOCK);
            sent = filtered;
        }
        cr_travel_push(line->travel[side], sent, CR_SOUND_BLOCK,
                       arrival(given, distance, def->rate, lead, filter.delay[side]),
                       heard[point->channel + side]);
    }
    line->distance = sight->distance;
    line->gain = gain;
}
