# The tests of the package, which must be installed: Rscript tests/run.R [CASE...]. A case is a file
# of the folder cases. MANIFACT names the program, for those that compare with it.
library(manifact)

script <- sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE))
folder <- if (length(script) == 1) dirname(script) else "."
counts <- c(passed = 0, failed = 0, skipped = 0)

skip <- function(reason) stop(structure(class = c("skipped", "error", "condition"),
                                        list(message = reason, call = NULL)))

# Runs a test: code that fails by an error.
test <- function(name, code) {
  result <- tryCatch({
    code
    "passed"
  }, skipped = function(why) {
    cat("skipped: ", name, ": ", conditionMessage(why), "\n", sep = "")
    "skipped"
  }, error = function(why) {
    cat("failed: ", name, ": ", conditionMessage(why), "\n", sep = "")
    "failed"
  })
  counts[result] <<- counts[result] + 1
}

# The error of code, or the condition of another class.
caught <- function(code, class = "error") {
  found <- tryCatch({
    code
    NULL
  }, condition = function(condition) condition)
  if (!inherits(found, class)) stop("no condition of class ", class)
  found
}

message_of <- function(code, class = "error") conditionMessage(caught(code, class))

clock <- proc.time()[["elapsed"]]
source(file.path(folder, "support", "data.R"), local = TRUE)
wanted <- commandArgs(TRUE)
for (file in sort(list.files(file.path(folder, "cases"), "[.]R$", full.names = TRUE)))
  if (length(wanted) == 0 || sub("[.]R$", "", basename(file)) %in% wanted)
    source(file, local = new.env(parent = environment()))

shown <- counts[counts > 0 | names(counts) == "passed"]
cat(paste(shown, names(shown), collapse = ", "), " in ",
    format(round(proc.time()[["elapsed"]] - clock, 2), nsmall = 2), "s\n", sep = "")
if (counts["failed"] > 0 || counts["passed"] == 0) quit(status = 1)
