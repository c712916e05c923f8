// SPDX-License-Identifier: Apache-2.0
/// An n-body simulation by the method of Barnes and Hut, on ranks and on threads.
@NullMarked
package weft.apps.nbody;

import org.jspecify.annotations.NullMarked;
