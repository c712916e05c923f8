// SPDX-License-Identifier: Apache-2.0
/// What every transport has to pass.
@NullMarked
package weft.testkit.conformance;

import org.jspecify.annotations.NullMarked;
