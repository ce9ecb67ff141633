#include "io/file/program.h"
#include "io/file/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

// In the child: only what is allowed between fork and exec. Tells through the pipe why it could not. A group
// of its own ends as one.
static void become(char *const words[], const char *folder, const char *log, int tell, pid_t parent) {
    sigset_t none;
    cr_program_stay_with(parent);
    setpgid(0, 0);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    int null = open("/dev/null", O_RDONLY), out = -1;
    if (chdir(folder) == 0) out = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (null >= 0 && out >= 0 && dup2(null, 0) == 0 && dup2(out, 1) == 1 && dup2(out, 2) == 2)
        execvp(words[0], words);
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
    while (waitpid(child, status, 0) < 0 && errno == EINTR) continue;
    return true;
}

cr_status cr_program_run(char *const words[], const char *folder, const char *log,
                         bool (*goes_on)(const void *context), const void *context, int *exit_status,
                         cr_error *error) {
    int ends[2], status = 0;
    if (pipe(ends) != 0) return cr_fail(error, CR_ERR_IO, words[0], "cannot run it: %s", strerror(errno));
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    pid_t parent = getpid(), child = fork();
    if (child == 0) become(words, folder, log, ends[1], parent);
    int reason = child < 0 ? errno : 0;
    close(ends[1]);
    if (child > 0) reason = failure_of(ends[0]);
    close(ends[0]);
    bool stopped = child > 0 && wait_for(child, reason ? NULL : goes_on, context, &status);
    if (stopped) return cr_fail(error, CR_STOPPED, words[0], "stopped");
    if (reason == ENOENT) return cr_fail(error, CR_ERR_UNSUPPORTED, words[0], "is not installed");
    if (reason) return cr_fail(error, CR_ERR_IO, words[0], "cannot run it: %s", strerror(reason));
    *exit_status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    return CR_OK;
}
