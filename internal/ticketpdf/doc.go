// Package ticketpdf prints tickets: a PDF of A4 pages, one ticket on each, with its
// QR code, in English or German. On top of a page are the colours and the pattern of
// its event (package cover), as on top of its mails.
//
// It owns the layout and the fonts. Latin, Greek, Cyrillic and what else is set
// letter by letter from left to right is written as text, in DejaVu, embedded as
// far as it is used. Scripts whose letters join, stack, change their order or run
// from right to left are shaped, and drawn as outlines of their own fonts; their text is
// there too, unseen, to be searched and copied. What no font has, such as an emoji, is
// shown as a square for each character, and the page says so; the code is the same, and
// it is what counts. Nothing is guessed or left out in silence.
//
// The API and the pages call it. It reads nothing from anywhere.
package ticketpdf
