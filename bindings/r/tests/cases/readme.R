# The example that README.md begins with.
test("the example of the README", {
  # R CMD check copies the tests away from the sources.
  found <- Filter(file.exists, file.path(folder, "..", c(".", "00_pkg_src/manifact"), "README.md"))
  if (length(found) == 0) skip("README.md is not there")
  lines <- readLines(found[1])
  fences <- grep("^```", lines)
  code <- lines[(fences[1] + 1):(fences[2] - 1)]
  stopifnot(lines[fences[1]] == "```r", length(code) == 10)
  given <- new.env()
  given$new_texts <- texts[1:5]
  given$texts <- texts
  given$x <- counts_of_blocks
  given$truth <- block
  given$classes <- replace(rep(NA, 150), 1:9, block[1:9])
  given$file <- tempfile(fileext = ".rds")
  picture <- tempfile(fileext = ".pdf")
  pdf(picture)
  shown <- capture.output(for (expression in parse(text = code)) print(eval(expression, given)))
  dev.off()
  stopifnot(given$joined$k == 2, evaluate(block, given$rcf$cluster) == 1, file.exists(given$file))
  unlink(c(given$file, picture))
})
