// SPDX-License-Identifier: Apache-2.0
/// Particles in cells that are mobile objects, with load balancing while a vortex drifts.
module weft.apps.swarm {
  requires weft;
  requires weft.apps.common;
  requires weft.checkpoint;
  requires weft.collective;
  requires weft.mobile;
  requires static org.jspecify;
}
