// SPDX-License-Identifier: Apache-2.0
/// The interfaces that a transport implements. Programs do not need them.
@NullMarked
package weft.transport;

import org.jspecify.annotations.NullMarked;
