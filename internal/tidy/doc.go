// Package tidy holds the rules of this repository as tests: which room may import
// which, where SQL may stand, how long a file may be, what the documents may
// claim. It exports nothing and nothing imports it.
//
// A rule reads a tree (an fs.FS) and returns findings, one a line. Each rule
// runs twice: over the repository, where it must find nothing, and over a small
// tree made up to break it, where it must find something. So a rule that has
// stopped looking fails too.
package tidy
