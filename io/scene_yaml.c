// From libyaml's document to the tree of a scene. Aliases are written out, so that an override changes one
// place only; a limit on nodes and depth keeps aliases of aliases, and of themselves, from growing.
#include "io/file.h"
#include "io/scene_internal.h"

#include <string.h>
#include <yaml.h>

typedef struct copier {
    const cr_scene *scene;
    cr_arena *arena;
    cr_error *error;
    yaml_document_t *document;
    int source, nodes;
} copier;

static int position(size_t from_zero) {
    return from_zero < 1 << 30 ? (int)from_zero + 1 : 1 << 30;
}

static const char *copy_text(copier *c, const yaml_node_t *from) {
    char *text = cr_arena_take(c->arena, from->data.scalar.length + 1, 1);
    if (text) memcpy(text, from->data.scalar.value, from->data.scalar.length);
    return text;
}

static cr_status fill(copier *c, const yaml_node_t *from, cr_scene_node *to, int depth);

static cr_scene_node *new_child(copier *c, const yaml_node_t *from, cr_scene_node *parent,
                                cr_status *status) {
    cr_scene_node *node = cr_arena_take(c->arena, 1, sizeof *node);
    if (!node) {
        *status = cr_scene_no_memory(c->scene, c->error);
        return NULL;
    }
    node->source = c->source;
    node->line = position(from->start_mark.line);
    node->column = position(from->start_mark.column);
    node->word = -1;
    if (parent) cr_scene_append(parent, node);
    if (++c->nodes <= CR_SCENE_NODES) return node;
    *status = cr_scene_fail(c->scene, node, CR_AT_VALUE, c->error, CR_ERR_INPUT,
                            "the scene has more than %d values, counting aliases", CR_SCENE_NODES);
    return NULL;
}

static cr_status fill_list(copier *c, const yaml_node_t *from, cr_scene_node *to, int depth) {
    cr_status status = CR_OK;
    const yaml_node_item_t *i = from->data.sequence.items.start;
    for (; status == CR_OK && i < from->data.sequence.items.top; i++) {
        const yaml_node_t *value = yaml_document_get_node(c->document, *i);
        cr_scene_node *child = new_child(c, value, to, &status);
        if (child) status = fill(c, value, child, depth + 1);
    }
    return status;
}

static cr_status read_key(copier *c, const yaml_node_t *key, cr_scene_node *to, const cr_scene_node *parent) {
    bool word = key->type == YAML_SCALAR_NODE && key->data.scalar.length > 0;
    to->key_line = position(key->start_mark.line);
    to->key_column = position(key->start_mark.column);
    to->key = "?";
    if (!word) return cr_scene_fail(c->scene, to, CR_AT_KEY, c->error, CR_ERR_INPUT, "a key must be a word");
    if (key->data.scalar.length > CR_SCENE_KEY_LENGTH)
        return cr_scene_fail(c->scene, to, CR_AT_KEY, c->error, CR_ERR_INPUT, "a key is longer than %d bytes",
                             CR_SCENE_KEY_LENGTH);
    to->key = copy_text(c, key);
    if (!to->key) return cr_scene_no_memory(c->scene, c->error);
    if (strlen(to->key) < key->data.scalar.length)
        return cr_scene_fail(c->scene, to, CR_AT_KEY, c->error, CR_ERR_INPUT, "the key holds a NUL");
    if (strcmp(to->key, "<<") == 0)
        return cr_scene_fail(c->scene, to, CR_AT_KEY, c->error, CR_ERR_UNSUPPORTED,
                             "merge keys are not supported; what elements share goes into defaults");
    const cr_scene_node *first = cr_scene_find(parent, to->key);
    if (first != to)
        return cr_scene_fail(c->scene, to, CR_AT_KEY, c->error, CR_ERR_INPUT,
                             "is given twice, first in line %d", first->key_line);
    return CR_OK;
}

static cr_status fill_mapping(copier *c, const yaml_node_t *from, cr_scene_node *to, int depth) {
    cr_status status = CR_OK;
    const yaml_node_pair_t *p = from->data.mapping.pairs.start;
    if (from->data.mapping.pairs.top - p > CR_SCENE_KEYS)
        return cr_scene_fail(c->scene, to, CR_AT_KEY, c->error, CR_ERR_INPUT, "has more than %d keys",
                             CR_SCENE_KEYS);
    for (; status == CR_OK && p < from->data.mapping.pairs.top; p++) {
        const yaml_node_t *value = yaml_document_get_node(c->document, p->value);
        cr_scene_node *child = new_child(c, value, to, &status);
        if (child) status = read_key(c, yaml_document_get_node(c->document, p->key), child, to);
        if (child && status == CR_OK) status = fill(c, value, child, depth + 1);
    }
    return status;
}

static cr_status fill_scalar(copier *c, const yaml_node_t *from, cr_scene_node *to) {
    to->text = copy_text(c, from);
    to->quoted = from->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
    if (!to->text) return cr_scene_no_memory(c->scene, c->error);
    if (strlen(to->text) == from->data.scalar.length) return CR_OK;
    return cr_scene_fail(c->scene, to, CR_AT_VALUE, c->error, CR_ERR_INPUT, "the text holds a NUL");
}

static cr_status fill(copier *c, const yaml_node_t *from, cr_scene_node *to, int depth) {
    if (depth > CR_SCENE_DEPTH)
        return cr_scene_fail(c->scene, to, CR_AT_VALUE, c->error, CR_ERR_INPUT, "is nested more than %d deep",
                             CR_SCENE_DEPTH);
    to->kind = from->type == YAML_SEQUENCE_NODE  ? CR_SCENE_LIST
               : from->type == YAML_MAPPING_NODE ? CR_SCENE_MAPPING
                                                 : CR_SCENE_SCALAR;
    if (to->kind == CR_SCENE_LIST) return fill_list(c, from, to, depth);
    if (to->kind == CR_SCENE_MAPPING) return fill_mapping(c, from, to, depth);
    return fill_scalar(c, from, to);
}

// libyaml tells lines and columns, except for bytes that are no characters: those by offset.
static cr_status syntax_error(copier *c, const yaml_parser_t *parser, const char *text, size_t length) {
    cr_scene_node spot = {.source = c->source,
                          .line = position(parser->problem_mark.line),
                          .column = position(parser->problem_mark.column)};
    // every fault of the text has a problem; libyaml does not always say that it had no memory
    if (parser->error == YAML_MEMORY_ERROR || !parser->problem) return cr_scene_no_memory(c->scene, c->error);
    if (parser->error == YAML_READER_ERROR) {
        spot.line = spot.column = 1;
        for (size_t i = 0; i < parser->problem_offset && i < length; i++) {
            bool ends = text[i] == '\n', continues = ((unsigned char)text[i] & 0xC0) == 0x80;
            spot.line += ends;
            spot.column = ends ? 1 : spot.column + !continues;
        }
    }
    return cr_scene_fail(c->scene, &spot, CR_AT_VALUE, c->error, CR_ERR_INPUT, "%s%s%s", parser->problem,
                         parser->context ? " " : "", parser->context ? parser->context : "");
}

static cr_status refuse_second(copier *c, yaml_parser_t *parser, const char *text, size_t length) {
    yaml_document_t next;
    if (!yaml_parser_load(parser, &next)) return syntax_error(c, parser, text, length);
    const yaml_node_t *root = yaml_document_get_root_node(&next);
    cr_status status = CR_OK;
    if (root) {
        cr_scene_node spot = {.source = c->source,
                              .line = position(root->start_mark.line),
                              .column = position(root->start_mark.column)};
        status = cr_scene_fail(c->scene, &spot, CR_AT_VALUE, c->error, CR_ERR_INPUT,
                               "a second document begins; a scene is one");
    }
    yaml_document_delete(&next);
    return status;
}

static cr_status copy_document(copier *c, yaml_parser_t *parser, const char *text, size_t length,
                               cr_scene_node **root) {
    yaml_document_t document;
    cr_status status = CR_OK;
    if (!yaml_parser_load(parser, &document)) return syntax_error(c, parser, text, length);
    c->document = &document;
    const yaml_node_t *top = yaml_document_get_root_node(&document);
    if (!top) status = cr_scene_fail(c->scene, NULL, CR_AT_VALUE, c->error, CR_ERR_INPUT, "is empty");
    else if ((*root = new_child(c, top, NULL, &status))) status = fill(c, top, *root, 0);
    yaml_document_delete(&document);
    return status == CR_OK ? refuse_second(c, parser, text, length) : status;
}

cr_status cr_scene_read_yaml(const cr_scene *scene, const char *text, size_t length, int source,
                             cr_arena *arena, cr_scene_node **root, cr_error *error) {
    copier c = {.scene = scene, .arena = arena, .error = error, .source = source};
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser)) return cr_scene_no_memory(scene, error);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, length);
    cr_status status = copy_document(&c, &parser, text, length, root);
    yaml_parser_delete(&parser);
    return status;
}
