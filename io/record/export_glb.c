// A node that turns z upwards, below it one for each body, which moves, below that its parts.
#include "io/glb/write.h"
#include "io/record/look.h"

typedef struct film {
    const cr_record_head *head;
    cr_looks looks;
    size_t frames, room;
    float *time;
    float *at, *turn; // [body][frame][3 or 4]
    int *moving;      // which of those that move the body is; -1: it does not
    int movers;
} film;

static int array_of_surface(int surface) {
    return 2 * surface;
}
static int array_of_time(const film *f) {
    return 2 * f->looks.surfaces;
}
static int array_of_mover(const film *f, int mover) {
    return array_of_time(f) + 1 + 2 * mover;
}

// Rotations differ by less than a half turn from picture to picture: viewers go the short way.
static void put_turn(float *to, bool first, cr_quat q) {
    const float x[4] = {(float)q.x, (float)q.y, (float)q.z, (float)q.w};
    float along = 0.0f;
    for (int k = 0; k < 4 && !first; k++) along += x[k] * to[k - 4];
    for (int k = 0; k < 4; k++) to[k] = along < 0.0f ? -x[k] : x[k];
}

static cr_status take_frame(void *context, double time, const cr_body_state *bodies) {
    film *f = context;
    if (f->frames == f->room) return CR_OK; // rounding of the last time
    f->time[f->frames] = (float)(time - f->head->start);
    for (int i = 0; i < f->head->bodies; i++) {
        const cr_pose *pose = &bodies[i].pose;
        size_t k = (size_t)i * f->room + f->frames;
        float *at = f->at + 3 * k;
        at[0] = (float)pose->at.x, at[1] = (float)pose->at.y, at[2] = (float)pose->at.z;
        put_turn(f->turn + 4 * k, f->frames == 0, pose->turn);
    }
    f->frames++;
    return CR_OK;
}

static void find_movers(film *f) {
    for (int i = 0; i < f->head->bodies; i++) {
        const float *at = f->at + 3 * (size_t)i * f->room, *turn = f->turn + 4 * (size_t)i * f->room;
        bool moves = false;
        for (size_t k = 3; k < 3 * f->frames && !moves; k++) moves = at[k] != at[k % 3];
        for (size_t k = 4; k < 4 * f->frames && !moves; k++) moves = turn[k] != turn[k % 4];
        f->moving[i] = moves ? f->movers++ : -1;
    }
}

static void put_pose(cr_json *json, cr_pose pose) {
    const double at[] = {pose.at.x, pose.at.y, pose.at.z};
    const double turn[] = {pose.turn.x, pose.turn.y, pose.turn.z, pose.turn.w};
    cr_glb_put_numbers(json, "translation", at, 3);
    cr_glb_put_numbers(json, "rotation", turn, 4);
}

static void put_children(cr_json *json, int first, int count) {
    if (!count) return;
    cr_json_key(json, "children");
    cr_json_array_begin(json);
    for (int i = 0; i < count; i++) cr_json_integer(json, first + i);
    cr_json_array_end(json);
}

static void put_nodes(cr_json *json, const film *f) {
    int bodies = f->head->bodies;
    cr_glb_list(json, "nodes");
    cr_glb_put_text(json, "name", "world");
    cr_glb_put_upright(json);
    put_children(json, 1, bodies);
    for (int i = 0; i < bodies; i++) {
        cr_json_object_end(json);
        cr_json_object_begin(json);
        cr_glb_put_text(json, "name", f->head->body[i].name);
        put_pose(json, f->head->body[i].start.pose);
        put_children(json, 1 + bodies + f->looks.first[i], f->looks.first[i + 1] - f->looks.first[i]);
    }
    for (int p = 0; p < f->looks.first[bodies]; p++) {
        cr_json_object_end(json);
        cr_json_object_begin(json);
        cr_glb_put_integer(json, "mesh", f->looks.part[p].surface);
        put_pose(json, f->looks.part[p].pose);
    }
    cr_glb_list_end(json);
}

static void put_meshes(cr_json *json, const film *f) {
    cr_json_key(json, "meshes");
    cr_json_array_begin(json);
    for (int s = 0; s < f->looks.surfaces; s++) {
        cr_json_object_begin(json);
        cr_glb_list(json, "primitives");
        cr_json_key(json, "attributes");
        cr_json_object_begin(json);
        cr_glb_put_integer(json, "POSITION", array_of_surface(s));
        cr_json_object_end(json);
        cr_glb_put_integer(json, "indices", array_of_surface(s) + 1);
        cr_glb_put_integer(json, "material", cr_look_color(&f->looks, s));
        cr_glb_list_end(json);
        cr_json_object_end(json);
    }
    cr_json_array_end(json);
}

static void put_channels(cr_json *json, const film *f) {
    static const char *const paths[] = {"translation", "rotation"};
    for (int i = 0; i < f->head->bodies; i++) {
        for (int k = 0; k < 2 && f->moving[i] >= 0; k++) {
            cr_json_object_begin(json);
            cr_glb_put_integer(json, "sampler", 2 * f->moving[i] + k);
            cr_json_key(json, "target");
            cr_json_object_begin(json);
            cr_glb_put_integer(json, "node", 1 + i);
            cr_glb_put_text(json, "path", paths[k]);
            cr_json_object_end(json);
            cr_json_object_end(json);
        }
    }
}

static void put_animation(cr_json *json, const film *f) {
    cr_glb_list(json, "animations");
    cr_glb_put_text(json, "name", "motion");
    cr_json_key(json, "samplers");
    cr_json_array_begin(json);
    for (int m = 0; m < 2 * f->movers; m++) {
        cr_json_object_begin(json);
        cr_glb_put_integer(json, "input", array_of_time(f));
        cr_glb_put_integer(json, "output", array_of_mover(f, 0) + m);
        cr_json_object_end(json);
    }
    cr_json_array_end(json);
    cr_json_key(json, "channels");
    cr_json_array_begin(json);
    put_channels(json, f);
    cr_json_array_end(json);
    cr_glb_list_end(json);
}

static void put_members(const void *context, cr_json *json) {
    const film *f = context;
    cr_glb_put_asset(json);
    put_nodes(json, f);
    put_meshes(json, f);
    cr_glb_put_materials(json, cr_look_colors, CR_LOOK_COLORS);
    if (f->movers) put_animation(json, f);
}

static void fill_arrays(const film *f, cr_glb_array *array) {
    const cr_glb_array numbers = {.type = CR_GLTF_FLOAT, .count = f->frames};
    for (int s = 0; s < f->looks.surfaces; s++) {
        const cr_form_mesh *mesh = &f->looks.surface[s];
        array[array_of_surface(s)] = (cr_glb_array){.type = CR_GLTF_FLOAT,
                                                    .use = CR_GLB_VERTICES,
                                                    .width = 3,
                                                    .count = (size_t)mesh->vertices,
                                                    .number = mesh->position,
                                                    .bounds = true};
        array[array_of_surface(s) + 1] = (cr_glb_array){.type = CR_GLTF_UNSIGNED_INT,
                                                        .use = CR_GLB_TRIANGLES,
                                                        .width = 1,
                                                        .count = 3 * (size_t)mesh->triangles,
                                                        .index = mesh->triangle};
    }
    array[array_of_time(f)] = numbers;
    array[array_of_time(f)].width = 1;
    array[array_of_time(f)].number = f->time;
    array[array_of_time(f)].bounds = true;
    for (int i = 0; i < f->head->bodies; i++) {
        if (f->moving[i] < 0) continue;
        cr_glb_array *pair = array + array_of_mover(f, f->moving[i]);
        pair[0] = pair[1] = numbers;
        pair[0].width = 3;
        pair[0].number = f->at + 3 * (size_t)i * f->room;
        pair[1].width = 4;
        pair[1].number = f->turn + 4 * (size_t)i * f->room;
    }
}

static cr_status write_film(film *f, cr_record_reader *reader, const cr_body_look *looks, const char *path,
                            double rate, cr_arena *arena, cr_error *error) {
    double end;
    size_t bodies = (size_t)f->head->bodies;
    cr_status status = cr_looks_make(reader, looks, arena, &f->looks, error);
    if (status == CR_OK) status = cr_record_last_time(reader, &end, error);
    if (status != CR_OK) return status;
    const double most = 1e8; // pictures: 28 GB of a single body
    if (!((end - f->head->start) * rate < most))
        return cr_fail(error, CR_ERR_RANGE, path, "%g pictures are too many for .glb",
                       (end - f->head->start) * rate);
    f->room = (size_t)((end - f->head->start) * rate) + 2;
    f->time = cr_arena_take(arena, f->room, sizeof(float));
    f->at = cr_arena_take(arena, 3 * bodies * f->room, sizeof(float));
    f->turn = cr_arena_take(arena, 4 * bodies * f->room, sizeof(float));
    f->moving = cr_arena_take(arena, bodies, sizeof(int));
    cr_glb_array *array = cr_arena_take(arena, 2 * (size_t)f->looks.surfaces + 1 + 2 * bodies, sizeof *array);
    if (!f->time || !f->at || !f->turn || !f->moving || !array)
        return cr_fail(error, CR_ERR_MEMORY, path, "out of memory");
    const cr_record_frames frames = {.context = f, .frame = take_frame};
    status = cr_record_sample(reader, f->head->start, rate, &frames, arena, error);
    if (status != CR_OK) return status;
    find_movers(f);
    fill_arrays(f, array);
    // The times are left out where nothing moves: every array has its use.
    return cr_glb_write(path, array, f->movers ? array_of_mover(f, f->movers) : array_of_time(f), put_members,
                        f, error);
}

cr_status cr_record_write_glb(cr_record_reader *reader, const cr_body_look *looks, const char *path,
                              double rate, cr_arena *arena, cr_error *error) {
    film f = {.head = cr_record_reader_head(reader)};
    if (!f.head->bodies) return cr_fail(error, CR_ERR_INPUT, path, "there are no bodies to show");
    cr_arena_mark mark = cr_arena_here(arena);
    cr_status status = write_film(&f, reader, looks, path, rate, arena, error);
    cr_arena_rewind(arena, mark);
    return status;
}
