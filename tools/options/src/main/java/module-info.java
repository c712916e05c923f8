// SPDX-License-Identifier: Apache-2.0
/// The options of programs and benchmarks. It knows the JDK alone.
module weft.options {
  requires static transitive org.jspecify;

  exports weft.options;
}
