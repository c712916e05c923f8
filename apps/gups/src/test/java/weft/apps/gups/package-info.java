// SPDX-License-Identifier: Apache-2.0
/// Tests of gups.
@NullMarked
package weft.apps.gups;

import org.jspecify.annotations.NullMarked;
