// Package web holds the web app as it was built, if it was: see package site for
// how it is served, and README.md beside this file for how it is made.
package web

import "embed"

// Dist is the built app below dist/. In a binary that was built without it there
// is nothing but a placeholder file.
//
//go:embed all:dist
var Dist embed.FS
