#include "app.h"

int main(int argc, char **argv) {
    return cr_app_main(argc, argv);
}
