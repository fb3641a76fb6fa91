package server

import (
	"context"
	"fmt"
	netmail "net/mail"
	"os"
	"strconv"

	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/push"
	"github.com/holdfast-events/holdfast/internal/sms"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/ticket"
)

// pushPurpose names the key of web push, which is derived from that of links.
const pushPurpose = "web push"

// mailSenders is how many mails are on their way at once.
const mailSenders = 16

// channels are the ways out, as they are configured.
type channels struct {
	from mail.Address
	mail mail.Sender
	sms  *sms.Twilio // nil: no account is configured
	push *push.Client
}

func openChannels(g *ground) (c channels, err error) {
	if c.from, err = g.cfg.From(); err != nil {
		return c, err
	}
	if c.mail, err = mailSender(g); err != nil {
		return c, err
	}
	if t := g.cfg.Twilio; t.Account != "" {
		if c.sms, err = sms.New(sms.Config{Base: t.Base, Account: t.Account, Token: t.Token, From: t.From, StatusURL: g.baseURL + smsReportPath}); err != nil {
			return c, err
		}
	}
	c.push, err = push.New(push.Config{Key: g.links.Derive(pushPurpose), Subject: "mailto:" + c.from.Addr})
	return c, err
}

// newDispatcher makes what brings messages to people.
func newDispatcher(c *core) (*delivery.Dispatcher, error) {
	cfg := c.cfg
	return delivery.New(delivery.Config{
		Store: c.store, Worker: c.worker, Links: c.links, From: c.channels.from, Host: c.host, Key: c.links.Derive(delivery.KeyPurpose),
		Mail: c.channels.mail, MailSenders: mailSenders, SMS: c.channels.sms, SMSMailbox: cfg.LocalMailbox, Push: c.channels.push,
		BounceDomain: cfg.BounceDomain, Codes: ticketCodes(c), LogHead: logHead(c),
		Rates:   map[string]float64{delivery.MailChannel: cfg.MailRate, delivery.SMSChannel: cfg.SMSRate, delivery.PushChannel: cfg.PushRate},
		OrgRate: cfg.OrgRate, Log: c.log, Observe: c.figures.delivered,
		Busy: func() bool { return c.sequencer.Busy() || c.answering.Load() > 0 || c.crowd.Rush() },
	})
}

// logHead returns the heads of public logs; none of one that is not signed yet, or not
// any more.
func logHead(c *core) func(ctx context.Context, event string) (*mailkit.LogHead, error) {
	return func(ctx context.Context, event string) (*mailkit.LogHead, error) {
		head, err := c.logs.Head(ctx, event)
		if head == nil || err != nil {
			return nil, err
		}
		return &mailkit.LogHead{Size: head.Size, Fingerprint: head.Fingerprint(), URL: page.LogURL(c.baseURL, event)}, nil
	}
}

// maxCodes is how many tickets of an order go with a mail; the others are on the
// page that it leads to.
const maxCodes = 20

// ticketCodes makes the codes that go with a mail: of the tickets of an order, those
// that a person holds, as they are when it is sent.
func ticketCodes(c *core) func(context.Context, string, string) ([]delivery.Code, error) {
	return func(ctx context.Context, order, person string) ([]delivery.Code, error) {
		found, err := c.store.Tickets.OrderTickets(ctx, order)
		if err != nil {
			return nil, err
		}
		short, err := page.ShortCodes(ctx, c.store, c.tickets, found.Tickets)
		if err != nil {
			return nil, err
		}
		var codes []delivery.Code
		for i := range found.Tickets {
			t := &found.Tickets[i]
			if t.HolderID != person || len(codes) == maxCodes {
				continue
			}
			code, err := ticketCode(ctx, c, t, ticket.GroupShortCode(short[t.ID]))
			if err != nil {
				return nil, err
			}
			codes = append(codes, code)
		}
		return codes, nil
	}
}

// ticketCode makes the code of one ticket.
func ticketCode(ctx context.Context, c *core, t *events.TicketView, short string) (code delivery.Code, err error) {
	token, err := c.tickets.Token(ticket.Ticket{ID: t.ID, Version: t.Version})
	if err != nil {
		return code, err
	}
	qr, err := ticket.NewCode(token)
	if err != nil {
		return code, err
	}
	code.Ticket = message.Ticket{Unit: t.Unit, Units: t.Units, Name: t.Attendee.Name, Tier: t.Tier, Extra: t.Extra, Short: short}
	place, err := c.charts.Place(ctx, t.Seat)
	if err != nil {
		return code, err
	}
	if place != nil {
		code.Ticket.Seat = message.Seat{Section: place.Section, Row: place.Row, Number: place.Number}
	}
	// The name stands below the picture where a mail program shows no HTML.
	name := "ticket-" + strconv.FormatInt(t.Unit, 10)
	code.Picture.ID = name + "@" + t.OrderID
	if short != "" {
		name += "-" + short
	}
	code.Picture.Name = name + ".png"
	code.Picture.PNG, err = qr.PNG()
	return code, err
}

// mailSender is where mail goes.
func mailSender(g *ground) (mail.Sender, error) {
	cfg := g.cfg
	switch {
	case cfg.Mail != nil:
		return cfg.Mail, nil
	case cfg.SMTP != "":
		signer, err := cfg.Signer()
		if err != nil {
			return nil, err
		}
		return mail.NewSMTP(mail.Config{URL: cfg.SMTP, Host: g.host, Sign: signer, Conns: mailSenders})
	case cfg.LocalMailbox:
		return mail.NewLocal(g.store), nil
	}
	g.log.Warn("server: no mail server is configured (--smtp): messages are in people's inboxes only")
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

// Signer returns what signs mails; nil when no key is given.
func (c *Config) Signer() (*mail.Signer, error) {
	if c.DKIMKeyFile == "" {
		return nil, nil
	}
	text, err := os.ReadFile(c.DKIMKeyFile)
	if err != nil {
		return nil, fmt.Errorf("server: --dkim-key-file: %w", err)
	}
	return mail.NewSigner(c.DKIMDomain, c.DKIMSelector, text)
}

// From returns the sender's address as configured: name@host, or Name <name@host>.
func (c *Config) From() (mail.Address, error) {
	a, err := netmail.ParseAddress(c.MailFrom)
	if err != nil {
		return mail.Address{}, fmt.Errorf("server: --mail-from %q is not an address: %w", c.MailFrom, err)
	}
	return mail.Address{Name: a.Name, Addr: a.Address}, nil
}
