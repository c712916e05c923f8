// SPDX-License-Identifier: Apache-2.0
/// Tests of netsort.
@NullMarked
package weft.apps.netsort;

import org.jspecify.annotations.NullMarked;
