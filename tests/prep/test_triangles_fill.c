// Closed surfaces filled with tetrahedra by gmsh, and by programs of that name that fail in every way. The
// parts that need the real gmsh are skipped without it.
#include "io/file/program.h"
#include "io/mesh/mesh_file.h"
#include "mesh_tools.h"
#include "test.h"

#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { VERTICES = 2000, TRIANGLES = 4000, SKIPPED = 77 };

typedef struct surface {
    double position[3 * VERTICES];
    int triangle[3 * TRIANGLES], component[TRIANGLES];
    cr_triangles t;
} surface;

static void begin(surface *s) {
    s->t = (cr_triangles){.position = s->position, .triangle = s->triangle, .component = s->component};
}

static int add_vertex(surface *s, double x, double y, double z) {
    double *p = s->position + 3 * s->t.vertices;
    p[0] = x;
    p[1] = y;
    p[2] = z;
    return s->t.vertices++;
}

static void add_triangle(surface *s, int a, int b, int c) {
    int *corner = s->triangle + 3 * s->t.triangles++;
    corner[0] = a;
    corner[1] = b;
    corner[2] = c;
}

// A sphere of n + 1 circles of latitude of 2n points, as on a globe.
static void add_sphere(surface *s, double radius, int n) {
    static const double pi = 3.14159265358979323846;
    int top = add_vertex(s, 0, 0, radius), ring = s->t.vertices, m = 2 * n;
    for (int i = 1; i < n; i++)
        for (int j = 0; j < m; j++) {
            double polar = pi * i / n, around = 2 * pi * j / m;
            add_vertex(s, radius * sin(polar) * cos(around), radius * sin(polar) * sin(around),
                       radius * cos(polar));
        }
    int bottom = add_vertex(s, 0, 0, -radius), last = ring + (n - 2) * m;
    for (int j = 0; j < m; j++) {
        int next = (j + 1) % m;
        add_triangle(s, top, ring + j, ring + next);
        for (int i = 0; i < n - 2; i++) {
            int a = ring + i * m;
            add_triangle(s, a + j, a + m + j, a + m + next);
            add_triangle(s, a + j, a + m + next, a + next);
        }
        add_triangle(s, bottom, last + next, last + j);
    }
}

static void add_box(surface *s, double x, double y, double z) {
    static const int quad[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                   {1, 3, 7, 5}, {3, 2, 6, 7}, {2, 0, 4, 6}};
    int first = s->t.vertices;
    for (int i = 0; i < 8; i++) add_vertex(s, x * (i & 1), y * (i >> 1 & 1), z * (i >> 2));
    for (int i = 0; i < 6; i++) {
        add_triangle(s, first + quad[i][0], first + quad[i][1], first + quad[i][2]);
        add_triangle(s, first + quad[i][0], first + quad[i][2], first + quad[i][3]);
    }
}

static void add_tetrahedron(surface *s, double edge) {
    for (int i = 0; i < 4; i++) add_vertex(s, edge * (i == 1), edge * (i == 2), edge * (i == 3));
    add_triangle(s, 0, 2, 1);
    add_triangle(s, 0, 1, 3);
    add_triangle(s, 1, 2, 3);
    add_triangle(s, 2, 0, 3);
}

// Everything temporary goes to a folder of this test, which must be empty afterwards.
static void check_clean(const char *after) {
    DIR *list = opendir("temporary");
    for (struct dirent *entry; list && (entry = readdir(list));)
        CHECK(*entry->d_name == '.', "after %s: %s was left behind", after, entry->d_name);
    if (list) closedir(list);
}

static cr_status fill(surface *s, double edge, int order, const cr_mesh_listener *listener, cr_arena *arena,
                      cr_mesh *mesh, cr_error *error) {
    cr_status status = cr_triangles_check(&s->t, "x.stl", NULL, arena, error);
    CHECK(status == CR_OK, "%s", error->reason);
    if (status == CR_OK)
        status = cr_triangles_fill(&s->t, "x.stl", edge, order, listener, arena, mesh, error);
    return status;
}

// `tolerance` of the volume, relative; faces: of a surface that is kept, 0 when it is made anew.
static void check_fill(const char *what, surface *s, double edge, int order, double tolerance, int faces) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_mesh mesh = {.tets = 0};
    cr_mesh_surface found = {.faces = 0};
    cr_error error = {.reason = ""};
    cr_status status = fill(s, edge, order, NULL, arena, &mesh, &error);
    CHECK(status == CR_OK, "%s: %s: %s", what, error.place, error.reason);
    if (status == CR_OK) {
        CHECK(mesh.order == order, "%s: order %d", what, mesh.order);
        CHECK(cr_mesh_check(&mesh, what, &error) == CR_OK, "%s: %s", what, error.reason);
        CHECK_REL(mesh_volume(&mesh), triangles_volume(&s->t), tolerance);
        CHECK_REL(cr_mesh_volume(&mesh), mesh_volume(&mesh), 1e-13);
        CHECK(cr_mesh_surface_find(&mesh, arena, &found, &error) == CR_OK, "%s", error.reason);
        CHECK(!faces || found.faces == faces, "%s: %d faces, not %d", what, found.faces, faces);
        CHECK(faces || found.faces > 2 * s->t.triangles || edge > 0, "%s: only %d faces", what, found.faces);
    }
    check_clean(what);
    cr_arena_free(arena);
}

static void test_gmsh(surface *s) {
    // 1e-12: a sum of some thousand products of coordinates with 16 digits
    begin(s);
    add_sphere(s, 0.05, 16);
    check_fill("sphere", s, 0, 2, 1e-12, s->t.triangles);
    begin(s);
    add_sphere(s, 0.03, 16); // the cavity first, and both outwards
    add_sphere(s, 0.05, 16);
    check_fill("hollow sphere", s, 0, 1, 1e-12, s->t.triangles);
    begin(s);
    add_box(s, 0.3, 0.03, 0.01);
    check_fill("box of 12 triangles", s, 0, 2, 1e-12, 0);
    // new triangles change volume and area by at most .2 %: edges of 10 mm were 1.5 % of it; the cavity stays
    // empty
    begin(s);
    add_sphere(s, 0.05, 16);
    add_sphere(s, 0.03, 16);
    check_fill("hollow sphere made anew", s, 0.01, 2, 0.002, 0);
    begin(s);
    add_box(s, 0.3, 0.2, 0.004);
    check_fill("plate, edges longer than it", s, 2, 2, 0.002, 0);
    begin(s);
    add_tetrahedron(s, 0.1);
    check_fill("tetrahedron", s, 0, 2, 1e-12, 0);
}

// Two spheres that cross: gmsh refuses.
static void test_crossing(surface *s) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_mesh mesh;
    cr_error error = {.reason = ""};
    begin(s);
    add_sphere(s, 0.05, 8);
    int first = s->t.vertices;
    add_sphere(s, 0.03, 8);
    for (int i = first; i < s->t.vertices; i++) s->position[3 * i] += 0.03;
    CHECK(fill(s, 0, 2, NULL, arena, &mesh, &error) == CR_ERR_INPUT, "accepted");
    CHECK(strstr(error.reason, "does the surface cross itself?"), "%s", error.reason);
    check_clean("crossing");
    cr_arena_free(arena);
}

static bool stop(void *context, const char *stage, double share) {
    (void)context;
    (void)share;
    CHECK(strstr(stage, "gmsh"), "%s", stage);
    return false;
}

// A program called gmsh that does what it is told in the only folder of the PATH.
static void write_gmsh(const char *script) {
    FILE *file = fopen("path/gmsh", "w");
    if (file) fprintf(file, "#!/bin/sh\n%s\n", script);
    if (file) fclose(file);
    CHECK(file && chmod("path/gmsh", 0700) == 0, "cannot write path/gmsh");
}

static void check_failure(surface *s, const char *script, cr_status expected, const char *reason) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_mesh mesh;
    cr_error error = {.reason = ""};
    cr_mesh_listener listener = {.progress = expected == CR_STOPPED ? stop : NULL};
    begin(s);
    add_box(s, 1, 1, 1);
    remove("path/gmsh");
    if (script) write_gmsh(script);
    cr_status status = fill(s, 0, 2, &listener, arena, &mesh, &error);
    CHECK(status == expected && strcmp(error.place, "x.stl") == 0, "%s: %d", script ? script : "none",
          status);
    CHECK(strcmp(error.reason, reason) == 0, "%s", error.reason);
    check_clean(reason);
    cr_arena_free(arena);
}

static void test_trouble(surface *s) {
    char path[1024];
    CHECK(getcwd(path, sizeof path - 8), "no folder");
    strcat(path, "/path");
    mkdir("path", 0700);
    setenv("PATH", path, 1);
    check_failure(s, NULL, CR_ERR_UNSUPPORTED,
                  "needs gmsh to fill the surface with tetrahedra: install it or give a .msh");
    check_failure(s, "exit 3", CR_ERR_INPUT,
                  "gmsh cannot fill the surface with tetrahedra: it ended with status 3");
    check_failure(s, "echo 'Error   : it hurts'; exit 1", CR_ERR_INPUT,
                  "gmsh cannot fill the surface with tetrahedra: it hurts");
    check_failure(s, "echo 'Error   : it hurts' >&2", CR_ERR_INPUT,
                  "gmsh cannot fill the surface with tetrahedra: it hurts");
    check_failure(s, "kill -11 $$", CR_ERR_INPUT,
                  "gmsh cannot fill the surface with tetrahedra: it ended with status 139");
    check_failure(s, "echo x >out.msh", CR_ERR_INPUT,
                  "gmsh cannot fill the surface with tetrahedra: $MeshFormat should be here, not \"x\"");
    check_failure(s, "echo started", CR_ERR_IO,
                  "gmsh cannot fill the surface with tetrahedra: cannot open: No such file or directory");
    check_failure(s, "while :; do :; done", CR_STOPPED, "gmsh: stopped");
    remove("path/gmsh");
    rmdir("path");
}

// A program that never ends has its time of work.
static void test_seconds(void) {
    char *words[] = {"sh", "-c", "while :; do :; done", NULL};
    int exit_status = 0;
    cr_status status = cr_program_run(words, "temporary", "log", 1, NULL, NULL, &exit_status, NULL);
    CHECK(status == CR_OK && exit_status == 128 + SIGXCPU, "%d, exit status %d", status, exit_status);
    remove("temporary/log");
}

static bool has_gmsh(void) {
    char *words[] = {"gmsh", "--version", NULL};
    int exit_status = 1;
    return cr_program_run(words, "temporary", "log", 0, NULL, NULL, &exit_status, NULL) == CR_OK &&
           exit_status == 0;
}

int main(void) {
    char folder[1024];
    static surface s;
    mkdir("temporary", 0700);
    CHECK(getcwd(folder, sizeof folder - 16), "no folder");
    strcat(folder, "/temporary");
    setenv("TMPDIR", folder, 1);
    bool real = has_gmsh();
    remove("temporary/log");
    test_seconds();
    if (real) test_gmsh(&s);
    if (real) test_crossing(&s);
    test_trouble(&s);
    rmdir("temporary");
    int status = test_summary();
    return real || status ? status : SKIPPED;
}
