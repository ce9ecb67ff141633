#include "io/mesh/triangles_internal.h"

#include <string.h>

enum { HEADER = 80, RECORD = 50 };

// A vertex of its own.
static bool read_corner(soup *s, bool single) {
    double position[3];
    for (int i = 0; i < 3; i++) {
        float x;
        if (!single) {
            if (!scan_double(&s->in, "a coordinate", &position[i])) return false;
        } else {
            if (!scan_take(&s->in, "a coordinate", &x, sizeof x)) return false;
            if (!isfinite(x)) return scan_fail(&s->in, "a coordinate is not finite");
            position[i] = (double)x;
        }
        position[i] += 0.0; // no -0
    }
    return soup_point(s, position) && soup_face_corner(s, s->points - 1);
}

// 80 bytes of anything, the number of triangles, and for each its normal, its corners, and two more bytes.
static bool read_binary(soup *s) {
    uint32_t count;
    s->in.binary = true;
    s->in.at = HEADER;
    if (!scan_take(&s->in, "the number of triangles", &count, sizeof count)) return false;
    if (count > (s->in.size - s->in.at) / RECORD)
        return scan_fail(&s->in, "cut off: %zu of %u triangles", (s->in.size - s->in.at) / RECORD, count);
    for (uint32_t i = 0; i < count; i++) {
        s->in.at += 12;
        soup_face_begin(s);
        for (int k = 0; k < 3; k++)
            if (!read_corner(s, true)) return false;
        if (!soup_face_end(s)) return false;
        s->in.at += 2;
    }
    return true;
}

// "facet normal x y z", "outer loop", three times "vertex x y z", "endloop", "endfacet".
static bool read_facet(soup *s) {
    soup_face_begin(s);
    if (!scan_expect(&s->in, "normal")) return false;
    for (int i = 0; i < 3; i++) {
        char word[32];
        if (!scan_word(&s->in, word, sizeof word)) return scan_fail(&s->in, "cut off: a normal is missing");
    }
    if (!scan_expect(&s->in, "outer") || !scan_expect(&s->in, "loop")) return false;
    for (int i = 0; i < 3; i++)
        if (!scan_expect(&s->in, "vertex") || !read_corner(s, false)) return false;
    return scan_expect(&s->in, "endloop") && scan_expect(&s->in, "endfacet") && soup_face_end(s);
}

static bool read_text(soup *s) {
    char word[32];
    bool inside = false;
    while (scan_word(&s->in, word, sizeof word)) {
        bool solid = strcmp(word, "solid") == 0, end = strcmp(word, "endsolid") == 0;
        if (solid || end) {
            if (solid == inside)
                return scan_fail(&s->in, solid ? "solid inside of a solid" : "endsolid without solid");
            inside = solid;
            if (s->in.at < s->in.size && s->in.bytes[s->in.at] != '\n') scan_skip_line(&s->in);
        } else if (inside && strcmp(word, "facet") == 0) {
            if (!read_facet(s)) return false;
        } else {
            return scan_fail(&s->in, "facet or endsolid should be here");
        }
    }
    return !inside || scan_fail(&s->in, "cut off: endsolid is missing");
}

// Binary files too may begin with "solid": their length tells.
static bool is_binary(const scan *in) {
    uint32_t count = 0;
    if (in->size < HEADER + sizeof count) return false;
    for (size_t i = 0; i < sizeof count; i++)
        count |= (uint32_t)(unsigned char)in->bytes[HEADER + i] << 8 * i;
    bool text = memcmp(in->bytes, "solid", 5) == 0;
    return !text || in->size == HEADER + sizeof count + (size_t)RECORD * count;
}

bool soup_read_stl(soup *s) {
    if (is_binary(&s->in)) return read_binary(s);
    if (s->in.size >= 5 && memcmp(s->in.bytes, "solid", 5) == 0) return read_text(s);
    return scan_fail(&s->in, "not an STL file: neither \"solid\" nor the length of a binary one");
}
