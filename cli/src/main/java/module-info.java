// SPDX-License-Identifier: Apache-2.0
/// The weft command line.
module weft.cli {
  requires weft;
  requires weft.transport.shm;
  requires info.picocli;
  requires tools.jackson.databind;
  requires static org.jspecify;
}
