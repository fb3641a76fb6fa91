// Package mailkit is what all mails are made of: the languages, with their dates and amounts (english.go and
// the others), the layout (layout.html, layout.txt), and the cleaning of what people typed (clean.go). It knows
// no kind of mail.
package mailkit
