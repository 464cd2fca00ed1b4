package manifact

// Live is the number of objects of the library that are not freed.
func Live() int64 { return live.Load() }
