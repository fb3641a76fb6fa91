// Package identity knows who calls: a holder of an API key, a person who came
// through a signed link in a message, or the public.
//
// It owns the text of keys and links, checks them, and holds the one table that
// says which caller may do what (access.go). It never decides who gets a place;
// that is package inventory. The API, the pages for people and the mail room
// call it.
package identity
