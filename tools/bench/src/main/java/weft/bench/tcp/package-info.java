// SPDX-License-Identifier: Apache-2.0
/// `weft bench tcp`: the cost of Weft over TCP, compared with bare sockets and with Open MPI over
/// TCP.
@NullMarked
package weft.bench.tcp;

import org.jspecify.annotations.NullMarked;
