// Written by bindings/generate.
package manifact;

/** The constants of manifact_block. */
public enum Block {
  MASS(1),
  MEAN(2),
  LIFT(3);

  final int value;

  Block(int value) {
    this.value = value;
  }

  static Block of(int value) {
    for (Block constant : values())
      if (constant.value == value) return constant;
    throw Scope.unknown("manifact_block", value);
  }
}
