#include "io/sound/click.h"

#include <string.h>

struct cr_sound_click {
    const cr_sound_pass_def *def;
    int body;
    cr_clicker *clicker;
    const cr_sound_point *points;
    cr_sound_line *line;
    int lines;
    long long given; // samples
    cr_vec (*at)[2]; // of each point: where it is in the frame of the body at both ends of a block
    double *signal[CR_SOUND_EARS];
    cr_sound_sight sight[CR_SOUND_EARS]; // at the end of the block
};

static cr_clicker *make_clicker(const cr_sound_pass_def *def, int body, int points, cr_arena *arena,
                                cr_error *error) {
    const cr_record_head *head = def->motion ? cr_record_reader_head(def->motion) : NULL;
    const cr_modes *modes = def->body[body].def->modes;
    double mass = head ? head->body[body].mass : modes->mass;
    cr_clicker_def clicker = cr_clicker_def_default();
    double semi[3];
    clicker.rate = def->rate;
    clicker.start = head ? head->start : 0.0;
    clicker.mass = mass;
    clicker.volume = mass / def->body[body].def->density;
    clicker.sound = CR_SOUND_SPEED;
    clicker.density = CR_SOUND_DENSITY;
    clicker.ears = points;
    clicker.forces = 4096;
    clicker.blend = cr_sound_blend(def);
    cr_sound_semi_axes(mass, head ? head->body[body].inertia : modes->inertia, semi);
    cr_sound_added_mass(semi, clicker.added);
    return cr_clicker_new(&clicker, arena, error);
}

cr_sound_click *cr_sound_click_new(const cr_sound_pass_def *def, int body, const cr_sound_point *points,
                                   int point_count, cr_arena *arena, cr_error *error) {
    cr_sound_click *click = cr_arena_take(arena, 1, sizeof *click);
    cr_sound_line *line = cr_arena_take(arena, (size_t)point_count, sizeof *line);
    double *signal = cr_arena_take(arena, (size_t)point_count * CR_SOUND_BLOCK, sizeof *signal);
    cr_vec(*at)[2] = cr_arena_take(arena, (size_t)point_count, sizeof *at);
    if (!click || !line || !signal || !at) {
        cr_fail(error, CR_ERR_MEMORY, "sound", "no memory for the clicks of a body");
        return NULL;
    }
    *click = (cr_sound_click){
        .def = def, .body = body, .points = points, .line = line, .lines = point_count, .at = at};
    click->clicker = make_clicker(def, body, point_count, arena, error);
    if (!click->clicker) return NULL;
    for (int i = 0; i < point_count; i++) {
        click->signal[i] = signal + (size_t)i * CR_SOUND_BLOCK;
        if (cr_sound_line_make(&line[i], &points[i], arena, error) != CR_OK) return NULL;
    }
    return click;
}

cr_clicker *cr_sound_click_clicker(cr_sound_click *click) {
    return click->clicker;
}

static cr_sound_sight look(const cr_sound_click *click, int index, double time, const cr_body_state *bodies) {
    return cr_sound_look(click->def, &click->points[index], click->body, (cr_vec){0}, time, bodies);
}

void cr_sound_click_begin(cr_sound_click *click, double time, const cr_body_state *bodies) {
    for (int i = 0; i < click->lines; i++) {
        cr_sound_sight sight = look(click, i, time, bodies);
        click->at[i][1] = sight.local;
        cr_sound_line_begin(&click->line[i], click->def, &click->points[i], &sight,
                            cr_clicker_lead(click->clicker));
    }
}

void cr_sound_click_run(cr_sound_click *click, double end, const cr_body_state *bodies) {
    for (int i = 0; i < click->lines; i++) {
        click->sight[i] = look(click, i, end, bodies);
        click->at[i][0] = click->at[i][1];
        click->at[i][1] = click->sight[i].local;
        memset(click->signal[i], 0, CR_SOUND_BLOCK * sizeof *click->signal[i]);
    }
    cr_clicker_run(click->clicker, (const cr_vec(*)[2])click->at, click->signal);
    click->given += CR_SOUND_BLOCK;
}

void cr_sound_click_send(cr_sound_click *click, int channel, cr_heard *const *heard) {
    for (int i = 0; i < click->lines; i++)
        if (click->points[i].channel == channel)
            cr_sound_line_send(&click->line[i], click->def, &click->points[i], click->signal[i], click->given,
                               &click->sight[i], cr_clicker_lead(click->clicker), heard);
}
