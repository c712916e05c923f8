// SPDX-License-Identifier: Apache-2.0
/// The options of a program's command line.
@NullMarked
package weft.options;

import org.jspecify.annotations.NullMarked;
