// SPDX-License-Identifier: Apache-2.0
/// What a transport implements, and the transport whose ranks are threads of one JVM.
@NullMarked
package weft.transport;

import org.jspecify.annotations.NullMarked;
