// Reading glTF 2.0 (.glb, .gltf): the container, arrays, buffers within and beside the file, the tree of
// nodes, and the triangles of their meshes.
#ifndef CAROM_IO_GLTF_H
#define CAROM_IO_GLTF_H

#include "carom/base.h"
#include "io/file/json_read.h"

// What a number is made of, as glTF numbers it.
typedef enum cr_gltf_type {
    CR_GLTF_BYTE = 5120,
    CR_GLTF_UNSIGNED_BYTE = 5121,
    CR_GLTF_UNSIGNED_SHORT = 5123,
    CR_GLTF_UNSIGNED_INT = 5125,
    CR_GLTF_FLOAT = 5126,
} cr_gltf_type;

typedef struct cr_gltf_buffer {
    const unsigned char *bytes; // NULL: not loaded
    size_t size;
} cr_gltf_buffer;

typedef struct cr_gltf_file {
    char place[96]; // the path, for errors
    const cr_json_value *root;
    cr_gltf_buffer chunk;   // the binary one of a .glb
    cr_gltf_buffer *buffer; // after cr_gltf_load
    int buffers;
} cr_gltf_file;

// "Pile.glb#cup" is the object "cup" of Pile.glb: the length of the path, and the name behind it or NULL.
// Other paths are left whole.
size_t cr_gltf_split(const char *path, const char **name);
// Whether a path ends with .glb or .gltf, with or without the name of an object.
bool cr_gltf_is_path(const char *path);

// Finds the parts of a file that is in memory, which must stay: a .glb by its first bytes, else the text of a
// .gltf. `path` names it in errors. CR_ERR_INPUT when it is no such file or broken; CR_ERR_UNSUPPORTED for
// another version; CR_ERR_MEMORY.
cr_status cr_gltf_parse(const unsigned char *bytes, size_t size, const char *path, cr_arena *arena,
                        cr_gltf_file *file, cr_error *error);
// Its buffers: the chunk, base64 in data URIs, files beside `path` or in folders below it and nowhere else.
// CR_ERR_IO, CR_ERR_INPUT, CR_ERR_MEMORY.
cr_status cr_gltf_load(cr_gltf_file *file, const char *path, cr_arena *arena, cr_error *error);
// The bytes of a file; `path` may have the name of an object, here and below.
cr_status cr_gltf_read_all(const char *path, cr_arena *arena, char **text, size_t *size, cr_error *error);
// Reads a file whole, then cr_gltf_parse and cr_gltf_load.
cr_status cr_gltf_open(const char *path, cr_arena *arena, cr_gltf_file *file, cr_error *error);

// An array of elements of 1 or 3 floats, all finite, by the index of its accessor; `what` names it in errors.
cr_status cr_gltf_floats(const cr_gltf_file *file, const cr_json_value *accessor, const char *what, int width,
                         cr_arena *arena, float **number, size_t *count, cr_error *error);
// An array of unsigned integers of any size, each below `limit`.
cr_status cr_gltf_indices(const cr_gltf_file *file, const cr_json_value *accessor, const char *what,
                          int limit, cr_arena *arena, int **index, size_t *count, cr_error *error);

// `count` finite numbers of an array; false when there are not so many.
bool cr_gltf_numbers(const cr_json_value *array, double *to, int count);
// Of a node or the root: what an extension says of it, or NULL.
const cr_json_value *cr_gltf_extension(const cr_json_value *owner, const char *name);

// The draft extensions of which nodes are asked.
extern const char cr_gltf_audio[];   // KHR_audio_rigid_bodies
extern const char cr_gltf_physics[]; // KHR_physics_rigid_bodies

typedef struct cr_gltf_node {
    const cr_json_value *json;
    const char *name; // its own, else that of its mesh or model; "" none
    int parent;       // -1: none
    int mesh, model;  // -1: none; model: of the audio extension
    bool leads;       // to a mesh or a model, its own or one below
} cr_gltf_node;

typedef struct cr_gltf_tree {
    cr_gltf_node *node;
    int count;
} cr_gltf_tree;

// CR_ERR_INPUT when the nodes are no tree.
cr_status cr_gltf_nodes(const cr_gltf_file *file, cr_arena *arena, cr_gltf_tree *tree, cr_error *error);
// The node of a name, else of a number from 0; NULL chooses all: -1. CR_ERR_INPUT with the names there are.
cr_status cr_gltf_choose(const cr_gltf_file *file, const cr_gltf_tree *tree, const char *name, int *chosen,
                         cr_error *error);
// Whether a node is `root` or below it; every node is below -1.
bool cr_gltf_below(const cr_gltf_tree *tree, int node, int root);
// Names of nodes that have a mesh or modes, or stand above one, with commas; numbers where there is no name.
// What does not fit is left out.
enum { CR_GLTF_NAMES = 150 };
void cr_gltf_names(const cr_gltf_tree *tree, char *text, size_t room);
// Fails: "`count` `things`: choose one", with names.
cr_status cr_gltf_ask(const cr_gltf_file *file, const cr_gltf_tree *tree, const char *things, int count,
                      cr_error *error);

// From the space of a node to that of the scene with z upwards, where glTF has y: x -> turn x + shift.
typedef struct cr_gltf_frame {
    double turn[3][3], shift[3];
    bool mirrored;
} cr_gltf_frame;

// CR_ERR_INPUT when a transform is no matrix and no translation, rotation and scale of finite numbers.
cr_status cr_gltf_world(const cr_gltf_file *file, const cr_gltf_tree *tree, int node, cr_gltf_frame *frame,
                        cr_error *error);
void cr_gltf_move(const cr_gltf_frame *frame, const double from[3], double to[3]);

typedef struct cr_gltf_mesh {
    int vertices, triangles;
    double *position; // 3 per vertex, m, z upwards
    int *triangle;    // 3 per triangle
} cr_gltf_mesh;

// The triangles of the meshes of a node and of those below it, all primitives together; -1: of the only node
// that has a mesh. CR_ERR_INPUT, also when there are several to choose from; CR_ERR_UNSUPPORTED for what is
// compressed; CR_ERR_MEMORY.
cr_status cr_gltf_triangles(const cr_gltf_file *file, const cr_gltf_tree *tree, int root, cr_arena *arena,
                            cr_gltf_mesh *mesh, cr_error *error);

#endif
