// SPDX-License-Identifier: Apache-2.0
/// `weft predict`: what communication will cost.
@NullMarked
package weft.cli.predict;

import org.jspecify.annotations.NullMarked;
