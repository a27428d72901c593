module github.com/benzene-go/framework/bench

go 1.26

require github.com/benzene-go/framework v0.0.0

replace github.com/benzene-go/framework => ../
