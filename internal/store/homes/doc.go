// Package homes stores which server is the home of an event while several write it.
package homes
