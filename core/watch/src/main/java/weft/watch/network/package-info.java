// SPDX-License-Identifier: Apache-2.0
/// What transports over a network share whose ranks need no more than an all-gather to find each
/// other: the search for neighbours, the start of a job on its hosts, and its end. A transport adds
/// the [weft.watch.network.NetworkCarrier] that carries the rings.
@NullMarked
package weft.watch.network;

import org.jspecify.annotations.NullMarked;
