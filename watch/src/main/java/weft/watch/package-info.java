// SPDX-License-Identifier: Apache-2.0
/// How ranks that are processes find each other, and notice that one, or a host, is lost. A
/// transport brings an [AllGather], and gets a [PeerWatch].
@NullMarked
package weft.watch;

import org.jspecify.annotations.NullMarked;
