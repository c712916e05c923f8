// SPDX-License-Identifier: Apache-2.0
/// Random programs of channels and an overlap loop: the plan of a seed, its sequential model, and
/// the rank that plays it. [weft.random.channels.Plan] and [weft.random.channels.Model] know
/// nothing of Weft.
@NullMarked
package weft.random.channels;

import org.jspecify.annotations.NullMarked;
