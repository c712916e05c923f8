// SPDX-License-Identifier: Apache-2.0
/// Receiving: the handler tables, the dispatcher, and the reassembly of large payloads.
@NullMarked
package weft.internal.dispatch;

import org.jspecify.annotations.NullMarked;
