package mail

import (
	"context"
	"errors"
	"io"
	"net"
	"net/textproto"
	"regexp"
	"strings"
	"unicode"

	"github.com/holdfast-events/holdfast/internal/provider"
)

// Phases of a conversation, as provider.Error names them.
const (
	phaseConnect = "connect"
	phaseAuth    = "auth"
	phaseMail    = "MAIL"
	phaseRcpt    = "RCPT"
	phaseData    = "DATA"
)

// failure classifies what went wrong in a phase of a conversation.
//
// Only a 5xx answer to RCPT or DATA is permanent. A 5xx to anything earlier (a wrong
// password, a sender that the server does not relay) is a mistake in the configuration:
// it affects every mail and an operator can fix it, so giving up would lose mails that a
// retry would deliver.
// The library's own SendError.IsTemp is of no use here: it takes every broken
// connection for permanent, because its text does not begin with a 4.
func failure(phase string, err error, secrets ...string) *provider.Error {
	e := &provider.Error{Channel: channel, Phase: phase, Cause: err}
	answer, ok := errors.AsType[*textproto.Error](err)
	if !ok {
		e.Outage, e.Reason = true, lost(err)
		return e
	}
	e.Code, e.Reason = answer.Code, scrub(answer.Msg, secrets...)
	switch {
	case phase != phaseRcpt && phase != phaseData:
		e.Outage = true
	case answer.Code == 421, answer.Code == 503, answer.Code == 530:
		e.Outage = true // shutting down, lost its place, wants a login
	case answer.Code >= 500 && answer.Code <= 599:
		e.Permanent = true
		e.DeadAddress = phase == phaseRcpt && badAddress(answer)
	}
	return e
}

// lost returns why there was no answer, in words that are the same on every system and
// contain no address.
func lost(err error) string {
	var timeout net.Error
	switch {
	case errors.Is(err, context.Canceled):
		return "stopped before it was sent"
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return "the server did not answer in time"
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, net.ErrClosed):
		return "the server closed the connection"
	}
	if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == "dial" {
		return "the server cannot be reached"
	}
	return scrub(err.Error())
}

// maxReason is the maximum length of a stored answer, in characters.
const maxReason = 200

var addressLike = regexp.MustCompile(`[^\s<>"'(),;:]*@[^\s<>"'(),;:]*`)

// scrub removes addresses from a server's answer, the given ones also where only the part
// before the @ is named, and shortens it to one line.
func scrub(answer string, addresses ...string) string {
	answer = addressLike.ReplaceAllString(answer, "(address)")
	for _, a := range addresses {
		if local, _, ok := strings.Cut(a, "@"); ok && len(local) > 2 {
			answer = regexp.MustCompile(`(?i)`+regexp.QuoteMeta(local)).ReplaceAllString(answer, "(address)")
		}
	}
	answer = strings.Join(strings.FieldsFunc(answer, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	if r := []rune(answer); len(r) > maxReason {
		answer = string(r[:maxReason])
	}
	return answer
}

var enhanced = regexp.MustCompile(`^5\.(\d{1,3})\.(\d{1,3})\b`)

// badAddress reports whether an answer is about the address itself: RFC 3463's 5.1
// (bad address) and 5.2.1 (mailbox disabled), or without such a status the codes
// of RFC 5321. A mail that is refused as spam may have an existing recipient.
func badAddress(answer *textproto.Error) bool {
	if m := enhanced.FindStringSubmatch(answer.Msg); m != nil && m[1] != "0" {
		return m[1] == "1" || m[1] == "2" && m[2] == "1"
	}
	return answer.Code == 550 || answer.Code == 551 || answer.Code == 553 || answer.Code == 556
}
