// SPDX-License-Identifier: Apache-2.0
/// The transport over TCP: ranks on several hosts, with nothing but the JDK.
@NullMarked
package weft.transport.tcp;

import org.jspecify.annotations.NullMarked;
