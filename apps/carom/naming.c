#include "naming.h"

#include "command.h"
#include "io/file/file.h"

#include <string.h>

const char *cr_name_after(const cr_command *command, const char *path, const char *ending, cr_error *error) {
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    if (strcmp(base, "-") == 0) base = "scene";
    const char *dot = strrchr(base, '.');
    int length = dot && dot > base ? (int)(dot - base) : (int)strlen(base);
    size_t room = (size_t)length + strlen(ending) + 1;
    char *name = cr_command_take(command, room, 1, error);
    if (!name) return NULL;
    snprintf(name, room, "%.*s%s", length, base, ending);
    return cr_command_check_default(command, name, error) == CR_OK ? name : NULL;
}

cr_status cr_name_check(const char *option, const char *path, const char *ending, cr_error *error) {
    if (!path || cr_file_ends_with(path, ending)) return CR_OK;
    return cr_fail(error, CR_ERR_UNSUPPORTED, option, "needs a file that ends with %s, got \"%s\"", ending,
                   path);
}
