// SPDX-License-Identifier: Apache-2.0
/// Tests of multipole.
@NullMarked
package weft.apps.multipole;

import org.jspecify.annotations.NullMarked;
