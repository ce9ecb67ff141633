#include "io/file/program.h"
#include "io/file/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

cr_status cr_program_folder(char folder[CR_PROGRAM_PATH], cr_error *error) {
    enum { ATTEMPTS = 1000 };
    const char *parent = getenv("TMPDIR");
    if (!parent || !*parent) parent = "/tmp";
    cr_file_sweep(parent);
    int reason = ENAMETOOLONG;
    for (int attempt = 0; strlen(parent) + CR_FILE_TEMPORARY < CR_PROGRAM_PATH && attempt < ATTEMPTS;
         attempt++) {
        char name[CR_FILE_TEMPORARY];
        cr_file_temporary_name(name, attempt);
        snprintf(folder, CR_PROGRAM_PATH, "%s/%s", parent, name);
        if (mkdir(folder, 0700) == 0) return CR_OK;
        reason = errno;
        if (reason != EEXIST) break;
    }
    return cr_fail(error, CR_ERR_IO, parent, "cannot make a folder for temporary files: %s",
                   strerror(reason));
}

void cr_program_folder_remove(const char *folder) {
    DIR *list = opendir(folder);
    for (struct dirent *entry; list && (entry = readdir(list));) unlinkat(dirfd(list), entry->d_name, 0);
    if (list) closedir(list);
    rmdir(folder);
}

void cr_program_stay_with(pid_t parent) {
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent) _exit(1);
}

typedef struct start {
    char *const *words;
    const char *folder, *log;
    int input;   // what it reads; -1: nothing
    int seconds; // of processor time; 0: any
} start;

// In the child: only what is allowed between fork and exec. Tells through the pipe why it could not. A group
// of its own ends as one.
static void become(const start *s, int tell, pid_t parent) {
    sigset_t none;
    cr_program_stay_with(parent);
    setpgid(0, 0);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (s->seconds > 0) setrlimit(RLIMIT_CPU, &(struct rlimit){(rlim_t)s->seconds, (rlim_t)s->seconds + 1});
    int in = s->input >= 0 ? s->input : open("/dev/null", O_RDONLY), out = -1;
    if (chdir(s->folder) == 0) out = open(s->log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (in >= 0 && out >= 0 && dup2(in, 0) == 0 && dup2(out, 1) == 1 && dup2(out, 2) == 2)
        execvp(s->words[0], s->words);
    int reason = errno;
    ssize_t told = write(tell, &reason, sizeof reason);
    _exit(told == sizeof reason ? 127 : 126);
}

// 0 when the program runs, else the errno of what kept it from that.
static int failure_of(int pipe_end) {
    int reason = 0;
    ssize_t got;
    do got = read(pipe_end, &reason, sizeof reason);
    while (got < 0 && errno == EINTR);
    return got == sizeof reason ? reason : 0;
}

static void await(pid_t child, int *status) {
    while (waitpid(child, status, 0) < 0 && errno == EINTR) continue;
}

// Whether it was stopped.
static bool wait_for(pid_t child, bool (*goes_on)(const void *context), const void *context, int *status) {
    const struct timespec tenth = {.tv_nsec = 100000000L}, soon = {.tv_nsec = 5000000L};
    for (int turn = 0;; turn++) {
        pid_t ended = waitpid(child, status, goes_on ? WNOHANG : 0);
        if (ended == child || (ended < 0 && errno != EINTR)) return false;
        if (goes_on && !goes_on(context)) break;
        nanosleep(turn < 20 ? &soon : &tenth, NULL);
    }
    if (kill(-child, SIGKILL) != 0) kill(child, SIGKILL);
    await(child, status);
    return true;
}

static int exit_status_of(int status) {
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

// The program runs as *child, or there is none.
static cr_status launch(const start *s, pid_t *child, cr_error *error) {
    int ends[2], status;
    const char *name = s->words[0];
    *child = 0;
    if (pipe(ends) != 0) return cr_fail(error, CR_ERR_IO, name, "cannot run it: %s", strerror(errno));
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    pid_t parent = getpid(), forked = fork();
    if (forked == 0) become(s, ends[1], parent);
    int reason = forked < 0 ? errno : 0;
    close(ends[1]);
    if (forked > 0) reason = failure_of(ends[0]);
    close(ends[0]);
    if (forked > 0 && reason) await(forked, &status);
    if (reason == ENOENT) return cr_fail(error, CR_ERR_UNSUPPORTED, name, "is not installed");
    if (reason) return cr_fail(error, CR_ERR_IO, name, "cannot run it: %s", strerror(reason));
    *child = forked;
    return CR_OK;
}

cr_status cr_program_run(char *const words[], const char *folder, const char *log, int seconds,
                         bool (*goes_on)(const void *context), const void *context, int *exit_status,
                         cr_error *error) {
    pid_t child;
    int wait_status = 0;
    cr_status status = launch(&(start){words, folder, log, -1, seconds}, &child, error);
    if (status != CR_OK) return status;
    if (wait_for(child, goes_on, context, &wait_status))
        return cr_fail(error, CR_STOPPED, words[0], "stopped");
    *exit_status = exit_status_of(wait_status);
    return CR_OK;
}

// A socket, not a pipe: what is sent to a program that has ended is an error and no signal.
cr_status cr_program_begin(char *const words[], const char *folder, const char *log, cr_program *program,
                           cr_error *error) {
    int ends[2];
    *program = (cr_program){.name = words[0], .input = -1};
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return cr_fail(error, CR_ERR_IO, words[0], "cannot run it: %s", strerror(errno));
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    cr_status status = launch(&(start){words, folder, log, ends[1], 0}, &program->child, error);
    close(ends[1]);
    if (status == CR_OK) program->input = ends[0];
    else close(ends[0]);
    return status;
}

cr_status cr_program_send(const cr_program *program, const void *bytes, size_t count, cr_error *error) {
    const char *next = bytes;
    while (count > 0) {
        ssize_t sent = send(program->input, next, count, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0)
            return cr_fail(error, CR_ERR_IO, program->name, "does not read any more: %s", strerror(errno));
        next += sent;
        count -= (size_t)sent;
    }
    return CR_OK;
}

void cr_program_end(cr_program *program, int *exit_status) {
    int status = 0;
    close(program->input);
    await(program->child, &status);
    program->child = 0;
    *exit_status = exit_status_of(status);
}

void cr_program_stop(cr_program *program) {
    int status;
    if (!program->child) return;
    close(program->input);
    if (kill(-program->child, SIGKILL) != 0) kill(program->child, SIGKILL);
    await(program->child, &status);
    program->child = 0;
}
