// Temporary files and folders of this process, to be removed when a signal ends it.
#ifndef CAROM_IO_UNFINISHED_H
#define CAROM_IO_UNFINISHED_H

// Remembers a path until it is dropped; the text stays the caller's and where it is. Beyond some dozens at
// once it is not remembered: such a file is left to cr_file_sweep.
void cr_unfinished_add(const char *path);
// Forgets it: to be called before the text goes. NULL is fine.
void cr_unfinished_drop(const char *path);
// Removes all that this process (and none that it was forked from) has added: files, then folders that are
// empty. A signal handler may call it.
void cr_unfinished_remove(void);

#endif
