package manifact;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Platform;

/** Finds the library: by its soname, or the file that the property manifact.library names. */
final class Loader {
  private Loader() {}

  private static NativeLibrary find(String name) {
    try {
      return NativeLibrary.getInstance(name);
    } catch (UnsatisfiedLinkError failed) {
      throw new UnsatisfiedLinkError(name + " cannot be loaded: install libmanifact1, or name its"
          + " file with -Dmanifact.library; " + failed.getMessage().lines().findFirst().orElse(""));
    }
  }

  static void register(Class<?> functions) {
    final String usual =
        Platform.isMac() ? "manifact." + Library.ABI : "libmanifact.so." + Library.ABI;
    final String name = System.getProperty("manifact.library", usual);
    Native.register(functions, find(name));
    if (Library.manifact_abi_supported(Library.ABI) == 0)
      throw new UnsatisfiedLinkError("the library manifact is of version "
          + Scope.string(Library.manifact_version()) + ", which does not support ABI "
          + Library.ABI);
  }
}
