// Package message renders messages: the subject, the plain text and the HTML of a mail,
// in the person's language and in the event's time zone.
//
// It owns the texts (english.go, german.go) and the layout (layout.html, layout.txt).
// It never sends, stores or decides anything: package delivery calls it when a message
// is about to be sent, and package jobs for mails about accounts.
//
// Everything that people typed (names, titles, places) is data: it is cleaned of control
// and direction characters (clean.go), escaped by html/template, and can neither end a
// header nor become a link.
package message
