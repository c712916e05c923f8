// SPDX-License-Identifier: Apache-2.0
/// Saves the state of a job in files, and restarts it on any number of ranks.
@SuppressWarnings("module") // the modules that may use it are not here when this one is compiled
module weft.checkpoint {
  requires transitive weft;
  requires weft.collective;
  requires static org.jspecify;

  exports weft.checkpoint;
  exports weft.checkpoint.files to
      weft.cli;
  exports weft.checkpoint.part to
      weft.cli,
      weft.mobile;
}
