// SPDX-License-Identifier: Apache-2.0
/// Transports made of rings: the bases for ranks that share memory and for ranks whose rings are
/// carried, and the transport of threads.
@NullMarked
package weft.transport.rings;

import org.jspecify.annotations.NullMarked;
