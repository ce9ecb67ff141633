#include "io/record/strip.h"

#include "io/plot/svg_internal.h"
#include "io/record/look.h"
#include "io/record/outline.h"

#include <stdlib.h>

enum { COLUMNS = 4, PICTURES = 8, WIDTH = 210, HEIGHT = 170, LABEL = 24, GAP = 6 };

typedef struct order {
    double depth;
    int body;
} order;

typedef struct strip {
    FILE *out;
    const cr_record_head *head;
    cr_looks looks;
    cr_outline *outline; // of each surface
    cr_view view;
    order *order;
    int pictures;
} strip;

// From the side on which there is more to see, z upwards; everything that has bounds is in the picture.
static void set_view(strip *s) {
    const cr_vec low = s->looks.low, high = s->looks.high;
    bool along_y = high.x - low.x >= high.y - low.y;
    cr_view *v = &s->view;
    v->right = along_y ? cr_vec_make(1.0, 0.0, 0.0) : cr_vec_make(0.0, 1.0, 0.0);
    v->up = cr_vec_make(0.0, 0.0, 1.0);
    v->towards = along_y ? cr_vec_make(0.0, -1.0, 0.0) : cr_vec_make(1.0, 0.0, 0.0);
    double left = cr_vec_dot(v->right, low), right = cr_vec_dot(v->right, high);
    v->scale = 0.92 * fmin((WIDTH - GAP) / (right - left), (HEIGHT - GAP) / (high.z - low.z));
    v->at[0] = 0.5 * (WIDTH - GAP) - 0.5 * v->scale * (left + right);
    v->at[1] = 0.5 * (HEIGHT - GAP) + 0.5 * v->scale * (low.z + high.z);
}

static int far_first(const void *a, const void *b) {
    const order *p = a, *q = b;
    if (p->depth != q->depth) return p->depth < q->depth ? -1 : 1;
    return p->body - q->body;
}

// Grounds are drawn as they are, a line from the side.
static void put_square(const strip *s, const cr_form_mesh *mesh, const cr_pose *pose) {
    fputs("<polygon fill=\"#f2f2ef\" stroke=\"#8a8a86\" points=\"", s->out);
    for (int v = 0; v < mesh->vertices; v++) {
        const float *x = mesh->position + 3 * (size_t)v;
        cr_vec p = cr_pose_out(pose, cr_vec_make((double)x[0], (double)x[1], (double)x[2]));
        fprintf(s->out, "%.1f,%.1f ", s->view.at[0] + s->view.scale * cr_vec_dot(s->view.right, p),
                s->view.at[1] - s->view.scale * cr_vec_dot(s->view.up, p));
    }
    fputs("\"/>\n", s->out);
}

static void put_body(strip *s, int body, const cr_pose *pose) {
    for (int i = s->looks.first[body]; i < s->looks.first[body + 1]; i++) {
        int surface = s->looks.part[i].surface;
        cr_pose at = cr_pose_of(pose, &s->looks.part[i].pose);
        if (cr_look_is_square(&s->looks, surface)) {
            put_square(s, &s->looks.surface[surface], &at);
            continue;
        }
        const double *rgb = cr_look_colors[cr_look_color(&s->looks, surface)];
        fprintf(s->out, "<path fill=\"#%02x%02x%02x\" stroke=\"#333\" stroke-width=\".7\" d=\"",
                (unsigned)(255.0 * (0.35 + 0.65 * rgb[0])), (unsigned)(255.0 * (0.35 + 0.65 * rgb[1])),
                (unsigned)(255.0 * (0.35 + 0.65 * rgb[2])));
        if (!cr_outline_put(s->out, &s->outline[surface], &at, &s->view)) fputs("M0 0", s->out);
        fputs("\"/>\n", s->out);
    }
}

static cr_status put_picture(void *context, double time, const cr_body_state *bodies) {
    strip *s = context;
    int x = s->pictures % COLUMNS * WIDTH, y = s->pictures / COLUMNS * (HEIGHT + LABEL);
    const cr_svg_style style = {.size = 12.0, .color = CR_SVG_MUTED, .anchor = CR_SVG_MIDDLE};
    char text[64];
    if (s->pictures == PICTURES) return CR_OK; // rounding of the last time
    s->pictures++;
    fprintf(s->out,
            "<svg x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" overflow=\"hidden\">"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\" stroke=\"#ddd\"/>\n",
            x, y, WIDTH - GAP, HEIGHT - GAP);
    for (int i = 0; i < s->head->bodies; i++) {
        bool ground = s->looks.first[i] < s->looks.first[i + 1] &&
                      cr_look_is_square(&s->looks, s->looks.part[s->looks.first[i]].surface);
        s->order[i] = (order){ground ? -HUGE_VAL : cr_vec_dot(s->view.towards, bodies[i].pose.at), i};
    }
    qsort(s->order, (size_t)s->head->bodies, sizeof *s->order, far_first);
    for (int i = 0; i < s->head->bodies; i++) put_body(s, s->order[i].body, &bodies[s->order[i].body].pose);
    fputs("</svg>\n", s->out);
    snprintf(text, sizeof text, "%.4g s", time);
    cr_svg_text(s->out, x + 0.5 * (WIDTH - GAP), y + HEIGHT + 8.0, &style, text);
    return CR_OK;
}

static cr_status prepare(strip *s, cr_record_reader *reader, const cr_body_look *looks, cr_arena *arena,
                         cr_error *error) {
    cr_status status = cr_looks_make(reader, looks, arena, &s->looks, error);
    if (status != CR_OK) return status;
    s->outline = cr_arena_take(arena, (size_t)s->looks.surfaces, sizeof *s->outline);
    s->order = cr_arena_take(arena, (size_t)s->head->bodies, sizeof *s->order);
    if (!s->outline || !s->order) return cr_fail(error, CR_ERR_MEMORY, "pictures", "out of memory");
    for (int i = 0; i < s->looks.surfaces && status == CR_OK; i++)
        status = cr_outline_make(&s->looks.surface[i], arena, &s->outline[i], error);
    set_view(s);
    return status;
}

cr_status cr_record_put_strip(FILE *out, cr_record_reader *reader, const cr_body_look *looks, cr_arena *arena,
                              cr_error *error) {
    strip s = {.out = out, .head = cr_record_reader_head(reader)};
    const int width = COLUMNS * WIDTH, height = PICTURES / COLUMNS * (HEIGHT + LABEL);
    double end = s.head->start;
    cr_arena_mark mark = cr_arena_here(arena);
    cr_status status = prepare(&s, reader, looks, arena, error);
    if (status == CR_OK) status = cr_record_last_time(reader, &end, error);
    double span = end - s.head->start;
    if (status == CR_OK) {
        const cr_record_frames frames = {.context = &s, .frame = put_picture};
        fprintf(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
                "role=\"img\" aria-label=\"the bodies from the side, at %d times\" "
                "font-family=\"system-ui, sans-serif\">\n",
                width, height, width, height, PICTURES);
        fprintf(out, "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", width, height);
        status = cr_record_sample(reader, s.head->start, span > 0.0 ? (PICTURES - 1) / span : 1.0, &frames,
                                  arena, error);
        fputs("</svg>\n", out);
    }
    cr_arena_rewind(arena, mark);
    return status;
}
