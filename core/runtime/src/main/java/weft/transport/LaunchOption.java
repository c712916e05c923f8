// SPDX-License-Identifier: Apache-2.0
package weft.transport;

/// An option of `weft run` that one transport understands.
///
/// @param name the option, such as `--hosts`; two options must not have the same name
/// @param label the label of its value in help, such as `HOSTS`
/// @param variable the environment variable through which ranks and [TransportProvider#host] get it
/// @param description one sentence for help
public record LaunchOption(String name, String label, String variable, String description) {}
