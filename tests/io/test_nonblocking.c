// The program with a standard input and output that are pipes which do not block, as a shell or another
// program may leave them: all is read and written, and the pipes are left as they were.
#include "test.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char scene[] = "carom: 1\n"
                            "elements: {ball: {type: mass, mass: 0.01, frequency: 100}}\n"
                            "excitations: {throw: {type: throw, element: ball, velocity: 1}}\n"
                            "pickups: {out: {at: ball}}\n"
                            "output: {duration: 5, rate: 44100}\n";

enum { LENGTH = 58 + 5 * 44100 * 4 }; // of the WAV stream

static void stop_blocking(int file) {
    fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK);
}

static void wait_a_little(void) {
    const struct timespec little = {.tv_nsec = 200000000};
    nanosleep(&little, NULL);
}

static long read_all(int from) {
    static char block[65536];
    long length = 0;
    for (ssize_t got; (got = read(from, block, sizeof block)) > 0;) length += got;
    return length;
}

int main(void) {
    int in[2], out[2], status = -1;
    if (!getenv("CAROM")) return 77;
    CHECK(pipe(in) == 0 && pipe(out) == 0, "pipes");
    stop_blocking(in[0]);
    stop_blocking(out[1]);
    fflush(stdout);
    pid_t id = fork();
    if (id == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        close(in[1]);
        close(out[0]);
        execl(getenv("CAROM"), "carom", "render", "-", "-o", "-", (char *)NULL);
        _exit(127);
    }
    wait_a_little(); // nothing to read yet
    CHECK(write(in[1], scene, sizeof scene - 1) == sizeof scene - 1, "the scene");
    close(in[1]);
    wait_a_little(); // the pipe has filled up meanwhile
    close(out[1]);
    long length = read_all(out[0]);
    waitpid(id, &status, 0);
    CHECK(status == 0 && length == LENGTH, "status %d, %ld of %d bytes", status, length, LENGTH);
    CHECK(fcntl(in[0], F_GETFL) & O_NONBLOCK, "is given back as it was");
    return test_summary();
}
