// SPDX-License-Identifier: Apache-2.0
/// The suite that every transport must pass.
@NullMarked
package weft.testkit.conformance;

import org.jspecify.annotations.NullMarked;
