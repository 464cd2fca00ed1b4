X <- counts_of_blocks

held <- function() {
  gc()
  manifact_memory()[["now"]]
}

resident <- function() {
  if (!file.exists("/proc/self/statm")) return(0)
  scan("/proc/self/statm", quiet = TRUE)[2] * 4096
}

test("progress", {
  stages <- character()
  objectives <- numeric()
  manifact(X, 3, "lccf", progress = function(stage, done, total, objective, change) {
    stages <<- union(stages, stage)
    if (stage == "fit") objectives <<- c(objectives, objective)
    FALSE
  })
  stopifnot(c("graph", "fit") %in% stages, length(objectives) > 5,
            is.finite(objectives[-1]))
  shown <- capture.output(manifact(X, 3, "lccf", verbose = TRUE), type = "message")
  stopifnot(grepl("fit: ", paste(shown, collapse = "")))
  stopifnot(grepl("must be a function", message_of(manifact(X, 3, progress = 1))))
})

test("TRUE stops a call", {
  stop_in_fit <- function(stage, ...) stage == "fit"
  stopped <- caught(endless(progress = stop_in_fit), "manifact_cancelled")
  stopifnot(stopped$status == "ERROR_CANCELLED", manifact(X, 3)$k == 3)
})

test("an error of the progress function ends the call", {
  failing <- function(...) stop(structure(class = c("own", "error", "condition"),
                                          list(message = "of the function", call = NULL)))
  stopifnot(message_of(endless(progress = failing), "own") == "of the function",
            message_of(knn_graph(large, progress = failing), "own") == "of the function")
  left <- (function() endless(progress = function(...) return(TRUE)))
  stopifnot(inherits(caught(left()), "manifact_cancelled"))
})

test("calls within a progress function", {
  inner <- NULL
  fit <- manifact(X, 3, "lccf", progress = function(stage, ...) {
    if (is.null(inner)) inner <<- manifact(X, 2, "kmeans")
    FALSE
  })
  stopifnot(inner$k == 2, identical(fit$cluster, manifact(X, 3, "lccf")$cluster))
})

test("time limits", {
  base <- held()
  limited <- function() {
    setTimeLimit(elapsed = 0.3, transient = TRUE)
    on.exit(setTimeLimit())
    endless()
  }
  stopifnot(grepl("time limit", message_of(limited())), held() == base)
})

test("interrupts", {
  base <- held()
  pid <- Sys.getpid()
  interrupted <- function(code) tryCatch({
    code
    FALSE
  }, interrupt = function(condition) TRUE)
  now <- function(stage, ...) {
    if (stage == "fit") tools::pskill(pid, tools::SIGINT)
    FALSE
  }
  stopifnot(interrupted(endless(progress = now)), held() == base)
  # From another process, while the library runs.
  system(sprintf("(sleep 0.3; kill -INT %d) &", pid))
  stopifnot(interrupted(endless()), held() == base, manifact(X, 3)$k == 3)
})

test("calls that were stopped leak nothing", {
  base <- held()
  for (i in 1:50)
    tryCatch(endless(x = X, progress = function(stage, ...) stage == "fit"),
             manifact_cancelled = function(condition) NULL)
  for (i in 1:50) try(manifact(X, 3, neigbors = 1), silent = TRUE)
  stopifnot(held() == base)
})

test("1000 fits leak nothing", {
  rounds <- function(n) for (i in seq_len(n)) {
    fit <- manifact(X, 3, "kmeans", threads = 1)
    predict(fit, X)
    topics(fit, 3)
  }
  # The heap of R and the allocator reach their size in the first rounds.
  rounds(1000)
  base <- held()
  before <- resident()
  rounds(1000)
  stopifnot(held() == base, resident() - before < 4e6)
})

n <- 20000
many <- Matrix::rsparsematrix(n, 2000, nnz = 1e6)

test("garbage is collected when the library holds much", {
  held()
  # Each matrix of the library takes 12 MB; R, which sees none of them, has no reason to collect.
  most <- 0
  for (i in 1:40) {
    manifact:::matrix_of(many)
    fit <- manifact(X, 2, "kmeans", threads = 1)
    most <- max(most, manifact_memory()[["now"]])
  }
  stopifnot(most < 320e6)
})

test("a dgCMatrix is copied once, by the library", {
  base <- held()
  before <- gc(reset = TRUE)["Vcells", "used"]
  handle <- manifact:::matrix_of(many)
  after <- gc()["Vcells", "max used"]
  copy <- 8 * (n + 1) + 12 * length(many@x)
  taken <- manifact_memory()[["now"]] - base
  stopifnot(8 * (after - before) < 1e6, taken >= copy, taken < 1.01 * copy)
  manifact:::free(handle)
  stopifnot(held() == base)
  stopifnot(grepl("freed", message_of(.Call(manifact:::r_matrix_size, handle))))
})

test("handles of another kind", {
  fit <- manifact(X, 3)
  stopifnot(grepl("not a model", message_of(.Call(manifact:::r_model_info, 1L))),
            grepl("not a vectorizer", message_of(.Call(manifact:::r_terms, fit$handle))))
})
