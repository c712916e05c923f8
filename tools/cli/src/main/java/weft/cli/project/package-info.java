// SPDX-License-Identifier: Apache-2.0
/// `weft new`.
@NullMarked
package weft.cli.project;

import org.jspecify.annotations.NullMarked;
