// Package mail sends mails: to an SMTP server (SMTP), or to the local mailbox in the
// database when no server is configured (Local).
//
// It knows nothing of events or people: package message makes subject, text and HTML. A
// failure is a *provider.Error, which tells whether a retry can help. Packages delivery
// and jobs call it, never inside a transaction.
package mail

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/mail"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/provider"
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
	// Bounce is the envelope sender, to which bounces are sent; "" for From.
	Bounce string
	// ReplyTo is where answers go; "" for From. An address that cannot stand in a header
	// as it is, in ASCII, is left out: answers go to From then.
	ReplyTo string
	// Unsubscribe is the URL for one-click unsubscription (RFC 8058); "" for mandatory
	// mails.
	Unsubscribe string
	Calendar    *Calendar
	Images      []Image
	// Reader is the id of the person, the one-time link or the member that it is to, for
	// the local mailbox, which keeps nothing for erased people; "": of none of these.
	Reader string
}

// Image is a picture in a mail. The HTML shows it as cid: and its ID; it goes with the
// mail, so nobody is asked for it when the mail is read.
type Image struct {
	ID   string // Content-ID, without brackets (RFC 2392): of letters, digits, ".", "-" and one "@"
	Name string // of the file, in ASCII: ticket-1.png
	PNG  []byte
}

// Inlined returns the HTML of a mail as a document of its own: its pictures stand in it
// as data, where a mail has them as parts.
func Inlined(html string, images []Image) string {
	pairs := make([]string, 0, 2*len(images))
	for i := range images {
		pairs = append(pairs, `"cid:`+images[i].ID+`"`, `"data:image/png;base64,`+base64.StdEncoding.EncodeToString(images[i].PNG)+`"`)
	}
	return strings.NewReplacer(pairs...).Replace(html)
}

// Calendar is the calendar entry of a mail.
type Calendar struct {
	Method string // REQUEST, CANCEL
	Text   string // lines end in \r\n
}

// Sender sends mails. Send returns nil if the mail was accepted, or else a
// *provider.Error. It is safe for concurrent use.
type Sender interface {
	Send(ctx context.Context, m Mail) error
}

// Batcher is a Sender that sends many mails at once. Sending the same mail again is
// harmless. SendAll accepts all mails or none.
type Batcher interface {
	Sender
	SendAll(ctx context.Context, mails []Mail) error
}

// refused returns a permanent failure that is found before any server is asked.
func refused(reason string) *provider.Error {
	return &provider.Error{Channel: channel, Permanent: true, Phase: "compose", Reason: reason}
}

// channel is the name of mail in errors.
const channel = "mail"

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
	wire, err := address.Wire(addr)
	if err != nil {
		return "", fmt.Errorf("mail: %w", err)
	}
	return wire, nil
}
