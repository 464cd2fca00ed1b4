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
    throw new IllegalStateException("the library has a newer constant of manifact_direction: " + value);
  }
}
