// Preloaded: the first product of matrices never ends; it asks for memory that there is not (STUCK=spins), as
// OpenBLAS does, or waits for what does not come (sleeps).
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void cblas_dgemm(void) {
    const char *how = getenv("STUCK");
    for (;;) {
        if (how && strcmp(how, "sleeps") == 0) pause();
        else mmap(NULL, (size_t)1 << 62, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    }
}
