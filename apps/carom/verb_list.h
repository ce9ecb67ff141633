// Every verb: one file and one line here, in the order of the help.
#define CR_VERB_LIST(X)                                                                                      \
    X(render)                                                                                                \
    X(simulate)                                                                                              \
    X(sound)                                                                                                 \
    X(sweep)                                                                                                 \
    X(check)                                                                                                 \
    X(modal)                                                                                                 \
    X(impact)                                                                                                \
    X(restitution)                                                                                           \
    X(solve)                                                                                                 \
    X(reproduce)                                                                                             \
    X(list)                                                                                                  \
    X(info)                                                                                                  \
    X(demo)                                                                                                  \
    X(completion)                                                                                            \
    X(help)
