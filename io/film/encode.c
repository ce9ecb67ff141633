// Pictures are sent to ffmpeg, which writes into a temporary folder; what is whole is copied under its name.
#include "io/film/film.h"

#include "io/file/file.h"
#include "io/file/program.h"
#include "io/plot/png.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { TEXT = 256, WORDS = 64, LOG = 600 };

struct cr_film_file {
    const char *path;
    char folder[CR_PROGRAM_PATH];
    char begin[TEXT], end[TEXT]; // of the command, parted into words
    cr_program program;
};

cr_status cr_film_check_path(const char *path, bool moving, cr_error *error) {
    if (cr_file_ends_with(path, moving ? ".mp4" : ".png")) return CR_OK;
    return cr_fail(error, CR_ERR_UNSUPPORTED, path, "%s",
                   moving ? "a film is called NAME.mp4" : "a picture is called NAME.png");
}

// Appends the words of a text, which loses its blanks.
static int split(char *text, char *words[], int count) {
    char *rest = NULL;
    for (char *word = strtok_r(text, " ", &rest); word && count < WORDS - 1;
         word = strtok_r(NULL, " ", &rest))
        words[count++] = word;
    return count;
}

static cr_status begin(cr_film_file *f, int width, int height, double rate, char *sound, cr_error *error) {
    char *words[WORDS], input[] = "-i";
    snprintf(f->begin, sizeof f->begin,
             "ffmpeg -loglevel error -nostdin -f rawvideo -pix_fmt rgb24 -s %dx%d -r %.9g -i pipe:0", width,
             height, rate);
    snprintf(f->end, sizeof f->end,
             "-c:v libx264 -preset veryfast -crf 20 -pix_fmt yuv420p -c:a aac -b:a 192k -movflags +faststart "
             "-f mp4 film");
    int count = split(f->begin, words, 0);
    if (sound) words[count++] = input, words[count++] = sound;
    count = split(f->end, words, count);
    words[count] = NULL;
    cr_status status = cr_program_begin(words, f->folder, "log", &f->program, error);
    if (status != CR_ERR_UNSUPPORTED) return status;
    return cr_fail(error, CR_ERR_UNSUPPORTED, f->path,
                   "needs the program ffmpeg, which is not installed (on Debian: apt install ffmpeg)");
}

// ffmpeg runs in a folder of its own.
static cr_status whole_path(const char *path, char *whole, size_t room, cr_error *error) {
    if (*path != '/' && !getcwd(whole, room)) return cr_fail(error, CR_ERR_IO, path, "%s", strerror(errno));
    size_t used = *path == '/' ? 0 : strlen(whole);
    if (snprintf(whole + used, room - used, "%s%s", used ? "/" : "", path) < (int)(room - used)) return CR_OK;
    return cr_fail(error, CR_ERR_IO, path, "the name is too long");
}

cr_film_file *cr_film_create(const char *path, int width, int height, double rate, const char *sound,
                             cr_arena *arena, cr_error *error) {
    cr_film_file *f = cr_arena_take(arena, 1, sizeof *f);
    if (!f) {
        cr_fail(error, CR_ERR_MEMORY, path, "out of memory");
        return NULL;
    }
    *f = (cr_film_file){.path = path};
    char whole[2 * CR_PROGRAM_PATH];
    cr_status status = sound ? whole_path(sound, whole, sizeof whole, error) : CR_OK;
    if (status == CR_OK) status = cr_program_folder(f->folder, error);
    if (status == CR_OK) status = begin(f, width, height, rate, sound ? whole : NULL, error);
    if (status == CR_OK) return f;
    if (*f->folder) cr_program_folder_remove(f->folder);
    return NULL;
}

static cr_status send_picture(void *context, const unsigned char *pixels, int width, int height,
                              cr_error *error) {
    const cr_film_file *f = context;
    return cr_program_send(&f->program, pixels, 3 * (size_t)width * (size_t)height, error);
}

cr_film_sink cr_film_sink_of(cr_film_file *file) {
    return (cr_film_sink){file, send_picture};
}

cr_status cr_film_write_picture(void *path, const unsigned char *pixels, int width, int height,
                                cr_error *error) {
    cr_file_out *file = cr_file_create(path, error);
    if (!file) return error->status;
    cr_png_write(cr_file_stream(file), width, height, pixels);
    return cr_file_commit(file, error);
}

static cr_status copy(FILE *from, const char *path, cr_error *error) {
    char bytes[1 << 14];
    size_t got;
    cr_file_out *to = cr_file_create(path, error);
    if (!to) return error->status;
    while ((got = fread(bytes, 1, sizeof bytes, from)) > 0) fwrite(bytes, 1, got, cr_file_stream(to));
    return cr_file_commit(to, error);
}

// The first line of what ffmpeg had to say.
static void first_line(const cr_film_file *f, char line[LOG]) {
    char name[CR_PROGRAM_PATH + 8];
    snprintf(name, sizeof name, "%s/log", f->folder);
    FILE *file = fopen(name, "r");
    if (!file || !fgets(line, LOG, file)) snprintf(line, LOG, "no reason given");
    line[strcspn(line, "\n")] = '\0';
    if (file) fclose(file);
}

cr_status cr_film_commit(cr_film_file *f, cr_error *error) {
    char name[CR_PROGRAM_PATH + 8], line[LOG];
    int exit_status;
    cr_status status = CR_OK;
    cr_program_end(&f->program, &exit_status);
    snprintf(name, sizeof name, "%s/film", f->folder);
    FILE *file = exit_status == 0 ? fopen(name, "rb") : NULL;
    if (file) {
        status = copy(file, f->path, error);
        fclose(file);
    } else {
        first_line(f, line);
        status = cr_fail(error, CR_ERR_IO, f->path, "ffmpeg failed: %s", line);
    }
    cr_program_folder_remove(f->folder);
    return status;
}

void cr_film_discard(cr_film_file *f) {
    if (!f) return;
    cr_program_stop(&f->program);
    cr_program_folder_remove(f->folder);
}
