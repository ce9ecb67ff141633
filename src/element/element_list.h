// Every element: one file and one line here.
#define CR_ELEMENT_LIST(X)                                                                                   \
    X(mass)                                                                                                  \
    X(string)                                                                                                \
    X(bar)                                                                                                   \
    X(membrane)                                                                                              \
    X(plate)                                                                                                 \
    X(modal)                                                                                                 \
    X(barrier)
