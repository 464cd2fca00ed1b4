def files(m,o): return {}
