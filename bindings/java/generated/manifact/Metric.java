// Written by bindings/generate.
package manifact;

/** The constants of manifact_metric. */
public enum Metric {
  COSINE(1),
  EUCLIDEAN(2),
  AUTO(3);

  final int value;

  Metric(int value) {
    this.value = value;
  }

  static Metric of(int value) {
    for (Metric constant : values())
      if (constant.value == value) return constant;
    throw Scope.unknown("manifact_metric", value);
  }
}
