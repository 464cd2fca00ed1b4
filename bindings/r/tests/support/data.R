# Data of the tests.

words <- list(sea = "ship sail harbor wave anchor captain tide island storm port",
              kitchen = "oven flour butter sugar recipe bake salt dinner spoon plate",
              space = "rocket orbit planet star moon launch engine comet signal probe")
words <- lapply(words, function(text) strsplit(text, " ")[[1]])
common <- strsplit("today people report year city", " ")[[1]]

set.seed(1)
classes <- rep(names(words), 40)
texts <- vapply(classes, function(class)
  paste(c(sample(words[[class]], 12, TRUE), sample(common, 5, TRUE)), collapse = " "), "")
texts <- unname(texts)

# Counts of three blocks of features, a dgCMatrix.
block <- rep(1:3, 50)
counts_of_blocks <- Matrix::Matrix(t(vapply(block, function(b)
  as.double(rpois(60, ifelse(rep(1:3, each = 20) == b, 2, 0.2))), numeric(60))), sparse = TRUE)

# Dense points around three means.
points <- matrix(rnorm(150 * 8), 150) + 5 * diag(8)[block, ]

# A fit of these takes seconds.
large <- Matrix::rsparsematrix(2000, 2000, nnz = 120000,
                               rand.x = function(n) as.double(rpois(n, 2) + 1))
endless <- function(..., x = large)
  manifact(x, 30, "lccf", tolerance = 0, max_iterations = 1e6, restarts = 1, threads = 1, ...)

same_partition <- function(a, b) stopifnot(evaluate(a, b)[["ari"]] == 1)
