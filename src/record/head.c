#include "record/head.h"

#include "record/bytes.h"
#include "record/entry.h"

enum { BODY_NUMBERS = 1 + 6 + 3 + 13, MODE_NUMBERS = 4 };

static size_t varint_size(uint32_t x) {
    unsigned char bytes[CR_VARINT_MOST];
    return (size_t)(cr_put_varint(bytes, x) - bytes);
}

static size_t text_size(const char *text) {
    size_t length = strlen(text);
    return varint_size((uint32_t)length) + length;
}

static unsigned char *put_text(unsigned char *to, const char *text) {
    size_t length = strlen(text);
    to = cr_put_varint(to, (uint32_t)length);
    memcpy(to, text, length);
    return to + length;
}

size_t cr_head_size(const cr_record_head *head) {
    size_t size = text_size(head->note) + text_size(head->scene) + 16 + varint_size((uint32_t)head->bodies);
    for (int i = 0; i < head->bodies; i++) {
        const cr_record_body *body = &head->body[i];
        size += text_size(body->name) + text_size(body->form) + 8 * BODY_NUMBERS +
                varint_size((uint32_t)body->modes) + 8 * MODE_NUMBERS * (size_t)body->modes;
    }
    return size;
}

static unsigned char *put_body(unsigned char *to, const cr_record_body *body) {
    to = put_text(to, body->name);
    to = put_text(to, body->form);
    to = cr_put_f64(to, body->mass);
    to = cr_put_f64s(to, body->inertia, 6);
    to = cr_put_vec(to, body->centre);
    to = cr_entry_put_state(to, &body->start);
    to = cr_put_varint(to, (uint32_t)body->modes);
    to = cr_put_f64s(to, body->frequency, (size_t)body->modes);
    to = cr_put_f64s(to, body->sigma, (size_t)body->modes);
    to = cr_put_f64s(to, body->shape, (size_t)body->modes);
    return cr_put_f64s(to, body->rate, (size_t)body->modes);
}

void cr_head_put(const cr_record_head *head, unsigned char *bytes) {
    unsigned char *to = put_text(bytes, head->note);
    to = put_text(to, head->scene);
    to = cr_put_f64(to, head->start);
    to = cr_put_f64(to, head->step);
    to = cr_put_varint(to, (uint32_t)head->bodies);
    for (int i = 0; i < head->bodies; i++) to = put_body(to, &head->body[i]);
}

int cr_head_most_modes(const cr_record_head *head) {
    int most = 0;
    for (int i = 0; i < head->bodies; i++)
        if (head->body[i].modes > most) most = head->body[i].modes;
    return most;
}

// NULL, with the cursor short, when it is cut off or holds a NUL; NULL alone when there is no memory.
static const char *take_text(cr_cursor *from, cr_arena *arena) {
    uint32_t length = cr_take_varint(from);
    if (!cr_cursor_has(from, length)) return NULL;
    from->short_of = from->short_of || memchr(from->at, 0, length);
    char *text = from->short_of ? NULL : cr_arena_take(arena, (size_t)length + 1, 1);
    if (text) memcpy(text, from->at, length);
    from->at += length;
    return text;
}

static const double *take_array(cr_cursor *from, int count, cr_arena *arena, bool *good) {
    double *x = cr_arena_take(arena, (size_t)count, sizeof *x);
    for (int i = 0; x && i < count; i++) {
        x[i] = cr_take_f64(from);
        *good = *good && isfinite(x[i]);
    }
    return x;
}

// Whether there is memory; *good: whether the values can be those of a body.
static bool take_body(cr_cursor *from, cr_arena *arena, cr_record_body *body, bool *good) {
    body->name = take_text(from, arena);
    body->form = take_text(from, arena);
    body->mass = cr_take_f64(from);
    cr_take_f64s(from, body->inertia, 6);
    body->centre = cr_take_vec(from);
    body->start = cr_entry_take_state(from);
    uint32_t modes = cr_take_varint(from);
    *good = !from->short_of && body->mass > 0.0 && cr_entry_state_good(&body->start) &&
            (size_t)(from->end - from->at) / (8 * MODE_NUMBERS) >= modes && isfinite(body->centre.x) &&
            isfinite(body->centre.y) && isfinite(body->centre.z);
    for (int i = 0; i < 6; i++) *good = *good && !isnan(body->inertia[i]);
    if (!*good) return true;
    body->modes = (int)modes;
    body->frequency = take_array(from, body->modes, arena, good);
    body->sigma = take_array(from, body->modes, arena, good);
    body->shape = take_array(from, body->modes, arena, good);
    body->rate = take_array(from, body->modes, arena, good);
    for (int i = 0; *good && body->frequency && body->sigma && i < body->modes; i++)
        *good = body->frequency[i] >= 0.0 && body->sigma[i] >= 0.0;
    return body->name && body->form && body->frequency && body->sigma && body->shape && body->rate;
}

static cr_status no_memory(size_t size, const char *place, cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, place, "no memory for a head of %zu bytes", size);
}

cr_status cr_head_take(const unsigned char *bytes, size_t size, const char *place, cr_arena *arena,
                       cr_record_head *head, cr_error *error) {
    cr_cursor from = {bytes, bytes + size, false};
    *head = (cr_record_head){.note = take_text(&from, arena)};
    head->scene = take_text(&from, arena);
    head->start = cr_take_f64(&from);
    head->step = cr_take_f64(&from);
    uint32_t bodies = cr_take_varint(&from);
    if (from.short_of || !isfinite(head->start) || !(head->step > 0.0) || !isfinite(head->step) ||
        bodies > size / (8 * BODY_NUMBERS))
        return cr_fail(error, CR_ERR_INPUT, place, "the head of the recording is malformed");
    cr_record_body *body = cr_arena_take(arena, bodies, sizeof *body);
    if (!head->note || !head->scene || !body) return no_memory(size, place, error);
    head->body = body;
    head->bodies = (int)bodies;
    for (int i = 0; i < head->bodies; i++) {
        bool good;
        bool memory = take_body(&from, arena, &body[i], &good);
        if (!good)
            return cr_fail(error, CR_ERR_INPUT, place, "the head of the recording: body %d is malformed", i);
        if (!memory) return no_memory(size, place, error);
    }
    if (from.at != from.end)
        return cr_fail(error, CR_ERR_INPUT, place, "the head of the recording is %zu bytes too long",
                       (size_t)(from.end - from.at));
    return CR_OK;
}
