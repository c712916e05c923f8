// SPDX-License-Identifier: Apache-2.0
/// Algorithms of collective operations as data: the order of sends, receives and local steps.
@NullMarked
package weft.collective.schedule;

import org.jspecify.annotations.NullMarked;
