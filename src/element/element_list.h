// Every element: one file and one line here.
#define CR_ELEMENT_LIST(X)                                                                                   \
    X(mass)                                                                                                  \
    X(string)                                                                                                \
    X(bar)                                                                                                   \
    X(membrane)                                                                                              \
    X(plate)                                                                                                 \
    X(modal)                                                                                                 \
    X(modal_bar)                                                                                             \
    X(modal_plate)                                                                                           \
    X(modal_string)                                                                                          \
    X(bowl)                                                                                                  \
    X(glass)                                                                                                 \
    X(bell)                                                                                                  \
    X(wood_block)                                                                                            \
    X(chime)                                                                                                 \
    X(solid)                                                                                                 \
    X(barrier)                                                                                               \
    X(rail)
