// Every quantity that can be heard: one file and one line here.
#define CR_PICKUP_LIST(X)                                                                                    \
    X(displacement)                                                                                          \
    X(velocity)                                                                                              \
    X(contact_force)                                                                                         \
    X(bow_force)                                                                                             \
    X(friction_force)
