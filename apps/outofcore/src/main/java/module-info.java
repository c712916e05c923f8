// SPDX-License-Identifier: Apache-2.0
/// Walkers over more data than memory, and objects that rise from disk to be worked on.
module weft.apps.outofcore {
  requires weft;
  requires weft.apps.common;
  requires weft.collective;
  requires weft.mobile;
  requires weft.outofcore;
  requires static org.jspecify;
}
