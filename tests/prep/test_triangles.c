// Surfaces: the same box from STL, OBJ and PLY in text and binary, cavities, what is mended and what is not.
#include "budget.h"
#include "io/mesh/mesh_file.h"
#include "mesh_tools.h"
#include "test.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 8192 };

typedef struct text {
    char bytes[ROOM];
    size_t size;
} text;

static const double box_position[8][3] = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {0, 1, 0},
                                          {0, 0, 1}, {2, 0, 1}, {2, 1, 1}, {0, 1, 1}};
static const int box_quad[6][4] = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4},
                                   {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};

__attribute__((format(printf, 2, 3))) static void put(text *t, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    t->size += (size_t)vsnprintf(t->bytes + t->size, ROOM - t->size, format, arguments);
    va_end(arguments);
}

static void put_bytes(text *t, const void *bytes, size_t size, bool reversed) {
    const char *from = bytes;
    for (size_t i = 0; i < size; i++) t->bytes[t->size++] = from[reversed ? size - 1 - i : i];
}

static const int *box_triangle(int i, int corner[3]) {
    const int *q = box_quad[i / 2];
    corner[0] = q[0];
    corner[1] = q[i % 2 + 1];
    corner[2] = q[i % 2 + 2];
    return corner;
}

static text stl_text(void) {
    text t = {.size = 0};
    int corner[3];
    put(&t, "solid a box vertex facet\n");
    for (int i = 0; i < 12; i++) {
        put(&t, " facet normal 0 0 nan\n  outer loop\n");
        for (int k = 0; k < 3; k++) {
            const double *p = box_position[box_triangle(i, corner)[k]];
            put(&t, "   vertex %g %ge0 %.3f\n", p[0], p[1], p[2]);
        }
        put(&t, "  endloop\n endfacet\n");
    }
    put(&t, "endsolid a box\n");
    return t;
}

static text stl_binary(void) {
    text t = {.size = 0};
    int corner[3];
    unsigned count = 12;
    const char header[80] = "solid in name only";
    put_bytes(&t, header, sizeof header, false);
    put_bytes(&t, &count, 4, false);
    for (int i = 0; i < 12; i++) {
        float record[12] = {0};
        for (int k = 0; k < 9; k++)
            record[3 + k] = (float)box_position[box_triangle(i, corner)[k / 3]][k % 3];
        record[3] = record[3] == 0 ? -0.0f : record[3]; // the same place
        put_bytes(&t, record, sizeof record, false);
        put_bytes(&t, "ab", 2, false);
    }
    return t;
}

// Quads, corners counted from the end, textures and normals.
static text obj(void) {
    text t = {.size = 0};
    put(&t, "# a box\nmtllib x.mtl\no box\n");
    for (int i = 0; i < 8; i++)
        put(&t, "v %g %g %g\n", box_position[i][0], box_position[i][1], box_position[i][2]);
    put(&t, "vt 0 0\nvn 0 0 1\ns off\nusemtl stone\n");
    for (int i = 0; i < 6; i++) {
        const int *q = box_quad[i];
        if (i == 0) put(&t, "f %d %d %d %d\n", q[0] - 8, q[1] - 8, q[2] - 8, q[3] - 8);
        else if (i == 1) put(&t, "f %d/1/1 %d//1 %d/1 %d # a quad\n", q[0] + 1, q[1] + 1, q[2] + 1, q[3] + 1);
        else put(&t, "f %d %d %d %d\r\n", q[0] + 1, q[1] + 1, q[2] + 1, q[3] + 1);
    }
    return t;
}

static text ply(const char *format) {
    text t = {.size = 0};
    bool ascii = strcmp(format, "ascii") == 0, big = strcmp(format, "binary_big_endian") == 0;
    put(&t,
        "ply\nformat %s 1.0\ncomment end_header\nelement vertex 8\nproperty uchar red\nproperty float x\n"
        "property double y\nproperty float z\nelement face 6\nproperty list uchar int vertex_indices\n"
        "property short flags\nelement edge 1\nproperty int a\nend_header\n",
        format);
    for (int i = 0; i < 8; i++) {
        const double *p = box_position[i];
        float x = (float)p[0], z = (float)p[2];
        if (ascii) put(&t, "255 %g %g %g\n", p[0], p[1], p[2]);
        else {
            put_bytes(&t, "\xff", 1, big);
            put_bytes(&t, &x, 4, big);
            put_bytes(&t, &p[1], 8, big);
            put_bytes(&t, &z, 4, big);
        }
    }
    for (int i = 0; i < 6; i++) {
        const int *q = box_quad[i];
        if (ascii) put(&t, "4 %d %d %d %d -1\n", q[0], q[1], q[2], q[3]);
        else {
            put_bytes(&t, "\4", 1, big);
            for (int k = 0; k < 4; k++) put_bytes(&t, &q[k], 4, big);
            put_bytes(&t, "\xff\xff", 2, big);
        }
    }
    if (ascii) put(&t, "7\n");
    else put_bytes(&t, "\0\0\0\7", 4, big);
    return t;
}

typedef struct listening {
    int count;
    char last[400];
} listening;

static void listen(void *context, const char *words) {
    listening *l = context;
    l->count++;
    snprintf(l->last, sizeof l->last, "%s", words);
}

static void check_box(const char *name, cr_triangles_format format, const text *t) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_triangles triangles = {.vertices = 0};
    cr_error error = {.reason = ""};
    listening heard = {.count = 0};
    cr_mesh_listener listener = {.warn = listen, .context = &heard};
    char *exact = malloc(t->size); // so that a sanitizer sees one byte too many
    memcpy(exact, t->bytes, t->size);
    cr_status status =
        cr_triangles_parse(format, name, exact, t->size, 0.5, &listener, arena, &triangles, &error);
    if (status == CR_OK) status = cr_triangles_check(&triangles, name, &listener, arena, &error);
    CHECK(status == CR_OK, "%s: %s: %s", name, error.place, error.reason);
    CHECK(heard.count == 0, "%s: %s", name, heard.last);
    CHECK(triangles.vertices == 8 && triangles.triangles == 12, "%s: %d vertices", name, triangles.vertices);
    if (status == CR_OK) CHECK_NEAR(triangles_volume(&triangles), 0.25, 1e-15);
    free(exact);
    for (size_t cut = 0; cut + 2 < t->size; cut++) { // the last line end and the letter before may be missing
        cr_triangles half;
        exact = malloc(cut ? cut : 1);
        memcpy(exact, t->bytes, cut);
        status = cr_triangles_parse(format, name, exact, cut, 1, NULL, arena, &half, &error);
        if (status == CR_OK) status = cr_triangles_check(&half, name, NULL, arena, &error);
        bool only_name = strstr(name, "text") && cut > t->size - strlen(" a box\n") - 1;
        bool last_number = format != CR_TRIANGLES_STL && cut > t->size - 4;
        CHECK(status == CR_ERR_INPUT || only_name || last_number, "%s cut to %zu of %zu", name, cut, t->size);
        free(exact);
    }
    for (int n = 0; n < 40; n++) {
        budget b = {n, 0};
        cr_arena *poor = cr_arena_new(budget_allocator(&b));
        status = CR_ERR_MEMORY;
        if (poor)
            status = cr_triangles_parse(format, name, t->bytes, t->size, 1, NULL, poor, &triangles, &error);
        if (status == CR_OK) status = cr_triangles_check(&triangles, name, NULL, poor, &error);
        CHECK(status == CR_OK || status == CR_ERR_MEMORY, "%s, %d allocations: %s", name, n, error.reason);
        CHECK(status != CR_OK || n > 2, "%s needs no memory?", name);
        cr_arena_free(poor);
        CHECK(b.live == 0, "%d blocks left", b.live);
    }
    CHECK(status == CR_OK, "%s needs many allocations", name);
    cr_arena_free(arena);
}

// A box of edges `size` around (at, at, at); `turn`: inside out.
static void put_cube(text *t, int first, double at, double size, bool turn) {
    for (int i = 0; i < 8; i++) {
        const double *p = box_position[i];
        put(t, "v %g %g %g\n", at + size * (p[0] / 2 - 0.5), at + size * (p[1] - 0.5),
            at + size * (p[2] - 0.5));
    }
    for (int i = 0; i < 6; i++) {
        const int *q = box_quad[i];
        put(t, "f %d %d %d %d\n", first + q[turn ? 3 : 0], first + q[turn ? 2 : 1], first + q[turn ? 1 : 2],
            first + q[turn ? 0 : 3]);
    }
}

static cr_status check_obj(const text *t, listening *heard, cr_triangles *triangles, cr_arena *arena,
                           cr_error *error) {
    cr_mesh_listener listener = {.warn = listen, .context = heard};
    cr_status status = cr_triangles_parse(CR_TRIANGLES_OBJ, "x.obj", t->bytes, t->size, 1, &listener, arena,
                                          triangles, error);
    return status == CR_OK ? cr_triangles_check(triangles, "x.obj", &listener, arena, error) : status;
}

static void test_cavity(bool outer_first, bool turn_outer, bool turn_inner) {
    text t = {.size = 0};
    listening heard = {.count = 0};
    cr_triangles triangles = {.triangles = 0};
    cr_error error = {.reason = ""};
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    put_cube(&t, 1, 0, outer_first ? 4 : 2, outer_first ? turn_outer : turn_inner);
    put_cube(&t, 9, 0, outer_first ? 2 : 4, outer_first ? turn_inner : turn_outer);
    CHECK(check_obj(&t, &heard, &triangles, arena, &error) == CR_OK, "%s", error.reason);
    CHECK(triangles.components == 2, "%d components", triangles.components);
    CHECK_NEAR(triangles_volume(&triangles), 64 - 8, 1e-12);
    CHECK(triangles.component[outer_first ? 0 : 12] == 0, "the outer one comes first");
    CHECK(heard.count == turn_outer + !turn_inner, "%d warnings: %s", heard.count, heard.last);
    cr_arena_free(arena);
}

static void test_separate(double apart, double size, const char *expected) {
    text t = {.size = 0};
    listening heard = {.count = 0};
    cr_triangles triangles;
    cr_error error = {.reason = ""};
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    put_cube(&t, 1, 0, 4, false);
    put_cube(&t, 9, 0, 2, true);
    put_cube(&t, 17, apart, size, false);
    CHECK(check_obj(&t, &heard, &triangles, arena, &error) == CR_ERR_INPUT, "accepted");
    CHECK(strcmp(error.reason, expected) == 0, "%s", error.reason);
    cr_arena_free(arena);
}

// One triangle the other way round, and one with a corner twice.
static void test_mended(void) {
    text t = {.size = 0};
    listening heard = {.count = 0};
    cr_triangles triangles = {.triangles = 0};
    cr_error error = {.reason = ""};
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    int corner[3];
    for (int i = 0; i < 8; i++)
        put(&t, "v %g %g %g\n", box_position[i][0], box_position[i][1], box_position[i][2]);
    for (int i = 0; i < 12; i++) {
        box_triangle(i, corner);
        put(&t, "f %d %d %d\n", corner[0] + 1, corner[i == 5 ? 2 : 1] + 1, corner[i == 5 ? 1 : 2] + 1);
    }
    put(&t, "f 1 2 2\n");
    CHECK(check_obj(&t, &heard, &triangles, arena, &error) == CR_OK, "%s", error.reason);
    CHECK_NEAR(triangles_volume(&triangles), 2, 1e-15);
    CHECK(heard.count == 2 && strcmp(heard.last, "x.obj: turned 1 triangles round") == 0, "%s", heard.last);
    cr_arena_free(arena);
}

int main(void) {
    text t = stl_text();
    check_box("text.stl", CR_TRIANGLES_STL, &t);
    t = stl_binary();
    check_box("binary.stl", CR_TRIANGLES_STL, &t);
    t = obj();
    check_box("box.obj", CR_TRIANGLES_OBJ, &t);
    t = ply("ascii");
    check_box("box.ply", CR_TRIANGLES_PLY, &t);
    t = ply("binary_little_endian");
    check_box("little.ply", CR_TRIANGLES_PLY, &t);
    t = ply("binary_big_endian");
    check_box("big.ply", CR_TRIANGLES_PLY, &t);
    for (int i = 0; i < 8; i++) test_cavity(i & 1, i & 2, i & 4);
    test_separate(
        10, 1,
        "3 separate parts, one near (9.5 9.5 9.5) m: a solid is one piece; unite them or save one alone");
    test_separate(
        0, 1,
        "3 separate parts, one near (-0.5 -0.5 -0.5) m: a solid is one piece; unite them or save one alone");
    test_mended();
    return test_summary();
}
