// SPDX-License-Identifier: Apache-2.0
/// Small operations over memory that all members of a group share.
@NullMarked
package weft.collective.internal.board;

import org.jspecify.annotations.NullMarked;
