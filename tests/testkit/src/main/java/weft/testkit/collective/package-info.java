// SPDX-License-Identifier: Apache-2.0
/// Tests of groups on every transport. They are here because the collectives cannot depend on this
/// module. The conformance suite uses the numbers, too.
@NullMarked
package weft.testkit.collective;

import org.jspecify.annotations.NullMarked;
