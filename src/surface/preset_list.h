// Every named surface, from smooth to rough: one line each. The figures are
// estimates (typical finishes), to be adjusted by ear: name, rms height [m], Hurst exponent, correlation
// length [m], what it stands for.
#define CR_SURFACE_PRESET_LIST(X)                                                                            \
    X("glass", 2e-8, 0.8, 1e-3, "float glass, a window")                                                     \
    X("glaze", 5e-8, 0.8, 2e-3, "glazed ceramic, a plate or tile")                                           \
    X("polished-metal", 1e-7, 0.8, 1e-3, "polished steel, a spoon or a pan")                                 \
    X("polished", 1e-7, 0.9, 1e-5, "finish of KHR_audio_rigid_bodies, spectral slope -2.8")                  \
    X("plastic", 5e-7, 0.8, 1e-3, "moulded plastic, a toy or table top")                                     \
    X("brushed-metal", 8e-7, 0.6, 2e-4, "brushed or turned steel, across the marks")                         \
    X("sanded", 1.5e-6, 0.7, 5e-4, "wood or metal after fine sanding")                                       \
    X("machined", 2e-6, 0.7, 5e-5, "finish of KHR_audio_rigid_bodies, spectral slope -2.4")                  \
    X("paper", 3e-6, 0.5, 2e-4, "writing paper or cardboard")                                                \
    X("wood-grain", 1e-5, 0.8, 1e-3, "bare wood, across the grain")                                          \
    X("sandblasted", 1e-5, 0.6, 1e-4, "finish of KHR_audio_rigid_bodies, spectral slope -2.2")               \
    X("sandpaper", 3e-5, 0.4, 3e-4, "sandpaper of medium grit")                                              \
    X("stone", 5e-5, 0.7, 3e-3, "sawn stone or concrete")                                                    \
    X("cast", 1e-4, 0.5, 1e-3, "finish of KHR_audio_rigid_bodies, spectral slope -2.0")
