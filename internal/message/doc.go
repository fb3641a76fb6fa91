// Package message turns what happened to a person into words: the subject, the
// plain text and the HTML of a mail, in the person's language and in the
// event's zone.
//
// It owns the wording (english.go, german.go) and the look (layout.html,
// layout.txt). It never sends, stores or decides anything: package jobs calls
// it when a message is about to be delivered.
//
// Everything that people typed (names, titles, places) is data here: it is
// cleaned of control and direction characters (clean.go), escaped by
// html/template, and can neither end a header nor become a link.
package message
