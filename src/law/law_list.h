// Every contact law: one file and one line here.
#define CR_LAW_LIST(X)                                                                                       \
    X(power)                                                                                                 \
    X(hertz)                                                                                                 \
    X(hunt_crossley)                                                                                         \
    X(azad_featherstone)                                                                                     \
    X(lee_wang)                                                                                              \
    X(general)                                                                                               \
    X(linear)                                                                                                \
    X(two_sided)
