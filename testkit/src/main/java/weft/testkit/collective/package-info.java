// SPDX-License-Identifier: Apache-2.0
/// What groups promise, on every transport: tested here, because the room of collectives is below
/// this; and the numbers that show it, which the conformance suite uses too.
@NullMarked
package weft.testkit.collective;

import org.jspecify.annotations.NullMarked;
