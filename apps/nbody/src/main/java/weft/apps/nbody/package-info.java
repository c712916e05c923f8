// SPDX-License-Identifier: Apache-2.0
/// Bodies that attract each other: Barnes and Hut's method over ranks, and over threads.
@NullMarked
package weft.apps.nbody;

import org.jspecify.annotations.NullMarked;
