// SPDX-License-Identifier: Apache-2.0
/// Active messages between the ranks of a parallel program.
///
/// Begin with [weft.Weft#launch]; a [weft.World] is a rank's view of the job; [weft.Rsr0] to
/// [weft.Rsr4], [weft.RsrN] and [weft.RsrObject] are registered handlers, seen from the sender, and
/// [weft.Call] and [weft.LongCall] those that have a result. [weft.Heap] has memory that every rank
/// can reach, by [weft.Memory]; a [weft.Completion] tells when something asynchronous is done.
@NullMarked
package weft;

import org.jspecify.annotations.NullMarked;
