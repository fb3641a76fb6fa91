// Package files reads and writes which files people have asked for or sent: exports and
// imports.
package files
