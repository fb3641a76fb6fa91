package page

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// ReachWords are what is said where whoever follows chooses how and when they are told.
type ReachWords struct {
	Title, Channel, Mail, Push, SMS string
	Quiet, From, Until, Hint, Both  string
	EventZone, Zone, Save, Saved    string // {zone}
	More                            string // leads to where phone and browsers are added
}

// reachForm is the form in which whoever follows an organization, waits for something of it or has booked its
// rooms chooses on which channel and when not they are told. It offers the channels alone that they have agreed to
// where they were signed in: who has a mail before them need not be who it was to, and adds no telephone by it.
type reachForm struct {
	URL, Wrong string
	// Quiet: they are asked when not, because some of what they are told can wait.
	Quiet       bool
	Channels    []choice
	From, Until string
	Zone        string // in which these are
	Saved       bool
}

// saved is the query of the page once the form was taken.
const saved = "saved"

// followerContact is how the organization of a link reaches who it is of.
func (p followPages) followerContact(ctx context.Context, f *followed) (*messages.Contact, error) {
	return contactOf(ctx, p.Pages, f.org, address.PublicID(f.address))
}

// contactOf is how an organization reaches somebody by the first of their names there by which it has been said; else
// nothing of the last.
func contactOf(ctx context.Context, p *Pages, org string, users ...string) (*messages.Contact, error) {
	keys := make([]string, len(users))
	for i, user := range users {
		keys[i] = delivery.PersonKey(p.cfg.Links.Derive(delivery.KeyPurpose), org, user)
	}
	list, err := p.cfg.Store.Contacts.ContactsOf(ctx, org, keys)
	if err != nil {
		return nil, err
	}
	for _, key := range keys {
		if c := list[key]; c != nil {
			return c, nil
		}
	}
	return &messages.Contact{OrgID: org, PersonKey: keys[len(keys)-1]}, nil
}

// usable are the channels on which somebody can be reached, in their order.
func usable(c *messages.Contact) []string {
	can := map[string]bool{delivery.MailChannel: true, delivery.SMSChannel: c.Phone != "" && c.SMSAt != 0, delivery.PushChannel: len(c.Push) > 0 && c.PushAt != 0}
	order := c.Channels
	if len(order) == 0 {
		order = delivery.Channels
	}
	var list []string
	for _, name := range slices.Concat(order, delivery.Channels) {
		if can[name] && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

func (p followPages) reachOf(ctx context.Context, w *Words, f *followed) (*reachForm, error) {
	c, err := p.followerContact(ctx, f)
	if err != nil {
		return nil, err
	}
	form := w.reach("/f/"+f.token, c)
	if c.QuietFrom != c.QuietTo {
		form.From, form.Until = timeOfDay(c.QuietFrom), timeOfDay(c.QuietTo)
	}
	return form, nil
}

func (w *Words) reach(base string, c *messages.Contact) *reachForm {
	form := channelsOf(w, base, c)
	form.Quiet, form.Zone = true, w.Reach.EventZone
	if c.Zone != "" {
		form.Zone = fill(w.Reach.Zone, "{zone}", strings.ReplaceAll(c.Zone, "_", " "))
	}
	return form
}

// channelsOf is the form without times, on the page of an address.
func channelsOf(w *Words, base string, c *messages.Contact) *reachForm {
	form := &reachForm{URL: base + "/reach"}
	names := map[string]string{delivery.MailChannel: w.Reach.Mail, delivery.PushChannel: w.Reach.Push, delivery.SMSChannel: w.Reach.SMS}
	for i, name := range usable(c) {
		form.Channels = append(form.Channels, choice{Value: name, Label: names[name], Chosen: i == 0})
	}
	return form
}

// timeOfDay writes minutes after midnight as forms do.
func timeOfDay(minutes int) string { return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60) }

// minuteOfDay reads that.
func minuteOfDay(text string) (minutes int, ok bool) {
	t, err := time.Parse("15:04", text)
	return t.Hour()*60 + t.Minute(), err == nil
}

// takeReach takes how and when somebody who follows wants to be told.
func (p followPages) takeReach(w http.ResponseWriter, r *http.Request) {
	f, err := p.followed(r.Context(), r.PathValue("token"))
	if err != nil {
		p.fail(w, r, err)
		return
	}
	if f.address == "" { // the page says so
		http.Redirect(w, r, "/f/"+f.token, http.StatusSeeOther)
		return
	}
	c, err := p.followerContact(r.Context(), f)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	words := WordsFor(r.Header.Get("Accept-Language"))
	form := words.reach("/f/"+f.token, c)
	r.Body = http.MaxBytesReader(w, r.Body, maxClick)
	next, ok := form.read(r, c)
	if !ok {
		form.Wrong = words.Reach.Both
		p.showFollow(w, r, http.StatusUnprocessableEntity, f, form)
		return
	}
	next.UpdatedAt = inventory.At(p.cfg.Now())
	if err := p.cfg.Store.Contacts.ChooseContact(r.Context(), next); err != nil {
		p.fail(w, r, err)
		return
	}
	http.Redirect(w, r, "/f/"+f.token+"?"+saved, http.StatusSeeOther)
}

// read reads what was chosen: a channel that there is, and both times or neither.
func (f *reachForm) read(r *http.Request, c *messages.Contact) (next messages.Contact, ok bool) {
	next = messages.Contact{OrgID: c.OrgID, PersonKey: c.PersonKey}
	list := usable(c)
	first := r.PostFormValue("channel")
	if slices.Contains(list, first) {
		for i := range f.Channels {
			f.Channels[i].Chosen = f.Channels[i].Value == first
		}
		next.Channels = slices.Insert(slices.DeleteFunc(list, func(name string) bool { return name == first }), 0, first)
	} else if next.Channels = c.Channels; first != "" {
		return next, false
	}
	if !f.Quiet {
		next.QuietFrom, next.QuietTo = c.QuietFrom, c.QuietTo
		return next, true
	}
	f.From, f.Until = r.PostFormValue("from"), r.PostFormValue("until")
	if f.From == "" && f.Until == "" {
		return next, true
	}
	var from, until bool
	next.QuietFrom, from = minuteOfDay(f.From)
	next.QuietTo, until = minuteOfDay(f.Until)
	return next, from && until
}

// toldBy is the form in which whoever waits for something, or has booked rooms, chooses by which channel they are told,
// on the page behind the link of their mails. users are the names that the organization may have for them.
func toldBy(p *Pages, r *http.Request, words *Words, base, org string, users ...string) (*reachForm, error) {
	c, err := contactOf(r.Context(), p, org, users...)
	if err != nil {
		return nil, err
	}
	form := channelsOf(words, base, c)
	form.Saved = r.URL.Query().Has(saved)
	return form, nil
}

// takeToldBy takes what was chosen there. A channel that they have taken back meanwhile changes nothing: the page says
// what there is.
func takeToldBy(p *Pages, w http.ResponseWriter, r *http.Request, base, org string, users ...string) {
	c, err := contactOf(r.Context(), p, org, users...)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxClick)
	next, ok := channelsOf(WordsFor(r.Header.Get("Accept-Language")), base, c).read(r, c)
	if ok {
		next.UpdatedAt = inventory.At(p.cfg.Now())
		if err := p.cfg.Store.Contacts.ChooseContact(r.Context(), next); err != nil {
			p.fail(w, r, err)
			return
		}
		base += "?" + saved
	}
	http.Redirect(w, r, base, http.StatusSeeOther)
}
