#include "io/mesh/triangles_internal.h"

#include <string.h>

enum { ELEMENTS = 16, PROPERTIES = 64, CORNERS_MOST = 65536 };

typedef struct number_type {
    const char *name, *other;
    size_t size;
    char kind; // u i f
} number_type;

static const number_type number_types[] = {
    {"char", "int8", 1, 'i'},     {"uchar", "uint8", 1, 'u'},    {"short", "int16", 2, 'i'},
    {"ushort", "uint16", 2, 'u'}, {"int", "int32", 4, 'i'},      {"uint", "uint32", 4, 'u'},
    {"float", "float32", 4, 'f'}, {"double", "float64", 8, 'f'},
};

typedef struct property {
    const number_type *type, *length; // length: of a list, else NULL
    int role;                         // 0..2: x y z; 3: corners; -1: of no interest
} property;

typedef struct element {
    char name[16];
    long long count;
    int properties;
    property property[PROPERTIES];
} element;

typedef struct header {
    int elements;
    element element[ELEMENTS];
} header;

static const number_type *type_called(soup *s, const char *name) {
    for (size_t i = 0; i < sizeof number_types / sizeof *number_types; i++)
        if (strcmp(name, number_types[i].name) == 0 || strcmp(name, number_types[i].other) == 0)
            return &number_types[i];
    scan_fail(&s->in, "type \"%.20s\" is not known", name);
    return NULL;
}

static int role_of(const element *e, const property *p, const char *name) {
    static const char *const axes[] = {"x", "y", "z"};
    if (strcmp(e->name, "vertex") == 0 && !p->length)
        for (int i = 0; i < 3; i++)
            if (strcmp(name, axes[i]) == 0) return i;
    bool corners = strcmp(name, "vertex_indices") == 0 || strcmp(name, "vertex_index") == 0;
    return strcmp(e->name, "face") == 0 && p->length && corners ? 3 : -1;
}

static bool read_property(soup *s, header *h) {
    char type[16], name[32];
    if (!h->elements) return scan_fail(&s->in, "a property before the first element");
    element *e = &h->element[h->elements - 1];
    if (e->properties == PROPERTIES) return scan_fail(&s->in, "more than %d properties", PROPERTIES);
    property *p = &e->property[e->properties++];
    *p = (property){.role = -1};
    scan_word(&s->in, type, sizeof type);
    if (strcmp(type, "list") == 0) {
        scan_word(&s->in, type, sizeof type);
        p->length = type_called(s, type);
        if (!p->length) return false;
        if (p->length->kind == 'f') return scan_fail(&s->in, "a list of %s corners", type);
        scan_word(&s->in, type, sizeof type);
    }
    p->type = type_called(s, type);
    if (!p->type || !scan_word(&s->in, name, sizeof name))
        return scan_fail(&s->in, "a property without a name");
    p->role = role_of(e, p, name);
    if (p->role == 3 && p->type->kind == 'f') return scan_fail(&s->in, "corners of type %s", type);
    return true;
}

static bool read_element_line(soup *s, header *h) {
    if (h->elements == ELEMENTS) return scan_fail(&s->in, "more than %d kinds of elements", ELEMENTS);
    element *e = &h->element[h->elements++];
    e->properties = 0;
    scan_word(&s->in, e->name, sizeof e->name);
    return scan_text_integer(&s->in, "the number of elements", &e->count) &&
           (e->count >= 0 || scan_fail(&s->in, "%lld elements", e->count));
}

static bool read_format(soup *s, bool *binary, bool *big) {
    char word[32];
    scan_word(&s->in, word, sizeof word);
    *binary = strcmp(word, "ascii") != 0;
    *big = strcmp(word, "binary_big_endian") == 0;
    if (*binary && !*big && strcmp(word, "binary_little_endian") != 0)
        return scan_fail(&s->in, "format \"%.24s\" is not known", word);
    return scan_expect(&s->in, "1.0");
}

static bool read_header(soup *s, header *h) {
    char word[32];
    bool binary = false, big = false, format = false;
    if (!scan_expect(&s->in, "ply")) return false;
    for (;;) {
        if (!scan_word(&s->in, word, sizeof word)) return scan_fail(&s->in, "cut off: end_header is missing");
        bool good = true;
        if (strcmp(word, "end_header") == 0) break;
        if (strcmp(word, "format") == 0) good = format = read_format(s, &binary, &big);
        else if (strcmp(word, "element") == 0) good = read_element_line(s, h);
        else if (strcmp(word, "property") == 0) good = read_property(s, h);
        else if (strcmp(word, "comment") != 0 && strcmp(word, "obj_info") != 0)
            return scan_fail(&s->in, "not a line of the header of a PLY file");
        if (!good) return false;
        if (s->in.at < s->in.size && s->in.bytes[s->in.at] != '\n') scan_skip_line(&s->in);
    }
    if (!format) return scan_fail(&s->in, "no format in the header");
    scan_skip_line(&s->in);
    const uint16_t one = 1;
    bool big_machine = *(const unsigned char *)&one == 0;
    s->in.binary = binary;
    s->in.swapped = binary && big != big_machine;
    return true;
}

static double unsigned_or_signed(const number_type *type, const unsigned char *bytes) {
    union {
        uint8_t u1;
        uint16_t u2;
        uint32_t u4;
        int8_t i1;
        int16_t i2;
        int32_t i4;
    } x;
    memcpy(&x, bytes, type->size);
    if (type->kind == 'u') return type->size == 1 ? x.u1 : type->size == 2 ? x.u2 : x.u4;
    return type->size == 1 ? x.i1 : type->size == 2 ? x.i2 : x.i4;
}

static bool read_number(soup *s, const number_type *type, double *value) {
    unsigned char bytes[8];
    float single;
    if (!s->in.binary) return scan_double(&s->in, "a number", value);
    if (!scan_take(&s->in, "a number", bytes, type->size)) return false;
    if (type->kind != 'f') {
        *value = unsigned_or_signed(type, bytes);
    } else if (type->size == 4) {
        memcpy(&single, bytes, sizeof single);
        *value = (double)single;
    } else {
        memcpy(value, bytes, sizeof *value);
    }
    return true;
}

// A whole number from 0 to `most`.
static bool read_whole(soup *s, const number_type *type, const char *what, int most, int *value) {
    double x;
    if (!read_number(s, type, &x)) return false;
    if (!(x >= 0 && x <= most) || x != floor(x))
        return scan_fail(&s->in, "%s is %g, should be a whole number from 0 to %d", what, x, most);
    *value = (int)x;
    return true;
}

// A face, or a list of no interest.
static bool read_list(soup *s, const property *p) {
    int count = 0, corner = 0;
    double x;
    if (!read_whole(s, p->length, "the length of a list", CORNERS_MOST, &count)) return false;
    soup_face_begin(s);
    for (int i = 0; i < count; i++) {
        bool good = p->role == 3 ? read_whole(s, p->type, "a corner", INT32_MAX, &corner) &&
                                       soup_face_corner(s, corner)
                                 : read_number(s, p->type, &x);
        if (!good) return false;
    }
    return p->role != 3 || soup_face_end(s);
}

static bool read_row(soup *s, const element *e) {
    double position[3] = {CR_NAN, CR_NAN, CR_NAN}, x;
    for (int i = 0; i < e->properties; i++) {
        const property *p = &e->property[i];
        if (p->length) {
            if (!read_list(s, p)) return false;
            continue;
        }
        if (!read_number(s, p->type, &x)) return false;
        if (p->role >= 0) position[p->role] = x + 0.0; // no -0
    }
    if (strcmp(e->name, "vertex") != 0) return true;
    for (int i = 0; i < 3; i++)
        if (!isfinite(position[i])) return scan_fail(&s->in, "a vertex without a finite x, y and z");
    return soup_point(s, position);
}

bool soup_read_ply(soup *s) {
    header *h = cr_arena_take(s->in.work, 1, sizeof *h);
    if (!h) return scan_no_memory(&s->in, 1, "header");
    if (!read_header(s, h)) return false;
    for (int i = 0; i < h->elements; i++) {
        const element *e = &h->element[i];
        // at least a byte for each
        if (!e->properties || !scan_fits(&s->in, "elements", e->count, 1, 2))
            return scan_fail(&s->in, "element %s without properties", e->name);
        for (long long k = 0; k < e->count; k++)
            if (!read_row(s, e)) return false;
    }
    return true;
}
