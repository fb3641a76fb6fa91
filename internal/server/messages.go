package server

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	netmail "net/mail"
	"net/url"
	"os"
	"strconv"

	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/push"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/sms"
	"github.com/holdfast-events/holdfast/internal/ticket"
)

// pushPurpose names the key of web push, which is derived from that of links.
const pushPurpose = "web push"

// courier builds what brings messages to people.
func (s *Server) courier(cfg *Config, links identity.Links, tickets *ticket.Keys, figures *metrics) (*delivery.Dispatcher, error) {
	name := make([]byte, 8)
	if _, err := rand.Read(name); err != nil {
		return nil, err
	}
	s.worker = "w" + hex.EncodeToString(name)
	sendsAs, err := from(cfg)
	if err != nil {
		return nil, err
	}
	k, err := delivery.New(delivery.Config{
		Store: s.Store, Worker: s.worker, Links: links, From: sendsAs, Host: s.host(), Key: links.Derive(delivery.KeyPurpose),
		BounceDomain: cfg.BounceDomain, Codes: s.codes(tickets),
		Rates:   map[string]float64{delivery.MailChannel: cfg.MailRate, delivery.SMSChannel: cfg.SMSRate, delivery.PushChannel: cfg.PushRate},
		OrgRate: cfg.OrgRate, Log: cfg.Log, Observe: figures.delivered,
		// No worker runs before Start, and by then there is a sequencer.
		Busy: func() bool { return s.Sequencer.Busy() || s.answering.Load() > 0 },
	})
	if err != nil {
		return nil, err
	}
	sender, err := s.sender(cfg)
	if err != nil {
		return nil, err
	}
	s.mail = sender
	k.UseMail(sender, mailSenders)
	if err := s.useSMS(cfg, k); err != nil {
		return nil, err
	}
	client, err := s.push(cfg, links, sendsAs)
	if err != nil {
		return nil, err
	}
	k.UsePush(client)
	s.pushKey = client.PublicKey()
	figures.waiting(s.Store)
	figures.unfinished(s.Store)
	return k, nil
}

// maxCodes is how many tickets of an order go with a mail; the others are on the
// page that it leads to.
const maxCodes = 20

// codes makes the codes that go with a mail: of the tickets of an order, those
// that a person holds, as they are when it is sent.
func (s *Server) codes(tickets *ticket.Keys) func(context.Context, string, string) ([]mail.Image, error) {
	return func(ctx context.Context, order, person string) ([]mail.Image, error) {
		found, err := s.Store.Tickets.OrderTickets(ctx, order)
		if err != nil {
			return nil, err
		}
		var images []mail.Image
		for i := range found.Tickets {
			t := &found.Tickets[i]
			if t.HolderID != person || len(images) == maxCodes {
				continue
			}
			token, err := tickets.Token(ticket.Ticket{ID: t.ID, Version: t.Version})
			if err != nil {
				return nil, err
			}
			code, err := ticket.NewCode(token)
			if err != nil {
				return nil, err
			}
			png, err := code.PNG()
			if err != nil {
				return nil, err
			}
			images = append(images, mail.Image{Name: "ticket-" + strconv.FormatInt(t.Unit, 10) + ".png", PNG: png})
		}
		return images, nil
	}
}

// push is what speaks to the push services of browsers.
func (s *Server) push(_ *Config, links identity.Links, sendsAs mail.Address) (*push.Client, error) {
	return push.New(push.Config{Key: links.Derive(pushPurpose), Subject: "mailto:" + sendsAs.Addr})
}

// mailSenders is how many mails are on their way at once.
const mailSenders = 16

// host is the name that people reach the server by.
func (s *Server) host() string {
	if u, err := url.Parse(s.BaseURL); err == nil && u.Hostname() != "" {
		return u.Hostname()
	}
	return "localhost"
}

// submit gives a command to the sequencer. A refusal is an answer, and no error.
func (s *Server) submit(ctx context.Context, event string, cmd inventory.Command) error {
	_, err := s.Sequencer.Submit(ctx, sequencer.Request{EventID: event, Command: cmd})
	return err
}

// submitAll gives commands of one event to the sequencer, one behind the other.
func (s *Server) submitAll(ctx context.Context, event string, rs []sequencer.Request) ([]sequencer.Result, error) {
	return s.Sequencer.SubmitAll(ctx, event, rs)
}

// sender is where mail goes.
func (s *Server) sender(cfg *Config) (mail.Sender, error) {
	switch {
	case cfg.SMTP != "":
		signer, err := signer(cfg)
		if err != nil {
			return nil, err
		}
		return mail.NewSMTP(mail.Config{URL: cfg.SMTP, Host: s.host(), Sign: signer, Conns: mailSenders})
	case cfg.LocalMailbox:
		return mail.NewLocal(s.Store), nil
	}
	cfg.Log.Warn("no mail server is configured (--smtp): messages are in people's inboxes only")
	return mail.Nowhere{}, nil
}

// mailWay says where sender sends, as the API tells members of an organization.
func mailWay(cfg *Config) string {
	switch {
	case cfg.SMTP != "":
		return wire.MailServer
	case cfg.LocalMailbox:
		return wire.MailMailbox
	}
	return wire.MailNowhere
}

// signer signs mails, when a key is given.
func signer(cfg *Config) (*mail.Signer, error) {
	if cfg.DKIMKeyFile == "" {
		return nil, nil
	}
	text, err := os.ReadFile(cfg.DKIMKeyFile)
	if err != nil {
		return nil, fmt.Errorf("server: --dkim-key-file: %w", err)
	}
	return mail.NewSigner(cfg.DKIMDomain, cfg.DKIMSelector, text)
}

// useSMS makes the SMS channel: Twilio when an account is given, the local
// mailbox when that is on, else none.
func (s *Server) useSMS(cfg *Config, k *delivery.Dispatcher) error {
	switch {
	case cfg.Twilio.Account != "":
		t, err := sms.New(sms.Config{
			Base: cfg.Twilio.Base, Account: cfg.Twilio.Account, Token: cfg.Twilio.Token, From: cfg.Twilio.From,
			StatusURL: s.BaseURL + smsReportPath,
		})
		if err != nil {
			return err
		}
		s.sms = t
		k.UseSMS(t)
	case cfg.LocalMailbox:
		k.UseSMSMailbox()
	}
	return nil
}

// from is the sender's address as configured: name@host, or Name <name@host>.
func from(cfg *Config) (mail.Address, error) {
	a, err := netmail.ParseAddress(cfg.MailFrom)
	if err != nil {
		return mail.Address{}, fmt.Errorf("server: --mail-from %q is not an address: %w", cfg.MailFrom, err)
	}
	return mail.Address{Name: a.Name, Addr: a.Address}, nil
}
