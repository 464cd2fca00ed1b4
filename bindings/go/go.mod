module manifact.internal/manifact

go 1.19
