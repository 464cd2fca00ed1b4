// Written by bindings/generate.
package manifact;

/** The constants of manifact_array. */
public enum ModelArray {
  HISTORY(1),
  LABELS(2),
  SIZES(3),
  MEMBERSHIPS(4),
  ASSOCIATIONS(5),
  BASIS(6),
  CENTROIDS(7),
  COSINES(8),
  FEATURE_LABELS(9),
  FEATURE_SIZES(10),
  FEATURE_MEMBERSHIPS(11),
  CORE(12);

  final int value;

  ModelArray(int value) {
    this.value = value;
  }

  static ModelArray of(int value) {
    for (ModelArray constant : values())
      if (constant.value == value) return constant;
    throw Scope.unknown("manifact_array", value);
  }
}
