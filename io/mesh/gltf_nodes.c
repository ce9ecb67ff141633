// The tree of nodes: names, and transforms from node to scene.
#include "io/file/file.h"
#include "io/file/text.h"
#include "io/mesh/gltf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MOST = 256 };

const char cr_gltf_audio[] = "KHR_audio_rigid_bodies", cr_gltf_physics[] = "KHR_physics_rigid_bodies";

const cr_json_value *cr_gltf_extension(const cr_json_value *owner, const char *name) {
    return cr_json_member(cr_json_member(owner, "extensions"), name);
}

bool cr_gltf_numbers(const cr_json_value *array, double *to, int count) {
    for (int i = 0; i < count; i++) {
        to[i] = cr_json_as_number(cr_json_element(array, i), CR_NAN);
        if (!isfinite(to[i])) return false;
    }
    return true;
}

size_t cr_gltf_split(const char *path, const char **name) {
    *name = NULL;
    if (cr_file_ends_with(path, ".glb") || cr_file_ends_with(path, ".gltf")) return strlen(path);
    for (const char *mark = strchr(path, '#'); mark; mark = strchr(mark + 1, '#')) {
        size_t length = (size_t)(mark - path);
        bool glb = length > 4 && memcmp(mark - 4, ".glb", 4) == 0;
        bool gltf = length > 5 && memcmp(mark - 5, ".gltf", 5) == 0;
        if (!glb && !gltf) continue;
        *name = mark + 1;
        return length;
    }
    return strlen(path);
}

bool cr_gltf_is_path(const char *path) {
    const char *name;
    cr_gltf_split(path, &name);
    return name || cr_file_ends_with(path, ".glb") || cr_file_ends_with(path, ".gltf");
}

static int index_of(const cr_json_value *value) {
    double number = cr_json_as_number(value, -1.0);
    return number >= 0.0 && number < 1e9 && number == floor(number) ? (int)number : -1;
}

static const char *name_in(const cr_json_value *list, int index) {
    return cr_json_as_text(cr_json_member(cr_json_element(list, index), "name"), "");
}

static void read_node(const cr_gltf_file *file, const cr_json_value *json, cr_gltf_node *node) {
    node->json = json;
    node->parent = -1;
    node->mesh = index_of(cr_json_member(json, "mesh"));
    node->model = index_of(cr_json_member(cr_gltf_extension(json, cr_gltf_audio), "modalModel"));
    node->name = cr_json_as_text(cr_json_member(json, "name"), "");
    if (!*node->name && node->model >= 0)
        node->name =
            name_in(cr_json_member(cr_gltf_extension(file->root, cr_gltf_audio), "modalModels"), node->model);
    if (!*node->name && node->mesh >= 0)
        node->name = name_in(cr_json_member(file->root, "meshes"), node->mesh);
}

static cr_status no_tree(const cr_gltf_file *file, const char *reason, cr_error *error) {
    return cr_fail(error, CR_ERR_INPUT, file->place, "nodes: %s", reason);
}

static cr_status link_children(const cr_gltf_file *file, cr_gltf_tree *tree, cr_error *error) {
    for (int i = 0; i < tree->count; i++) {
        const cr_json_value *children = cr_json_member(tree->node[i].json, "children");
        if (!children || children->kind != CR_JSON_ARRAY) continue;
        for (const cr_json_value *child = children->first; child; child = child->next) {
            int index = index_of(child);
            if (index < 0 || index >= tree->count) return no_tree(file, "a child that is not there", error);
            if (tree->node[index].parent >= 0) return no_tree(file, "a child of two nodes", error);
            tree->node[index].parent = i;
        }
    }
    for (int i = 0; i < tree->count; i++) {
        int depth = 0;
        for (int up = i; up >= 0 && depth <= DEPTH_MOST; up = tree->node[up].parent) depth++;
        if (depth > DEPTH_MOST) return no_tree(file, "a ring, or more than 256 levels", error);
    }
    for (int i = 0; i < tree->count; i++) {
        bool own = tree->node[i].mesh >= 0 || tree->node[i].model >= 0;
        for (int up = i; own && up >= 0 && !tree->node[up].leads; up = tree->node[up].parent)
            tree->node[up].leads = true;
    }
    return CR_OK;
}

cr_status cr_gltf_nodes(const cr_gltf_file *file, cr_arena *arena, cr_gltf_tree *tree, cr_error *error) {
    const cr_json_value *list = cr_json_member(file->root, "nodes");
    int count = list && list->kind == CR_JSON_ARRAY ? list->count : 0;
    *tree = (cr_gltf_tree){cr_arena_take(arena, (size_t)count + 1, sizeof *tree->node), 0};
    if (!tree->node) return cr_fail(error, CR_ERR_MEMORY, file->place, "no memory for %d nodes", count);
    for (const cr_json_value *json = count ? list->first : NULL; json; json = json->next)
        read_node(file, json, &tree->node[tree->count++]);
    return link_children(file, tree, error);
}

bool cr_gltf_below(const cr_gltf_tree *tree, int node, int root) {
    while (node != root && node >= 0) node = tree->node[node].parent;
    return node == root;
}

void cr_gltf_names(const cr_gltf_tree *tree, char *text, size_t room) {
    size_t length = 0;
    *text = '\0';
    for (int i = 0; i < tree->count; i++) {
        char number[16], name[64];
        if (!tree->node[i].leads) continue;
        snprintf(number, sizeof number, "%d", i);
        snprintf(name, sizeof name, "%s%.50s", length ? ", " : "",
                 *tree->node[i].name ? tree->node[i].name : number);
        size_t more = strlen(name);
        if (length + more + 5 > room) {
            memcpy(text + length, ", ...", 6);
            return;
        }
        memcpy(text + length, name, more + 1);
        length += more;
    }
}

cr_status cr_gltf_ask(const cr_gltf_file *file, const cr_gltf_tree *tree, const char *things, int count,
                      cr_error *error) {
    char names[CR_GLTF_NAMES];
    cr_gltf_names(tree, names, sizeof names);
    return cr_fail(error, CR_ERR_INPUT, file->place, "%d %s: choose one by FILE#NAME; there are %s", count,
                   things, names);
}

cr_status cr_gltf_choose(const cr_gltf_file *file, const cr_gltf_tree *tree, const char *name, int *chosen,
                         cr_error *error) {
    char names[CR_GLTF_NAMES], *end;
    *chosen = -1;
    if (!name) return CR_OK;
    for (int i = 0; i < tree->count; i++)
        if (strcmp(tree->node[i].name, name) == 0) {
            *chosen = i;
            return CR_OK;
        }
    long number = strtol(name, &end, 10);
    if (end != name && !*end && number >= 0 && number < tree->count) {
        *chosen = (int)number;
        return CR_OK;
    }
    cr_gltf_names(tree, names, sizeof names);
    return cr_fail(error, CR_ERR_INPUT, file->place, "no object \"%.40s\"; there are %s", name,
                   *names ? names : "none");
}

// --- transforms -----------------------------------------------------------------------------------------

static const cr_gltf_frame still = {.turn = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
static const cr_gltf_frame upright = {.turn = {{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}}; // y upwards becomes z

void cr_gltf_move(const cr_gltf_frame *frame, const double from[3], double to[3]) {
    for (int i = 0; i < 3; i++)
        to[i] = frame->turn[i][0] * from[0] + frame->turn[i][1] * from[1] + frame->turn[i][2] * from[2] +
                frame->shift[i];
}

// First `inner`, then `outer`.
static cr_gltf_frame join(const cr_gltf_frame *outer, const cr_gltf_frame *inner) {
    cr_gltf_frame both = {.mirrored = false};
    cr_gltf_move(outer, inner->shift, both.shift);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            for (int n = 0; n < 3; n++) both.turn[i][k] += outer->turn[i][n] * inner->turn[n][k];
    return both;
}

static void set_rotation(const double q[4], double turn[3][3]) {
    double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        turn[i][i] = 1.0 - 2.0 * (q[j] * q[j] + q[k] * q[k]) / square;
        turn[i][j] = 2.0 * (q[i] * q[j] - q[3] * q[k]) / square;
        turn[j][i] = 2.0 * (q[i] * q[j] + q[3] * q[k]) / square;
    }
}

static bool read_matrix(const cr_json_value *array, cr_gltf_frame *frame) {
    double m[16]; // column by column
    if (!cr_gltf_numbers(array, m, 16)) return false;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) frame->turn[i][k] = m[4 * k + i];
        frame->shift[i] = m[12 + i];
    }
    return true;
}

static bool read_frame(const cr_json_value *node, cr_gltf_frame *frame) {
    const cr_json_value *matrix = cr_json_member(node, "matrix"),
                        *shift = cr_json_member(node, "translation"),
                        *turn = cr_json_member(node, "rotation"), *size = cr_json_member(node, "scale");
    double q[4] = {0, 0, 0, 1}, scale[3] = {1, 1, 1};
    *frame = still;
    if (matrix) return read_matrix(matrix, frame);
    if (shift && !cr_gltf_numbers(shift, frame->shift, 3)) return false;
    if (turn && !cr_gltf_numbers(turn, q, 4)) return false;
    if (size && !cr_gltf_numbers(size, scale, 3)) return false;
    if (!(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] > 0.01)) return false;
    set_rotation(q, frame->turn);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) frame->turn[i][k] *= scale[k];
    return true;
}

static double determinant(double m[3][3]) {
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        sum += m[0][i] * (m[1][j] * m[2][k] - m[1][k] * m[2][j]);
    }
    return sum;
}

// What rounding of a quaternion left of 0.
static void clean(double turn[3][3]) {
    double largest = 0.0;
    for (int i = 0; i < 9; i++) largest = fmax(largest, fabs(turn[i / 3][i % 3]));
    for (int i = 0; i < 9; i++)
        if (fabs(turn[i / 3][i % 3]) < 1e-15 * largest) turn[i / 3][i % 3] = 0.0;
}

cr_status cr_gltf_world(const cr_gltf_file *file, const cr_gltf_tree *tree, int node, cr_gltf_frame *frame,
                        cr_error *error) {
    *frame = still;
    for (; node >= 0; node = tree->node[node].parent) {
        cr_gltf_frame own;
        if (!read_frame(tree->node[node].json, &own))
            return cr_fail(error, CR_ERR_INPUT, file->place,
                           "node %d: its matrix, translation, rotation or scale is not of finite numbers",
                           node);
        *frame = join(&own, frame);
    }
    *frame = join(&upright, frame);
    clean(frame->turn);
    double volume = determinant(frame->turn);
    if (!isfinite(volume)) return cr_fail(error, CR_ERR_INPUT, file->place, "a scale too large for numbers");
    frame->mirrored = volume < 0.0;
    return CR_OK;
}
