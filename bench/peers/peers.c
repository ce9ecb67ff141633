#include "peers/peers.h"

#include <stdio.h>

int peers_make(peer *peers) {
    int count = 0;
#ifdef PEER_FAUST
    count += make_faust_double(&peers[count]);
    count += make_faust_double_vec(&peers[count]);
    count += make_faust_single(&peers[count]);
    count += make_faust_single_vec(&peers[count]);
#else
    fprintf(stderr,
            "Faust not compared: configure with CAROM_PEERS=ON where it is installed (Debian: faust)\n");
#endif
#ifdef PEER_STK
    count += make_stk(&peers[count]);
#else
    fprintf(stderr,
            "STK not compared: configure with CAROM_PEERS=ON where it is installed (Debian: libstk-dev)\n");
#endif
    (void)peers;
    return count;
}
