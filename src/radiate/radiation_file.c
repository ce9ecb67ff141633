// The bytes of a `.radiation` file; docs/radiation.md says the same in words.
#include "base/bytes.h"
#include "base/crc32.h"
#include "carom/radiate.h"

// 0x89 and the line ends show whether a transfer took the file for text.
static const unsigned char magic[8] = {0x89, 'C', 'R', 'R', 'A', 'D', '\r', '\n'};

enum {
    VERSION = 1,
    AT_VERSION = 8,
    AT_COUNT = 12,
    AT_KEY = 16,
    KEY = 64,
    AT_NUMBERS = AT_KEY + KEY,
    NUMBERS = 6, // centre, radius, speed, density
    AT_MODES = AT_NUMBERS + 8 * NUMBERS,
    MODE_INTS = 3, // route, order, triangles
    MODE_NUMBERS = 3,
    MODE = 4 * MODE_INTS + 8 * MODE_NUMBERS,
    CHECKSUM = 4,
    SMALLEST = AT_MODES + CHECKSUM,
};

static size_t terms_of(const cr_multipoles *mode) {
    return mode->c ? (size_t)((mode->order + 1) * (mode->order + 1)) : 0;
}

size_t cr_radiation_size(const cr_radiation *radiation) {
    size_t size = SMALLEST;
    for (int i = 0; i < radiation->count; i++) size += MODE + 16 * terms_of(&radiation->mode[i]);
    return size;
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
    for (int i = 0; i < r->count; i++) {
        const cr_multipoles *m = &r->mode[i];
        to = cr_put_u32(to, (uint32_t)m->route);
        to = cr_put_u32(to, (uint32_t)(m->c ? m->order : 0));
        to = cr_put_u32(to, (uint32_t)m->triangles);
        to = cr_put_f64s(to, (double[]){m->wave_number, m->efficiency, m->error}, MODE_NUMBERS);
        to = cr_put_f64s(to, m->c, 2 * terms_of(m));
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

static cr_status take_mode(cr_cursor *c, cr_arena *arena, cr_multipoles *mode, const char *place,
                           cr_error *error) {
    double numbers[MODE_NUMBERS];
    int route = cr_take_int(c);
    mode->order = cr_take_int(c);
    mode->triangles = cr_take_int(c);
    cr_take_f64s(c, numbers, MODE_NUMBERS);
    mode->wave_number = numbers[0];
    mode->efficiency = numbers[1];
    mode->error = numbers[2];
    if (c->short_of || route < 0 || route > CR_RADIATION_REVOLVED || mode->order < 0 ||
        mode->order > CR_RADIATION_ORDER_MAX)
        return cr_fail(error, CR_ERR_INPUT, place, "its modes are malformed");
    mode->route = (cr_radiation_route)route;
    if (mode->route == CR_RADIATION_NONE) return CR_OK;
    size_t values = 2 * (size_t)((mode->order + 1) * (mode->order + 1));
    mode->c = cr_arena_take(arena, values, sizeof *mode->c);
    if (!mode->c) return cr_fail(error, CR_ERR_MEMORY, place, "no memory for its multipoles");
    cr_take_f64s(c, mode->c, values);
    return c->short_of ? cr_fail(error, CR_ERR_INPUT, place, "its modes are cut off") : CR_OK;
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
    *radiation =
        (cr_radiation){.centre = {numbers[0], numbers[1], numbers[2]},
                       .radius = numbers[3],
                       .speed = numbers[4],
                       .density = numbers[5],
                       .count = count,
                       .mode = cr_arena_take(arena, count ? (size_t)count : 1, sizeof *radiation->mode)};
    if (!radiation->mode) return cr_fail(error, CR_ERR_MEMORY, place, "no memory for %d modes", count);
    cr_cursor cursor = {.at = bytes + AT_MODES, .end = bytes + size - CHECKSUM};
    for (int i = 0; i < count && status == CR_OK; i++)
        status = take_mode(&cursor, arena, &radiation->mode[i], place, error);
    if (status == CR_OK && cursor.at != cursor.end)
        status = cr_fail(error, CR_ERR_INPUT, place, "longer than its modes");
    if (status == CR_OK) status = cr_radiation_check(radiation, place, error);
    if (status != CR_OK) cr_arena_rewind(arena, mark);
    return status;
}
