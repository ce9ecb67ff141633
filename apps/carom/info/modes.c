#include "info/modes.h"

#include "carom/solid.h"
#include "io/file/file.h"
#include "io/file/json_pairs.h"
#include "io/file/text.h"
#include "io/glb/glb.h"
#include "io/mesh/gltf.h"

#include <string.h>
#include <unistd.h>

// Without what rounding left of 0.
static double clean(double length) {
    return round(1e9 * length) / 1e9 + 0.0;
}

static void put_modes(const char *path, const char *format, const cr_modes *m) {
    cr_text_plain(stdout, path);
    printf(": %s, modes of ", format);
    cr_text_plain(stdout, *m->name ? m->name : "a solid");
    if (*m->material) fputs(" of ", stdout);
    cr_text_plain(stdout, m->material);
    putchar('\n');
    printf("modes      %d elastic", m->count);
    if (m->count) printf(", %.6g to %.6g Hz", m->frequency[0], m->frequency[m->count - 1]);
    printf("; %d rigid left out\n", m->rigid);
    if (m->limit > 0.0) printf("complete   below %.6g Hz\n", m->limit);
    printf("mass       %.6g kg, centre %.4g %.4g %.4g m\n", m->mass, clean(m->centre[0]), clean(m->centre[1]),
           clean(m->centre[2]));
    printf("material   density %.6g kg/m^3", m->density);
    if (m->young > 0.0) printf(", Young's modulus %.4g Pa, Poisson's ratio %.3g", m->young, m->poisson);
    printf("\nsurface    %d vertices, %d triangles\n", m->vertices, m->triangles);
    if (m->rods) printf("frame      %d pieces of rod, %d unknowns\n", m->rods, m->dof);
    if (m->tets) printf("mesh       %d tetrahedra, %d unknowns\n", m->tets, m->dof);
}

static void put_modes_json(const char *path, const char *kind, const cr_modes *m) {
    cr_json json = cr_json_on(stdout);
    cr_json_object_begin(&json);
    cr_json_pair_text(&json, "file", path);
    cr_json_pair_text(&json, "kind", kind);
    cr_json_pair_text(&json, "name", m->name);
    cr_json_pair_text(&json, "material", m->material);
    cr_json_pair_integer(&json, "modes", m->count);
    cr_json_pair_integer(&json, "rigid_modes", m->rigid);
    cr_json_pair(&json, "lowest", m->count ? m->frequency[0] : CR_NAN);
    cr_json_pair(&json, "highest", m->count ? m->frequency[m->count - 1] : CR_NAN);
    cr_json_pair(&json, "limit", m->limit > 0.0 ? m->limit : CR_NAN);
    cr_json_pair(&json, "mass", m->mass);
    cr_json_pair_integer(&json, "vertices", m->vertices);
    cr_json_pair_integer(&json, "triangles", m->triangles);
    cr_json_object_end(&json);
}

static void put_glb(const char *path, const cr_glb_info *info) {
    cr_text_plain(stdout, path);
    printf(": glTF%s", *info->generator ? ", written by " : "");
    cr_text_plain(stdout, info->generator);
    putchar('\n');
    printf("meshes     %d\nclips      %d\nmodels     %d modal\n", info->meshes, info->clips,
           info->modal_models);
    if (*info->objects) fputs("objects    ", stdout);
    cr_text_plain(stdout, info->objects);
    if (*info->objects) putchar('\n');
}

static void put_glb_json(const char *path, const cr_glb_info *info) {
    cr_json json = cr_json_on(stdout);
    cr_json_object_begin(&json);
    cr_json_pair_text(&json, "file", path);
    cr_json_pair_text(&json, "kind", "glb");
    cr_json_pair_text(&json, "generator", info->generator);
    cr_json_pair_integer(&json, "meshes", info->meshes);
    cr_json_pair_integer(&json, "clips", info->clips);
    cr_json_pair_integer(&json, "modal_models", info->modal_models);
    cr_json_pair_text(&json, "objects", info->objects);
    cr_json_object_end(&json);
}

static cr_status tell_glb(const cr_command *command, const char *path, bool json, cr_error *error) {
    cr_glb_info info;
    cr_modes modes;
    cr_status status = cr_glb_read_info(path, command->arena, &info, error);
    if (status != CR_OK) return status;
    if (info.sounding != 1) {
        (json ? put_glb_json : put_glb)(path, &info);
        return CR_OK;
    }
    status = cr_glb_read_modes(path, command->arena, &modes, error);
    if (status != CR_OK) return status;
    if (json) put_modes_json(path, "glb", &modes);
    else put_modes(path, "glTF", &modes);
    return CR_OK;
}

static bool begins_with(const char *path, const char *text, size_t length) {
    char head[8] = "";
    int in;
    if (cr_file_descriptor(path, &in, NULL) != CR_OK) return false;
    ssize_t count = read(in, head, length);
    close(in);
    return count == (ssize_t)length && memcmp(head, text, length) == 0;
}

static bool is_modes(const char *path) {
    return begins_with(path,
                       "\x89"
                       "CRMOD",
                       6);
}

// What lies in a file counts for more than its name, which a .gltf, a text, and an object in one need.
static bool is_gltf(const char *path) {
    return begins_with(path, "glTF", 4) || (cr_gltf_is_path(path) && !is_modes(path));
}

bool cr_info_is_modes(const char *path) {
    return is_gltf(path) || is_modes(path);
}

cr_status cr_info_modes(const cr_command *command, const char *path, bool json, cr_error *error) {
    cr_modes modes;
    if (is_gltf(path)) return tell_glb(command, path, json, error);
    cr_status status = cr_modes_read(path, command->arena, &modes, error);
    if (status != CR_OK) return status;
    if (json) put_modes_json(path, "modes", &modes);
    else put_modes(path, "modes file", &modes);
    return CR_OK;
}
