// SPDX-License-Identifier: Apache-2.0
/// The `weft` command.
@NullMarked
package weft.cli;

import org.jspecify.annotations.NullMarked;
