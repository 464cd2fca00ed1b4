# Copies the library of the package, and leaves the folder of the sources as it was.
made <- Sys.glob(paste0("*", SHLIB_EXT))
folder <- file.path(R_PACKAGE_DIR, paste0("libs", R_ARCH))
dir.create(folder, recursive = TRUE, showWarnings = FALSE)
copied <- c(made, Sys.glob("symbols.rds"))
if (!all(file.copy(copied, folder, overwrite = TRUE))) stop("the library cannot be copied")
unlink(c(copied, Sys.glob("*.o"), "Makevars"))
