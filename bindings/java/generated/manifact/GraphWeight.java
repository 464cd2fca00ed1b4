// Written by bindings/generate.
package manifact;

/** The constants of manifact_graph_weight. */
public enum GraphWeight {
  COSINE(1),
  BINARY(2),
  HEAT(3),
  LOCAL_SCALING(4);

  final int value;

  GraphWeight(int value) {
    this.value = value;
  }

  static GraphWeight of(int value) {
    for (GraphWeight constant : values())
      if (constant.value == value) return constant;
    throw Scope.unknown("manifact_graph_weight", value);
  }
}
