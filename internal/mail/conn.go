package mail

import (
	"bytes"
	"context"
	"errors"
	"net"
	"net/textproto"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/wneessen/go-mail/smtp"

	"github.com/holdfast-events/holdfast/internal/provider"
)

// conn is one conversation with the server. It is used by one mail at a time.
//
// It uses the SMTP client below go-mail's Client, because that one hides in which phase a
// conversation broke, reports an accepted mail as failed if the RSET after it is not
// answered, and cannot be interrupted.
type conn struct {
	net     net.Conn // the connection below any TLS: deadlines work on it at any time
	client  *smtp.Client
	timeout time.Duration
	piped   bool        // the server takes several commands at once (RFC 2920)
	mails   int         // sent over it so far
	expire  *time.Timer // closes it while it is idle (guarded by SMTP.mu)
}

// guard applies the timeout and ctx to what follows. The deadline is for the whole mail,
// not for each line, so that a server that drips bytes cannot block a worker.
func (c *conn) guard(ctx context.Context) (release func()) {
	c.net.SetDeadline(time.Now().Add(c.timeout)) //nolint:errcheck // a closed connection fails at the next byte
	stop := context.AfterFunc(ctx, func() {
		c.net.SetDeadline(time.Unix(1, 0)) //nolint:errcheck // as above
	})
	return func() { stop() }
}

// dial connects, greets, encrypts and logs in.
func dial(ctx context.Context, s *SMTP) (*conn, *provider.Error) {
	dialCtx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	raw, err := s.dialer(dialCtx)
	if err != nil {
		return nil, failure(phaseConnect, err)
	}
	c := &conn{net: raw, timeout: s.timeout}
	defer c.guard(ctx)()
	if c.client, err = smtp.NewClient(raw, s.at.host); err != nil {
		raw.Close() //nolint:errcheck // the greeting already failed
		return nil, failure(phaseConnect, err)
	}
	if err := c.greet(s); err != nil {
		c.close()
		return nil, failure(phaseConnect, err)
	}
	if err := c.login(s); err != nil {
		c.close()
		return nil, failure(phaseAuth, err)
	}
	c.piped, _ = c.client.Extension("PIPELINING")
	return c, nil
}

// greet sends HELO and encrypts the connection as configured.
func (c *conn) greet(s *SMTP) error {
	if err := c.client.Hello(s.host); err != nil {
		return err
	}
	if s.at.startTLS == tlsNever {
		return nil
	}
	if offered, _ := c.client.Extension("STARTTLS"); offered {
		return c.client.StartTLS(s.tls)
	}
	if s.at.startTLS == tlsRequired {
		return errors.New("the server offers no STARTTLS, which the SMTP URL requires (starttls=auto or never changes that)")
	}
	return nil
}

// login authenticates if the URL has a user, with the best method that both sides
// support. A password is sent in clear text only over TLS or within this machine.
func (c *conn) login(s *SMTP) error {
	if s.at.user == "" {
		return nil
	}
	_, offered := c.client.Extension("AUTH")
	ways := strings.Fields(strings.ToUpper(offered))
	_, encrypted := c.client.TLSConnectionState()
	for _, way := range []struct {
		name  string
		clear bool // shows the password to whoever listens
		auth  smtp.Auth
	}{
		{"SCRAM-SHA-256", false, smtp.ScramSHA256Auth(s.at.user, s.at.password)},
		{"PLAIN", true, smtp.PlainAuth("", s.at.user, s.at.password, s.at.host, true)},
		{"LOGIN", true, smtp.LoginAuth(s.at.user, s.at.password, s.at.host, true)},
		{"CRAM-MD5", false, smtp.CRAMMD5Auth(s.at.user, s.at.password)},
	} {
		if slices.Contains(ways, way.name) && (!way.clear || encrypted || loopback(s.at.host)) {
			return c.client.Auth(way.auth)
		}
	}
	return errors.New("the server offers no way to log in that is safe on this connection")
}

// send sends one mail.
func (c *conn) send(ctx context.Context, from, to string, body []byte) *provider.Error {
	defer c.guard(ctx)()
	c.mails++
	if c.piped {
		phase, err := c.pipe(from, to, body)
		if err != nil {
			return phaseFailure(ctx, phase, err, from, to)
		}
		return nil
	}
	if err := c.begin(from, to); err != nil {
		return phaseFailure(ctx, phaseMail, err, from, to)
	}
	if err := c.client.Rcpt("<" + to + ">"); err != nil {
		return phaseFailure(ctx, phaseRcpt, err, from, to)
	}
	w, err := c.client.Data()
	if err != nil {
		return phaseFailure(ctx, phaseData, err, from, to)
	}
	if _, err := w.Write(body); err != nil {
		return phaseFailure(ctx, phaseData, err, from, to)
	}
	if err := w.Close(); err != nil {
		return phaseFailure(ctx, phaseData, err, from, to)
	}
	return nil
}

// begin says the sender of a mail.
func (c *conn) begin(from, to string) error {
	text := c.client.Text
	id, err := text.Cmd("MAIL FROM:<%s>%s", from, c.options(from, to))
	if err != nil {
		return err
	}
	text.StartResponse(id)
	defer text.EndResponse(id)
	_, _, err = text.ReadResponse(250)
	return err
}

// options are what is said with the sender of a mail. SMTPUTF8 is asked for where an
// address needs it and nowhere else, as net/smtp does: the next server on the way may not
// have it, and would return a mail that needs nothing of it (RFC 6531, 3.4).
func (c *conn) options(from, to string) (options string) {
	if ok, _ := c.client.Extension("8BITMIME"); ok {
		options += " BODY=8BITMIME"
	}
	if ok, _ := c.client.Extension("SMTPUTF8"); ok && !(ascii(from) && ascii(to)) {
		options += " SMTPUTF8"
	}
	return options
}

func ascii(text string) bool {
	for i := range len(text) {
		if text[i] > unicode.MaxASCII {
			return false
		}
	}
	return true
}

// pipe says one mail in two round trips instead of four: the envelope at once,
// and the text when all of it was taken. It returns the phase that failed.
func (c *conn) pipe(from, to string, body []byte) (phase string, err error) {
	text := c.client.Text
	// Neither address has a line break in it: CheckAddress has seen to that.
	text.W.WriteString("MAIL FROM:<" + from + ">" + c.options(from, to) + "\r\nRCPT TO:<" + to + ">\r\nDATA\r\n") //nolint:errcheck // Flush returns it
	if err := text.W.Flush(); err != nil {
		return phaseMail, err
	}
	// What was said is answered, whatever the first answer is.
	for _, step := range [...]struct {
		phase string
		code  int
	}{{phaseMail, 250}, {phaseRcpt, 25}, {phaseData, 354}} {
		_, _, bad := text.ReadResponse(step.code)
		if bad == nil {
			continue
		}
		if err == nil {
			phase, err = step.phase, bad
		}
		if _, said := errors.AsType[*textproto.Error](bad); !said {
			return phase, err // there is nobody to answer any more
		}
		if step.phase == phaseData {
			return phase, err
		}
	}
	if err != nil {
		// It waits for a text although it has refused the envelope: an empty one,
		// which is for nobody (RFC 2920, 3.1).
		text.W.WriteString(".\r\n") //nolint:errcheck // Flush returns it
		if bad := text.W.Flush(); bad == nil {
			text.ReadResponse(0) //nolint:errcheck // the refusal counts
		}
		return phase, err
	}
	if _, err := text.W.Write(ended(body)); err != nil {
		return phaseData, err
	}
	if err := text.W.Flush(); err != nil {
		return phaseData, err
	}
	_, _, err = text.ReadResponse(250)
	return phaseData, err
}

// ended is a text as it goes over the wire: dots that begin a line are doubled,
// and a line with one ends it (RFC 5321, 4.5.2). It may write behind body.
func ended(body []byte) []byte {
	if bytes.Contains(body, []byte("\n.")) || bytes.HasPrefix(body, []byte(".")) {
		body = bytes.ReplaceAll(append([]byte("\n"), body...), []byte("\n."), []byte("\n.."))[1:]
	}
	if !bytes.HasSuffix(body, []byte("\r\n")) {
		body = append(body, '\r', '\n')
	}
	return append(body, '.', '\r', '\n')
}

// phaseFailure prefers the end of ctx to the timeout that it forced on the connection.
func phaseFailure(ctx context.Context, phase string, err error, from, to string) *provider.Error {
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return failure(phase, err, from, to)
}

// reset makes the connection ready for another mail after a refusal.
func (c *conn) reset() bool {
	defer c.guard(context.Background())()
	return c.client.Reset() == nil
}

// quit ends the conversation politely, without waiting long for the answer.
func (c *conn) quit() {
	c.net.SetDeadline(time.Now().Add(time.Second)) //nolint:errcheck // a closed connection fails at the next byte
	if err := c.client.Quit(); err != nil {
		c.close()
	}
}

func (c *conn) close() {
	c.net.Close() //nolint:errcheck // the connection is given up either way
}
