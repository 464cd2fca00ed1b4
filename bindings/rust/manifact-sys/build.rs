//! Finds libmanifact with pkg-config: `PKG_CONFIG` names another program.
use std::env;
use std::process::{exit, Command};

/// The words that pkg-config prints, or its complaint.
fn pkg_config(arguments: &[&str]) -> Result<Vec<String>, String> {
    let program = env::var("PKG_CONFIG").unwrap_or_else(|_| "pkg-config".to_string());
    let output = Command::new(&program)
        .args(arguments)
        .output()
        .map_err(|error| format!("{program} cannot be run: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).trim().to_string());
    }
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.split_whitespace().map(str::to_string).collect())
}

fn main() {
    for name in ["PKG_CONFIG", "PKG_CONFIG_PATH", "PKG_CONFIG_LIBDIR", "PKG_CONFIG_SYSROOT_DIR"] {
        println!("cargo:rerun-if-env-changed={name}");
    }
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=DOCS_RS");
    // docs.rs, which has no libmanifact, makes the documentation only: nothing is linked.
    if env::var_os("DOCS_RS").is_some() {
        return;
    }
    let words = pkg_config(&["--libs", "manifact >= 0.2"]).unwrap_or_else(|error| {
        eprintln!("libmanifact 0.2 or later is required:\n{error}");
        exit(1);
    });
    let mut folders = Vec::new();
    for word in &words {
        if let Some(folder) = word.strip_prefix("-L") {
            println!("cargo:rustc-link-search=native={folder}");
            folders.push(folder);
        } else if let Some(library) = word.strip_prefix("-l") {
            println!("cargo:rustc-link-lib={library}");
        } else if !word.is_empty() {
            println!("cargo:rustc-link-arg={word}");
        }
    }
    // Other packages read it as DEP_MANIFACT_FOLDERS: those in which pkg-config found libraries,
    // which are none for a library of the system.
    println!("cargo:folders={}", folders.join(":"));
}
