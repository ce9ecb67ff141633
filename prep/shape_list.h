// Every shape: one file and one line here.
#define CR_SHAPE_LIST(X)                                                                                     \
    X(box)                                                                                                   \
    X(plate)
