// Every form: a line here and a table entry in one of the files form_*.c.
#define CR_FORM_LIST(X)                                                                                      \
    X(plane)                                                                                                 \
    X(sphere)                                                                                                \
    X(capsule)                                                                                               \
    X(box)                                                                                                   \
    X(plate)                                                                                                 \
    X(cylinder)                                                                                              \
    X(disc)                                                                                                  \
    X(tube)                                                                                                  \
    X(ring)                                                                                                  \
    X(shell)                                                                                                 \
    X(cup)                                                                                                   \
    X(mug)                                                                                                   \
    X(table)
