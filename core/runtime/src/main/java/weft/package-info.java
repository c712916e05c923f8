// SPDX-License-Identifier: Apache-2.0
/// Active messages between the ranks of a parallel program.
///
/// Begin with [weft.Weft#launch]. A [weft.World] is a rank's view of the job. [weft.Rsr0] to
/// [weft.Rsr4], [weft.RsrN] and [weft.RsrObject] send to registered handlers. [weft.Call] and
/// [weft.LongCall] call handlers with a result. [weft.Heap] allocates memory that every rank can
/// access by [weft.Memory]. A [weft.Completion] follows an asynchronous operation until it is done.
@NullMarked
package weft;

import org.jspecify.annotations.NullMarked;
