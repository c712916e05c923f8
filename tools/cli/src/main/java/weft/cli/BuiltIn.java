// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import weft.cli.checkpoint.CheckpointCommand;
import weft.cli.doctor.DoctorCommand;
import weft.cli.jobs.JobsCommand;
import weft.cli.jobs.StopCommand;
import weft.cli.jobs.TopCommand;
import weft.cli.predict.PredictCommand;
import weft.cli.profile.TokenCommand;
import weft.cli.project.NewCommand;

/// The commands of this module, in the order in which they are listed. A command of another module
/// is an [Extension] of its own.
enum BuiltIn implements Extension {
  RUN("start a program on several ranks") {
    @Override
    public Callable<Integer> command(Main main, PrintStream out, PrintStream err) {
      return new RunCommand(out, err, Machine.here(), System.getenv());
    }

    @Override
    public void prepare(CommandLine line) {
      RunCommand run = line.getCommand();
      run.addOptions(line);
    }
  },
  JOBS("list the running jobs, and where each rank waits") {
    @Override
    public Callable<Integer> command(Main main, PrintStream out, PrintStream err) {
      return new JobsCommand(out);
    }

    @Override
    public void prepare(CommandLine line) {
      line.setStopAtPositional(false);
    }
  },
  TOP("watch a running job") {
    @Override
    public Callable<Integer> command(Main main, PrintStream out, PrintStream err) {
      return new TopCommand(out);
    }

    @Override
    public void prepare(CommandLine line) {
      line.setStopAtPositional(false);
    }
  },
  STOP("end a job; one that saves checkpoints saves one more") {
    @Override
    public Callable<Integer> command(Main main, PrintStream out, PrintStream err) {
      return new StopCommand(out);
    }
  },
  CHECKPOINT("show what a folder of checkpoints holds") {
    @Override
    public Callable<Integer> command(Main main, PrintStream out, PrintStream err) {
      return new CheckpointCommand(out);
    }

    @Override
    public void prepare(CommandLine line) {
      line.setStopAtPositional(false);
    }
  },
  TOKEN("make the secret by which ranks know each other") {
    @Override
    public Callable<Integer> command(Main main, PrintStream out, PrintStream err) {
      return new TokenCommand(out, System.getenv());
    }
  },
  NEW("make a Maven project with a program and a test") {
    @Override
    public Callable<Integer> command(Main main, PrintStream out, PrintStream err) {
      return new NewCommand(out);
    }

    @Override
    public void prepare(CommandLine line) {
      line.setStopAtPositional(false);
    }
  },
  BENCH("measure this machine") {
    @Override
    public Callable<Integer> command(Main main, PrintStream out, PrintStream err) {
      return new BenchCommand(out, Machine.here());
    }
  },
  PREDICT("say what communication will cost") {
    @Override
    public Callable<Integer> command(Main main, PrintStream out, PrintStream err) {
      return new PredictCommand(out, Machine.here(), Main::again);
    }

    @Override
    public void prepare(CommandLine line) {
      line.setStopAtPositional(false);
    }
  },
  DOCTOR("check the installation, and find files that jobs left behind") {
    @Override
    public Callable<Integer> command(Main main, PrintStream out, PrintStream err) {
      return new DoctorCommand(out, Machine.here());
    }
  };

  private final String description;

  BuiltIn(String description) {
    this.description = description;
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
