// SPDX-License-Identifier: Apache-2.0
/// Algorithms of collective operations as data: who sends what to whom, in which order.
@NullMarked
package weft.collective.schedule;

import org.jspecify.annotations.NullMarked;
