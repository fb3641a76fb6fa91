package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"github.com/riverqueue/river"

	"github.com/holdfast-events/holdfast/internal/campaign"
	"github.com/holdfast-events/holdfast/internal/campaign/stored"
	"github.com/holdfast-events/holdfast/internal/consent"
	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/provider"
	"github.com/holdfast-events/holdfast/internal/store/audience"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

const (
	// mailCampaignsEvery is how often campaigns that are due are looked for. It is more than runFor,
	// so that no two runs mail side by side.
	mailCampaignsEvery = 20 * time.Second
	// campaignsAtOnce is how many campaigns take turns in a run, campaignPage how many people of one
	// a turn comes to.
	campaignsAtOnce = 20
	campaignPage    = 50
	// campaignFailures is how many mails of a run the mail server may put off before the run ends;
	// one that it puts off is tried again after as long as it has waited, within these bounds, and
	// given up after giveUpCampaignMail.
	campaignFailures   = 5
	minCampaignRetry   = inventory.Minute
	maxCampaignRetry   = 2 * inventory.Hour
	giveUpCampaignMail = inventory.Day
	// maxCampaignClaims is of how many mails that are put off a campaign waits before it comes to
	// more people.
	maxCampaignClaims = 500
	// keepCampaigns is how long it is kept whom a campaign went to.
	keepCampaigns = 3 * 365 * 24 * time.Hour
)

// WithdrawLinks makes the links with which people withdraw what they agreed to.
type WithdrawLinks interface {
	WithdrawURL(organization, purpose, code string) string
}

// mailCampaigns mails what organizations write to people who have agreed to it.
type mailCampaigns struct{}

// Kind names the job in the database.
func (mailCampaigns) Kind() string { return "mail_campaigns" }

func mailCampaignsNow() *river.PeriodicJob {
	return river.NewPeriodicJob(river.PeriodicInterval(mailCampaignsEvery),
		func() (river.JobArgs, *river.InsertOpts) { return mailCampaigns{}, &river.InsertOpts{MaxAttempts: 1} },
		&river.PeriodicJobOpts{RunOnStart: true})
}

type campaignMailer struct {
	river.WorkerDefaults[mailCampaigns]
	jobs     *Jobs
	links    message.Links
	withdraw WithdrawLinks
	daily    int64
}

// Work mails what is due for runFor, campaign by campaign in turns of a page; the next run continues.
// A mail is claimed before it is sent, and noted after: a run can end anywhere, and at worst one mail
// is sent again, as the same mail. One mailbox that is full holds up nobody behind it; a mail server
// that is away does.
func (w *campaignMailer) Work(ctx context.Context, _ *river.Job[mailCampaigns]) error {
	j, until := w.jobs, time.Now().Add(runFor)
	if _, nowhere := j.sender.(mail.Nowhere); nowhere {
		return nil // they wait for a mail server
	}
	list, err := j.store.Campaigns.Due(ctx, j.instant(), campaignsAtOnce)
	if err != nil {
		return fmt.Errorf("mail campaigns: %w", err)
	}
	var errs []error
	for len(list) > 0 {
		left := list[:0]
		for i := range list {
			if j.stopped() || ctx.Err() != nil || time.Now().After(until) {
				return errors.Join(errs...)
			}
			more, err := w.turn(ctx, &list[i])
			if err != nil {
				errs = append(errs, fmt.Errorf("mail campaign %s: %w", list[i].ID, err))
			} else if more {
				left = append(left, list[i])
			}
		}
		list = left
	}
	return errors.Join(errs...)
}

// turn mails the next page of a campaign, and what a run before it left. more: there may be more now.
func (w *campaignMailer) turn(ctx context.Context, c *audience.Campaign) (more bool, err error) {
	j := w.jobs
	p, err := w.open(ctx, c)
	if err != nil {
		return false, err
	}
	begun, err := j.store.Campaigns.Claimed(ctx, c.OrgID, c.ID, j.instant(), campaignPage)
	if err != nil {
		return false, err
	}
	if err := w.sendAll(ctx, p, begun); err != nil || len(begun) == campaignPage {
		return err == nil, err
	}
	claims, err := j.store.Campaigns.Claims(ctx, c.OrgID, c.ID)
	if err != nil || claims >= maxCampaignClaims {
		return false, err
	}
	page, err := p.audience.Page(ctx, c.AfterCode, campaignPage)
	if err != nil {
		return false, err
	}
	mails := make([]audience.CampaignMail, 0, len(page.People))
	for i := range page.People {
		v := &page.People[i]
		m := audience.CampaignMail{
			Code: v.Code, Address: j.dispatcher.AddressKey(delivery.MailChannel, v.Email), EventID: v.EventID, PersonID: v.PersonID, Locale: v.Locale, State: audience.CampaignMailClaimed,
		}
		if m.Reason, err = w.unwanted(ctx, c.OrgID, v); err != nil {
			return false, err
		}
		if m.Reason != "" {
			m.State = audience.CampaignMailSuppressed
		}
		mails = append(mails, m)
	}
	// It is over when a page is empty: until then a run that begins anew finds what was claimed.
	claimed, full, err := j.store.Campaigns.Claim(ctx, c, mails, page.After, page.Done && len(mails) == 0, w.daily, j.instant())
	switch {
	case errors.Is(err, database.ErrStale):
		return false, nil
	case err != nil:
		return false, err
	case full:
		j.log.InfoContext(ctx, "jobs: campaign waits: the organization has sent as many mails as it may within a day", slog.String("campaign", c.ID))
	}
	return !full && len(mails) > 0, w.sendAll(ctx, p, claimed)
}

// unwanted returns why somebody is not written to although they have agreed; "": they are.
func (w *campaignMailer) unwanted(ctx context.Context, org string, v *audience.ConsentView) (string, error) {
	reason, err := w.jobs.dispatcher.MailSuppressed(ctx, org, v.Email)
	if err != nil || reason != "" {
		return reason, err
	}
	key := w.jobs.dispatcher.PersonKey(org, v.UserID)
	contacts, err := w.jobs.store.Contacts.ContactsOf(ctx, org, []string{key})
	if c := contacts[key]; c != nil && c.MutedAt > v.At {
		return "the person opted out of all that can be left out after they had agreed", err
	}
	return "", err
}

// parcel is a campaign that is being sent.
type parcel struct {
	campaign *audience.Campaign
	audience *stored.Audience
	text     *campaign.Text
	style    *message.Style
	brand    messages.Brand
	name     string // of the organization
	putOff   []error
}

func (w *campaignMailer) open(ctx context.Context, c *audience.Campaign) (*parcel, error) {
	s := w.jobs.store
	p := &parcel{campaign: c}
	wanted, err := campaign.DecodeAudience(c.Audience)
	if err != nil {
		return nil, err
	}
	p.audience = &stored.Audience{Store: s, Org: c.OrgID, Purpose: c.PurposeID, Wanted: wanted}
	if p.text, err = campaign.DecodeText(c.Text); err != nil {
		return nil, err
	}
	if p.brand, err = s.Wordings.BrandOf(ctx, c.OrgID); err != nil {
		return nil, err
	}
	if p.style, err = message.NewStyle(p.brand, nil); err != nil {
		return nil, err
	}
	profile, err := s.Organizations.Profile(ctx, c.OrgID)
	if err != nil {
		return nil, err
	}
	p.name = profile.Name
	return p, nil
}

// sendAll sends mails that were claimed, each if the consent still stands, and notes what became of
// it.
func (w *campaignMailer) sendAll(ctx context.Context, p *parcel, list []audience.CampaignMail) error {
	for i := range list {
		m := &list[i]
		if w.jobs.stopped() || ctx.Err() != nil {
			return ctx.Err()
		}
		if err := w.send(ctx, p, m); err != nil {
			return fmt.Errorf("mail %d: %w", m.No, err)
		}
		if err := w.jobs.store.Campaigns.Settle(ctx, m); err != nil {
			return err
		}
		if len(p.putOff) == campaignFailures {
			return errors.Join(p.putOff...)
		}
	}
	return nil
}

// postpone says in a mail that the mail server did not take when it is tried again, or that it is
// given up.
func (p *parcel) postpone(m *audience.CampaignMail, now inventory.Instant, reason error) {
	waited := inventory.Micros(now - m.ClaimedAt)
	m.Reason = provider.From(delivery.MailChannel, reason).Error()
	if waited >= giveUpCampaignMail {
		m.State = audience.CampaignMailFailed
		return
	}
	m.At = now + inventory.Instant(min(max(waited, minCampaignRetry), maxCampaignRetry))
	p.putOff = append(p.putOff, fmt.Errorf("mail %d: %w", m.No, reason))
}

// send sends one mail, and says in it what became of it. The error is what keeps all from being
// sent.
func (w *campaignMailer) send(ctx context.Context, p *parcel, m *audience.CampaignMail) error {
	j, c := w.jobs, p.campaign
	now := j.instant()
	m.At = now
	v, err := j.store.Campaigns.Addressee(ctx, c.OrgID, c.PurposeID, m.Code)
	switch {
	case errors.Is(err, database.ErrNotFound):
		m.State, m.Reason = audience.CampaignMailWithdrawn, "the consent was withdrawn before the mail went out"
		return nil
	case err != nil:
		return err
	}
	if m.Reason, err = w.unwanted(ctx, c.OrgID, v); err != nil || m.Reason != "" {
		m.State = audience.CampaignMailSuppressed
		return err
	}
	parcel, err := w.compose(ctx, p, m, v)
	if err != nil {
		return err
	}
	switch err := j.sender.Send(ctx, *parcel); {
	case err == nil:
		m.State, m.Reason = audience.CampaignMailSent, ""
	case provider.IsPermanent(err):
		f := provider.From(delivery.MailChannel, err)
		m.State, m.Reason = audience.CampaignMailFailed, f.Error()
		if f.DeadAddress {
			return j.store.Contacts.Suppress(ctx, messages.Suppression{OrgID: c.OrgID, Channel: delivery.MailChannel, Address: m.Address, Reason: m.Reason, EventID: m.EventID})
		}
	case ctx.Err() != nil:
		return err
	default:
		j.log.InfoContext(ctx, "jobs: mail of a campaign put off", slog.String("campaign", c.ID), slog.Int64("mail", m.No), slog.Any("error", err))
		p.postpone(m, now, err)
	}
	return nil
}

// compose writes the mail to somebody.
func (w *campaignMailer) compose(ctx context.Context, p *parcel, m *audience.CampaignMail, v *audience.ConsentView) (*mail.Mail, error) {
	j, c := w.jobs, p.campaign
	version, err := j.store.Consents.Version(ctx, c.OrgID, c.PurposeID, v.Version)
	if err != nil {
		return nil, err
	}
	agreed, err := consent.Decode(version.Document)
	if err != nil {
		return nil, err
	}
	said := p.text.In(v.Locale)
	in := message.CampaignMail{
		Locale: v.Locale, Name: v.Name, Organization: p.name, OrgID: c.OrgID, Subject: said.Subject, Body: said.Body, Event: p.text.EventID,
		WithdrawURL: w.withdraw.WithdrawURL(c.OrgID, c.PurposeID, m.Code),
	}
	in.Consent, _ = agreed.In(v.Locale)
	if in.Event != "" {
		in.URL = w.links.EventURL(in.Event)
	}
	words, err := j.renderer.RenderCampaign(p.style, &in)
	if err != nil {
		return nil, err
	}
	from := j.from
	from.Name = cmp.Or(p.brand.Name, p.name, from.Name)
	return &mail.Mail{
		ID: "campaign." + c.ID + "." + strconv.FormatInt(m.No, 10), From: from, ReplyTo: p.brand.ReplyTo, To: mail.Address{Addr: v.Email}, Reader: v.PersonID,
		Subject: words.Subject, Text: words.Text, HTML: words.HTML, Date: j.now(), Unsubscribe: in.WithdrawURL + "/unsubscribe",
	}, nil
}

// pruneCampaigns deletes campaigns, with whom they went to, that are over for keepCampaigns.
func (j *Jobs) pruneCampaigns(ctx context.Context) error {
	for n := int64(1); n > 0 && !j.stopped() && ctx.Err() == nil; {
		var err error
		if n, err = j.store.Campaigns.Prune(ctx, j.instant()-inventory.Instant(keepCampaigns.Microseconds()), pruneLimit); err != nil {
			return fmt.Errorf("prune campaigns: %w", err)
		}
	}
	return nil
}
