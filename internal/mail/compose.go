package mail

import (
	"crypto/rand"
	"encoding/base64"
	"strings"
	"time"
	"unicode"

	"github.com/holdfast-events/holdfast/internal/provider"
)

// compose returns a mail as it is sent, and the addresses of its envelope. host is the
// right side of the Message-ID.
//
// It writes the few needed forms of mail by itself: a library for all forms took longer
// to compose a reminder than everything else to send it.
func compose(m Mail, host string) (from, to string, body []byte, refusal *provider.Error) {
	sender, err := CheckAddress(m.From.Addr)
	from = sender
	if err != nil {
		return "", "", nil, refused("the sender's address is not valid")
	}
	to, err = CheckAddress(m.To.Addr)
	if err != nil {
		return "", "", nil, refused("the recipient's address is not valid")
	}
	if m.Bounce != "" {
		if from, err = CheckAddress(m.Bounce); err != nil {
			return "", "", nil, refused("the address for bounces is not valid")
		}
	}
	lines := []string{m.Subject, m.From.Name, m.To.Name, m.ID, m.Unsubscribe, host}
	if m.Calendar != nil {
		lines = append(lines, m.Calendar.Method)
	}
	for i := range m.Images {
		lines = append(lines, m.Images[i].Name, m.Images[i].ID)
	}
	for _, line := range lines {
		if strings.ContainsFunc(line, unicode.IsControl) {
			return "", "", nil, refused("a header contains a line break or another control character")
		}
	}
	w := &writer{body: make([]byte, 0, 2048+len(m.Text)*5/4+len(m.HTML)*5/4)}
	w.header("Date", m.Date.Format(time.RFC1123Z))
	w.header("MIME-Version", "1.0")
	w.header("Message-ID", "<"+m.ID+"@"+host+">")
	w.header("Subject", unstructured(m.Subject, maxLine-len("Subject: ")))
	w.header("From", mailbox(m.From.Name, sender, maxLine-len("From: ")))
	w.header("To", mailbox(m.To.Name, to, maxLine-len("To: ")))
	if reply, err := CheckAddress(m.ReplyTo); m.ReplyTo != "" && err == nil && ascii(reply) {
		w.header("Reply-To", mailbox("", reply, maxLine-len("Reply-To: ")))
	}
	// No vacation note and no out-of-office reply may come back (RFC 3834).
	w.header("Auto-Submitted", "auto-generated")
	w.header("X-Auto-Response-Suppress", "All")
	if m.Unsubscribe != "" {
		w.header("List-Unsubscribe", "<"+m.Unsubscribe+">")
		w.header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
	}
	w.content(&m)
	return from, to, w.body, nil
}

// writer is a mail under construction.
type writer struct{ body []byte }

func (w *writer) say(text ...string) {
	for _, t := range text {
		w.body = append(w.body, t...)
	}
}

// maxLine is the recommended maximum length of a line (RFC 5322, 2.1.1; RFC 2045, 6.7).
const maxLine = 76

// header writes a header, folded at spaces if it is long. No line with an encoded word
// may be longer than maxLine (RFC 2047, 2).
func (w *writer) header(name, value string) {
	w.say(name, ": ")
	for room := maxLine - len(name) - 2; len(value) > room; room = maxLine - 1 {
		at := strings.LastIndexByte(value[:max(0, room)+1], ' ')
		if at <= 0 {
			if at = strings.IndexByte(value[1:], ' ') + 1; at == 0 {
				break // one long word
			}
		}
		w.say(value[:at], "\r\n ")
		value = value[at+1:]
	}
	w.say(value, "\r\n")
}

// content writes the body: the text, the same as HTML with its pictures, and the calendar
// entry. The entry is included twice: as an alternative to the text, where calendars look
// for invitations, and as a file, to be opened by hand.
func (w *writer) content(m *Mail) {
	switch {
	case m.Calendar != nil:
		outer := boundary()
		w.say("Content-Type: multipart/mixed;\r\n boundary=\"", outer, "\"\r\n\r\n--", outer, "\r\n")
		w.alternatives(m)
		w.file(outer, "application/ics", "attachment", "invite.ics", "", []byte(m.Calendar.Text))
		w.say("--", outer, "--\r\n")
	case m.HTML != "":
		w.alternatives(m)
	default:
		w.part("text/plain", m.Text)
	}
}

// boundary returns a line that no part contains: none that is encoded here can hold an =
// before a _.
func boundary() string { return "=_" + rand.Text() }

func (w *writer) alternatives(m *Mail) {
	between := boundary()
	w.say("Content-Type: multipart/alternative;\r\n boundary=\"", between, "\"\r\n\r\n--", between, "\r\n")
	w.part("text/plain", m.Text)
	if m.HTML != "" {
		w.say("--", between, "\r\n")
		w.html(m)
	}
	if m.Calendar != nil {
		w.say("--", between, "\r\n")
		w.part("text/calendar; method="+m.Calendar.Method, m.Calendar.Text)
	}
	w.say("--", between, "--\r\n")
}

// html writes the HTML, together with its pictures if it has some (RFC 2387).
func (w *writer) html(m *Mail) {
	if len(m.Images) == 0 {
		w.part("text/html", m.HTML)
		return
	}
	between := boundary()
	w.say("Content-Type: multipart/related; type=\"text/html\";\r\n boundary=\"", between, "\"\r\n\r\n--", between, "\r\n")
	w.part("text/html", m.HTML)
	for i := range m.Images {
		w.file(between, "image/png", "inline", m.Images[i].Name, m.Images[i].ID, m.Images[i].PNG)
	}
	w.say("--", between, "--\r\n")
}

// part writes a text part and ends its last line.
func (w *writer) part(kind, text string) {
	w.say("Content-Type: ", kind, "; charset=UTF-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n")
	w.body = append(appendQuoted(w.body, text), "\r\n"...)
}

// asIs are the bytes that quoted-printable does not encode within a line.
var asIs = func() (table [256]bool) {
	for c := ' '; c <= '~'; c++ {
		table[c] = c != '='
	}
	return table
}()

const hexDigits = "0123456789ABCDEF"

// appendQuoted appends a text in quoted-printable (RFC 2045, 6.7). Its lines may end in
// \n or \r\n. A dot at the beginning of a line is encoded too, so that no server has to
// double it.
func appendQuoted(dst []byte, text string) []byte {
	const room = maxLine - 1 // for the = of a line that goes on
	line := 0
	for i := 0; i < len(text); {
		run := i
		if line > 0 || text[i] != '.' {
			for end := min(len(text), i+room-line); run < end && asIs[text[run]]; run++ {
			}
		}
		// A space at the end of a line would be lost.
		if run > i && text[run-1] == ' ' && endsLine(text[run:]) {
			run--
		}
		dst = append(dst, text[i:run]...)
		line += run - i
		i = run
		switch {
		case i == len(text):
		case text[i] == '\n':
			dst, line = append(dst, '\r', '\n'), 0
			i++
		case text[i] == '\r' && i+1 < len(text) && text[i+1] == '\n':
			dst, line = append(dst, '\r', '\n'), 0
			i += 2
		case line == room || line > room-3 && !(asIs[text[i]] && !(text[i] == ' ' && endsLine(text[i+1:]))):
			dst, line = append(dst, '=', '\r', '\n'), 0
		default:
			dst = append(dst, '=', hexDigits[text[i]>>4], hexDigits[text[i]&15])
			line += 3
			i++
		}
	}
	return dst
}

// endsLine reports whether what is left of a text begins with the end of a line.
func endsLine(rest string) bool {
	return rest == "" || rest[0] == '\n' || rest[0] == '\r' && len(rest) > 1 && rest[1] == '\n'
}

// file writes a boundary and a part that is a file; id is its Content-ID, "" for none.
func (w *writer) file(boundary, kind, disposition, name, id string, content []byte) {
	w.say("--", boundary, "\r\nContent-Type: ", kind, "; name=\"", name, "\"\r\nContent-Disposition: ", disposition, "; filename=\"", name, "\"\r\n")
	if id != "" {
		w.say("Content-ID: <", id, ">\r\n")
	}
	w.say("Content-Transfer-Encoding: base64\r\n\r\n")
	code := base64.StdEncoding.EncodeToString(content)
	for len(code) > maxLine {
		w.say(code[:maxLine], "\r\n")
		code = code[maxLine:]
	}
	w.say(code, "\r\n")
}
