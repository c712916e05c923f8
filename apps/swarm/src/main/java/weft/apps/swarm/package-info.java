// SPDX-License-Identifier: Apache-2.0
/// Particles in cells that are mobile objects, with load balancing while a vortex drifts.
@NullMarked
package weft.apps.swarm;

import org.jspecify.annotations.NullMarked;
