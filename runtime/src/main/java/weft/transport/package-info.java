// SPDX-License-Identifier: Apache-2.0
/// What a transport implements, and the one inside a JVM. Programs do not need it.
@NullMarked
package weft.transport;

import org.jspecify.annotations.NullMarked;
