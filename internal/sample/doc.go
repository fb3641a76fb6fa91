// Package sample makes events as people publish them, for measurements and for trying
// things out: titles in twelve languages, in towns where these are spoken, at their real
// coordinates, on evenings of the next year. Event number i of a seed is always the same.
package sample
