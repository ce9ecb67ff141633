// Programs that benchmarks start.
#ifndef CAROM_BENCH_CHILD_H
#define CAROM_BENCH_CHILD_H

#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

// Runs a program to its end, without its output. False: it failed.
static inline bool bench_child(char *const words[], char **environment) {
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status = 1;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    bool good = posix_spawnp(&child, words[0], &actions, NULL, words, environment) == 0 &&
                waitpid(child, &status, 0) == child && status == 0;
    posix_spawn_file_actions_destroy(&actions);
    return good;
}

#endif
