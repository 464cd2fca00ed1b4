// Written by bindings/generate.
package manifact;

/** The constants of manifact_linkage. */
public enum Linkage {
  WARD(1),
  AVERAGE(2);

  final int value;

  Linkage(int value) {
    this.value = value;
  }

  static Linkage of(int value) {
    for (Linkage constant : values())
      if (constant.value == value) return constant;
    throw Scope.unknown("manifact_linkage", value);
  }
}
