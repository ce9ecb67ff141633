// Every excitation: one file and one line here.
#define CR_EXCITATION_LIST(X)                                                                                \
    X(bow)                                                                                                   \
    X(pluck)                                                                                                 \
    X(throw)                                                                                                 \
    X(strike)                                                                                                \
    X(force)                                                                                                 \
    X(move)                                                                                                  \
    X(tune)                                                                                                  \
    X(rub)                                                                                                   \
    X(travel)
