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
	lines := []string{m.Subject, m.From.Name, m.To.Name, m.ID, m.Unsubscribe}
	for _, line := range lines {
		if strings.ContainsFunc(line, unicode.IsControl) {
			return "", "", nil, refused("a header contains a line break or another control character")
		}
	}
	msg := gomail.NewMsg(gomail.WithNoDefaultUserAgent(), gomail.WithEncoding(gomail.EncodingQP))
	if err := msg.FromFormat(m.From.Name, sender); err != nil {
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
	if m.Unsubscribe != "" {
		msg.SetGenHeader("List-Unsubscribe", "<"+m.Unsubscribe+">")
		msg.SetGenHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
	}
	if err := enclose(msg, &m); err != nil {
		return "", "", nil, refused("an attachment cannot be added")
	}
	var b bytes.Buffer
	if _, err := msg.WriteTo(&b); err != nil {
		return "", "", nil, refused("the mail cannot be composed")
	}
	return from, to, b.Bytes(), nil
}

// enclose adds what goes with a mail. A calendar entry goes twice: as a part
// beside the text, where calendars look for invitations, and as a file, for who
// has to open it by hand.
func enclose(msg *gomail.Msg, m *Mail) error {
	if c := m.Calendar; c != nil {
		msg.AddAlternativeString(gomail.ContentType("text/calendar; method="+c.Method), c.Text)
		err := msg.AttachReader("invite.ics", strings.NewReader(c.Text), gomail.WithFileContentType("application/ics"))
		if err != nil {
			return err
		}
	}
	return nil
}
