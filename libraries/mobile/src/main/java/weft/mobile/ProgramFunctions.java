// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import java.util.function.LongBinaryOperator;
import java.util.function.LongFunction;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.layer.Layer;
import weft.layer.ProgramCalls;
import weft.mobile.balance.BalancePolicy;
import weft.mobile.balance.Loads;
import weft.mobile.balance.Moves;
import weft.mobile.balance.StealPolicy;

/// The program's functions as mobile objects call them. Loads, policies, element factories and
/// operators may neither send nor wait. Results, and actions for undelivered messages, run as
/// handlers do.
final class ProgramFunctions {
  private final Layer layer;
  private final ProgramCalls program;

  ProgramFunctions(Layer layer) {
    this.layer = layer;
    this.program = layer.program();
  }

  ToDoubleFunction<Object> load(int part, ToDoubleFunction<Object> load) {
    return object -> {
      long outer = program.enterPure(part);
      double value;
      try {
        value = load.applyAsDouble(object);
      } catch (Throwable thrown) {
        throw program.failed(outer, thrown);
      }
      program.leave(outer);
      return value;
    };
  }

  ToLongFunction<Object> bytes(String type, ToLongFunction<Object> bytes) {
    int part = ProgramCalls.part("the bytes of type \"" + type + "\"");
    return object -> {
      long outer = program.enterPure(part);
      long value;
      try {
        value = bytes.applyAsLong(object);
        if (value < 0) {
          throw new IllegalArgumentException(
              "the bytes of an object are given as " + value + "; give 0 or more");
        }
      } catch (Throwable thrown) {
        throw program.failed(outer, thrown);
      }
      program.leave(outer);
      return value;
    };
  }

  <T> LongFunction<T> maker(String array, LongFunction<T> maker) {
    int part =
        ProgramCalls.part("the function that makes the elements of the array \"" + array + "\"");
    return index -> {
      long outer = program.enterPure(part);
      @Nullable T element;
      try {
        element = maker.apply(index);
      } catch (Throwable thrown) {
        throw program.failed(outer, thrown);
      }
      program.leave(outer);
      if (element == null) {
        throw program.blame(
            part,
            new WeftException(
                "the function that makes the elements of the array \""
                    + array
                    + "\" has returned null for element "
                    + index
                    + " on rank "
                    + layer.rank()));
      }
      return element;
    };
  }

  LongBinaryOperator fold(String reduction, LongBinaryOperator fold) {
    int part = ProgramCalls.part("the operator of " + reduction);
    return (a, b) -> {
      long outer = program.enterPure(part);
      long value;
      try {
        value = fold.applyAsLong(a, b);
      } catch (Throwable thrown) {
        throw program.failed(outer, thrown);
      }
      program.leave(outer);
      return value;
    };
  }

  MobileReduction.LongResult result(String reduction, MobileReduction.LongResult result) {
    int part = ProgramCalls.part("the result of " + reduction);
    return (round, value) -> {
      long outer = program.enterHandler(part);
      try {
        result.handle(round, value);
      } catch (Throwable thrown) {
        throw program.failed(outer, thrown);
      }
      program.leave(outer);
    };
  }

  Undelivered undelivered(String type, Undelivered action) {
    int part = ProgramCalls.part("the undelivered action of type \"" + type + "\"");
    return (message, reason) -> {
      long outer = program.enterHandler(part);
      try {
        action.handle(message, reason);
      } catch (Throwable thrown) {
        throw program.failed(outer, thrown);
      }
      program.leave(outer);
    };
  }

  StealPolicy stealPolicy(StealPolicy policy) {
    int part = partOf(policy);
    return (loads, moves) -> {
      long outer = program.enterPure(part);
      try {
        policy.give(loads, moves);
      } catch (Throwable thrown) {
        throw program.failed(outer, thrown);
      }
      program.leave(outer);
    };
  }

  BalancePolicy policy(BalancePolicy policy) {
    return new Policy(program, policy);
  }

  private static int partOf(Object policy) {
    return ProgramCalls.part("the policy " + policy.getClass().getName());
  }

  /// A policy of the program, or a built-in one.
  private static final class Policy implements BalancePolicy {
    private final ProgramCalls program;
    private final BalancePolicy policy;
    private final int part;

    Policy(ProgramCalls program, BalancePolicy policy) {
      this.program = program;
      this.policy = policy;
      this.part = partOf(policy);
    }

    @Override
    public boolean isWorthIt(double greatest, double bound) {
      long outer = program.enterPure(part);
      boolean worth;
      try {
        worth = policy.isWorthIt(greatest, bound);
      } catch (Throwable thrown) {
        throw program.failed(outer, thrown);
      }
      program.leave(outer);
      return worth;
    }

    @Override
    public void plan(Loads loads, Moves moves) {
      long outer = program.enterPure(part);
      try {
        policy.plan(loads, moves);
      } catch (Throwable thrown) {
        throw program.failed(outer, thrown);
      }
      program.leave(outer);
    }
  }
}
