// Package paper prints tickets: a PDF of A4 pages, one ticket on each, with its
// QR code, in English or German.
//
// It owns the layout and what can be drawn. The fonts are DejaVu, embedded as
// far as they are used: Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew (put
// into the order in which it is read) and the symbols. What they cannot draw as
// it is to be read, such as Chinese, or Arabic with its joined letters, is shown
// as a square for each character, and the page says so; the code is the same,
// and it is what counts. Nothing is guessed or left out in silence.
//
// The API and the pages call it. It reads nothing from anywhere.
package paper
