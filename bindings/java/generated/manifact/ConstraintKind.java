// Written by bindings/generate.
package manifact;

/** The constants of manifact_constraint_kind. */
public enum ConstraintKind {
  PAIRS(1),
  CONTRADICTIONS(2),
  CONFLICTS(3),
  LABELED(4),
  CLASSES(5),
  REPEATED(6);

  final int value;

  ConstraintKind(int value) {
    this.value = value;
  }

  static ConstraintKind of(int value) {
    for (ConstraintKind constant : values())
      if (constant.value == value) return constant;
    throw Scope.unknown("manifact_constraint_kind", value);
  }
}
