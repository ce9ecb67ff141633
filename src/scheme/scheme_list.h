// Every scheme and every correction: one file and one line here.
#define CR_SCHEME_LIST(X)                                                                                    \
    X(am1)                                                                                                   \
    X(verlet)                                                                                                \
    X(heun)                                                                                                  \
    X(rk4)                                                                                                   \
    X(two_point)                                                                                             \
    X(three_point)                                                                                           \
    X(psi_plain)                                                                                             \
    X(psi_2021)                                                                                              \
    X(psi)                                                                                                   \
    X(psi_foh)                                                                                               \
    X(dg_invariant)                                                                                          \
    X(dg_invariant_time)                                                                                     \
    X(adaptive)

#define CR_CORRECTION_LIST(X)                                                                                \
    X(hybrid)                                                                                                \
    X(vout)                                                                                                  \
    X(duration)
