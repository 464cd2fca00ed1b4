fit <- manifact(setNames(texts, paste0("d", 1:120)), 3)

test("saveRDS keeps the model", {
  file <- tempfile(fileext = ".rds")
  saveRDS(rename_topic(fit, 1, "first"), file)
  again <- readRDS(file)
  stopifnot(identical(manifact_bytes(again), manifact_bytes(rename_topic(fit, 1, "first"))),
            identical(again$cluster, fit$cluster), again$titles[1] == "first",
            identical(predict(again, texts), predict(fit, texts)), merge_topics(again, 1:2)$k == 2)
  # In a process that has not loaded the package.
  code <- sprintf("x <- readRDS('%s'); cat(x$cluster); cat(' ', sum(manifact_bytes(x) == 0))", file)
  code <- sub("; cat", "; library(manifact); cat", code)
  found <- system2(file.path(R.home("bin"), "Rscript"), c("-e", shQuote(code)), stdout = TRUE)
  stopifnot(scan(text = found, quiet = TRUE) == c(fit$cluster, sum(manifact_bytes(again) == 0)))
  unlink(file)
})

test("copies and environments", {
  copy <- fit
  copy$cluster[1] <- 2L
  stopifnot(identical(manifact_bytes(copy), manifact_bytes(fit)))
  handles <- rapply(list(fit$handle), identity, how = "replace")
  bytes <- serialize(fit, NULL)
  stopifnot(identical(manifact_bytes(unserialize(bytes)), manifact_bytes(fit)),
            object.size(fit) < 1e5)
})

test("vectorizers are saved", {
  vectorizer <- manifact_vectorizer(texts, ngrams = 2)
  again <- unserialize(serialize(vectorizer, NULL))
  stopifnot(identical(predict(again, texts), vectorizer$counts))
})

test("files", {
  file <- tempfile(fileext = ".manifact")
  stopifnot(identical(write_manifact(fit, file), fit))
  bytes <- readBin(file, "raw", file.size(file))
  stopifnot(identical(bytes, manifact_bytes(fit)),
            identical(manifact_bytes(read_manifact(file)), bytes),
            identical(read_manifact(bytes)$cluster, unname(fit$cluster)))
  unlink(file)
  stopifnot(caught(read_manifact(file), "manifact_error")$status == "ERROR_IO",
            caught(write_manifact(fit, file.path(file, "no")), "manifact_error")$status ==
              "ERROR_IO",
            inherits(caught(read_manifact(as.raw(1:9))), "manifact_error"),
            grepl("name of a file", message_of(read_manifact(3))))
  bytes[length(bytes) / 2] <- xor(bytes[length(bytes) / 2], as.raw(1))
  stopifnot(caught(read_manifact(bytes), "manifact_error")$status == "ERROR_CORRUPT")
})
