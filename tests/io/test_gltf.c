// glTF of others: transforms of nodes, objects by their names, masses, models without triangles, buffers in
// and beside the file, meshes as surfaces, and what is refused.
#include "budget.h"
#include "io/file/file.h"
#include "io/glb/glb.h"
#include "io/mesh/gltf.h"
#include "io/mesh/mesh_file.h"
#include "io/plot/base64.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static cr_arena *arena;

// A box of 1 x 2 x 3 m with two modes, in one buffer: positions, 36 indices, frequencies, decays, shapes.
enum { POSITIONS = 96, INDICES = 72, SHAPES = 192, BYTES = POSITIONS + INDICES + 16 + SHAPES };

static void fill_buffer(unsigned char *bytes) {
    static const unsigned char triangle[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                               2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    float position[24], modal[4] = {300.0f, 200.0f, 3.0f, 2.0f}, shape[48] = {0};
    for (int i = 0; i < 8; i++) {
        position[3 * i] = (float)(i & 1);
        position[3 * i + 1] = 2.0f * (float)(i >> 1 & 1);
        position[3 * i + 2] = 3.0f * (float)(i >> 2);
        shape[3 * i] = (float)(i + 1);           // the first, higher mode along x
        shape[24 + 3 * i + 1] = (float)(-i - 1); // the second, lower one along y
    }
    memcpy(bytes, position, POSITIONS);
    for (int i = 0; i < 36; i++) {
        bytes[POSITIONS + 2 * i] = triangle[i];
        bytes[POSITIONS + 2 * i + 1] = 0;
    }
    memcpy(bytes + POSITIONS + INDICES, modal, sizeof modal);
    memcpy(bytes + POSITIONS + INDICES + sizeof modal, shape, SHAPES);
}

typedef struct parts { // of the JSON; NULL: as usual
    const char *nodes, *primitive, *model, *uri, *accessor, *view;
} parts;

static void put_buffer(FILE *out, const char *uri) {
    unsigned char bytes[BYTES];
    cr_base64 text = {.out = out};
    fill_buffer(bytes);
    fprintf(out, "\"buffers\":[{\"byteLength\":%d,\"uri\":\"", BYTES);
    if (uri) fputs(uri, out);
    else fputs("data:application/octet-stream;base64,", out);
    for (int i = 0; !uri && i < BYTES; i++) cr_base64_put(&text, bytes[i]);
    if (!uri) cr_base64_end(&text);
    fputs("\"}]}", out);
}

static void write_gltf(const char *path, parts p) {
    static const char *const arrays[] = {
        "5126,\"count\":8,\"type\":\"VEC3\"", "5123,\"count\":36,\"type\":\"SCALAR\"",
        "5126,\"count\":2,\"type\":\"SCALAR\"", "5126,\"count\":2,\"type\":\"SCALAR\"",
        "5126,\"count\":16,\"type\":\"VEC3\""};
    static const int at[] = {0, POSITIONS, POSITIONS + INDICES, POSITIONS + INDICES + 8,
                             POSITIONS + INDICES + 16};
    FILE *out = fopen(path, "w");
    if (!out) abort();
    fprintf(out, "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[%s],",
            p.nodes ? p.nodes : "{\"mesh\":0,\"name\":\"block\"}");
    fprintf(out, "\"meshes\":[{\"primitives\":[%s]}],",
            p.primitive ? p.primitive : "{\"attributes\":{\"POSITION\":0},\"indices\":1}");
    if (p.model)
        fprintf(out,
                "\"extensions\":{\"KHR_audio_rigid_bodies\":{\"acousticMaterials\":[{\"density\":1000}],"
                "\"modalModels\":[{\"frequencies\":2,\"decayRates\":3,\"positions\":0,\"shapes\":4,"
                "\"material\":0%s}]}},",
                p.model);
    fputs("\"accessors\":[", out);
    for (int i = 0; i < 5; i++)
        fprintf(out, "%s{\"bufferView\":0,\"byteOffset\":%d,\"componentType\":%s%s}", i ? "," : "", at[i],
                arrays[i], i == 0 && p.accessor ? p.accessor : "");
    fprintf(out, "],\"bufferViews\":[{\"buffer\":0,\"byteLength\":%d%s}],", BYTES, p.view ? p.view : "");
    put_buffer(out, p.uri);
    fclose(out);
}

static cr_modes read_modes(const char *path) {
    cr_modes modes;
    cr_error error = {.reason = ""};
    CHECK(cr_glb_read_modes(path, arena, &modes, &error) == CR_OK, "%s: %s", path, error.reason);
    return modes;
}

static double volume_of(const char *path) {
    cr_triangles t;
    cr_error error = {.reason = ""};
    double sum = 0.0;
    if (cr_triangles_file_read(path, 1.0, NULL, arena, &t, &error) != CR_OK) {
        CHECK(false, "%s: %s", path, error.reason);
        return 0.0;
    }
    for (int i = 0; i < t.triangles; i++) {
        const double *p = t.position + 3 * t.triangle[3 * i], *q = t.position + 3 * t.triangle[3 * i + 1],
                     *r = t.position + 3 * t.triangle[3 * i + 2];
        for (int k = 0; k < 3; k++)
            sum += p[k] * (q[(k + 1) % 3] * r[(k + 2) % 3] - q[(k + 2) % 3] * r[(k + 1) % 3]) / 6.0;
    }
    return sum;
}

static void expect_refused(const char *path, const char *sentence) {
    cr_triangles t;
    cr_error error = {.reason = ""};
    CHECK(cr_triangles_file_read(path, 1.0, NULL, arena, &t, &error) < 0, "%s is read", path);
    CHECK(strstr(error.reason, sentence), "%s: %s", path, error.reason);
}

#define AUDIO "\"extensions\":{\"KHR_audio_rigid_bodies\":{\"modalModel\":0}"

// A node of scale (2, -1, 1) in one that is turned by 90 degrees about y, moved, and three times as large: a
// point (x, y, z) goes to (6x, -3y, 3z), then (3z, -3y, -6x), then + (1, 0, 0); with y upwards become z,
// (3z + 1, 6x, -3y). Shapes turn, and are mirrored, but keep their lengths.
static void test_transforms(void) {
    const parts p = {.nodes =
                         "{\"children\":[1],\"translation\":[1,0,0],\"rotation\":[0,0.70710678118654752,0,0."
                         "70710678118654752],"
                         "\"scale\":[3,3,3]},{\"name\":\"box\",\"mesh\":0,\"scale\":[2,-1,1]," AUDIO "}}",
                     .model = ",\"indices\":1,\"massProperties\":{\"centerOfMass\":[0.5,1,1.5]}"};
    write_gltf("turned.gltf", p);
    cr_modes modes = read_modes("turned.gltf");
    const double *s = (const double[3]){9.0, 6.0, 6.0}; // sides along x y z
    for (int i = 0; i < 8; i++) {
        const double to[3] = {9.0 * (i >> 2) + 1.0, 6.0 * (i & 1), -6.0 * (i >> 1 & 1)};
        for (int k = 0; k < 3; k++) CHECK_NEAR((double)modes.position[3 * i + k], to[k], 1e-6);
        // sorted: the lower mode, along y, first; -y stands for z, mirrored
        CHECK_NEAR((double)modes.shape[3 * i + 2], i + 1.0, 1e-5);
        CHECK_NEAR((double)modes.shape[24 + 3 * i + 1], i + 1.0, 1e-5);
    }
    CHECK_REL(modes.frequency[0], hypot(200.0, 2.0 / 6.283185307179586), 1e-6); // as they are in the file
    CHECK_REL(modes.mass, 1000.0 * s[0] * s[1] * s[2], 1e-6); // positive: triangles look outwards
    const double centre[3] = {5.5, 3.0, -3.0};
    for (int k = 0; k < 3; k++) {
        CHECK_REL(modes.centre[k], centre[k], 1e-6);
        double square = s[(k + 1) % 3] * s[(k + 1) % 3] + s[(k + 2) % 3] * s[(k + 2) % 3];
        CHECK_REL(modes.inertia[k], modes.mass * square / 12.0, 1e-6);
    }
    CHECK_REL(volume_of("turned.gltf#box"), s[0] * s[1] * s[2], 1e-6);
    // The same by matrices.
    write_gltf("matrix.gltf",
               (parts){.nodes = "{\"children\":[1],\"matrix\":[0,0,-3,0, 0,3,0,0, 3,0,0,0, 1,0,0,1]},"
                                "{\"mesh\":0,\"matrix\":[2,0,0,0, 0,-1,0,0, 0,0,1,0, 0,0,0,1]}"});
    CHECK_REL(volume_of("matrix.gltf"), s[0] * s[1] * s[2], 1e-6);
}

#define MOTION(mass) "\"KHR_physics_rigid_bodies\":{\"motion\":{\"mass\":" mass "}}"

static void test_masses(void) {
    parts p = {
        .nodes = "{\"name\":\"light\",\"mesh\":0," AUDIO "," MOTION(
            "0.005") "}},"
                     "{\"name\":\"heavy\",\"mesh\":0," AUDIO "," MOTION(
                         "5") "}},"
                              "{\"name\":\"fixed\",\"mesh\":0," AUDIO "," MOTION(
                                  "0") "}},"
                                       "{\"name\":\"hand\",\"children\":[4],\"extensions\":{" MOTION(
                                           "2") "}},"
                                                "{\"name\":\"held\",\"scale\":[0.1,0.1,0.1],\"mesh\":0," AUDIO
                                                "}}",
        .model = ",\"indices\":1"};
    cr_modes modes;
    cr_error error = {.reason = ""};
    write_gltf("masses.gltf", p);
    CHECK(read_modes("masses.gltf#light").mass == 0.005 && read_modes("masses.gltf#heavy").mass == 5.0,
          "mass");
    CHECK_REL(read_modes("masses.gltf#heavy").inertia[0], 5.0 * 13.0 / 12.0, 1e-6); // that of its box
    CHECK_REL(read_modes("masses.gltf#fixed").mass, 6000.0, 1e-6);                  // 0: what nothing moves
    CHECK(read_modes("masses.gltf#held").mass == 2.0, "of the node above");
    CHECK(cr_glb_read_modes("masses.gltf", arena, &modes, &error) == CR_ERR_INPUT, "several");
    CHECK(strstr(error.reason,
                 "4 objects with modes: choose one by FILE#NAME; there are light, heavy, fixed, hand, held"),
          "%s", error.reason);
    CHECK(cr_glb_read_modes("masses.gltf#cup", arena, &modes, &error) == CR_ERR_INPUT, "no such");
    CHECK(strstr(error.reason, "no object \"cup\"; there are light, heavy, fixed, hand, held"), "%s",
          error.reason);
    p.model = ",\"indices\":1,\"massProperties\":{\"mass\":7}";
    write_gltf("own.gltf", p);
    CHECK(read_modes("own.gltf#light").mass == 7.0, "what the model says itself is above all");
    CHECK(cr_glb_has_modes("own.gltf") && cr_glb_has_modes("own.gltf#hand") && !cr_glb_has_modes("none.gltf"),
          "has");
}

// Without indices of its own a model has those of the mesh; a mesh of other vertices moves as the nearest
// points do; points alone answer one by one.
static void test_without_indices(void) {
    parts p = {.nodes = "{\"name\":\"box\",\"mesh\":0," AUDIO "}}", .model = ""};
    write_gltf("same.gltf", p);
    CHECK(read_modes("same.gltf").triangles == 12, "the mesh of the node");
    p.nodes = "{\"name\":\"box\",\"children\":[1]," AUDIO "}},{\"mesh\":0,\"scale\":[0.9,0.9,0.9]}";
    write_gltf("near.gltf", p);
    cr_modes modes = read_modes("near.gltf");
    CHECK(modes.vertices == 8 && modes.triangles == 12, "%d triangles", modes.triangles);
    CHECK_REL(modes.mass, 6000.0 * 0.729, 1e-6);
    CHECK_NEAR((double)modes.position[3 * 7], 0.9, 1e-6);
    CHECK(modes.shape[24 + 3 * 7] == 8.0f, "%g", (double)modes.shape[24 + 3 * 7]);
    p.nodes = "{" AUDIO "}}";
    p.model = ",\"massProperties\":{\"mass\":3}";
    write_gltf("cloud.gltf", p);
    modes = read_modes("cloud.gltf");
    CHECK(modes.triangles == 8 && modes.vertices == 24 && modes.mass == 3.0, "%d triangles", modes.triangles);
    CHECK(modes.shape[72 + 9 * 7] == 8.0f && modes.shape[72 + 9 * 7 + 3] == 8.0f,
          "all corners as their point");
    CHECK_NEAR(modes.centre[0], 0.5, 1e-6);
    CHECK_REL(modes.inertia[0], 3.0 * (1.0 + 2.25),
              1e-3); // eight masses at the corners; size of the triangles
    p.model = "";
    write_gltf("massless.gltf", p);
    cr_error error = {.reason = ""};
    CHECK(cr_glb_read_modes("massless.gltf", arena, &modes, &error) == CR_ERR_INPUT &&
              strstr(error.reason, "mass unknown: needs massProperties.mass, motion.mass"),
          "%s", error.reason);
}

static void test_buffers(void) {
    unsigned char bytes[BYTES];
    fill_buffer(bytes);
    FILE *out = fopen("box one.bin", "wb");
    if (!out || fwrite(bytes, 1, BYTES, out) != BYTES || fclose(out)) abort();
    write_gltf("beside.gltf", (parts){.uri = "box%20one.bin"});
    CHECK_REL(volume_of("beside.gltf"), 6.0, 1e-9);
    write_gltf("missing.gltf", (parts){.uri = "none.bin"});
    expect_refused("missing.gltf", "No such file");
    const char *const away[] = {"../box one.bin", "/etc/hostname", "http://example.org/a.bin",
                                "a/%2e%2e/../b.bin", ""};
    for (size_t i = 0; i < sizeof away / sizeof *away; i++) {
        write_gltf("away.gltf", (parts){.uri = away[i]});
        expect_refused("away.gltf", "needs a file beside it or in a folder below");
    }
    write_gltf("broken.gltf", (parts){.uri = "data:application/octet-stream;base64,AAA*"});
    expect_refused("broken.gltf", "base64 that is broken");
    write_gltf("plain.gltf", (parts){.uri = "data:text/plain,hello"});
    expect_refused("plain.gltf", "a data URI that is not of base64");
    write_gltf("short.gltf", (parts){.uri = "data:;base64,AAAA"});
    expect_refused("short.gltf", "buffer 0 has 3 of the 376 bytes it should");
}

// Strips, fans and vertices without indices; the box of two primitives.
static void test_primitives(void) {
    CHECK_REL((write_gltf("plain.gltf", (parts){.nodes = NULL}), volume_of("plain.gltf")), 6.0, 1e-9);
    write_gltf("parts.gltf",
               (parts){.primitive =
                           "{\"attributes\":{\"POSITION\":0},\"indices\":1},{\"attributes\":{\"POSITION\":0},"
                           "\"mode\":0}"});
    CHECK_REL(volume_of("parts.gltf"), 6.0, 1e-9);
    write_gltf("strip.gltf", (parts){.primitive = "{\"attributes\":{\"POSITION\":0},\"mode\":5}"});
    expect_refused("strip.gltf", "hole");
    write_gltf("draco.gltf", (parts){.primitive = "{\"attributes\":{\"POSITION\":0},\"extensions\":{"
                                                  "\"KHR_draco_mesh_compression\":{}}}"});
    expect_refused("draco.gltf", "compressed by Draco is not read; export the file again without that");
    write_gltf("meshopt.gltf", (parts){.view = ",\"extensions\":{\"EXT_meshopt_compression\":{}}"});
    expect_refused("meshopt.gltf", "POSITION: compressed by meshopt, which is not read");
    write_gltf("sparse.gltf", (parts){.accessor = ",\"sparse\":{}"});
    expect_refused("sparse.gltf", "POSITION: sparse, which is not read");
    write_gltf("quantized.gltf", (parts){.accessor = ",\"componentType\":5123"});
    expect_refused("quantized.gltf", "POSITION: whole numbers (quantized) are not read");
    write_gltf("two.gltf", (parts){.nodes = "{\"name\":\"a\",\"mesh\":0},{\"mesh\":0}"});
    expect_refused("two.gltf", "2 meshes: choose one by FILE#NAME; there are a, 1");
    CHECK_REL(volume_of("two.gltf#1"), 6.0, 1e-9);
    write_gltf("ring.gltf", (parts){.nodes = "{\"children\":[1]},{\"children\":[0],\"mesh\":0}"});
    expect_refused("ring.gltf", "nodes: a ring, or more than 256 levels");
    write_gltf("flat.gltf", (parts){.nodes = "{\"mesh\":0,\"scale\":[0,1,1]}"});
    expect_refused("flat.gltf", "triangle");
    write_gltf("scale.gltf", (parts){.nodes = "{\"mesh\":0,\"scale\":[1,1]}"});
    expect_refused("scale.gltf",
                   "node 0: its matrix, translation, rotation or scale is not of finite numbers");
    write_gltf("empty.gltf", (parts){.nodes = "{}"});
    expect_refused("empty.gltf", "has no mesh");
}

// Every prefix of a file is refused; a changed byte is refused or read, never worse.
static void test_broken(void) {
    char *text;
    size_t size;
    cr_triangles t;
    cr_error error;
    write_gltf("whole.gltf", (parts){.nodes = NULL});
    if (cr_file_read_all("whole.gltf", 1 << 20, arena, &text, &size, NULL) != CR_OK) abort();
    for (size_t i = 0; i < size; i++) {
        cr_arena_mark mark = cr_arena_here(arena);
        CHECK(cr_triangles_parse(CR_TRIANGLES_GLTF, "cut.gltf", text, i, 1.0, NULL, arena, &t, &error) ==
                  CR_ERR_INPUT,
              "%zu of %zu bytes", i, size);
        text[i] ^= 0x11;
        cr_status status =
            cr_triangles_parse(CR_TRIANGLES_GLTF, "changed.gltf", text, size, 1.0, NULL, arena, &t, &error);
        CHECK(status == CR_OK || status == CR_ERR_INPUT || status == CR_ERR_UNSUPPORTED ||
                  status == CR_ERR_IO,
              "byte %zu: %d", i, (int)status);
        text[i] ^= 0x11;
        cr_arena_rewind(arena, mark);
    }
}

static cr_status read_mesh_in(const char *path, cr_arena *in, cr_error *error) {
    cr_triangles t;
    return cr_triangles_file_read(path, 1.0, NULL, in, &t, error);
}

static cr_status read_modes_in(const char *path, cr_arena *in, cr_error *error) {
    cr_modes modes;
    return cr_glb_read_modes(path, in, &modes, error);
}

// Memory ends at the n-th allocation, for every n until it is enough.
static void starve(const char *path, cr_status (*read)(const char *, cr_arena *, cr_error *)) {
    cr_status status = CR_ERR_MEMORY;
    int n = 1;
    for (; n < 100 && status == CR_ERR_MEMORY; n++) {
        budget b = {n, 0};
        cr_error error = {.reason = ""};
        cr_arena *in = cr_arena_new(budget_allocator(&b));
        if (!in) continue;
        status = read(path, in, &error);
        CHECK(status == CR_OK || (status == CR_ERR_MEMORY && *error.reason), "%s: at %d: %d, %s", path, n,
              (int)status, error.reason);
        cr_arena_free(in);
        CHECK(b.live == 0, "%s: at %d something is left", path, n);
    }
    CHECK(status == CR_OK && n > 3, "%s is never read", path);
}

static void test_memory(void) {
    starve("beside.gltf", read_mesh_in);
    starve("turned.gltf#box", read_mesh_in);
    starve("turned.gltf", read_modes_in);
    starve("near.gltf", read_modes_in);
    starve("cloud.gltf", read_modes_in);
}

int main(void) {
    arena = cr_arena_new(cr_allocator_default());
    test_transforms();
    test_masses();
    test_without_indices();
    test_buffers();
    test_primitives();
    test_broken();
    test_memory();
    cr_arena_free(arena);
    return test_summary();
}
