// SPDX-License-Identifier: Apache-2.0
/// Tests of nbody.
@NullMarked
package weft.apps.nbody;

import org.jspecify.annotations.NullMarked;
