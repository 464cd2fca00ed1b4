{
  "targets": [{
    "target_name": "manifact",
    "sources": [
      "src/addon.c", "src/bytes.c", "src/call.c", "src/handle.c", "src/listener.c"
    ],
    "cflags": ["<!@(pkg-config --cflags manifact)"],
    "libraries": ["<!@(pkg-config --libs manifact)"],
    "xcode_settings": { "OTHER_CFLAGS": ["<!@(pkg-config --cflags manifact)"] }
  }]
}
