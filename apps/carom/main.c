#include "app.h"
#include "term/signals.h"

#include <unistd.h>

// The standard output is flushed already. OpenBLAS' threads are not waited for: one for which there was no
// memory never ends. A sanitizer looks for leaks when main() returns.
int main(int argc, char **argv) {
    cr_render_signals_begin();
    int status = cr_app_main(argc, argv);
#ifndef CAROM_SANITIZED
    _exit(status);
#else
    return status;
#endif
}
