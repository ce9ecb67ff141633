#include "io/file/file.h"
#include "io/record/record_file.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct cr_record_input {
    int descriptor;
    cr_file_place place;
    cr_record_growth growth; // reach NULL: it does not grow
    cr_record_reader *reader;
};

static cr_status read_at(void *context, unsigned long long at, unsigned char *bytes, size_t count,
                         size_t *got, cr_error *error) {
    const cr_record_input *input = context;
    *got = 0;
    if (at > INT64_MAX - count) return CR_OK; // no file is so long
    cr_status status = input->growth.reach ? input->growth.reach(input->growth.context, at + count) : CR_OK;
    if (status != CR_OK) return cr_fail(error, status, input->place.text, "%s", cr_status_text(status));
    while (*got < count) {
        ssize_t done = pread(input->descriptor, bytes + *got, count - *got, (off_t)(at + *got));
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) return cr_fail(error, CR_ERR_IO, input->place.text, "cannot read: %s", strerror(errno));
        if (done == 0) break;
        *got += (size_t)done;
    }
    return CR_OK;
}

// An unfinished recording of that name is worth a word.
static void mention_part(const char *path, cr_error *error) {
    char part[4096];
    int length = snprintf(part, sizeof part, "%s.part", path);
    if (!error || length < 0 || length >= (int)sizeof part || access(path, F_OK) == 0 ||
        access(part, F_OK) != 0)
        return;
    cr_fail(error, CR_ERR_IO, cr_file_place_at(path, 0, 0).text,
            "no such file, but the recording of a run that did not end, with .part behind its name");
}

cr_record_input *cr_record_open(const char *path, cr_arena *arena, cr_error *error) {
    const cr_record_growth none = {0};
    return cr_record_open_growing(path, &none, arena, error);
}

cr_record_input *cr_record_open_growing(const char *path, const cr_record_growth *growth, cr_arena *arena,
                                        cr_error *error) {
    cr_record_input *input = calloc(1, sizeof *input);
    if (!input) {
        cr_fail(error, CR_ERR_MEMORY, cr_file_place_at(path, 0, 0).text, "out of memory");
        return NULL;
    }
    input->place = cr_file_place_at(path, 0, 0);
    input->growth = *growth;
    if (cr_file_descriptor(path, &input->descriptor, error) != CR_OK) {
        mention_part(path, error);
        free(input);
        return NULL;
    }
    input->reader = cr_record_input_another(input, arena, error);
    if (input->reader) return input;
    cr_record_close(input);
    return NULL;
}

cr_record_reader *cr_record_input_reader(cr_record_input *input) {
    return input->reader;
}

cr_record_reader *cr_record_input_another(cr_record_input *input, cr_arena *arena, cr_error *error) {
    const cr_record_in in = {input, read_at};
    return cr_record_reader_new(&in, input->place.text, arena, error);
}

void cr_record_close(cr_record_input *input) {
    if (!input) return;
    close(input->descriptor);
    free(input);
}

bool cr_record_is_file(const char *path) {
    static const unsigned char magic[6] = {0x89, 'C', 'R', 'R', 'E', 'C'};
    unsigned char head[sizeof magic];
    int in;
    if (cr_file_descriptor(path, &in, NULL) != CR_OK) return false;
    ssize_t count = read(in, head, sizeof head);
    close(in);
    return count == (ssize_t)sizeof head && memcmp(head, magic, sizeof head) == 0;
}
