// Modes as .glb: what is written is read back, files of others are read, broken ones are refused.
#include "io/glb/glb.h"
#include "io/glb/read.h"
#include "io/modes/inertia.h"
#include "modes_by_hand.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static cr_arena *arena;

static void expect_equal(const cr_modes *a, const cr_modes *b) {
    const double single = 6e-8; // rounding to float
    CHECK(!strcmp(a->name, b->name) && !strcmp(a->material, b->material), "%s of %s", b->name, b->material);
    CHECK(a->density == b->density && a->young == b->young && a->poisson == b->poisson, "material");
    CHECK(a->rayleigh_mass == b->rayleigh_mass && a->rayleigh_stiff == b->rayleigh_stiff, "damping");
    CHECK(a->mass == b->mass && a->limit == b->limit && a->rigid == b->rigid, "mass, limit");
    for (int k = 0; k < 3; k++) CHECK(a->centre[k] == b->centre[k], "centre");
    for (int k = 0; k < 6; k++) CHECK_NEAR(b->inertia[k], a->inertia[k], 1e-14 * a->inertia[0]);
    CHECK(a->count == b->count && a->vertices == b->vertices && a->triangles == b->triangles, "counts");
    for (int m = 0; m < a->count; m++) {
        CHECK_REL(b->frequency[m], a->frequency[m], single);
        CHECK_REL(b->sigma[m], a->sigma[m], single);
    }
    size_t numbers = 3 * (size_t)a->vertices;
    CHECK(!memcmp(a->position, b->position, numbers * sizeof(float)), "positions");
    CHECK(!memcmp(a->shape, b->shape, numbers * (size_t)a->count * sizeof(float)), "shapes");
    CHECK(!memcmp(a->triangle, b->triangle, 3 * (size_t)a->triangles * sizeof(int)), "triangles");
}

static void test_round_trip(void) {
    cr_modes modes = hand_modes(arena, 7, 4), back;
    cr_error error = {0};
    modes.inertia[3] = 1e-3, modes.inertia[4] = -2e-3, modes.inertia[5] = 3e-3;
    size_t before = cr_arena_size(arena);
    CHECK(cr_glb_write_modes("box.glb", &modes, arena, &error) == CR_OK, "%s", error.reason);
    CHECK(cr_arena_size(arena) == before, "scratch memory is given back");
    CHECK(cr_glb_read_modes("box.glb", arena, &back, &error) == CR_OK, "%s", error.reason);
    expect_equal(&modes, &back);
    cr_glb_info info;
    CHECK(cr_glb_read_info("box.glb", arena, &info, &error) == CR_OK, "%s", error.reason);
    CHECK(info.meshes == 1 && info.clips == 0 && info.modal_models == 1 && !strcmp(info.generator, "carom"),
          "info");
}

// The order in the file is that of decreasing energy of ringing: here the least damped, the lowest, first.
static void test_order(void) {
    cr_modes modes = hand_modes(arena, 5, 2);
    cr_gltf_file file;
    float *frequency;
    size_t count;
    for (int i = 0; i < 3 * modes.vertices; i++) modes.shape[2 * 3 * modes.vertices + i] *= 10.0f;
    CHECK(cr_glb_write_modes("order.glb", &modes, arena, NULL) == CR_OK, "write");
    CHECK(cr_gltf_open("order.glb", arena, &file, NULL) == CR_OK, "open");
    const cr_json_value *extension =
        cr_json_member(cr_json_member(file.root, "extensions"), "KHR_audio_rigid_bodies");
    const cr_json_value *model = cr_json_element(cr_json_member(extension, "modalModels"), 0);
    CHECK(cr_gltf_floats(&file, cr_json_member(model, "frequencies"), "frequencies", 1, arena, &frequency,
                         &count, NULL) == CR_OK &&
              count == 5,
          "frequencies");
    // f_d = sqrt(f^2 - (sigma/2 pi)^2)
    double decay = modes.sigma[2] / 6.28318530717958648;
    CHECK_REL((double)frequency[0], sqrt(1200.0 * 1200.0 - decay * decay), 6e-8);
    CHECK(frequency[1] < frequency[2] && frequency[2] < frequency[3] && frequency[3] < frequency[4], "order");
}

static void test_clips(void) {
    cr_modes modes = hand_modes(arena, 7, 4);
    cr_gltf_file file;
    cr_error error = {0};
    float *number;
    size_t count;
    CHECK(cr_glb_write_clips("clips.glb", &modes, 5, arena, &error) == CR_OK, "%s", error.reason);
    CHECK(cr_gltf_open("clips.glb", arena, &file, &error) == CR_OK, "%s", error.reason);
    const cr_json_value *clips = cr_json_member(file.root, "animations"), *third = cr_json_element(clips, 2);
    CHECK(clips && clips->count == 5, "clips");
    CHECK(!strcmp(cr_json_as_text(cr_json_member(third, "name"), ""), "mode 3, 1200.0 Hz"), "name");
    const cr_json_value *sampler = cr_json_element(cr_json_member(third, "samplers"), 0);
    CHECK(cr_gltf_floats(&file, cr_json_member(sampler, "output"), "weights", 1, arena, &number, &count,
                         &error) == CR_OK,
          "%s", error.reason);
    size_t keys = count / 5;
    for (size_t key = 0; key < keys; key++)
        for (size_t m = 0; m < 5; m++)
            CHECK_NEAR((double)number[5 * key + m],
                       m == 2 ? sin(6.28318530717958648 * (double)key / (double)(keys - 1)) : 0.0, 1e-7);
    const cr_json_value *mesh = cr_json_element(cr_json_member(file.root, "meshes"), 0);
    const cr_json_value *part = cr_json_element(cr_json_member(mesh, "primitives"), 0);
    const cr_json_value *target = cr_json_element(cr_json_member(part, "targets"), 2);
    CHECK(cr_gltf_floats(&file, cr_json_member(target, "POSITION"), "shape", 3, arena, &number, &count,
                         &error) == CR_OK &&
              count == (size_t)modes.vertices,
          "%s", error.reason);
    double largest = 0.0;
    for (size_t i = 0; i < 3 * count; i++) largest = fmax(largest, fabs((double)number[i]));
    CHECK_REL(largest, 0.08 * sqrt(0.3 * 0.3 + 0.2 * 0.2 + 0.1 * 0.1), 1e-6);
    CHECK(cr_glb_read_modes("clips.glb", arena, &modes, &error) == CR_ERR_INPUT, "no modal model");
}

static unsigned char *load(const char *path, size_t *size) {
    FILE *in = fopen(path, "rb");
    unsigned char *bytes = calloc(1, 1 << 20);
    *size = in && bytes ? fread(bytes, 1, 1 << 20, in) : 0;
    if (in) fclose(in);
    return bytes;
}

static cr_status read_bytes(const unsigned char *bytes, size_t size, cr_modes *modes, cr_error *error) {
    cr_gltf_file file;
    cr_status status = cr_gltf_parse(bytes, size, "bytes.glb", arena, &file, error);
    if (status == CR_OK) status = cr_gltf_load(&file, "bytes.glb", arena, error);
    return status == CR_OK ? cr_glb_decode_modes(&file, NULL, arena, modes, error) : status;
}

static cr_status try_bytes(const unsigned char *bytes, size_t size, cr_error *error) {
    cr_modes modes;
    cr_arena_mark mark = cr_arena_here(arena);
    cr_status status = read_bytes(bytes, size, &modes, error);
    cr_arena_rewind(arena, mark);
    return status;
}

// A file cut anywhere is refused; one with a changed byte is refused or read, never worse.
static void test_broken(void) {
    cr_modes modes = hand_modes(arena, 2, 1);
    cr_error error;
    size_t size;
    int refused = 0;
    CHECK(cr_glb_write_modes("small.glb", &modes, arena, NULL) == CR_OK, "write");
    unsigned char *bytes = load("small.glb", &size);
    CHECK(size > 1000 && try_bytes(bytes, size, &error) == CR_OK, "the file itself");
    for (size_t length = 0; length < size; length++)
        CHECK(try_bytes(bytes, length, &error) == CR_ERR_INPUT, "%zu of %zu bytes", length, size);
    for (size_t i = 0; i < size; i++) {
        bytes[i] ^= 0x11;
        cr_status status = try_bytes(bytes, size, &error);
        CHECK(status == CR_OK || status == CR_ERR_INPUT || status == CR_ERR_UNSUPPORTED, "byte %zu: %d", i,
              (int)status);
        refused += status != CR_OK;
        bytes[i] ^= 0x11;
    }
    CHECK(refused > 500, "%d changes were refused", refused);
    free(bytes);
}

typedef struct maker {
    unsigned char bytes[65536];
    size_t size;
} maker;

static void put_word(maker *m, size_t word) {
    for (int i = 0; i < 4; i++) m->bytes[m->size++] = (unsigned char)(word >> 8 * i);
}

static void put_bytes(maker *m, const void *bytes, size_t size) {
    memcpy(m->bytes + m->size, bytes, size);
    m->size += size;
}

static const char foreign[] =
    "{\"asset\":{\"version\":\"2.0\"},\"accessors\":["
    "{\"bufferView\":0,\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\"},"
    "{\"bufferView\":0,\"byteOffset\":8,\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\"},"
    "{\"bufferView\":1,\"componentType\":5126,\"count\":%d,\"type\":\"VEC3\"},"
    "{\"bufferView\":2,\"componentType\":5126,\"count\":%d,\"type\":\"VEC3\"},"
    "{\"bufferView\":3,\"componentType\":5123,\"count\":%d,\"type\":\"SCALAR\"}],"
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":16},"
    "{\"buffer\":0,\"byteOffset\":16,\"byteLength\":%d,\"byteStride\":16},"
    "{\"buffer\":0,\"byteOffset\":%d,\"byteLength\":%d},"
    "{\"buffer\":0,\"byteOffset\":%d,\"byteLength\":%d}],\"buffers\":[{\"byteLength\":%d}],"
    "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":2},\"indices\":4}]}],"
    "\"nodes\":[{\"name\":\"floor\"},{\"name\":\"brick\",\"mesh\":0,"
    "\"extensions\":{\"KHR_audio_rigid_bodies\":{\"modalModel\":0}}}],"
    "\"extensions\":{\"KHR_audio_rigid_bodies\":{\"modalModels\":[{\"frequencies\":0,\"decayRates\":1,"
    "\"positions\":2,\"shapes\":3,\"material\":0%s}],\"acousticMaterials\":[{\"density\":2000}]}}}";

// A file of somebody else: no indices in the model and of 16 bits in the mesh, positions in strides of 16,
// the higher of two modes first.
static void make_foreign(maker *m, const cr_modes *box, const char *more) {
    static const float heads[4] = {500.0f, 400.0f, 3.0f, 2.0f}; // frequencies, decays
    char text[4096];
    int v = box->vertices, indices = 3 * box->triangles, shapes = 16 + 16 * v, last = shapes + 24 * v;
    int end = last + 2 * indices;
    int length = snprintf(text, sizeof text, foreign, v, 2 * v, indices, 16 * v, shapes, 24 * v, last,
                          2 * indices, end, more);
    for (; length % 4; length++) text[length] = ' ';
    m->size = 0;
    put_bytes(m, "glTF", 4);
    put_word(m, 2);
    put_word(m, (size_t)(28 + length + end));
    put_word(m, (size_t)length);
    put_bytes(m, "JSON", 4);
    put_bytes(m, text, (size_t)length);
    put_word(m, (size_t)end);
    put_bytes(m, "BIN", 4);
    put_bytes(m, heads, sizeof heads);
    for (int i = 0; i < v; i++)
        put_bytes(m, (float[4]){box->position[3 * i], box->position[3 * i + 1], box->position[3 * i + 2]},
                  16);
    put_bytes(m, box->shape, 24 * (size_t)v);
    for (int i = 0; i < indices; i++)
        put_bytes(m,
                  (unsigned char[2]){(unsigned char)box->triangle[i], (unsigned char)(box->triangle[i] >> 8)},
                  2);
}

// glTF has y upwards: a component of vectors as they are read, z upwards.
static float upright(const float *vectors, int i) {
    if (i % 3 == 0) return vectors[i];
    return i % 3 == 1 ? -vectors[i + 1] : vectors[i - 1];
}

static void test_foreign(void) {
    static maker m;
    cr_modes box = hand_modes(arena, 2, 1), modes;
    cr_error error = {0};
    make_foreign(&m, &box, "");
    CHECK(read_bytes(m.bytes, m.size, &modes, &error) == CR_OK, "%s", error.reason);
    CHECK(!strcmp(modes.name, "brick") && !*modes.material && modes.limit == 0.0, "%s", modes.name);
    CHECK(modes.count == 2 && modes.vertices == box.vertices && modes.triangles == box.triangles, "counts");
    CHECK_REL(modes.frequency[0], 400.0, 1e-6);
    CHECK(modes.sigma[0] == 2.0 && modes.sigma[1] == 3.0, "decays");
    const float *higher = box.shape + 3 * box.vertices; // shapes are sorted too
    for (int i = 0; i < 3 * box.vertices; i++) CHECK(modes.shape[i] == upright(higher, i), "shape %d", i);
    for (int i = 0; i < 3 * box.vertices; i++)
        CHECK(modes.position[i] == upright(box.position, i), "position %d", i);
    // Mass, centre and inertia of a box, from its surface; single precision of the positions.
    CHECK_REL(modes.mass, box.mass, 1e-6);
    const double centre[3] = {box.centre[0], -box.centre[2], box.centre[1]};
    for (int k = 0; k < 3; k++) CHECK_REL(modes.centre[k], centre[k], 1e-6);
    const double inertia[3] = {box.inertia[0], box.inertia[2], box.inertia[1]};
    for (int k = 0; k < 3; k++) CHECK_REL(modes.inertia[k], inertia[k], 1e-6);
    for (int k = 3; k < 6; k++) CHECK_NEAR(modes.inertia[k], 0.0, 1e-6 * box.inertia[0]);
    make_foreign(&m, &box, ",\"massProperties\":{\"mass\":3.5,\"inertiaDiagonal\":[1,2,3]}");
    CHECK(read_bytes(m.bytes, m.size, &modes, &error) == CR_OK, "%s", error.reason);
    CHECK(modes.mass == 3.5 && modes.inertia[1] == 3.0 && modes.inertia[2] == 2.0, "mass that is given");
}

static void expect_refused(const char *more, const char *reason) {
    static maker m;
    cr_modes box = hand_modes(arena, 2, 1);
    cr_error error = {0};
    make_foreign(&m, &box, more);
    CHECK(try_bytes(m.bytes, m.size, &error) < 0, "%s is read", more);
    CHECK(strstr(error.reason, reason), "%s: %s", more, error.reason);
}

static void test_refused(void) {
    expect_refused(",\"frequencies\":7", "frequencies: no such accessor");
    expect_refused(",\"frequencies\":3", "frequencies: needs an accessor of type SCALAR");
    expect_refused(",\"frequencies\":4", "frequencies: whole numbers (quantized) are not read");
    expect_refused(",\"shapes\":2", "do not fit");
    expect_refused(",\"indices\":0", "indices: needs whole numbers");
    expect_refused(",\"massProperties\":{\"mass\":-1}", "mass");
    expect_refused(",\"massProperties\":{\"inertiaDiagonal\":[1,2,3],\"inertiaOrientation\":[0,0,0,0]}",
                   "length 1");
    expect_refused("}],\"modalModels\":[],\"x\":[{", "no modal model");
}

typedef struct scarce {
    int left; // blocks
} scarce;

static void *scarce_take(void *context, size_t bytes) {
    scarce *s = context;
    return s->left-- > 0 ? malloc(bytes) : NULL;
}

static void scarce_release(void *context, void *memory) {
    (void)context;
    free(memory);
}

// Whichever block of the arena is refused, it is an error and not a crash.
static void test_memory(void) {
    cr_modes modes = hand_modes(arena, 12, 16), back; // large enough for several blocks
    CHECK(cr_glb_write_modes("large.glb", &modes, arena, NULL) == CR_OK, "write");
    int failures[3] = {0};
    for (int blocks = 1; blocks < 24; blocks++) {
        for (int work = 0; work < 3; work++) {
            scarce s = {blocks};
            cr_error error = {0};
            cr_arena *small = cr_arena_new((cr_allocator){scarce_take, scarce_release, &s});
            if (!small) continue;
            cr_status status = work == 0   ? cr_glb_read_modes("large.glb", small, &back, &error)
                               : work == 1 ? cr_glb_write_modes("again.glb", &modes, small, &error)
                                           : cr_glb_write_clips("again.glb", &modes, 9, small, &error);
            CHECK(status == CR_OK || status == CR_ERR_MEMORY, "%d blocks: %s", blocks, error.reason);
            failures[work] += status != CR_OK;
            cr_arena_free(small);
        }
    }
    for (int work = 0; work < 3; work++)
        CHECK(failures[work] > 0 && failures[work] < 23, "work %d failed %d times", work, failures[work]);
}

// R diag R' of what was taken apart is the matrix again, to rounding.
static void test_principal(void) {
    static const double inertias[][6] = {{1, 2, 3, 0, 0, 0},
                                         {3, 2, 1, 0.5, -0.4, 0.3},
                                         {1, 1, 1, 0, 0, 0},
                                         {2, 2, 1e-6, 0, 0, 1e-9},
                                         {1, 1, 2, 0.9, 0.9, -0.9}};
    for (size_t i = 0; i < sizeof inertias / sizeof *inertias; i++) {
        double moment[3], quaternion[4], back[6], length = 0.0;
        cr_inertia_principal(inertias[i], moment, quaternion);
        cr_inertia_from_principal(moment, quaternion, back);
        for (int k = 0; k < 4; k++) length += quaternion[k] * quaternion[k];
        CHECK_NEAR(length, 1.0, 1e-14);
        for (int k = 0; k < 6; k++) CHECK_NEAR(back[k], inertias[i][k], 2e-15 * 4.0);
    }
}

int main(void) {
    arena = cr_arena_new(cr_allocator_default());
    test_round_trip();
    test_order();
    test_clips();
    test_broken();
    test_foreign();
    test_refused();
    test_memory();
    test_principal();
    cr_arena_free(arena);
    return test_summary();
}
