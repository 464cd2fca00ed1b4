module manifact

go 1.19
