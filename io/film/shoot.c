#include "io/film/film.h"

#include "carom/material.h"
#include "io/film/bend.h"
#include "io/record/look.h"

enum { FAR = 30 }; // grounds are drawn so many times larger than what is on them

typedef struct shoot {
    const cr_film_def *def;
    const cr_film_sink *sink;
    const cr_scene_camera *camera;
    cr_looks looks;
    cr_skin *skin;
    cr_bend *bend;  // of each body
    double **shape; // where its amplitudes are; NULL: it does not bend
    cr_stage stage;
    cr_thing *thing; // of each part
    cr_picture *picture;
    cr_camera usual; // what is not said about the camera
    const unsigned char *last;
    long taken, most;
    cr_arena *arena;
    cr_error *error;
} shoot;

static cr_status no_memory(cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, "film", "out of memory");
}

// A ground goes on beyond what stands on it.
static cr_status widen(cr_form_mesh *square, cr_arena *arena, cr_error *error) {
    float *position = cr_arena_take(arena, 12, sizeof *position), middle[3] = {0};
    if (!position) return no_memory(error);
    for (int i = 0; i < 12; i++) middle[i % 3] += 0.25f * square->position[i];
    for (int i = 0; i < 12; i++) position[i] = middle[i % 3] + FAR * (square->position[i] - middle[i % 3]);
    square->position = position;
    return CR_OK;
}

static cr_status make_skins(shoot *s, size_t *triangles, cr_arena *arena, cr_error *error) {
    cr_status status = CR_OK;
    s->skin = cr_arena_take(arena, (size_t)s->looks.surfaces, sizeof *s->skin);
    if (!s->skin) return no_memory(error);
    for (int i = 0; i < s->looks.surfaces && status == CR_OK; i++) {
        cr_form_mesh *mesh = &s->looks.surface[i];
        if (cr_look_is_square(&s->looks, i)) status = widen(mesh, arena, error);
        if (status == CR_OK) status = cr_skin_make(mesh, arena, &s->skin[i], error);
    }
    int parts = s->looks.first[cr_record_reader_head(s->def->reader)->bodies];
    for (int i = 0; i < parts; i++)
        *triangles += (size_t)s->looks.surface[s->looks.part[i].surface].triangles;
    return status;
}

// A body that bends has one part, the surface of its modes.
static cr_status make_bends(shoot *s, cr_arena *arena, cr_error *error) {
    const cr_record_head *head = cr_record_reader_head(s->def->reader);
    cr_status status = CR_OK;
    s->bend = cr_arena_take(arena, (size_t)head->bodies, sizeof *s->bend);
    s->shape = cr_arena_take(arena, (size_t)head->bodies, sizeof *s->shape);
    if (!s->bend || !s->shape) return no_memory(error);
    for (int i = 0; i < head->bodies && status == CR_OK; i++) {
        status = cr_bend_make(s->def->plan->bodies[i].modes, &head->body[i], arena, &s->bend[i], error);
        s->shape[i] = s->bend[i].shape;
    }
    return status;
}

static cr_tint tint_of(const shoot *s, int body, bool ground) {
    const struct cr_material *material = s->def->plan->matter[body].material;
    if (ground) return (cr_tint){.color = {0.66f, 0.65f, 0.62f}, .gloss = 0.05f};
    return cr_tint_of(material ? material->name : NULL, body);
}

static cr_status make_things(shoot *s, cr_arena *arena, cr_error *error) {
    int bodies = cr_record_reader_head(s->def->reader)->bodies, parts = s->looks.first[bodies];
    s->thing = cr_arena_take(arena, (size_t)parts, sizeof *s->thing);
    if (!s->thing) return no_memory(error);
    for (int body = 0; body < bodies; body++)
        for (int i = s->looks.first[body]; i < s->looks.first[body + 1]; i++) {
            bool ground = cr_look_is_square(&s->looks, s->looks.part[i].surface);
            const cr_skin *skin = &s->skin[s->looks.part[i].surface];
            s->thing[i] = (cr_thing){.skin = s->shape[body] ? &s->bend[body].skin : skin,
                                     .tint = tint_of(s, body, ground),
                                     .ground = ground};
        }
    s->stage = (cr_stage){.thing = s->thing, .things = parts, .low = s->looks.low, .high = s->looks.high};
    return CR_OK;
}

// 1, 2 or 5 times a power of ten: about a tenth of the size.
static double line_spacing(double size) {
    double power = pow(10.0, floor(log10(0.1 * size))), share = 0.1 * size / power;
    return power * (share < 2.0 ? 1.0 : share < 5.0 ? 2.0 : 5.0);
}

static void aim(shoot *s) {
    const cr_scene_camera *c = s->camera;
    cr_vec size = cr_vec_sub(s->looks.high, s->looks.low);
    s->usual = cr_camera_about(s->looks.low, s->looks.high, cr_vec_make(0.5, -1.0, 0.5),
                               (double)c->width / c->height);
    cr_vec at = c->path.keys ? c->path.pose[0].at : isfinite(c->at.x) ? c->at : s->usual.at;
    cr_vec look = isfinite(c->look.x) ? c->look : s->usual.look;
    cr_vec ahead = cr_vec_sub(look, at), up = {0.0, 0.0, 1.0};
    ahead = cr_vec_unit(cr_vec_make(ahead.x, ahead.y, 0.0), cr_vec_make(0.0, 1.0, 0.0));
    cr_vec left = cr_vec_cross(up, ahead);
    cr_vec sun = cr_vec_along(cr_vec_along(cr_vec_scale(1.25, up), 0.75, left), -0.45, ahead);
    s->stage.sun = cr_vec_unit(sun, up);
    s->stage.line = line_spacing(cr_vec_length(size));
}

static cr_camera camera_at(const shoot *s, double time, const cr_body_state *bodies) {
    const cr_scene_camera *c = s->camera;
    cr_camera camera = {isfinite(c->at.x) ? c->at : s->usual.at,
                        isfinite(c->look.x) ? c->look : s->usual.look, c->angle};
    if (c->path.keys) camera.at = cr_drive_def_at(&c->path, time + s->def->plan->settle).pose.at;
    if (c->follow >= 0) camera.look = bodies[c->follow].pose.at;
    return camera;
}

static cr_status take(void *context, double time, const cr_body_state *bodies) {
    shoot *s = context;
    if (s->taken == s->most) return CR_STOPPED;
    int count = cr_record_reader_head(s->def->reader)->bodies;
    for (int body = 0; body < count; body++) {
        for (int i = s->looks.first[body]; i < s->looks.first[body + 1]; i++)
            s->thing[i].pose = cr_pose_of(&bodies[body].pose, &s->looks.part[i].pose);
        cr_status status = s->shape[body] ? cr_bend_follow(&s->bend[body], s->arena, s->error) : CR_OK;
        if (status != CR_OK) return status;
    }
    const cr_camera camera = camera_at(s, time, bodies);
    s->last = cr_picture_draw(s->picture, &s->stage, &camera, s->def->workers);
    s->taken++;
    return s->sink->picture(s->sink->context, s->last, s->camera->width, s->camera->height, s->error);
}

static cr_status prepare(shoot *s, cr_arena *arena, cr_error *error) {
    const cr_scene_plan *plan = s->def->plan;
    int bodies = cr_record_reader_head(s->def->reader)->bodies;
    size_t triangles = 0;
    cr_body_look *looks = cr_arena_take(arena, (size_t)bodies, sizeof *looks);
    if (!looks) return no_memory(error);
    for (int i = 0; i < bodies; i++)
        looks[i] = (cr_body_look){plan->bodies[i].parts, plan->bodies[i].part_count, plan->bodies[i].modes};
    cr_status status = cr_looks_make(s->def->reader, looks, arena, &s->looks, error);
    if (status == CR_OK) status = make_skins(s, &triangles, arena, error);
    if (status == CR_OK) status = make_bends(s, arena, error);
    if (status == CR_OK) status = make_things(s, arena, error);
    if (status != CR_OK) return status;
    aim(s);
    s->picture = cr_picture_new(s->camera->width, s->camera->height, triangles, arena, error);
    return s->picture ? CR_OK : error->status;
}

static cr_status run(shoot *s, double from, cr_arena *arena, cr_error *error) {
    cr_status status = prepare(s, arena, error);
    const cr_record_frames frames = {.context = s, .frame = take, .shape = s->shape};
    if (status == CR_OK)
        status = cr_record_sample(s->def->reader, from, s->camera->rate, &frames, arena, error);
    if (status == CR_STOPPED && s->taken == s->most) status = CR_OK;
    for (; status == CR_OK && s->last && s->taken < s->most; s->taken++)
        status = s->sink->picture(s->sink->context, s->last, s->camera->width, s->camera->height, error);
    return status;
}

static cr_status shoot_from(const cr_film_def *def, const cr_film_sink *sink, double from, long most,
                            cr_arena *arena, cr_error *error) {
    shoot s = {
        .def = def, .sink = sink, .camera = &def->plan->camera, .most = most, .arena = arena, .error = error};
    cr_arena_mark mark = cr_arena_here(arena);
    cr_status status = run(&s, from, arena, error);
    cr_arena_rewind(arena, mark);
    return status;
}

cr_status cr_film_shoot(const cr_film_def *def, const cr_film_sink *sink, cr_arena *arena, cr_error *error) {
    long most = lround(fmax(1.0, def->duration * def->plan->camera.rate));
    return shoot_from(def, sink, cr_record_reader_head(def->reader)->start, most, arena, error);
}

cr_status cr_film_still(const cr_film_def *def, const cr_film_sink *sink, cr_arena *arena, cr_error *error) {
    double still = def->plan->camera.still, end, start = cr_record_reader_head(def->reader)->start;
    cr_status status = cr_record_last_time(def->reader, &end, error);
    if (status != CR_OK) return status;
    double from = isfinite(still) ? fmin(start + still, end) : start + 0.25 * (end - start);
    return shoot_from(def, sink, from, 1, arena, error);
}
