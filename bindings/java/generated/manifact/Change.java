// Written by bindings/generate.
package manifact;

/** The constants of manifact_change. */
public enum Change {
  STAYED(1),
  MOVED(2),
  SPLIT(3),
  JOINED(4),
  APPEARED(5),
  VANISHED(6);

  final int value;

  Change(int value) {
    this.value = value;
  }

  static Change of(int value) {
    for (Change constant : values())
      if (constant.value == value) return constant;
    throw Scope.unknown("manifact_change", value);
  }
}
