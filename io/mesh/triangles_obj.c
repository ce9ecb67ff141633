#include "io/mesh/triangles_internal.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

// "7", "7/2", "7//3" or "7/2/3": the number of a vertex from 1, or back from the last when negative.
static bool corner_of(soup *s, const char *word, int *corner) {
    char *end;
    long number = strtol(word, &end, 10);
    if (end == word || (*end && *end != '/'))
        return scan_fail(&s->in, "a corner should be a number as 7 or 7/2/3, not \"%.20s\"", word);
    if (number == 0 || number > INT_MAX || number < -INT_MAX)
        return scan_fail(&s->in, "corners count from 1, not from %ld", number);
    if (number < 0 && -number > s->points)
        return scan_fail(&s->in, "corner %ld, but only %d vertices before it", number, s->points);
    *corner = number < 0 ? s->points + (int)number : (int)number - 1;
    return true;
}

// A line goes on behind a backslash at its end.
static bool skip_continuation(scan *in) {
    size_t at = in->at + 1;
    if (in->at >= in->size || in->bytes[in->at] != '\\') return false;
    if (at < in->size && in->bytes[at] == '\r') at++;
    if (at >= in->size || in->bytes[at] != '\n') return false;
    in->at = at + 1;
    return true;
}

static bool at_line_end(scan *in) {
    while (in->at < in->size && (in->bytes[in->at] == ' ' || in->bytes[in->at] == '\t' ||
                                 in->bytes[in->at] == '\r' || in->bytes[in->at] == '\\'))
        if (in->bytes[in->at] != '\\') in->at++;
        else if (!skip_continuation(in)) return false;
    return in->at == in->size || in->bytes[in->at] == '\n' || in->bytes[in->at] == '#';
}

static bool read_face(soup *s) {
    int corner = 0;
    soup_face_begin(s);
    while (!at_line_end(&s->in)) {
        char word[48];
        scan_word(&s->in, word, sizeof word);
        if (!corner_of(s, word, &corner) || !soup_face_corner(s, corner)) return false;
    }
    return soup_face_end(s);
}

static bool read_vertex(soup *s) {
    double position[3];
    for (int i = 0; i < 3; i++) {
        if (at_line_end(&s->in)) return scan_fail(&s->in, "a vertex with %d coordinates", i);
        if (!scan_double(&s->in, "a coordinate", &position[i])) return false;
        position[i] += 0.0; // no -0
    }
    return soup_point(s, position);
}

bool soup_read_obj(soup *s) {
    static const char *const known[] = {"vt", "vn", "vp", "g", "o", "s", "usemtl", "mtllib", "l", "p"};
    char word[32];
    while (scan_word(&s->in, word, sizeof word)) {
        bool good = *word == '#';
        if (strcmp(word, "v") == 0) {
            if (!read_vertex(s)) return false;
            good = true;
        } else if (strcmp(word, "f") == 0) {
            if (!read_face(s)) return false;
            good = true;
        }
        for (size_t i = 0; !good && i < sizeof known / sizeof *known; i++) good = strcmp(word, known[i]) == 0;
        if (!good) return scan_fail(&s->in, "not a line of an OBJ file");
        if (s->in.at < s->in.size && s->in.bytes[s->in.at] != '\n') scan_skip_line(&s->in);
    }
    return true;
}
