//! Tests and examples find a library outside of the folders of the system where pkg-config did.
use std::env;

fn main() {
    println!("cargo:rerun-if-env-changed=DEP_MANIFACT_FOLDERS");
    let folders = env::var("DEP_MANIFACT_FOLDERS").unwrap_or_default();
    for folder in folders.split(':').filter(|folder| !folder.is_empty()) {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}");
    }
}
