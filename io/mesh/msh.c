#include "io/file/file.h"
#include "io/mesh/msh_internal.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void cr_mesh_warn(const cr_mesh_listener *listener, const char *format, ...) {
    char text[400];
    if (!listener || !listener->warn) return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    listener->warn(listener->context, text);
}

// To behind "$EndNAME" of a section that is of no interest. Some programs write it straight behind binary
// data.
static bool skip_section(msh *m, const char *name) {
    char end[80];
    size_t length = (size_t)snprintf(end, sizeof end, "$End%s", name + 1);
    const char *from = m->in.bytes + m->in.at, *stop = m->in.bytes + m->in.size;
    while ((size_t)(stop - from) >= length &&
           (from = memchr(from, '$', (size_t)(stop - from) - length + 1))) {
        if (memcmp(from, end, length) == 0) {
            m->in.at = (size_t)(from - m->in.bytes) + length;
            return true;
        }
        from++;
    }
    return scan_fail(&m->in, "cut off: $End%s is missing", name + 1);
}

// Comments may stand before it. Files of gmsh 1 have none and begin with their nodes.
static bool begin_format(msh *m) {
    char word[32] = "";
    size_t at = m->in.at;
    while (scan_word(&m->in, word, sizeof word) && strcmp(word, "$Comments") == 0) {
        if (!skip_section(m, word)) return false;
        at = m->in.at;
    }
    m->in.at = at;
    if (strcmp(word, "$NOD") == 0)
        return scan_fail(
            &m->in,
            "the format of gmsh 1, only 2.2 and 4.1 are read: `gmsh FILE -save -format msh41 -o NEW.msh`");
    return scan_expect(&m->in, "$MeshFormat");
}

// Binary files say 1 in the byte order of the machine that wrote them.
static bool read_byte_order(msh *m) {
    int one;
    scan_skip_line(&m->in);
    m->in.binary = true;
    if (!scan_integer(&m->in, "the mark of the byte order", &one)) return false;
    m->in.swapped = one == 1 << 24;
    return m->in.swapped || one == 1 ||
           scan_fail(&m->in, "the mark of the byte order is %d, should be 1", one);
}

static bool read_format(msh *m) {
    char version[16] = "";
    long long type, size;
    if (!begin_format(m)) return false;
    scan_word(&m->in, version, sizeof version);
    if (strcmp(version, "2.2") == 0) m->version = 22;
    else if (strcmp(version, "4.1") == 0) m->version = 41;
    else
        return scan_fail(&m->in,
                         "version \"%s\" of the format, only 2.2 and 4.1 are read: `gmsh FILE -save -format "
                         "msh41 -o NEW.msh`",
                         version);
    if (!scan_text_integer(&m->in, "text or binary", &type) ||
        !scan_text_integer(&m->in, "the size of numbers", &size))
        return false;
    if (type < 0 || type > 1)
        return scan_fail(&m->in, "type %lld of the file, should be 0 (text) or 1 (binary)", type);
    if (size != 8) return scan_fail(&m->in, "numbers of %lld bytes, should be 8", size);
    return (!type || read_byte_order(m)) && scan_expect(&m->in, "$EndMeshFormat");
}

int msh_group_find(msh *m, int dimension, int tag) {
    for (int i = m->groups - 1; i >= 0; i--)
        if (m->group[i].dimension == dimension && m->group[i].tag == tag) return i;
    if (m->groups == MSH_GROUPS_MOST) {
        scan_fail(&m->in, "more than %d physical groups", MSH_GROUPS_MOST);
        return -1;
    }
    msh_group *group = &m->group[m->groups];
    *group = (msh_group){.dimension = dimension, .tag = tag};
    snprintf(group->name, sizeof group->name, "%d", tag);
    return m->groups++;
}

// A name in quotes on the rest of the line; what is too long loses its end.
static bool read_quoted(msh *m, char name[MSH_NAME]) {
    const char *line = m->in.bytes + m->in.at, *end = memchr(line, '\n', m->in.size - m->in.at);
    size_t length = end ? (size_t)(end - line) : m->in.size - m->in.at;
    const char *open = memchr(line, '"', length);
    const char *shut = open ? memchr(open + 1, '"', length - (size_t)(open + 1 - line)) : NULL;
    if (!shut) return scan_fail(&m->in, "a physical name should stand in quotes");
    size_t used = (size_t)(shut - open - 1);
    if (used >= MSH_NAME) {
        used = MSH_NAME - 1;
        while (used && ((unsigned char)open[1 + used] & 0xC0) == 0x80) used--;
    }
    memcpy(name, open + 1, used);
    name[used] = '\0';
    scan_skip_line(&m->in);
    return true;
}

// Always text: "dimension tag "name"".
bool msh_read_names(msh *m) {
    long long count, dimension, tag;
    if (!scan_text_integer(&m->in, "the number of physical names", &count)) return false;
    for (long long i = 0; i < count; i++) {
        if (!scan_text_integer(&m->in, "the dimension of a name", &dimension) ||
            !scan_text_integer(&m->in, "the number of a name", &tag))
            return false;
        if (dimension < 0 || dimension > 3)
            return scan_fail(&m->in, "a physical name of dimension %lld", dimension);
        if (tag != (int)tag) return scan_fail(&m->in, "number %lld of a physical name is too large", tag);
        int group = msh_group_find(m, (int)dimension, (int)tag);
        if (group < 0 || !read_quoted(m, m->group[group].name)) return false;
    }
    return true;
}

static bool read_section(msh *m, const char *name) {
    static const struct {
        const char *name, *end;
        bool (*read)(msh *m);
        int version; // 0: every
        bool text;
    } sections[] = {
        {"$PhysicalNames", "$EndPhysicalNames", msh_read_names, 0, true},
        {"$Entities", "$EndEntities", msh_read_entities, 41, false},
        {"$Nodes", "$EndNodes", msh_read_nodes, 0, false},
        {"$Elements", "$EndElements", msh_read_elements, 0, false},
    };
    scan_skip_line(&m->in);
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        if (strcmp(name, sections[i].name) == 0 &&
            (!sections[i].version || sections[i].version == m->version))
            return sections[i].read(m) && scan_expect(&m->in, sections[i].end);
    return skip_section(m, name);
}

static bool read_sections(msh *m) {
    char word[64];
    if (!read_format(m)) return false;
    while (scan_word(&m->in, word, sizeof word)) {
        if (*word != '$' || !word[1]) {
            m->in.at -= strlen(word);
            return scan_fail(&m->in, "a section, as $Nodes, should begin here");
        }
        if (!read_section(m, word)) return false;
    }
    if (!m->position) return scan_fail(&m->in, "no $Nodes");
    return m->has_elements || scan_fail(&m->in, "no $Elements");
}

cr_status cr_msh_parse(const char *path, const char *bytes, size_t size, double unit,
                       const cr_mesh_listener *listener, cr_arena *arena, cr_mesh *mesh, cr_error *error) {
    cr_arena_mark mark = cr_arena_here(arena);
    msh m = {.version = 0};
    if (scan_begin(&m.in, path, bytes, size, arena, error)) {
        m.group = cr_arena_take(m.in.work, MSH_GROUPS_MOST, sizeof *m.group);
        if (!m.group) scan_no_memory(&m.in, MSH_GROUPS_MOST, "groups");
        else if (read_sections(&m)) msh_make_mesh(&m, unit, listener, mesh);
    }
    return scan_end(&m.in, mark);
}
