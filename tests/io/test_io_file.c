// Output files: nothing torn under the final name, every failure reported.
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "folder.h"
#include "io/file/file.h"
#include "test.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static bool holds(const char *name, const char *expected) {
    char text[256] = "";
    FILE *in = fopen(in_folder(name).text, "rb");
    if (!in) return false;
    size_t length = fread(text, 1, sizeof text - 1, in);
    fclose(in);
    return length == strlen(expected) && strcmp(text, expected) == 0;
}

static cr_status write_file(const char *name, const char *text, cr_error *error) {
    cr_file_out *file = cr_file_create(name, error);
    if (!file) return error->status;
    fputs(text, cr_file_stream(file));
    return cr_file_commit(file, error);
}

// A mistake in the library must not replace a device: the tests on devices run without privileges.
static void as_nobody(void) {
    if (getuid() == 0) CHECK(seteuid(65534) == 0, "privileges dropped");
}

static void as_before(void) {
    if (getuid() == 0) CHECK(seteuid(0) == 0, "privileges restored");
}

static void test_commit_and_discard(void) {
    folder_path name = in_folder("out.txt");
    cr_error error = {0};
    cr_file_out *file = cr_file_create(name.text, &error);
    CHECK(file, "%s", error.reason);
    if (!file) return;
    fputs("first\n", cr_file_stream(file));
    CHECK(!folder_has("out.txt"), "nothing appears before the commit");
    CHECK(cr_file_commit(file, &error) == CR_OK, "%s", error.reason);
    CHECK(holds("out.txt", "first\n"), "committed content");
    file = cr_file_create(name.text, &error);
    fputs("second\n", cr_file_stream(file));
    cr_file_discard(file);
    cr_file_discard(NULL);
    CHECK(holds("out.txt", "first\n"), "a discarded file leaves the old one");
    CHECK(folder_entries() == 1, "%d entries", folder_entries());
}

static void test_replacing(void) {
    cr_error error = {0};
    struct stat info;
    folder_path name = in_folder("out.txt"), link_name = in_folder("link");
    chmod(name.text, 0640);
    CHECK(symlink(name.text, link_name.text) == 0, "symlink");
    CHECK(write_file(link_name.text, "through the link\n", &error) == CR_OK, "%s", error.reason);
    CHECK(holds("out.txt", "through the link\n"), "the target is replaced");
    CHECK(lstat(link_name.text, &info) == 0 && S_ISLNK(info.st_mode), "the link stays a link");
    CHECK(stat(name.text, &info) == 0 && (info.st_mode & 0777) == 0640, "mode %o", info.st_mode & 0777u);
    folder_empty();
}

// As `>` of a shell does: what the links point at is made.
static void test_links_to_nothing(void) {
    cr_error error = {0};
    struct stat info;
    folder_path first = in_folder("first"), second = in_folder("second"), looped = in_folder("round");
    folder_path astray = in_folder("astray"), target = in_folder("target");
    CHECK(symlink("second", first.text) == 0 && symlink(target.text, second.text) == 0, "symlink");
    CHECK(symlink("round", looped.text) == 0 && symlink("none/here", astray.text) == 0, "symlink");
    CHECK(write_file(first.text, "through two links\n", &error) == CR_OK, "%s", error.reason);
    CHECK(holds("target", "through two links\n"), "the target is made");
    CHECK(lstat(first.text, &info) == 0 && S_ISLNK(info.st_mode), "the first link stays a link");
    CHECK(lstat(second.text, &info) == 0 && S_ISLNK(info.st_mode), "the second link stays a link");
    CHECK(write_file(looped.text, "", &error) == CR_ERR_IO, "a link to itself");
    CHECK(write_file(astray.text, "", &error) == CR_ERR_IO, "a link into a folder that is not there");
    CHECK(lstat(astray.text, &info) == 0 && S_ISLNK(info.st_mode), "what cannot be written stays a link");
    CHECK(folder_entries() == 5, "%d entries", folder_entries());
    folder_empty();
}

static void write_forever(const char *name, int ready) {
    cr_error error;
    cr_file_out *file = cr_file_create(name, &error);
    if (!file) _exit(1);
    fputs("half of the conten", cr_file_stream(file));
    fflush(cr_file_stream(file));
    if (write(ready, "x", 1) != 1) _exit(1);
    for (;;) pause();
}

static void kill_while_writing(const char *name) {
    int ready[2];
    char byte;
    CHECK(pipe(ready) == 0, "pipe");
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) write_forever(name, ready[1]);
    close(ready[1]);
    CHECK(read(ready[0], &byte, 1) == 1, "the child has written");
    close(ready[0]);
    kill(child, SIGKILL);
    int status;
    waitpid(child, &status, 0);
    CHECK(WIFSIGNALED(status), "the child was killed");
}

static void test_killed_writer(void) {
    cr_error error = {0};
    folder_path name = in_folder("torn.txt");
    kill_while_writing(name.text);
    CHECK(!folder_has("torn.txt"), "no torn file");
    CHECK(write_file(name.text, "whole\n", &error) == CR_OK, "%s", error.reason);
    kill_while_writing(name.text);
    CHECK(holds("torn.txt", "whole\n"), "the old file survives");
    folder_empty();
}

static void expect_failure(const char *name, const char *reason) {
    cr_error error = {0};
    cr_status status = write_file(name, "text\n", &error);
    CHECK(status == CR_ERR_IO && error.status == CR_ERR_IO, "%s: status %d", name, status);
    CHECK(strcmp(error.place, name) == 0, "place %s", error.place);
    CHECK(strstr(error.reason, reason), "reason %s", error.reason);
}

static void test_bad_targets(void) {
    expect_failure(in_folder("none/out.txt").text, "No such file or directory");
    expect_failure(folder_name(), "Is a directory");
    expect_failure("", "No such file or directory");
    char longest[400];
    memset(longest, 'a', sizeof longest);
    longest[sizeof longest - 1] = '\0';
    cr_error error = {0};
    CHECK(write_file(longest, "text\n", &error) == CR_ERR_IO, "file name too long");
    CHECK(folder_entries() == 0, "%d entries left behind", folder_entries());
}

static void test_failed_commit(void) {
    folder_path name = in_folder("out.txt");
    cr_error error = {0};
    cr_file_out *file = cr_file_create(name.text, &error);
    CHECK(file && mkdir(name.text, 0755) == 0, "a directory takes the name");
    CHECK(cr_file_commit(file, &error) == CR_ERR_IO && strcmp(error.place, name.text) == 0, "%s",
          error.reason);
    CHECK(folder_entries() == 1 && rmdir(name.text) == 0, "the temporary file is gone");
}

static void test_no_permission(void) {
    folder_path name = in_folder("kept.txt");
    cr_error error = {0};
    CHECK(write_file(name.text, "kept\n", &error) == CR_OK, "%s", error.reason);
    chmod(name.text, 0444);
    chmod(folder_name(), 0777);
    as_nobody();
    expect_failure(name.text, "Permission denied");
    as_before();
    chmod(folder_name(), 0555);
    as_nobody();
    expect_failure(in_folder("out.txt").text, "Permission denied");
    as_before();
    chmod(folder_name(), 0755);
    CHECK(holds("kept.txt", "kept\n"), "a read-only file is not replaced");
    folder_empty();
}

static void test_full_device(void) {
    cr_error error = {0};
    expect_failure("/dev/full", "No space left on device");
    cr_file_out *file = cr_file_create("/dev/full", &error);
    CHECK(file, "%s", error.reason);
    if (!file) return;
    fputs("lost\n", cr_file_stream(file));
    CHECK(fflush(cr_file_stream(file)) != 0, "the write fails before the commit");
    CHECK(cr_file_commit(file, &error) == CR_ERR_IO, "an early failure is remembered");
    CHECK(strstr(error.reason, "No space left on device"), "%s", error.reason);
}

static void test_devices(void) {
    cr_error error = {0};
    struct stat info;
    as_nobody();
    if (access("/dev/full", W_OK) == 0) test_full_device();
    CHECK(write_file("/dev/null", "text\n", &error) == CR_OK, "%s", error.reason);
    CHECK(stat("/dev/null", &info) == 0 && S_ISCHR(info.st_mode), "/dev/null stays a device");
    as_before();
}

static void test_named_pipe(void) {
    cr_error error = {0};
    struct stat info;
    folder_path name = in_folder("pipe");
    CHECK(mkfifo(name.text, 0600) == 0, "mkfifo");
    int reader = open(name.text, O_RDONLY | O_NONBLOCK);
    CHECK(write_file(name.text, "text\n", &error) == CR_OK, "%s", error.reason);
    char text[8] = "";
    CHECK(read(reader, text, sizeof text - 1) == 5 && strcmp(text, "text\n") == 0, "through the pipe: %s",
          text);
    close(reader);
    CHECK(stat(name.text, &info) == 0 && S_ISFIFO(info.st_mode), "the pipe stays a pipe");
    folder_empty();
}

static void test_standard_output(void) {
    cr_error error = {0};
    CHECK(write_file("-", "", &error) == CR_OK, "%s", error.reason);
    if (access("/dev/full", W_OK) != 0) return;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        int full = open("/dev/full", O_WRONLY);
        dup2(full, STDOUT_FILENO);
        _exit(write_file("-", "text\n", &error) == CR_ERR_IO && strstr(error.reason, "No space") ? 0 : 1);
    }
    int status;
    waitpid(child, &status, 0);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0, "a full standard output is reported");
}

int main(void) {
    if (!folder_make()) return 1;
    test_commit_and_discard();
    test_replacing();
    test_links_to_nothing();
    test_killed_writer();
    test_bad_targets();
    test_failed_commit();
    test_no_permission();
    test_devices();
    test_named_pipe();
    test_standard_output();
    folder_remove();
    return test_summary();
}
