package mail

import (
	"bytes"
	"strings"
	"unicode"

	gomail "github.com/wneessen/go-mail"
)

// compose writes a mail as it goes over the wire, and returns the addresses of
// its envelope. host is the right side of the Message-ID.
func compose(m Mail, host string) (from, to string, body []byte, refusal *Error) {
	from, err := CheckAddress(m.From.Addr)
	if err != nil {
		return "", "", nil, refused("the sender's address is not valid")
	}
	to, err = CheckAddress(m.To.Addr)
	if err != nil {
		return "", "", nil, refused("the recipient's address is not valid")
	}
	for _, line := range []string{m.Subject, m.From.Name, m.To.Name, m.ID} {
		if strings.ContainsFunc(line, unicode.IsControl) {
			return "", "", nil, refused("a header contains a line break or another control character")
		}
	}
	msg := gomail.NewMsg(gomail.WithNoDefaultUserAgent(), gomail.WithEncoding(gomail.EncodingQP))
	if err := msg.FromFormat(m.From.Name, from); err != nil {
		return "", "", nil, refused("the sender's address is not valid")
	}
	if err := msg.AddToFormat(m.To.Name, to); err != nil {
		return "", "", nil, refused("the recipient's address is not valid")
	}
	msg.Subject(m.Subject)
	msg.SetDateWithValue(m.Date)
	msg.SetMessageIDWithValue(m.ID + "@" + host)
	// No vacation note and no out-of-office reply may come back (RFC 3834).
	msg.SetGenHeader("Auto-Submitted", "auto-generated")
	msg.SetGenHeader(gomail.HeaderXAutoResponseSuppress, "All")
	msg.SetBodyString(gomail.TypeTextPlain, m.Text)
	if m.HTML != "" {
		msg.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
	}
	var b bytes.Buffer
	if _, err := msg.WriteTo(&b); err != nil {
		return "", "", nil, refused("the mail cannot be composed")
	}
	return from, to, b.Bytes(), nil
}
