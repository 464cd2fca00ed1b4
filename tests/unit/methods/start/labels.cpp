// methods/start/labels: agglomeration against a search over all pairs.
#include "methods/start/labels.hpp"

#include "support/numbers.hpp"

namespace manifact {
namespace {

using Labels = std::vector<std::int32_t>;

constexpr std::int64_t n = 90, d = 4, many = 18;

// By definition: in each step the distances of all pairs, means from the points.
Labels merged(const Plain &X, Labels labels, std::int64_t k, double exponent) {
  for (;;) {
    std::vector<std::vector<double>> means(many, std::vector<double>(d));
    std::vector<double> sizes(many);
    for (std::int64_t i = 0; i < n; ++i) {
      if (labels[static_cast<std::size_t>(i)] < 0) continue;
      const auto c = static_cast<std::size_t>(labels[static_cast<std::size_t>(i)]);
      ++sizes[c];
      for (std::int64_t j = 0; j < d; ++j) means[c][static_cast<std::size_t>(j)] += X(i, j);
    }
    std::int64_t left = 0;
    double least = INFINITY;
    std::size_t first = 0, second = 0;
    for (std::size_t a = 0; a < many; ++a) {
      left += sizes[a] > 0 ? 1 : 0;
      for (std::size_t b = a + 1; b < many && sizes[a] > 0; ++b) {
        if (sizes[b] == 0) continue;
        double square = 0;
        for (std::size_t j = 0; j < d; ++j) {
          const double off = means[a][j] / sizes[a] - means[b][j] / sizes[b];
          square += off * off;
        }
        const double away =
            std::pow(sizes[a] * sizes[b] / (sizes[a] + sizes[b]), exponent) * square;
        if (away < least) least = away, first = a, second = b;
      }
    }
    if (left <= k) break;
    for (std::int32_t &label : labels)
      if (label == static_cast<std::int32_t>(second)) label = static_cast<std::int32_t>(first);
  }
  Labels numbers(many, -1);
  std::int32_t next = 0;
  for (std::int32_t c = 0; c < many; ++c)
    if (std::find(labels.begin(), labels.end(), c) != labels.end())
      numbers[static_cast<std::size_t>(c)] = next++;
  for (std::int32_t &label : labels)
    if (label >= 0) label = numbers[static_cast<std::size_t>(label)];
  return labels;
}

class Merging : public testing::Test {
 protected:
  Merging() : X_(random_plain(n, d, 5)) {
    Rng rng(8);
    for (std::int64_t i = 0; i < n; ++i)
      labels_.push_back(static_cast<std::int32_t>(rng.below(many)));
    for (std::int32_t &label : labels_)
      if (label == 7) label = 8;  // cluster 7 is empty
    labels_[3] = -1;
  }

  template <class T>
  Labels merge(std::int64_t k, double exponent) {
    Array<std::int32_t> labels(host_.memory, n);
    std::copy(labels_.begin(), labels_.end(), labels.begin());
    Dense<T> means(host_.memory, d, many);
    std::vector<double> sizes(many);
    for (const std::int32_t c : labels_)
      if (c >= 0) ++sizes[static_cast<std::size_t>(c)];
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j < d && labels[i] >= 0; ++j)
        means(j, labels[i]) +=
            static_cast<T>(X_(i, j) / sizes[static_cast<std::size_t>(labels[i])]);
    merge_clusters(labels, means, k, exponent, host_.run);
    return {labels.begin(), labels.end()};
  }

  Host host_;
  Plain X_;
  Labels labels_;
};

TEST_F(Merging, takes_the_closest_pair_of_all_in_each_step) {
  for (const double exponent : {0.0, 0.3, 0.5, 1.0})
    for (const std::int64_t k : {1, 2, 5, 11, 17}) {
      EXPECT_EQ(merge<double>(k, exponent), merged(X_, labels_, k, exponent))
          << "exponent " << exponent << ", k " << k;
      EXPECT_EQ(merge<float>(k, exponent), merged(X_, labels_, k, exponent)) << "float";
    }
}

TEST_F(Merging, leaves_few_clusters_as_they_are) {
  const Labels left = merge<double>(20, 0.5);
  EXPECT_EQ(left, merged(X_, labels_, 20, 0.5));
  EXPECT_EQ(*std::max_element(left.begin(), left.end()), many - 2) << "one of 18 was empty";
}

TEST(StartLabels, of_content_need_a_graph_if_they_are_smoothed) {
  for (const char *start : {"lsi", "merge", "random"})
    for (const char *times : {"0", "1", "2"})
      EXPECT_EQ(start_needs_graph(options_of("lccf", {{"start", start}, {"smoothing", times}})),
                std::string(start) != "random" && *times != '0')
          << start << ' ' << times;
}

}  // namespace
}  // namespace manifact
