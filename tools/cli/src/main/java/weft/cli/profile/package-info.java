// SPDX-License-Identifier: Apache-2.0
/// The profile of this machine, and the table of choices that the launcher takes from it.
@NullMarked
package weft.cli.profile;

import org.jspecify.annotations.NullMarked;
