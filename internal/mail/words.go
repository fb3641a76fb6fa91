package mail

import (
	netmail "net/mail"
	"strings"
	"unicode/utf8"
)

// marker begins an encoded word. Text that has it is encoded too: what looks like an
// encoded word was typed by somebody, and stays what they typed.
const marker = "=?"

// maxWord is the longest encoded word (RFC 2047, 2).
const maxWord = 75

// unstructured is the text of a header. The first encoded word is short enough to stand
// on the line of the header's name, which has room for that many bytes: a first line that
// is empty is taken for the end of the header by some, and for spam by others.
func unstructured(text string, room int) string {
	if ascii(text) && !strings.Contains(text, marker) {
		return text
	}
	return encodedWords(text, room)
}

// mailbox is an address with a name.
func mailbox(name, address string, room int) string {
	plain := netmail.Address{Name: name, Address: address}
	if ascii(name) && !strings.Contains(name, marker) {
		return plain.String()
	}
	plain.Name = ""
	return encodedWords(name, room) + " " + plain.String()
}

// encodedWords writes text in Q encoding, the first word in room bytes. No character is
// divided between two words, and the spaces between words are not part of the text.
func encodedWords(text string, room int) string {
	const begin, end = "=?UTF-8?q?", "?="
	room = min(room, maxWord)
	var all, word strings.Builder
	for _, r := range text {
		code := quotedRune(r)
		if word.Len() > 0 && len(begin)+word.Len()+len(code)+len(end) > room {
			all.WriteString(begin + word.String() + end + " ")
			word.Reset()
			room = maxWord
		}
		word.WriteString(code)
	}
	all.WriteString(begin + word.String() + end)
	return all.String()
}

// quotedRune is a character in the Q encoding that a name may have too (RFC 2047, 5.3).
func quotedRune(r rune) string {
	switch {
	case r == ' ':
		return "_"
	case '0' <= r && r <= '9', 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', strings.ContainsRune("!*+-/", r):
		return string(r)
	}
	var code strings.Builder
	for _, b := range utf8.AppendRune(nil, r) {
		code.WriteString(string([]byte{'=', hexDigits[b>>4], hexDigits[b&15]}))
	}
	return code.String()
}
