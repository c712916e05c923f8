// SPDX-License-Identifier: Apache-2.0
/// Objects that migrate between the ranks of a job, and load balancing for them.
@SuppressWarnings("module") // a module that uses it is not here when this one is compiled
module weft.mobile {
  requires transitive weft;
  requires transitive weft.collective;
  requires weft.checkpoint;
  requires static org.jspecify;

  exports weft.mobile;
  exports weft.mobile.balance;
  exports weft.mobile.residence to
      weft.outofcore;

  uses weft.mobile.residence.KeeperProvider;
}
