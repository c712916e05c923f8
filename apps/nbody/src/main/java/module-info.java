// SPDX-License-Identifier: Apache-2.0
/// An n-body simulation by the method of Barnes and Hut, with a tree that is distributed over
/// ranks.
module weft.apps.nbody {
  requires weft;
  requires weft.apps.common;
  requires weft.collective;
  requires static org.jspecify;
}
