// Written by bindings/generate.
package manifact;

/** The constants of manifact_direction. */
public enum Direction {
  FALLING(-1),
  RISING(1);

  final int value;

  Direction(int value) {
    this.value = value;
  }

  static Direction of(int value) {
    for (Direction constant : values())
      if (constant.value == value) return constant;
    throw Scope.unknown("manifact_direction", value);
  }
}
