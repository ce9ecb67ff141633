#include "sound/scratch.h"

#include "io/file/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

cr_status cr_sound_scratch_make(cr_sound_scratch *s, cr_error *error) {
    const char *const places[] = {getenv("TMPDIR"), "/var/tmp", "/tmp"};
    char name[CR_FILE_TEMPORARY];
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        for (int attempt = 0; places[i] && *places[i] && attempt < 100; attempt++) {
            cr_file_temporary_name(name, attempt);
            int length = snprintf(s->folder, sizeof s->folder, "%s/%s", places[i], name);
            if (length >= (int)sizeof s->folder) break;
            if (mkdir(s->folder, 0700) == 0) {
                snprintf(s->recording, sizeof s->recording, "%s/motion.rec", s->folder);
                snprintf(s->checkpoint, sizeof s->checkpoint, "%s.checkpoint", s->recording);
                return CR_OK;
            }
            if (errno != EEXIST) break;
        }
    return cr_fail(error, CR_ERR_IO, "temporary folder", "%s", strerror(errno ? errno : EIO));
}

void cr_sound_scratch_drop(const cr_sound_scratch *s) {
    char part[sizeof s->recording + 8];
    snprintf(part, sizeof part, "%s.part", s->recording);
    unlink(s->recording);
    unlink(part);
    unlink(s->checkpoint);
    rmdir(s->folder);
}
