#include "io/record/look.h"

const double cr_look_colors[CR_LOOK_COLORS][3] = {{0.62, 0.62, 0.60}, {0.80, 0.47, 0.33}, {0.36, 0.55, 0.72},
                                                  {0.55, 0.66, 0.40}, {0.72, 0.62, 0.36}, {0.56, 0.46, 0.66},
                                                  {0.40, 0.62, 0.60}, {0.74, 0.50, 0.58}};

bool cr_look_is_square(const cr_looks *looks, int surface) {
    return looks->surface[surface].triangles == 2;
}

int cr_look_color(const cr_looks *looks, int surface) {
    return cr_look_is_square(looks, surface) ? 0 : 1 + surface % (CR_LOOK_COLORS - 1);
}

// Bounds; of nothing: low above high.
typedef struct box {
    cr_vec low, high; // m
} box;

static const box empty = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};

typedef struct maker {
    const cr_record_head *head;
    const cr_body_look *looks;
    box *box; // of each body, in its frame
    cr_looks *made;
    const void **from; // what each surface was made of; NULL: of one body alone
    cr_arena *arena;
} maker;

static cr_status no_memory(cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, "surfaces", "out of memory");
}

cr_status cr_record_last_time(cr_record_reader *reader, double *time, cr_error *error) {
    const cr_record_head *head = cr_record_reader_head(reader);
    cr_record_item item = {0};
    cr_record_reader_rewind(reader);
    cr_status status = cr_record_reader_next(reader, 0, &item, error);
    cr_record_reader_rewind(reader);
    *time = item.whole ? item.time : fmax(item.time - head->step, head->start);
    return status;
}

static void include(box *b, cr_vec p) {
    b->low = cr_vec_make(fmin(b->low.x, p.x), fmin(b->low.y, p.y), fmin(b->low.z, p.z));
    b->high = cr_vec_make(fmax(b->high.x, p.x), fmax(b->high.y, p.y), fmax(b->high.z, p.z));
}

// The corners of a box that stands in a frame.
static void include_box(box *b, cr_vec low, cr_vec high, const cr_pose *pose) {
    for (int i = 0; i < 8; i++) {
        cr_vec p = {i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z};
        include(b, cr_pose_out(pose, p));
    }
}

static box box_of(const cr_record_body *body, const cr_body_look *look) {
    box b = empty;
    for (int v = 0; look->modes && v < look->modes->vertices; v++) {
        const float *x = look->modes->position + 3 * (size_t)v;
        include(&b, cr_vec_sub(cr_vec_make((double)x[0], (double)x[1], (double)x[2]), body->centre));
    }
    for (int i = 0; !look->modes && i < look->part_count; i++) {
        const cr_form *form = look->parts[i].form;
        cr_pose pose = look->parts[i].pose;
        pose.at = cr_vec_sub(pose.at, body->centre);
        if (cr_form_has_bounds(form)) include_box(&b, form->low, form->high, &pose);
    }
    return b;
}

static cr_status widen(void *context, double time, const cr_body_state *bodies) {
    const maker *m = context;
    box all = {m->made->low, m->made->high};
    (void)time;
    for (int i = 0; i < m->head->bodies; i++)
        if (m->box[i].low.x <= m->box[i].high.x)
            include_box(&all, m->box[i].low, m->box[i].high, &bodies[i].pose);
    m->made->low = all.low;
    m->made->high = all.high;
    return CR_OK;
}

static cr_status find_range(maker *m, cr_record_reader *reader, cr_error *error) {
    enum { LOOKS = 200 };
    const cr_record_frames frames = {.context = m, .frame = widen};
    double end, start = m->head->start;
    cr_status status = cr_record_last_time(reader, &end, error);
    if (status != CR_OK) return status;
    m->made->low = empty.low;
    m->made->high = empty.high;
    status =
        cr_record_sample(reader, start, end > start ? LOOKS / (end - start) : 1.0, &frames, m->arena, error);
    if (m->made->low.x > m->made->high.x) // nothing with bounds
        m->made->low = cr_vec_make(-1.0, -1.0, -1.0), m->made->high = cr_vec_make(1.0, 1.0, 1.0);
    return status;
}

// The surface of a part of a body; made where there is none of the same thing yet.
static cr_status find_surface(maker *m, int body, int part, int *index, cr_error *error) {
    const cr_body_look *look = &m->looks[body];
    const cr_form *form = look->modes ? NULL : look->parts[part].form;
    const void *from = form ? (const void *)form : look->modes;
    cr_form_mesh *mesh = &m->made->surface[m->made->surfaces];
    cr_status status = CR_OK;
    for (int i = 0; i < m->made->surfaces; i++) {
        if (m->from[i] != from) continue;
        *index = i;
        return CR_OK;
    }
    if (!form) {
        *mesh = (cr_form_mesh){look->modes->vertices, look->modes->triangles, look->modes->position,
                               look->modes->triangle};
    } else if (cr_form_has_bounds(form)) {
        status = cr_form_triangulate(form, m->arena, mesh, error);
    } else {
        cr_vec centre = cr_vec_scale(0.5, cr_vec_add(m->made->low, m->made->high));
        centre = cr_pose_in(&m->head->body[body].start.pose, centre);
        centre = cr_pose_in(&look->parts[part].pose, cr_vec_add(centre, m->head->body[body].centre));
        double half = 0.6 * cr_vec_length(cr_vec_sub(m->made->high, m->made->low));
        status = cr_form_square(form, centre, half, m->arena, mesh, error);
        from = NULL;
    }
    *index = m->made->surfaces;
    m->from[m->made->surfaces++] = from;
    return status;
}

static int parts_of(const cr_body_look *look) {
    return look->modes ? 1 : look->part_count;
}

static cr_status make_parts(maker *m, cr_error *error) {
    int count = 0;
    for (int i = 0; i < m->head->bodies; i++) {
        const cr_body_look *look = &m->looks[i];
        m->made->first[i] = count;
        for (int p = 0; p < parts_of(look); p++) {
            cr_look_part *part = &m->made->part[count++];
            part->pose = look->modes ? (cr_pose){.turn = cr_quat_none} : look->parts[p].pose;
            part->pose.at = cr_vec_sub(part->pose.at, m->head->body[i].centre);
            cr_status status = find_surface(m, i, p, &part->surface, error);
            if (status != CR_OK) return status;
        }
    }
    m->made->first[m->head->bodies] = count;
    return CR_OK;
}

cr_status cr_looks_make(cr_record_reader *reader, const cr_body_look *looks, cr_arena *arena, cr_looks *made,
                        cr_error *error) {
    const cr_record_head *head = cr_record_reader_head(reader);
    size_t bodies = (size_t)head->bodies, parts = 0;
    for (size_t i = 0; i < bodies; i++) parts += (size_t)parts_of(&looks[i]);
    maker m = {.head = head, .looks = looks, .made = made, .arena = arena};
    *made = (cr_looks){.surface = cr_arena_take(arena, parts, sizeof *made->surface),
                       .part = cr_arena_take(arena, parts, sizeof *made->part),
                       .first = cr_arena_take(arena, bodies + 1, sizeof *made->first)};
    m.box = cr_arena_take(arena, bodies, sizeof *m.box);
    m.from = cr_arena_take(arena, parts, sizeof *m.from);
    if (!made->surface || !made->part || !made->first || !m.box || !m.from) return no_memory(error);
    for (size_t i = 0; i < bodies; i++) m.box[i] = box_of(&head->body[i], &looks[i]);
    cr_status status = find_range(&m, reader, error);
    return status == CR_OK ? make_parts(&m, error) : status;
}
