// The bytes of a `.radiation` file; docs/radiation.md says the same in words.
#include "base/bytes.h"
#include "base/crc32.h"
#include "carom/radiate.h"

// 0x89 and the line ends show whether a transfer took the file for text.
static const unsigned char magic[8] = {0x89, 'C', 'R', 'R', 'A', 'D', '\r', '\n'};

enum {
    VERSION = 2,
    AT_VERSION = 8,
    AT_COUNT = 12,
    AT_KEY = 16,
    KEY = 64,
    AT_NUMBERS = AT_KEY + KEY,
    NUMBERS = 6, // centre, radius, speed, density
    AT_SETS = AT_NUMBERS + 8 * NUMBERS,
    SET = 4 * 2 + 8, // count, whether wires, side
    AT = 4 * 3,      // of a patch
    ALONG = 4 * 4,
    MODE_INTS = 4, // route, order + 1, triangles, set
    MODE_NUMBERS = 4,
    MODE = 4 * MODE_INTS + 8 * MODE_NUMBERS,
    CHECKSUM = 4,
    SMALLEST = AT_SETS + 4 + CHECKSUM,
};

static size_t terms_of(const cr_multipoles *mode) {
    return mode->c ? (size_t)((mode->order + 1) * (mode->order + 1)) : 0;
}

static size_t patch_values(const cr_radiation *radiation, const cr_multipoles *mode) {
    return mode->patch ? (size_t)CR_RADIATION_PATCH * (size_t)radiation->set[mode->set - 1].count : 0;
}

size_t cr_radiation_size(const cr_radiation *radiation) {
    size_t size = SMALLEST;
    for (int i = 0; i < radiation->sets; i++)
        size += SET + (size_t)radiation->set[i].count * (radiation->set[i].along ? AT + ALONG : AT);
    for (int i = 0; i < radiation->count; i++)
        size += MODE + 16 * terms_of(&radiation->mode[i]) + 4 * patch_values(radiation, &radiation->mode[i]);
    return size;
}

static unsigned char *put_set(unsigned char *to, const cr_patches *set) {
    to = cr_put_u32(to, (uint32_t)set->count);
    to = cr_put_u32(to, set->along != NULL);
    to = cr_put_f64s(to, &set->side, 1);
    to = cr_put_f32s(to, set->at[0], 3 * (size_t)set->count);
    return set->along ? cr_put_f32s(to, set->along[0], 4 * (size_t)set->count) : to;
}

void cr_radiation_encode(const cr_radiation *radiation, const char *key, unsigned char *bytes) {
    const cr_radiation *r = radiation;
    size_t size = cr_radiation_size(r), length = strlen(key);
    const double numbers[NUMBERS] = {r->centre[0], r->centre[1], r->centre[2],
                                     r->radius,    r->speed,     r->density};
    memcpy(bytes, magic, sizeof magic);
    cr_put_u32(bytes + AT_VERSION, VERSION);
    cr_put_u32(bytes + AT_COUNT, (uint32_t)r->count);
    memset(bytes + AT_KEY, 0, KEY);
    memcpy(bytes + AT_KEY, key, length < KEY ? length : KEY - 1);
    unsigned char *to = cr_put_f64s(bytes + AT_NUMBERS, numbers, NUMBERS);
    to = cr_put_u32(to, (uint32_t)r->sets);
    for (int i = 0; i < r->sets; i++) to = put_set(to, &r->set[i]);
    for (int i = 0; i < r->count; i++) {
        const cr_multipoles *m = &r->mode[i];
        to = cr_put_u32(to, (uint32_t)m->route);
        to = cr_put_u32(to, (uint32_t)(m->c ? m->order + 1 : 0));
        to = cr_put_u32(to, (uint32_t)m->triangles);
        to = cr_put_u32(to, (uint32_t)m->set);
        to = cr_put_f64s(to, (double[]){m->wave_number, m->efficiency, m->error, m->strength}, MODE_NUMBERS);
        to = cr_put_f64s(to, m->c, 2 * terms_of(m));
        to = cr_put_f32s(to, m->patch, patch_values(r, m));
    }
    cr_put_u32(to, cr_crc32(bytes, size - CHECKSUM));
}

// That the bytes are whole, of this version and of the key; nothing in them is believed before.
static cr_status check_frame(const unsigned char *bytes, size_t size, const char *key, const char *place,
                             cr_error *error) {
    if (size < sizeof magic || memcmp(bytes, magic, sizeof magic) != 0)
        return cr_fail(error, CR_ERR_INPUT, place, "not a .radiation file");
    uint32_t version = size >= AT_VERSION + 4 ? cr_get_u32(bytes + AT_VERSION) : VERSION;
    if (version != VERSION)
        return cr_fail(error, CR_ERR_INPUT, place, "version %u of the format, this program reads version %d",
                       version, VERSION);
    if (size < SMALLEST) return cr_fail(error, CR_ERR_INPUT, place, "cut off after %zu bytes", size);
    uint32_t told = cr_get_u32(bytes + size - CHECKSUM), found = cr_crc32(bytes, size - CHECKSUM);
    if (told != found)
        return cr_fail(error, CR_ERR_INPUT, place,
                       "cut off or changed since it was written: checksum %08x, should be %08x", found, told);
    if (key && (strlen(key) >= KEY || strncmp((const char *)bytes + AT_KEY, key, KEY) != 0))
        return cr_fail(error, CR_ERR_INPUT, place, "the radiation of something else");
    return CR_OK;
}

static size_t left(const cr_cursor *c) {
    return (size_t)(c->end - c->at);
}

static cr_status no_memory(const char *place, cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, place, "no memory for its multipoles");
}

static cr_status take_set(cr_cursor *c, cr_arena *arena, cr_patches *set, const char *place,
                          cr_error *error) {
    set->count = cr_take_int(c);
    int wires = cr_take_int(c);
    cr_take_f64s(c, &set->side, 1);
    if (c->short_of || set->count < 1 || wires < 0 || wires > 1 ||
        (size_t)set->count > left(c) / (wires ? AT + ALONG : AT))
        return cr_fail(error, CR_ERR_INPUT, place, "its patches are malformed");
    size_t count = (size_t)set->count;
    set->at = cr_arena_take(arena, count, sizeof *set->at);
    if (wires) set->along = cr_arena_take(arena, count, sizeof *set->along);
    if (!set->at || (wires && !set->along)) return no_memory(place, error);
    c->at = cr_get_f32s(c->at, set->at[0], 3 * count);
    if (wires) c->at = cr_get_f32s(c->at, set->along[0], 4 * count);
    return CR_OK;
}

// The numbers that follow what is said of a mode.
static cr_status take_values(cr_cursor *c, const cr_radiation *r, bool series, cr_arena *arena,
                             cr_multipoles *mode, const char *place, cr_error *error) {
    size_t terms = series ? 2 * (size_t)((mode->order + 1) * (mode->order + 1)) : 0;
    size_t values = mode->set ? (size_t)CR_RADIATION_PATCH * (size_t)r->set[mode->set - 1].count : 0;
    if (8 * terms + 4 * values > left(c)) return cr_fail(error, CR_ERR_INPUT, place, "its modes are cut off");
    if (terms) mode->c = cr_arena_take(arena, terms, sizeof *mode->c);
    if (values) mode->patch = cr_arena_take(arena, values, sizeof *mode->patch);
    if ((terms && !mode->c) || (values && !mode->patch)) return no_memory(place, error);
    cr_take_f64s(c, mode->c, terms);
    c->at = cr_get_f32s(c->at, mode->patch, values);
    return CR_OK;
}

static cr_status take_mode(cr_cursor *c, const cr_radiation *r, cr_arena *arena, cr_multipoles *mode,
                           const char *place, cr_error *error) {
    double numbers[MODE_NUMBERS];
    int route = cr_take_int(c), orders = cr_take_int(c);
    mode->order = orders > 0 ? orders - 1 : 0;
    mode->triangles = cr_take_int(c);
    mode->set = cr_take_int(c);
    cr_take_f64s(c, numbers, MODE_NUMBERS);
    mode->wave_number = numbers[0];
    mode->efficiency = numbers[1];
    mode->error = numbers[2];
    mode->strength = numbers[3];
    if (c->short_of || route < 0 || route > CR_RADIATION_WIRES || orders < 0 ||
        orders > CR_RADIATION_ORDER_MAX + 1 || mode->set < 0 || mode->set > r->sets)
        return cr_fail(error, CR_ERR_INPUT, place, "its modes are malformed");
    mode->route = (cr_radiation_route)route;
    return take_values(c, r, orders > 0, arena, mode, place, error);
}

static cr_status take_all(cr_cursor *c, cr_arena *arena, cr_radiation *r, const char *place,
                          cr_error *error) {
    cr_status status = CR_OK;
    r->sets = cr_take_int(c);
    if (c->short_of || r->sets < 0 || (size_t)r->sets > left(c) / SET)
        return cr_fail(error, CR_ERR_INPUT, place, "its patches are malformed");
    r->set = cr_arena_take(arena, r->sets ? (size_t)r->sets : 1, sizeof *r->set);
    r->mode = cr_arena_take(arena, r->count ? (size_t)r->count : 1, sizeof *r->mode);
    if (!r->set || !r->mode) return no_memory(place, error);
    for (int i = 0; i < r->sets && status == CR_OK; i++)
        status = take_set(c, arena, &r->set[i], place, error);
    for (int i = 0; i < r->count && status == CR_OK; i++)
        status = take_mode(c, r, arena, &r->mode[i], place, error);
    if (status == CR_OK && c->at != c->end)
        status = cr_fail(error, CR_ERR_INPUT, place, "longer than its modes");
    return status == CR_OK ? cr_radiation_check(r, place, error) : status;
}

cr_status cr_radiation_decode(const unsigned char *bytes, size_t size, const char *key, const char *place,
                              cr_arena *arena, cr_radiation *radiation, cr_error *error) {
    cr_arena_mark mark = cr_arena_here(arena);
    double numbers[NUMBERS];
    cr_status status = check_frame(bytes, size, key, place, error);
    if (status != CR_OK) return status;
    cr_get_f64s(bytes + AT_NUMBERS, numbers, NUMBERS);
    int count = cr_get_int(bytes + AT_COUNT);
    if (count < 0 || (size_t)count > size / MODE)
        return cr_fail(error, CR_ERR_INPUT, place, "it is too short for its modes");
    *radiation = (cr_radiation){.centre = {numbers[0], numbers[1], numbers[2]},
                                .radius = numbers[3],
                                .speed = numbers[4],
                                .density = numbers[5],
                                .count = count};
    cr_cursor cursor = {.at = bytes + AT_SETS, .end = bytes + size - CHECKSUM};
    status = take_all(&cursor, arena, radiation, place, error);
    if (status != CR_OK) cr_arena_rewind(arena, mark);
    return status;
}
