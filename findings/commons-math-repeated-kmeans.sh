#!/usr/bin/env bash
# Commons Math 3.6.1 (Java): repeated k-means keeps a run that is not the best.
#
# Guess: MultiKMeansPlusPlusClusterer keeps the run with the least sum of squared distances: more
# runs are never worse.
# What happens: it keeps the run with the least sum, over the clusters, of the variance of the
# distances to the center. Two points of a cluster are equally far from its center, so that any
# pair counts as perfect, and a hundred runs give a larger sum of squares than one.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# Installs the version that was tried, if it is missing: as root or with sudo.
debian() {
  for package; do
    [ "$(dpkg-query -W -f '${Version}' "${package%%=*}" 2>/dev/null || true)" = "${package#*=}" ] ||
      $([ "$(id -u)" = 0 ] || echo sudo) apt-get install -y --no-install-recommends "$package" >&2
  done
}
debian libcommons-math3-java=3.6.1-3 openjdk-17-jdk-headless

cat >Try.java <<'END'
import java.util.*;
import org.apache.commons.math3.ml.clustering.*;
import org.apache.commons.math3.ml.clustering.evaluation.SumOfClusterVariances;
import org.apache.commons.math3.ml.distance.EuclideanDistance;
import org.apache.commons.math3.random.JDKRandomGenerator;

public class Try {
  static EuclideanDistance distance = new EuclideanDistance();

  static Cluster<DoublePoint> pair(double[] a, double[] b) {
    Cluster<DoublePoint> cluster = new Cluster<>();
    cluster.addPoint(new DoublePoint(a));
    cluster.addPoint(new DoublePoint(b));
    return cluster;
  }

  public static void main(String[] arguments) {
    double[][] x = {{0, 0}, {0, 1}, {100, 0}, {100, 1}};
    SumOfClusterVariances<DoublePoint> score = new SumOfClusterVariances<>(distance);
    System.out.println("near pairs " + score.score(List.of(pair(x[0], x[1]), pair(x[2], x[3]))));
    System.out.println("far pairs " + score.score(List.of(pair(x[0], x[2]), pair(x[1], x[3]))));

    Random random = new Random(1);
    List<DoublePoint> points = new ArrayList<>();
    for (int group = 0; group < 4; ++group)
      for (int i = 0; i < 25; ++i)
        points.add(new DoublePoint(
            new double[] {group % 2 * 6 + random.nextGaussian(),
                group / 2 * 6 + random.nextGaussian()}));
    for (int runs : new int[] {1, 100}) {
      JDKRandomGenerator generator = new JDKRandomGenerator();
      generator.setSeed(3);
      double sum = 0;
      for (CentroidCluster<DoublePoint> cluster : new MultiKMeansPlusPlusClusterer<>(
               new KMeansPlusPlusClusterer<DoublePoint>(5, 100, distance,
                   generator), runs).cluster(points))
        for (DoublePoint point : cluster.getPoints())
          sum += Math.pow(distance.compute(point.getPoint(), cluster.getCenter().getPoint()), 2);
      System.out.println("runs " + runs + ", sum of squares " + Math.round(sum));
    }
  }
}
END
javac -cp /usr/share/java/commons-math3.jar Try.java
java -cp /usr/share/java/commons-math3.jar:. Try >seen

cat >recorded <<'END'
near pairs 0.0
far pairs 0.0
runs 1, sum of squares 176
runs 100, sum of squares 198
END
diff recorded seen
cat seen
