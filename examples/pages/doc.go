// Package pages holds the programs that the pages in docs show, so that they
// compile, and tests that they do what the pages say.
package pages
