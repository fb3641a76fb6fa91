package server

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/textproto"
	"strings"
	"time"

	"github.com/emersion/go-smtp"

	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// Limits of the intake of bounces.
const (
	maxBounce     = 1 << 20 // bytes
	bounceTimeout = time.Minute
)

// bounces takes mails to addresses that mails were sent from (VERP), by SMTP. It
// takes nothing else, and relays nothing: whoever is not named by an address that
// this server signed is refused before any text is sent.
type bounces struct {
	dispatcher *delivery.Dispatcher
	log        *slog.Logger
}

// addBounces lists the intake, when there is one.
func addBounces(l *lifecycle, cfg *Config, d *delivery.Dispatcher) error {
	if cfg.BounceListen == "" {
		return nil
	}
	if cfg.BounceDomain == "" {
		return errors.New("server: --bounce-listen needs a --bounce-domain")
	}
	server := smtp.NewServer(&bounces{d, cfg.Log})
	server.Domain, server.MaxMessageBytes, server.MaxRecipients = cfg.BounceDomain, maxBounce, 1
	server.ReadTimeout, server.WriteTimeout = bounceTimeout, bounceTimeout
	server.ErrorLog = slog.NewLogLogger(cfg.Log.Handler(), slog.LevelDebug)
	var listener net.Listener
	done := make(chan struct{})
	l.add("bounces", func(context.Context) (err error) {
		if listener, err = net.Listen("tcp", cfg.BounceListen); err != nil {
			return err
		}
		go func() {
			defer close(done)
			if err := server.Serve(listener); err != nil && !errors.Is(err, smtp.ErrServerClosed) && !errors.Is(err, net.ErrClosed) {
				cfg.Log.Error("server: bounce receiver ended", slog.Any("error", err))
			}
		}()
		return nil
	}, func(context.Context) error {
		// A server that has not yet begun to serve does not know the listener.
		err := closeListener(listener)
		if bad := server.Close(); bad != nil && !errors.Is(bad, net.ErrClosed) {
			err = errors.Join(err, bad)
		}
		<-done
		return err
	})
	return nil
}

// NewSession implements smtp.Backend.
func (b *bounces) NewSession(*smtp.Conn) (smtp.Session, error) { return &bounce{intake: b}, nil }

// bounce is one mail about one of ours.
type bounce struct {
	intake *bounces
	about  *messages.Delivery
}

func (*bounce) Mail(string, *smtp.MailOptions) error { return nil }

func (s *bounce) Rcpt(to string, _ *smtp.RcptOptions) error {
	ctx, cancel := context.WithTimeout(context.Background(), bounceTimeout)
	defer cancel()
	d, err := s.intake.dispatcher.Bounced(ctx, to)
	switch {
	case errors.Is(err, delivery.ErrNotOurs):
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such address"}
	case err != nil:
		return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "try again later"}
	}
	s.about = d
	return nil
}

func (s *bounce) Data(r io.Reader) error {
	if s.about == nil {
		return smtp.ErrDataReset
	}
	rep, ok := readBounce(r)
	if !ok {
		return nil // an out-of-office note, or a delay: nothing has ended
	}
	ctx, cancel := context.WithTimeout(context.Background(), bounceTimeout)
	defer cancel()
	if err := s.intake.dispatcher.Report(ctx, s.about, rep); err != nil {
		s.intake.log.Warn("server: bounce not recorded", slog.Any("error", err))
		return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "try again later"}
	}
	return nil
}

func (s *bounce) Reset()      { s.about = nil }
func (*bounce) Logout() error { return nil }

// readBounce reads what a delivery status notification says (RFC 3464): its
// Action and Status, wherever in the mail they stand. ok is false for a mail that
// says nothing final.
func readBounce(r io.Reader) (rep delivery.Report, ok bool) {
	lines := textproto.NewReader(bufio.NewReader(io.LimitReader(r, maxBounce)))
	action, status := "", ""
	for {
		line, err := lines.ReadLine()
		if err != nil {
			break
		}
		name, value, found := strings.Cut(line, ":")
		if !found {
			continue
		}
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "action":
			action = strings.ToLower(strings.TrimSpace(value))
		case "status":
			if status == "" {
				status = strings.TrimSpace(value)
			}
		case "diagnostic-code":
			rep.Reason = delivery.Scrub(value, maxReason)
		}
	}
	if rep.Reason == "" {
		rep.Reason = "status " + delivery.Scrub(status, 20)
	}
	switch {
	case action == "delivered":
		return delivery.Report{State: messages.DeliveryDelivered}, true
	case action != "failed" || !strings.HasPrefix(status, "5"):
		return rep, false
	case strings.HasPrefix(status, "5.1.") || status == "5.2.1" || status == "5.0.0":
		rep.State, rep.Address = messages.DeliveryBounced, true
	default:
		rep.State = messages.DeliveryFailed
	}
	return rep, true
}
