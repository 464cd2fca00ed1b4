# Models as files and as bytes.

write_manifact <- function(object, file) {
  done(.Call(r_save, object$handle, path_of(file)))
  invisible(object)
}

read_manifact <- function(file) {
  if (is.raw(file)) return(fit_of(done(.Call(r_model_of_bytes, file))))
  fit_of(done(.Call(r_load, path_of(file))))
}

manifact_bytes <- function(object) done(.Call(r_model_bytes, object$handle))

path_of <- function(file) {
  if (!is.character(file) || length(file) != 1 || is.na(file))
    stop("file must be the name of a file")
  file
}
