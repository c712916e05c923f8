// SPDX-License-Identifier: Apache-2.0
/// Ranks that are processes find each other here, and detect a lost process or host. A transport
/// passes an [AllGather], and gets a [PeerWatch].
@NullMarked
package weft.watch;

import org.jspecify.annotations.NullMarked;
