// SPDX-License-Identifier: Apache-2.0
/// Support for tests of programs on several ranks, and the suite that every transport must pass.
module weft.testkit {
  requires transitive weft;
  requires weft.collective;
  requires weft.transport.shm;
  requires transitive org.junit.jupiter.api;
  requires transitive org.opentest4j;
  requires java.net.http;
  requires jdk.management;
  requires static org.jspecify;

  exports weft.testkit;
  exports weft.testkit.conformance;

  opens weft.testkit to
      org.junit.platform.commons;

  uses weft.transport.TransportProvider;
}
