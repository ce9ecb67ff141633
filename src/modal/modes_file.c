// The bytes of a `.modes` file; docs/modes-format.md says the same in words.
#include "base/bytes.h"
#include "base/crc32.h"
#include "carom/modes.h"

// 0x89 and the line ends show whether a transfer took the file for text.
static const unsigned char magic[8] = {0x89, 'C', 'R', 'M', 'O', 'D', '\r', '\n'};

enum {
    VERSION_FIRST = 1,
    VERSION_ERROR = 2, // and the errors of the frequencies
    VERSION_PARTS = 3, // and the participation in rigid motions
    VERSION = 4,       // and the rods of a frame
    AT_VERSION = 8,
    AT_COUNT = 12,
    AT_RIGID = 16,
    AT_VERTICES = 20,
    AT_TRIANGLES = 24,
    AT_RODS = 28, // 0 before version 4
    AT_SIZE = 32,
    AT_NAME = 40,
    AT_MATERIAL = 104,
    AT_NUMBERS = 168, // of the body as a whole
    NUMBERS = 17,
    AT_TETS = AT_NUMBERS + 8 * NUMBERS,
    AT_DOF = AT_TETS + 4,
    AT_COUNTED = AT_DOF + 4,
    AT_RESERVED_TOO = AT_COUNTED + 4,
    AT_ARRAYS = AT_RESERVED_TOO + 4,
    ROD = 12,     // bytes
    CHECKSUM = 4, // bytes, at the end
    SMALLEST = AT_ARRAYS + CHECKSUM,
};

static void put_text(unsigned char *to, const char text[64]) {
    bool over = false;
    for (int i = 0; i < 64; i++) {
        over = over || !text[i] || i == 63;
        to[i] = over ? 0 : (unsigned char)text[i];
    }
}

static uint32_t version_of(const cr_modes *modes) {
    if (!modes->error) return VERSION_FIRST;
    if (!modes->participation) return VERSION_ERROR;
    return modes->rods ? VERSION : VERSION_PARTS;
}

static size_t size_with(const cr_modes *modes, uint32_t version) {
    size_t count = (size_t)modes->count, vertices = (size_t)modes->vertices, doubles = 2;
    if (version >= VERSION_ERROR) doubles += 1;
    if (version >= VERSION_PARTS) doubles += CR_PARTICIPATION;
    size_t rods = version >= VERSION ? (size_t)modes->rods : 0;
    return SMALLEST + 8 * doubles * count + 12 * vertices + 12 * (size_t)modes->triangles +
           12 * count * vertices + ROD * rods;
}

size_t cr_modes_size(const cr_modes *modes) {
    return size_with(modes, version_of(modes));
}

void cr_modes_encode(const cr_modes *modes, unsigned char *bytes) {
    const cr_modes *m = modes;
    const double numbers[NUMBERS] = {
        m->density,    m->young,      m->poisson,    m->rayleigh_mass, m->rayleigh_stiff, m->mass,
        m->centre[0],  m->centre[1],  m->centre[2],  m->inertia[0],    m->inertia[1],     m->inertia[2],
        m->inertia[3], m->inertia[4], m->inertia[5], m->limit,         m->residual};
    size_t size = cr_modes_size(m), count = (size_t)m->count, vertices = (size_t)m->vertices;
    memcpy(bytes, magic, sizeof magic);
    uint32_t version = version_of(m);
    cr_put_u32(bytes + AT_VERSION, version);
    cr_put_u32(bytes + AT_COUNT, (uint32_t)m->count);
    cr_put_u32(bytes + AT_RIGID, (uint32_t)m->rigid);
    cr_put_u32(bytes + AT_VERTICES, (uint32_t)m->vertices);
    cr_put_u32(bytes + AT_TRIANGLES, (uint32_t)m->triangles);
    cr_put_u32(bytes + AT_RODS, version >= VERSION ? (uint32_t)m->rods : 0);
    cr_put_u64(bytes + AT_SIZE, size);
    put_text(bytes + AT_NAME, m->name);
    put_text(bytes + AT_MATERIAL, m->material);
    cr_put_f64s(bytes + AT_NUMBERS, numbers, NUMBERS);
    cr_put_u32(bytes + AT_TETS, (uint32_t)m->tets);
    cr_put_u32(bytes + AT_DOF, (uint32_t)m->dof);
    cr_put_u32(bytes + AT_COUNTED, (uint32_t)m->counted);
    cr_put_u32(bytes + AT_RESERVED_TOO, 0);
    unsigned char *to = cr_put_f64s(bytes + AT_ARRAYS, m->frequency, count);
    to = cr_put_f64s(to, m->sigma, count);
    if (version >= VERSION_ERROR) to = cr_put_f64s(to, m->error, count);
    if (version >= VERSION_PARTS) to = cr_put_f64s(to, m->participation, CR_PARTICIPATION * count);
    to = cr_put_f32s(to, m->position, 3 * vertices);
    to = cr_put_i32s(to, m->triangle, 3 * (size_t)m->triangles);
    to = cr_put_f32s(to, m->shape, 3 * count * vertices);
    for (int i = 0; version >= VERSION && i < m->rods; i++) {
        const int ends[2] = {m->rod[i].from, m->rod[i].to};
        to = cr_put_i32s(to, ends, 2);
        to = cr_put_f32s(to, &m->rod[i].radius, 1);
    }
    cr_put_u32(to, cr_crc32(bytes, size - CHECKSUM));
}

// That the bytes are whole and of this version; nothing in them is believed before.
static cr_status check_frame(const unsigned char *bytes, size_t size, const char *place, cr_error *error) {
    if (size < sizeof magic || memcmp(bytes, magic, sizeof magic) != 0)
        return cr_fail(error, CR_ERR_INPUT, place,
                       "not a .modes file; `carom modal ... -o FILE.modes` writes one");
    uint32_t version = size >= AT_VERSION + 4 ? cr_get_u32(bytes + AT_VERSION) : VERSION;
    if (version < VERSION_FIRST || version > VERSION)
        return cr_fail(error, CR_ERR_INPUT, place,
                       "version %u of the format, this program reads versions %d to %d", version,
                       VERSION_FIRST, VERSION);
    if (size < SMALLEST)
        return cr_fail(error, CR_ERR_INPUT, place, "cut off after %zu bytes, a .modes file has at least %d",
                       size, SMALLEST);
    uint64_t whole = cr_get_u64(bytes + AT_SIZE);
    if (size < whole)
        return cr_fail(error, CR_ERR_INPUT, place, "cut off after %zu of %llu bytes", size,
                       (unsigned long long)whole);
    if (size > whole)
        return cr_fail(error, CR_ERR_INPUT, place, "%zu bytes, but it says it has %llu", size,
                       (unsigned long long)whole);
    uint32_t told = cr_get_u32(bytes + size - CHECKSUM), found = cr_crc32(bytes, size - CHECKSUM);
    if (told != found)
        return cr_fail(error, CR_ERR_INPUT, place,
                       "changed since it was written: checksum %08x, should be %08x", found, told);
    return CR_OK;
}

// Whether the counts fill exactly `size` bytes, without a product that could overflow.
static bool counts_fit(const cr_modes *modes, uint32_t version, size_t size) {
    if (modes->count < 0 || modes->vertices < 0 || modes->triangles < 0 || modes->rods < 0) return false;
    size_t most = size / 12;
    if ((size_t)modes->count > most || (size_t)modes->vertices > most || (size_t)modes->triangles > most ||
        (size_t)modes->rods > most)
        return false;
    if (modes->count && (size_t)modes->vertices > most / (size_t)modes->count) return false;
    return size_with(modes, version) == size;
}

// A name ends with a NUL and is filled up with them, so that equal modes have equal bytes.
static bool get_text(const unsigned char *from, char text[64]) {
    memcpy(text, from, 64);
    for (int i = 1; i < 64; i++)
        if (text[i] && !text[i - 1]) return false;
    return !text[63];
}

static void get_numbers(const unsigned char *from, cr_modes *modes) {
    double x[NUMBERS];
    cr_get_f64s(from, x, NUMBERS);
    modes->density = x[0];
    modes->young = x[1];
    modes->poisson = x[2];
    modes->rayleigh_mass = x[3];
    modes->rayleigh_stiff = x[4];
    modes->mass = x[5];
    memcpy(modes->centre, x + 6, sizeof modes->centre);
    memcpy(modes->inertia, x + 9, sizeof modes->inertia);
    modes->limit = x[15];
    modes->residual = x[16];
}

static cr_status get_head(const unsigned char *bytes, size_t size, const char *place, cr_modes *modes,
                          cr_error *error) {
    modes->count = cr_get_int(bytes + AT_COUNT);
    modes->rigid = cr_get_int(bytes + AT_RIGID);
    modes->vertices = cr_get_int(bytes + AT_VERTICES);
    modes->triangles = cr_get_int(bytes + AT_TRIANGLES);
    uint32_t version = cr_get_u32(bytes + AT_VERSION);
    if (version >= VERSION) modes->rods = cr_get_int(bytes + AT_RODS);
    if (!counts_fit(modes, version, size))
        return cr_fail(error, CR_ERR_INPUT, place,
                       "%u modes, %u vertices and %u triangles do not make %zu bytes",
                       cr_get_u32(bytes + AT_COUNT), cr_get_u32(bytes + AT_VERTICES),
                       cr_get_u32(bytes + AT_TRIANGLES), size);
    if (version >= VERSION && modes->rods == 0)
        return cr_fail(error, CR_ERR_INPUT, place, "version %d is that of frames, but it has no rods",
                       VERSION);
    if ((version < VERSION && cr_get_u32(bytes + AT_RODS) != 0) || cr_get_u32(bytes + AT_RESERVED_TOO) != 0)
        return cr_fail(error, CR_ERR_INPUT, place, "reserved bytes from %d or %d on are not 0", AT_RODS,
                       AT_RESERVED_TOO);
    if (!get_text(bytes + AT_NAME, modes->name) || !get_text(bytes + AT_MATERIAL, modes->material))
        return cr_fail(error, CR_ERR_INPUT, place, "the name or the material does not end with zeros");
    get_numbers(bytes + AT_NUMBERS, modes);
    modes->tets = cr_get_int(bytes + AT_TETS);
    modes->dof = cr_get_int(bytes + AT_DOF);
    modes->counted = cr_get_int(bytes + AT_COUNTED);
    return CR_OK;
}

static cr_status get_arrays(const unsigned char *bytes, const char *place, cr_arena *arena, cr_modes *modes,
                            cr_error *error) {
    size_t count = (size_t)modes->count, vertices = (size_t)modes->vertices,
           triangles = (size_t)modes->triangles;
    modes->frequency = cr_arena_take(arena, count, sizeof(double));
    modes->sigma = cr_arena_take(arena, count, sizeof(double));
    uint32_t version = cr_get_u32(bytes + AT_VERSION);
    bool errors = version >= VERSION_ERROR, parts = version >= VERSION_PARTS;
    if (errors) modes->error = cr_arena_take(arena, count, sizeof(double));
    if (parts) modes->participation = cr_arena_take(arena, CR_PARTICIPATION * count, sizeof(double));
    modes->position = cr_arena_take(arena, 3 * vertices, sizeof(float));
    modes->triangle = cr_arena_take(arena, 3 * triangles, sizeof(int));
    modes->shape = cr_arena_take(arena, 3 * count * vertices, sizeof(float));
    if (modes->rods) modes->rod = cr_arena_take(arena, (size_t)modes->rods, sizeof *modes->rod);
    if (!modes->frequency || !modes->sigma || (errors && !modes->error) || (parts && !modes->participation) ||
        !modes->position || !modes->triangle || !modes->shape || (modes->rods && !modes->rod))
        return cr_fail(error, CR_ERR_MEMORY, place, "no memory for %zu bytes", size_with(modes, version));
    const unsigned char *from = cr_get_f64s(bytes + AT_ARRAYS, modes->frequency, count);
    from = cr_get_f64s(from, modes->sigma, count);
    if (errors) from = cr_get_f64s(from, modes->error, count);
    if (parts) from = cr_get_f64s(from, modes->participation, CR_PARTICIPATION * count);
    from = cr_get_f32s(from, modes->position, 3 * vertices);
    from = cr_get_ints(from, modes->triangle, 3 * triangles);
    from = cr_get_f32s(from, modes->shape, 3 * count * vertices);
    for (int i = 0; i < modes->rods; i++) {
        int ends[2];
        from = cr_get_ints(from, ends, 2);
        modes->rod[i] = (cr_modes_rod){.from = ends[0], .to = ends[1]};
        from = cr_get_f32s(from, &modes->rod[i].radius, 1);
    }
    return CR_OK;
}

cr_status cr_modes_decode(const unsigned char *bytes, size_t size, const char *place, cr_arena *arena,
                          cr_modes *modes, cr_error *error) {
    cr_arena_mark mark = cr_arena_here(arena);
    cr_modes read = {.count = 0};
    cr_status status = check_frame(bytes, size, place, error);
    if (status == CR_OK) status = get_head(bytes, size, place, &read, error);
    if (status == CR_OK) status = get_arrays(bytes, place, arena, &read, error);
    if (status == CR_OK) status = cr_modes_check(&read, place, error);
    if (status == CR_OK) *modes = read;
    else cr_arena_rewind(arena, mark);
    return status;
}
