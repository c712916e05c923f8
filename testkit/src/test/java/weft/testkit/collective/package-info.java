// SPDX-License-Identifier: Apache-2.0
/// What groups promise, on every transport: here, because the room of collectives is below this.
@NullMarked
package weft.testkit.collective;

import org.jspecify.annotations.NullMarked;
