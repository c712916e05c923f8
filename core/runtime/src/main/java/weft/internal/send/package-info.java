// SPDX-License-Identifier: Apache-2.0
/// Sending: the backlog, payloads, and acknowledgements.
@NullMarked
package weft.internal.send;

import org.jspecify.annotations.NullMarked;
