// label: long
// The scenes that take their time sound as their comments say.
#include "promises.h"

int main(void) {
    check_promises(slow_promises, slow_promise_count);
    return test_summary();
}
