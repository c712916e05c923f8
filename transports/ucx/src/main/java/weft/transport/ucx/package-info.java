// SPDX-License-Identifier: Apache-2.0
/// The transport over UCX: ranks on several hosts, over InfiniBand, RoCE or Ethernet. The frames of
/// [weft.transport.ucx.UcxCarrier] go over a [weft.transport.ucx.FrameWire], which keeps no order;
/// [weft.transport.ucx.UcxWire] is the one over the library.
@NullMarked
package weft.transport.ucx;

import org.jspecify.annotations.NullMarked;
