// Written by bindings/generate.
package manifact;

/** The constants of manifact_weakness. */
public enum Weakness {
  NONE(0),
  EMPTY(1),
  SMALL(2),
  NEAR_COPY(3),
  INCOHERENT(4);

  final int value;

  Weakness(int value) {
    this.value = value;
  }

  static Weakness of(int value) {
    for (Weakness constant : values())
      if (constant.value == value) return constant;
    throw Scope.unknown("manifact_weakness", value);
  }
}
