// Written by bindings/generate.
package manifact;

/** The constants of manifact_graph_rule. */
public enum GraphRule {
  SYMMETRIC(0),
  OR(1),
  MUTUAL(2);

  final int value;

  GraphRule(int value) {
    this.value = value;
  }

  static GraphRule of(int value) {
    for (GraphRule constant : values())
      if (constant.value == value) return constant;
    throw Scope.unknown("manifact_graph_rule", value);
  }
}
