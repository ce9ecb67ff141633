// Sound files read by libsndfile, in a process of its own.
#define _GNU_SOURCE // _Fork

#include "io/audio/internal.h"
#include "io/file/program.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sndfile.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// What the process that reads tells first: the head, or why there is none. Then come counts of frames, each
// with so many frames behind it; the last count is 0, or the negative status of what went wrong.
typedef struct opening {
    cr_status status;
    char reason[200];
    cr_audio_head head;
} opening;

// --- the process that reads ----------------------------------------------------------------------------

static void tell(int to, const void *data, size_t size) {
    const char *at = data;
    while (size) {
        ssize_t sent = write(to, at, size);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) _exit(1); // nobody listens any more
        at += sent;
        size -= (size_t)sent;
    }
}

static const char *name_of_format(int format, SF_FORMAT_INFO *found) {
    *found = (SF_FORMAT_INFO){.format = format};
    return sf_command(NULL, SFC_GET_FORMAT_INFO, found, sizeof *found) == 0 && found->name ? found->name
                                                                                           : "unknown";
}

static void read_head(SNDFILE *sound, const SF_INFO *info, cr_audio_head *head) {
    SF_FORMAT_INFO major, minor;
    const struct {
        int kind;
        char *text;
    } all[] = {
        {SF_STR_SOFTWARE, head->software}, {SF_STR_TITLE, head->title}, {SF_STR_COMMENT, head->comment}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const char *text = sf_get_string(sound, all[i].kind);
        snprintf(all[i].text, CR_AUDIO_TEXT, "%s", text ? text : "");
    }
    snprintf(head->format, CR_AUDIO_TEXT, "%s, %s", name_of_format(info->format & SF_FORMAT_TYPEMASK, &major),
             name_of_format(info->format & SF_FORMAT_SUBMASK, &minor));
    head->channels = info->channels;
    head->rate = info->samplerate;
    head->frames = info->frames;
}

// libsndfile does not say that it had no memory; malloc does.
static cr_status blame(cr_status otherwise) {
    return errno == ENOMEM ? CR_ERR_MEMORY : otherwise;
}

static void tell_samples(SNDFILE *sound, int channels, int to) {
    double samples[CR_AUDIO_IN_BLOCK];
    int frames;
    do {
        frames = (int)sf_readf_double(sound, samples, CR_AUDIO_IN_BLOCK / channels);
        if (frames <= 0) frames = blame(CR_OK);
        tell(to, &frames, sizeof frames);
        if (frames > 0) tell(to, samples, (size_t)frames * (size_t)channels * sizeof *samples);
    } while (frames > 0);
}

static _Noreturn void read_all(int file, int to) {
    opening first = {.status = CR_OK};
    SF_INFO info = {0};
    errno = 0;
    SNDFILE *sound = sf_open_fd(file, SFM_READ, &info, SF_FALSE);
    if (!sound) {
        first.status = blame(CR_ERR_INPUT);
        snprintf(first.reason, sizeof first.reason, "not a sound file: %s", sf_strerror(NULL));
    } else if (info.channels < 1 || info.channels > CR_AUDIO_IN_BLOCK) {
        first.status = CR_ERR_INPUT;
        snprintf(first.reason, sizeof first.reason, "has %d channels, more than %d", info.channels,
                 CR_AUDIO_IN_BLOCK);
    } else {
        read_head(sound, &info, &first.head);
        first.status = blame(CR_OK);
    }
    tell(to, &first, sizeof first);
    if (first.status == CR_OK) tell_samples(sound, info.channels, to);
    _exit(0);
}

// --- the process that wants to know --------------------------------------------------------------------

static bool hear(const cr_audio_in *in, void *to, size_t size) {
    char *at = to;
    while (size) {
        ssize_t got = read(in->news, at, size);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        at += got;
        size -= (size_t)got;
    }
    return true;
}

static cr_status no_memory(const cr_audio_in *in, cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, in->place.text, "no memory to read it");
}

static cr_status ended(const cr_audio_in *in, cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, in->place.text,
                   "reading it broke off (out of memory, or a broken file)");
}

// Before a fork OpenBLAS wants room for all its threads, which a limit on addresses may not leave; the reader
// does without it.
static pid_t fork_reader(void) {
    pid_t id = fork();
#ifdef __GLIBC__
#if __GLIBC_PREREQ(2, 34)
    if (id < 0 && errno == ENOMEM) id = _Fork();
#endif
#endif
    return id;
}

static cr_status start(cr_audio_in *in, int file, cr_error *error) {
    int ends[2];
    if (pipe(ends) != 0) return cr_fail(error, CR_ERR_IO, in->place.text, "cannot read: %s", strerror(errno));
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    pid_t id = fork_reader();
    if (id == 0) {
        close(ends[0]);
        read_all(file, ends[1]);
    }
    close(ends[1]);
    in->child = (int)id;
    in->news = ends[0];
    if (id > 0) return CR_OK;
    close(ends[0]);
    return no_memory(in, error);
}

cr_status cr_audio_in_open(cr_audio_in *in, const char *path, cr_error *error) {
    opening first;
    int file;
    in->place = cr_file_place_at(path, 0, 0);
    cr_status status = cr_file_descriptor(path, &file, error);
    if (status != CR_OK) return status;
    status = start(in, file, error);
    close(file);
    if (status != CR_OK) return status;
    if (!hear(in, &first, sizeof first)) status = ended(in, error);
    else if (first.status == CR_ERR_MEMORY) status = no_memory(in, error);
    else if (first.status != CR_OK) status = cr_fail(error, first.status, in->place.text, "%s", first.reason);
    if (status == CR_OK) in->head = first.head;
    else cr_audio_in_close(in);
    return status;
}

cr_status cr_audio_in_read(cr_audio_in *in, double *samples, int *frames, cr_error *error) {
    if (!hear(in, frames, sizeof *frames)) return ended(in, error);
    if (*frames < 0) return no_memory(in, error);
    size_t size = (size_t)*frames * (size_t)in->head.channels * sizeof *samples;
    return hear(in, samples, size) ? CR_OK : ended(in, error);
}

void cr_audio_in_close(cr_audio_in *in) {
    close(in->news);
    kill(in->child, SIGKILL);
    while (waitpid(in->child, NULL, 0) < 0 && errno == EINTR) continue;
}
