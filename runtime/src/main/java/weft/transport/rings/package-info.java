// SPDX-License-Identifier: Apache-2.0
/// Transports made of rings: what ranks that share memory have in common, what those have whose
/// rings are carried, and the transport of threads.
@NullMarked
package weft.transport.rings;

import org.jspecify.annotations.NullMarked;
