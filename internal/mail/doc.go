// Package mail hands finished mails over: to an SMTP server (SMTP), or to the
// local mailbox in the database when no server is configured (Local).
//
// It knows nothing of events or people: subject, text and HTML come in whole
// (package message makes them), and what failed comes out as a *Error that says
// whether trying again can help. It is called by package jobs, never inside a
// transaction.
package mail

import (
	"context"
	"errors"
	"fmt"
	"net/mail"
	"strings"
	"time"

	"golang.org/x/net/idna"
)

// Address is a mailbox and the name shown with it.
type Address struct {
	Name, Addr string
}

// Mail is one mail to one person.
type Mail struct {
	// ID is the stable key of the mail, "evt_….17": the same mail sent again has
	// the same ID, and so the same Message-ID.
	ID       string
	From, To Address
	Subject  string
	Text     string
	HTML     string
	Date     time.Time // when it is sent
	// Bounce is the address that the server tells what became of the mail, the
	// sender in the envelope; "" for From.
	Bounce string
	// Unsubscribe is the address at which one click ends mails like this one
	// (RFC 8058); "" for mails that must be sent.
	Unsubscribe string
	Calendar    *Calendar
	Images      []Image
}

// Image is a picture that goes with a mail, shown below its text.
type Image struct {
	Name string // of the file, in ASCII: ticket-1.png
	PNG  []byte
}

// Calendar is a calendar entry that goes with a mail.
type Calendar struct {
	Method string // REQUEST, CANCEL
	Text   string // lines end in \r\n
}

// Sender hands mails over. Send returns nil when the mail was taken over, or a
// *Error. It is safe for concurrent use.
type Sender interface {
	Send(ctx context.Context, m Mail) error
}

// Batcher is a Sender that takes many mails in one go, and for which the same
// mail again is harmless. SendAll takes over all of them or none.
type Batcher interface {
	Sender
	SendAll(ctx context.Context, mails []Mail) error
}

// Error says why a mail was not taken over. Its text holds no address: what a
// server answered is cleaned of them, so that it may be logged and stored.
type Error struct {
	// Code is the SMTP reply code, 400..599; 0 when the server said nothing.
	Code int
	// Permanent: trying again cannot help (the address does not exist, the mail is refused).
	Permanent bool
	// Address: the recipient's address does not exist or takes nothing.
	Address bool
	// Server: it is about the server, not about this mail; the next mail would meet it too.
	Server bool
	// Phase is where it happened: "connect", "auth", "MAIL", "RCPT", "DATA".
	Phase string
	// Reason is what the server answered, or what went wrong on the way.
	Reason string
	err    error
}

func (e *Error) Error() string {
	kind := "temporary"
	if e.Permanent {
		kind = "permanent"
	}
	if e.Code != 0 {
		return fmt.Sprintf("mail: %s failure at %s: %d %s", kind, e.Phase, e.Code, e.Reason)
	}
	return fmt.Sprintf("mail: %s failure at %s: %s", kind, e.Phase, e.Reason)
}

func (e *Error) Unwrap() error { return e.err }

// IsPermanent says whether err is a failure that trying again cannot change.
func IsPermanent(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Permanent
}

// refused is a permanent failure that is found before any server is asked.
func refused(reason string) *Error {
	return &Error{Permanent: true, Phase: "compose", Reason: reason}
}

// maxAddress is the longest address that SMTP can carry (RFC 5321, 4.5.3.1.3).
const maxAddress = 254

// CheckAddress returns the address as it goes over the wire: exactly one
// mailbox without a name, no line breaks or other control characters, and the
// domain in ASCII.
func CheckAddress(addr string) (string, error) {
	if addr == "" {
		return "", errors.New("mail: no address")
	}
	if len(addr) > maxAddress {
		return "", errors.New("mail: the address is too long")
	}
	if strings.ContainsFunc(addr, func(r rune) bool { return r <= ' ' || r == 0x7f || r == '<' || r == '>' || r == ',' }) {
		return "", errors.New("mail: the address contains spaces, line breaks or separators")
	}
	parsed, err := mail.ParseAddress(addr)
	if err != nil || parsed.Name != "" || parsed.Address != addr {
		return "", errors.New("mail: this is not an address")
	}
	at := strings.LastIndexByte(addr, '@')
	domain, err := idna.Lookup.ToASCII(addr[at+1:])
	if err != nil {
		return "", errors.New("mail: the domain of the address is not valid")
	}
	return addr[:at+1] + domain, nil
}
