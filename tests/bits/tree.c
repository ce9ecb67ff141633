#include "bits.h"

#include <string.h>

static void write(const cr_scene_node *node, int depth, FILE *out) {
    const char *key = node->key ? node->key : "", *text = node->text ? node->text : "";
    fprintf(out, "%d %d %d %zu %zu\n%s%s", depth, (int)node->kind, node->quoted, strlen(key), strlen(text),
            key, text);
    for (const cr_scene_node *i = node->first; i; i = i->next) write(i, depth + 1, out);
}

void bits_write_tree(const cr_scene_node *root, FILE *out) {
    write(root, 0, out);
}

// Folders become part of the name: scenes/bell.yaml and scenes/objects/bell.yaml differ.
bits_path bits_path_of(const bits_place *at, const char *element, const char *ending) {
    bits_path path;
    char flat[256];
    snprintf(flat, sizeof flat, "%s", at->scene);
    for (char *c = flat; *c; c++)
        if (*c == '/') *c = '-';
    snprintf(path.text, sizeof path.text, "%s/%s%s%s.%s", at->directory, flat, element ? "." : "",
             element ? element : "", ending);
    return path;
}
