// SPDX-License-Identifier: Apache-2.0
package weft.internal.dispatch;

import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import weft.Rsr0;
import weft.Rsr1;
import weft.Rsr2;
import weft.Rsr3;
import weft.Rsr4;

/// Makes a class in which each handler is a constant, for a rank that has run many handlers. The
/// class is a switch over the handlers' numbers, in which the compiler inlines every handler.
///
/// ```
/// void run1(int number, int source, long a) {
///   switch (number) {
///     case 17 -> HANDLER_17.handle(source, a);
///     case 21 -> HANDLER_21.handle(source, a);
///     default -> super.run1(number, source, a);
///   }
/// }
/// ```
///
/// Making the class takes some tens of milliseconds, on a separate thread. Only one rank of a
/// process has one at a time: with several such classes, the indirect call to them would cost as
/// much as they save.
final class HandlerSpinner {
  /// The maximum number of handlers of one arity in a switch. The code of a larger switch is too
  /// long to be compiled well.
  private static final int MOST = 256;

  private static final AtomicBoolean TAKEN = new AtomicBoolean();
  private static final ClassDesc HANDLERS = desc(Handlers.class);
  private static final DirectMethodHandleDesc CLASS_DATA =
      ConstantDescs.ofConstantBootstrap(
          desc(MethodHandles.class), "classDataAt", ConstantDescs.CD_Object, CD_int);

  private final Handlers handlers;
  private final List<Object> constants = new ArrayList<>();
  private volatile @Nullable Handlers spun;

  private HandlerSpinner(Handlers handlers) {
    this.handlers = handlers;
  }

  /// Begins to generate the class for `handlers`, or returns null if it would not help.
  static @Nullable HandlerSpinner begin(Handlers handlers) {
    if (!isWorth(handlers) || !TAKEN.compareAndSet(false, true)) {
      return null;
    }
    var spinner = new HandlerSpinner(handlers);
    Thread.ofPlatform().daemon().name("weft-spin").start(() -> spinner.spun = spinner.spin());
    return spinner;
  }

  /// The same handlers, in a separate class.
  static Handlers spin(Handlers handlers) {
    return new HandlerSpinner(handlers).spin();
  }

  /// Lets a rank of a later job have such a class, since this rank has ended.
  void release() {
    TAKEN.set(false);
  }

  /// The handlers in their new class, or null while it is being generated.
  @Nullable Handlers spun() {
    return spun;
  }

  private static boolean isWorth(Handlers handlers) {
    for (Object[] table : tables(handlers)) {
      int count = count(table);
      if (count > 1 && count <= MOST) {
        return true;
      }
    }
    return false;
  }

  private static Object[][] tables(Handlers of) {
    return new Object[][] {of.rsr0, of.rsr1, of.rsr2, of.rsr3, of.rsr4};
  }

  private static int count(Object[] table) {
    return (int) Arrays.stream(table).filter(it -> it != null).count();
  }

  private Handlers spin() {
    try {
      byte[] bytes = bytes();
      MethodHandles.Lookup made =
          MethodHandles.lookup().defineHiddenClassWithClassData(bytes, constants, true);
      MethodType constructor = MethodType.methodType(void.class, Handlers.class);
      return (Handlers) made.findConstructor(made.lookupClass(), constructor).invoke(handlers);
    } catch (Throwable e) {
      // The tables would work too, only slower. But a class that cannot be generated is a bug in
      // Weft.
      throw new IllegalStateException("the class of the handlers could not be generated", e);
    }
  }

  private byte[] bytes() {
    Class<?>[] kinds = {
      Rsr0.Handler.class,
      Rsr1.Handler.class,
      Rsr2.Handler.class,
      Rsr3.Handler.class,
      Rsr4.Handler.class
    };
    MethodTypeDesc constructor = MethodTypeDesc.of(CD_void, HANDLERS);
    return ClassFile.of()
        .build(
            ClassDesc.of(getClass().getPackageName(), "SpunHandlers"),
            it -> {
              it.withSuperclass(HANDLERS).withFlags(AccessFlag.FINAL, AccessFlag.SYNTHETIC);
              it.withMethodBody(
                  INIT_NAME,
                  constructor,
                  0,
                  code ->
                      code.aload(0)
                          .aload(1)
                          .invokespecial(HANDLERS, INIT_NAME, constructor)
                          .return_());
              for (int arity = 0; arity < kinds.length; arity++) {
                Object[] table = tables(handlers)[arity];
                int count = count(table);
                if (count > 1 && count <= MOST) {
                  int words = arity;
                  it.withMethodBody(
                      "run" + arity,
                      type(2, arity),
                      0,
                      code -> choose(code, table, desc(kinds[words]), words));
                }
              }
            });
  }

  private void choose(CodeBuilder code, Object[] table, ClassDesc kind, int words) {
    Label otherwise = code.newLabel();
    var cases = new ArrayList<SwitchCase>();
    for (int number = 0; number < table.length; number++) {
      if (table[number] != null) {
        cases.add(SwitchCase.of(number, code.newLabel()));
      }
    }
    int first = cases.getFirst().caseValue();
    int last = cases.getLast().caseValue();
    code.iload(1).tableswitch(first, last, otherwise, cases);
    for (SwitchCase it : cases) {
      constants.add(table[it.caseValue()]);
      code.labelBinding(it.target())
          .ldc(
              DynamicConstantDesc.ofNamed(
                  CLASS_DATA, ConstantDescs.DEFAULT_NAME, kind, constants.size() - 1));
      arguments(code, 2, words).invokeinterface(kind, "handle", type(1, words)).return_();
    }
    code.labelBinding(otherwise).aload(0);
    arguments(code, 1, words).invokespecial(HANDLERS, "run" + words, type(2, words)).return_();
  }

  /// Loads the `int` arguments from slot `first` on, and the words.
  private static CodeBuilder arguments(CodeBuilder code, int first, int words) {
    for (int slot = first; slot <= 2; slot++) {
      code.iload(slot);
    }
    for (int word = 0; word < words; word++) {
      code.lload(3 + 2 * word);
    }
    return code;
  }

  private static MethodTypeDesc type(int ints, int words) {
    var parameters = new ClassDesc[ints + words];
    Arrays.fill(parameters, 0, ints, CD_int);
    Arrays.fill(parameters, ints, ints + words, CD_long);
    return MethodTypeDesc.of(CD_void, parameters);
  }

  private static ClassDesc desc(Class<?> type) {
    return type.describeConstable().orElseThrow();
  }
}
