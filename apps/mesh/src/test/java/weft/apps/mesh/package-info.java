// SPDX-License-Identifier: Apache-2.0
@NullMarked
package weft.apps.mesh;

import org.jspecify.annotations.NullMarked;
