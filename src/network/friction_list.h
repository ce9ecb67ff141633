// Every model of friction: one file and one line here. The first three keep their order: CR_BOW_SMOOTH,
// CR_BOW_STICK_SLIP, CR_BOW_ELASTO_PLASTIC.
#define CR_FRICTION_LIST(X)                                                                                  \
    X(smooth)                                                                                                \
    X(stick_slip)                                                                                            \
    X(elasto_plastic)
