// Every shape: a file and a line here.
#define CR_SHAPE_LIST(X)                                                                                     \
    X(box)                                                                                                   \
    X(plate)                                                                                                 \
    X(bar)                                                                                                   \
    X(cylinder)                                                                                              \
    X(tube)                                                                                                  \
    X(disc)                                                                                                  \
    X(ring)                                                                                                  \
    X(sphere)                                                                                                \
    X(shell)                                                                                                 \
    X(bowl)                                                                                                  \
    X(cup)                                                                                                   \
    X(bell)                                                                                                  \
    X(wine_glass)                                                                                            \
    X(mug)                                                                                                   \
    X(tuning_fork)                                                                                           \
    X(table)                                                                                                 \
    X(half_pipe)                                                                                             \
    X(frame)
