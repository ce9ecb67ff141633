// From libyaml's document to the tree of a scene. Aliases are written out, so that an override changes one
// place only; a limit on nodes and depth keeps aliases of aliases, and of themselves, from growing. What
// libyaml itself would take long for is refused before: its time grows with the square of depth, anchors and
// directives.
#include "io/file/file.h"
#include "io/scene/internal.h"
#include "io/scene/yaml_words.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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

static cr_status read_key(copier *c, const yaml_node_t *key, cr_scene_node *to, cr_scene_node *parent) {
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
    const cr_scene_node *first = cr_scene_enter(parent, to);
    if (first != to)
        return cr_scene_fail(c->scene, to, CR_AT_KEY, c->error, CR_ERR_INPUT,
                             "is given twice, first in line %d", first->key_line);
    return CR_OK;
}

static cr_status fill_mapping(copier *c, const yaml_node_t *from, cr_scene_node *to, int depth) {
    cr_status status = CR_OK;
    const yaml_node_pair_t *p = from->data.mapping.pairs.start;
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
    char words[CR_YAML_WORDS];
    cr_scene_yaml_words(parser, text, length, words);
    return cr_scene_fail(c->scene, &spot, CR_AT_VALUE, c->error, CR_ERR_INPUT, "%s", words);
}

__attribute__((format(printf, 3, 4))) static cr_status refuse(copier *c, yaml_mark_t at, const char *format,
                                                              ...) {
    cr_scene_node spot = {.source = c->source, .line = position(at.line), .column = position(at.column)};
    char what[100];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return cr_scene_fail(c->scene, &spot, CR_AT_VALUE, c->error, CR_ERR_INPUT, "%s", what);
}

// Lines that begin with %; NULs are those of UTF-16.
static cr_status check_directives(copier *c, const char *text, size_t length) {
    yaml_mark_t at = {0};
    char last = '\n';
    int count = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '%' && (last == '\n' || last == '\r') && ++count > CR_SCENE_DIRECTIVES)
            return refuse(c, at, "more than %d lines begin with %%", CR_SCENE_DIRECTIVES);
        at.line += text[i] == '\n';
        if (text[i]) last = text[i];
    }
    return CR_OK;
}

typedef struct outline {
    int documents, depth, anchors, values; // so far; keys count as values
} outline;

static bool has_anchor(const yaml_event_t *event) {
    if (event->type == YAML_SCALAR_EVENT) return event->data.scalar.anchor;
    if (event->type == YAML_SEQUENCE_START_EVENT) return event->data.sequence_start.anchor;
    return event->type == YAML_MAPPING_START_EVENT && event->data.mapping_start.anchor;
}

static cr_status look_at(copier *c, outline *o, const yaml_event_t *event) {
    bool begins = event->type == YAML_SEQUENCE_START_EVENT || event->type == YAML_MAPPING_START_EVENT;
    bool ends = event->type == YAML_SEQUENCE_END_EVENT || event->type == YAML_MAPPING_END_EVENT;
    bool value = begins || event->type == YAML_SCALAR_EVENT || event->type == YAML_ALIAS_EVENT;
    o->documents += event->type == YAML_DOCUMENT_START_EVENT;
    o->depth += begins - ends;
    o->values += value;
    o->anchors += has_anchor(event);
    if (value && o->documents > 1)
        return refuse(c, event->start_mark, "a second document begins; a scene is one");
    if (o->depth > CR_SCENE_DEPTH_READ)
        return refuse(c, event->start_mark, "is nested more than %d deep", CR_SCENE_DEPTH);
    if (o->anchors > CR_SCENE_ANCHORS)
        return refuse(c, event->start_mark, "the scene has more than %d anchors", CR_SCENE_ANCHORS);
    if (o->values > 2 * CR_SCENE_NODES)
        return refuse(c, event->start_mark, "the scene has more than %d values", CR_SCENE_NODES);
    return CR_OK;
}

// Reads all of it once without keeping anything.
static cr_status check_outline(copier *c, const char *text, size_t length) {
    yaml_parser_t parser;
    yaml_event_t event;
    outline o = {0};
    cr_status status = check_directives(c, text, length);
    if (status != CR_OK) return status;
    if (!yaml_parser_initialize(&parser)) return cr_scene_no_memory(c->scene, c->error);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, length);
    for (bool ended = false; status == CR_OK && !ended;) {
        if (yaml_parser_parse(&parser, &event)) {
            ended = event.type == YAML_STREAM_END_EVENT;
            status = look_at(c, &o, &event);
            yaml_event_delete(&event);
        } else status = syntax_error(c, &parser, text, length);
    }
    yaml_parser_delete(&parser);
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
    return status;
}

cr_status cr_scene_read_yaml(const cr_scene *scene, const char *text, size_t length, int source,
                             cr_arena *arena, cr_scene_node **root, cr_error *error) {
    copier c = {.scene = scene, .arena = arena, .error = error, .source = source};
    yaml_parser_t parser;
    cr_status status = check_outline(&c, text, length);
    if (status != CR_OK) return status;
    if (!yaml_parser_initialize(&parser)) return cr_scene_no_memory(scene, error);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, length);
    status = copy_document(&c, &parser, text, length, root);
    yaml_parser_delete(&parser);
    return status;
}
