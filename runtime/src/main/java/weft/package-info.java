// SPDX-License-Identifier: Apache-2.0
/// Active messages between the ranks of a parallel program.
///
/// Begin with [weft.Weft#launch]; a [weft.World] is a rank's view of the job; [weft.Rsr0] to
/// [weft.Rsr4] and [weft.RsrN] are registered handlers, seen from the sender.
@NullMarked
package weft;

import org.jspecify.annotations.NullMarked;
