// Every form: a line here and a table entry in one of the files form_*.c.
#define CR_FORM_LIST(X)                                                                                      \
    X(plane)                                                                                                 \
    X(sphere)                                                                                                \
    X(capsule)                                                                                               \
    X(box)                                                                                                   \
    X(plate)                                                                                                 \
    X(bar)                                                                                                   \
    X(cylinder)                                                                                              \
    X(disc)                                                                                                  \
    X(tube)                                                                                                  \
    X(ring)                                                                                                  \
    X(shell)                                                                                                 \
    X(bowl)                                                                                                  \
    X(cup)                                                                                                   \
    X(bell)                                                                                                  \
    X(wine_glass)                                                                                            \
    X(mug)                                                                                                   \
    X(table)                                                                                                 \
    X(frame)                                                                                                 \
    X(half_pipe)                                                                                             \
    X(tuning_fork)
