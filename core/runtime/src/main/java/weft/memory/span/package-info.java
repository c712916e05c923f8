// SPDX-License-Identifier: Apache-2.0
/// Local memory as programs give it: described, checked and copied for one-sided memory, messages
/// and collectives alike. It knows no ranks and no messages.
@NullMarked
package weft.memory.span;

import org.jspecify.annotations.NullMarked;
