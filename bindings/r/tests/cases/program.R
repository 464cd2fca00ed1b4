# The same bits as the program, which MANIFACT names.
program <- Sys.getenv("MANIFACT")

compare <- function(fit, write, arguments) {
  if (program == "") skip("MANIFACT does not name the program")
  folder <- tempfile("program")
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  input <- write(folder)
  out <- file.path(folder, "out")
  status <- system2(program, c("cluster", input, "-k", "3", arguments, "-o", out, "-q"))
  model <- read_manifact(file.path(out, "model.manifact"))
  labels <- scan(file.path(out, "labels.txt"), quiet = TRUE)
  stopifnot(status == 0, ifelse(is.na(fit$cluster), -1, fit$cluster - 1) == labels,
            identical(unname(fit$cluster), model$cluster))
  for (which in c("memberships", "history", "centroids"))
    stopifnot(identical(unname(topic_matrix(fit, which)), unname(topic_matrix(model, which))))
  stopifnot(identical(topics(fit, 5)$term, topics(model, 5)$term))
}

test("texts", compare(manifact(texts, 3), function(folder) {
  file <- file.path(folder, "texts.tsv")
  writeLines(paste0("\t", texts), file)
  file
}, character()))

for (method in c("lccf", "drcc"))
  test(paste("counts,", method), compare(
    manifact(counts_of_blocks, 3, method, seed = 7, neighbors = 4), function(folder) {
      file <- file.path(folder, "X.mtx")
      Matrix::writeMM(counts_of_blocks, file)
      file
    }, c("-m", method, "-s", "seed=7", "-s", "neighbors=4")))

test("dense points", compare(manifact(points, 3, "ncut"), function(folder) {
  file <- file.path(folder, "points.csv")
  write.table(format(points, digits = 17), file, sep = ",", quote = FALSE, row.names = FALSE,
              col.names = FALSE)
  file
}, c("-m", "ncut")))
