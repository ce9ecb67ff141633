// A surface filled with tetrahedra by the program gmsh.
#include "io/file/file.h"
#include "io/file/program.h"
#include "io/file/unfinished.h"
#include "io/mesh/triangles_internal.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

static const size_t longest_mesh = CR_FILE_GIB(4);

enum { MANY_TRIANGLES = 20000, FILES = 4, SECONDS_MOST = 600, TRIES = 5 };

// New triangles may change volume and area by so much: frequencies of a plate by half of it.
static const double change_most = 0.002;

static const char *const file_names[FILES] = {"surface.msh", "job.geo", "log", "out.msh"};

typedef struct fill {
    const cr_triangles *t;
    cr_file_place place;
    double edge;   // of new triangles; 0: those of the surface stay
    double inside; // of tetrahedra then
    int order;
    const cr_mesh_listener *listener;
    cr_arena *arena;
    cr_error *error;
    char folder[CR_PROGRAM_PATH];
    char files[FILES][CR_PROGRAM_PATH + 32];
} fill;

typedef struct size_figures {
    double volume, area, diagonal, longest; // m^3, m^2, m, m: edge
} size_figures;

static size_figures measure(const cr_triangles *t) {
    size_figures f = {0};
    double low[3], high[3];
    for (int k = 0; k < 3; k++) low[k] = high[k] = t->position[k];
    for (int i = 0; i < 3 * t->vertices; i++) {
        low[i % 3] = fmin(low[i % 3], t->position[i]);
        high[i % 3] = fmax(high[i % 3], t->position[i]);
    }
    for (int i = 0; i < t->triangles; i++) {
        const double *corner[3];
        double u[3], v[3], p[3];
        for (int k = 0; k < 3; k++)
            corner[k] = t->position + 3 * (size_t)t->triangle[3 * (size_t)i + (size_t)k];
        for (int k = 0; k < 3; k++) {
            u[k] = corner[1][k] - corner[0][k];
            v[k] = corner[2][k] - corner[0][k];
            p[k] = corner[0][k] - low[k];
            const double *a = corner[k], *b = corner[(k + 1) % 3];
            f.longest = fmax(f.longest, hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]));
        }
        const double n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
        f.area += hypot(hypot(n[0], n[1]), n[2]) / 2;
        f.volume += (n[0] * p[0] + n[1] * p[1] + n[2] * p[2]) / 6;
    }
    f.diagonal = hypot(hypot(high[0] - low[0], high[1] - low[1]), high[2] - low[2]);
    return f;
}

// What the body needs: about twice its wall (a plate of thickness h has volume/area = h/2), a twentieth of
// its size, and not more than so many triangles (area of one: 0.43 edge^2).
static double edge_by_rule(const size_figures *f) {
    double shape = fmin(4 * f->volume / f->area, f->diagonal / 20);
    return fmax(shape, sqrt(f->area / (0.43 * MANY_TRIANGLES)));
}

static cr_status cannot_write(const fill *f) {
    return cr_fail(f->error, CR_ERR_IO, f->folder, "cannot write temporary files");
}

static FILE *open_in(const fill *f, const char *name, const char *mode) {
    char path[CR_PROGRAM_PATH + 32];
    snprintf(path, sizeof path, "%s/%s", f->folder, name);
    return fopen(path, mode);
}

static bool close_written(FILE *out) {
    bool good = !ferror(out);
    return fclose(out) == 0 && good;
}

// As .msh 2.2, each component a surface of its own: all digits, and who is whose neighbour, stay.
static cr_status write_surface(const fill *f) {
    const cr_triangles *t = f->t;
    FILE *out = open_in(f, "surface.msh", "w");
    if (!out) return cannot_write(f);
    fprintf(out, "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n%d\n", t->vertices);
    for (int i = 0; i < t->vertices; i++) {
        const double *p = t->position + 3 * (size_t)i;
        fprintf(out, "%d %.17g %.17g %.17g\n", i + 1, p[0], p[1], p[2]);
    }
    fprintf(out, "$EndNodes\n$Elements\n%d\n", t->triangles);
    for (int i = 0; i < t->triangles; i++) {
        const int *corner = t->triangle + 3 * (size_t)i;
        fprintf(out, "%d 2 2 0 %d %d %d %d\n", i + 1, t->component[i] + 1, corner[0] + 1, corner[1] + 1,
                corner[2] + 1);
    }
    fputs("$EndElements\n", out);
    return close_written(out) ? CR_OK : cannot_write(f);
}

// The triangles stay: each component is a loop, the first of the volume its outside. Inside, tetrahedra grow
// to the size that the body needs.
static void write_kept(const fill *f, FILE *out) {
    fputs("CreateTopology;\n", out);
    for (int i = 1; i <= f->t->components; i++) fprintf(out, "Surface Loop(%d) = {%d};\n", i, i);
    fputs("Volume(1) = {1", out);
    for (int i = 2; i <= f->t->components; i++) fprintf(out, ", %d", i);
    fprintf(out, "};\nMesh.MeshSizeExtendFromBoundary = 0;\nMesh.MeshSizeMax = %.17g;\n", f->inside);
}

// New triangles: edges sharper than 40 degrees stay edges, what lies between becomes patches.
static void write_renewed(const fill *f, FILE *out) {
    fputs("ClassifySurfaces{40*Pi/180, 1, 1, Pi};\nCreateGeometry;\n"
          "Surface Loop(1) = Surface{:};\nVolume(1) = {1};\n",
          out);
    fprintf(out, "Mesh.MeshSizeFromPoints = 0;\nMesh.MeshSizeMin = %.17g;\nMesh.MeshSizeMax = %.17g;\n",
            f->edge, f->edge);
}

static cr_status write_job(const fill *f) {
    FILE *out = open_in(f, "job.geo", "w");
    if (!out) return cannot_write(f);
    fputs("Merge \"surface.msh\";\n", out);
    if (f->edge > 0) write_renewed(f, out);
    else write_kept(f, out);
    return close_written(out) ? CR_OK : cannot_write(f);
}

static bool goes_on(const void *context) {
    const cr_mesh_listener *listener = context;
    return !listener || !listener->progress || listener->progress(listener->context, "tetrahedra (gmsh)", 0);
}

// The first line of gmsh's output with "Error" in it, without what stands before; false when there is none.
static bool find_complaint(const fill *f, char *text, size_t room) {
    FILE *log = open_in(f, "log", "r");
    char line[200];
    bool found = false;
    while (log && !found && fgets(line, sizeof line, log)) {
        const char *error = strstr(line, "Error");
        if (!error) continue;
        error += 5 + strspn(error + 5, " :");
        snprintf(text, room, "%.*s", (int)strcspn(error, "\r\n"), error);
        found = true;
    }
    if (log) fclose(log);
    return found;
}

static cr_status run_gmsh(const fill *f) {
    char words[][16] = {"gmsh",  "job.geo", "-3", "-order",  "1",  "-format",
                        "msh41", "-bin",    "-o", "out.msh", "-v", "2"};
    enum { WORDS = sizeof words / sizeof *words };
    char *list[WORDS + 1] = {NULL}, complaint[160];
    int exit_status = 0;
    cr_error reason;
    for (int i = 0; i < WORDS; i++) list[i] = words[i];
    words[4][0] = f->order == 2 ? '2' : '1';
    cr_status status =
        cr_program_run(list, f->folder, "log", SECONDS_MOST, goes_on, f->listener, &exit_status, &reason);
    if (status == CR_ERR_UNSUPPORTED)
        return cr_fail(f->error, status, f->place.text,
                       "needs gmsh to fill the surface with tetrahedra: install it or give a .msh");
    if (status != CR_OK)
        return cr_fail(f->error, status, f->place.text, "%s: %s", reason.place, reason.reason);
    if (find_complaint(f, complaint, sizeof complaint))
        return cr_fail(
            f->error, CR_ERR_INPUT, f->place.text, "gmsh cannot fill the surface with tetrahedra: %s%s",
            complaint,
            strstr(complaint, "intersect")
                ? "; does the surface cross itself? Unite its parts (boolean union) where it was made"
                : "");
    if (exit_status == 128 + SIGXCPU)
        return cr_fail(
            f->error, CR_ERR_INPUT, f->place.text,
            "gmsh has not filled the surface with tetrahedra in %d s of work; `--edge %.2g` makes fewer",
            SECONDS_MOST, 2 * f->inside);
    if (exit_status != 0)
        return cr_fail(f->error, CR_ERR_INPUT, f->place.text,
                       "gmsh cannot fill the surface with tetrahedra: it ended with status %d", exit_status);
    return CR_OK;
}

// Where curved elements are folded, straight ones of the same corners may be good.
static cr_status straighten(const fill *f, cr_mesh *mesh) {
    cr_mesh linear, straight;
    cr_status status = cr_mesh_linear(mesh, f->arena, &linear, f->error);
    if (status == CR_OK) status = cr_mesh_quadratic(&linear, f->arena, &straight, f->error);
    if (status == CR_OK) *mesh = straight;
    return status;
}

static cr_status read_result(const fill *f, cr_mesh *mesh) {
    char path[CR_PROGRAM_PATH + 16], *bytes;
    size_t size;
    cr_error reason;
    cr_arena *work = cr_arena_new(cr_arena_allocator(f->arena));
    if (!work) return cr_fail(f->error, CR_ERR_MEMORY, f->place.text, "no memory to read the tetrahedra");
    snprintf(path, sizeof path, "%s/out.msh", f->folder);
    cr_status status = cr_file_read_all(path, longest_mesh, work, &bytes, &size, &reason);
    if (status == CR_OK) status = cr_msh_parse(path, bytes, size, 1, NULL, f->arena, mesh, &reason);
    cr_arena_free(work);
    if (status == CR_OK) return CR_OK;
    return cr_fail(f->error, status, f->place.text, "gmsh cannot fill the surface with tetrahedra: %s",
                   reason.reason);
}

static void remember(fill *f) {
    cr_unfinished_add(f->folder);
    for (int i = 0; i < FILES; i++) {
        snprintf(f->files[i], sizeof f->files[i], "%s/%s", f->folder, file_names[i]);
        cr_unfinished_add(f->files[i]);
    }
}

static void forget(const fill *f) {
    for (int i = 0; i < FILES; i++) cr_unfinished_drop(f->files[i]);
    cr_unfinished_drop(f->folder);
}

// Surface to tetrahedra, once. Not checked, but for folds.
static cr_status try_fill(fill *f, cr_mesh *mesh) {
    cr_status status = write_surface(f);
    if (status == CR_OK) status = write_job(f);
    if (status == CR_OK) status = run_gmsh(f);
    if (status == CR_OK) status = read_result(f, mesh);
    bool folded =
        status == CR_OK && mesh->order == 2 && cr_mesh_check(mesh, f->place.text, NULL) == CR_ERR_INPUT;
    return folded ? straighten(f, mesh) : status;
}

// By how much the mesh is larger or smaller than the surface: of volume and area the worse, relative.
static cr_status find_change(const fill *f, const size_figures *wanted, const cr_mesh *mesh, double *change) {
    cr_mesh_surface faces;
    double area = 0;
    cr_arena *work = cr_arena_new(cr_arena_allocator(f->arena));
    cr_status status = work ? cr_mesh_surface_find(mesh, work, &faces, f->error)
                            : cr_fail(f->error, CR_ERR_MEMORY, f->place.text, "no memory for its surface");
    for (int i = 0; status == CR_OK && i < faces.faces; i++)
        area += cr_mesh_face_area(mesh, faces.face + (size_t)i * (mesh->order == 2 ? 6 : 3));
    cr_arena_free(work);
    *change = fmax(fabs(cr_mesh_volume(mesh) / wanted->volume - 1), fabs(area / wanted->area - 1));
    return status;
}

// New triangles are chords: what they change goes with the square of their edges. Those are made shorter
// until it is little.
static cr_status fill_renewed(fill *f, const size_figures *wanted, cr_mesh *mesh) {
    const double shortest = sqrt(wanted->area / (0.43 * 4 * MANY_TRIANGLES)), asked = f->edge;
    double change = 0, first = 0;
    cr_arena_mark mark = cr_arena_here(f->arena);
    for (int i = 0; i < TRIES; i++) {
        cr_arena_rewind(f->arena, mark);
        cr_status status = try_fill(f, mesh);
        if (status == CR_OK) status = find_change(f, wanted, mesh, &change);
        if (status != CR_OK) return status;
        if (i == 0) first = change;
        if (change <= change_most || f->edge <= shortest) break;
        if (i + 1 < TRIES) f->edge = fmax(shortest, f->edge * fmax(0.3, 0.9 * sqrt(change_most / change)));
    }
    if (f->edge < asked)
        cr_mesh_warn(
            f->listener,
            "%s: new triangles of %.3g m change its volume or area by %.2g %%; those of %.3g m were taken",
            f->place.text, asked, 100 * first, f->edge);
    if (change > change_most)
        cr_mesh_warn(f->listener, "%s: the tetrahedra differ from the surface by %.2g %% in volume or area",
                     f->place.text, 100 * change);
    return CR_OK;
}

cr_status cr_triangles_fill(const cr_triangles *triangles, const char *path, double edge, int order,
                            const cr_mesh_listener *listener, cr_arena *arena, cr_mesh *mesh,
                            cr_error *error) {
    fill f = {.t = triangles,
              .place = cr_file_place_at(path, 0, 0),
              .edge = edge,
              .order = order,
              .listener = listener,
              .arena = arena,
              .error = error};
    cr_triangles split;
    size_figures figures = measure(triangles);
    double needed = edge_by_rule(&figures);
    if (!(edge > 0) && figures.longest > 2 * needed) f.edge = needed;
    f.inside = needed;
    if (!(f.edge > 0) && triangles->triangles > MANY_TRIANGLES)
        cr_mesh_warn(listener, "%s: %d triangles make a large problem; `--edge %.2g` makes fewer",
                     f.place.text, triangles->triangles, needed);
    if (f.edge > 0 && triangles->triangles < CR_TRIANGLES_FEW) {
        cr_status status = cr_triangles_split(triangles, path, arena, &split, error);
        if (status != CR_OK) return status;
        f.t = &split;
    }
    cr_status status = cr_program_folder(f.folder, error);
    if (status != CR_OK) return status;
    remember(&f);
    status = f.edge > 0 ? fill_renewed(&f, &figures, mesh) : try_fill(&f, mesh);
    cr_program_folder_remove(f.folder);
    forget(&f);
    return status;
}
