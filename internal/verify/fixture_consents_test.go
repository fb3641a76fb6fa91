package verify_test

import (
	"strings"

	"github.com/holdfast-events/holdfast/internal/consent"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/audience"
)

// agree is an event that asks for marketing and for a sponsor: some agree, one withdraws it,
// the words are changed, staff enter what somebody said on the telephone, and one who agreed is
// erased.
func (f *fixture) agree() {
	f.t.Helper()
	p := f.open(8, line(inventory.PromoteOffer, inventory.BoundedSkip))
	ctx := f.t.Context()
	org := f.column("select org_id from events where id = $1", p.id)[0]
	must := func(err error) {
		f.t.Helper()
		if err != nil {
			f.t.Fatal(err)
		}
	}
	now := func() inventory.Instant { return inventory.At(f.now) }
	text := func(t consent.Text) string {
		f.t.Helper()
		document, err := t.Encode()
		must(err)
		return document
	}
	news, lantern := f.ids.Top(id.Purpose), f.ids.Top(id.Purpose)
	must(f.store.Consents.MakePurpose(ctx, audience.ConsentPurpose{OrgID: org, ID: news, Kind: "marketing", CreatedAt: now()},
		text(consent.Text{Default: "en", Words: map[string]string{"en": "Tell me about new concerts."}}), consent.MaxPurposes))
	must(f.store.Consents.MakePurpose(ctx, audience.ConsentPurpose{OrgID: org, ID: lantern, Kind: "sponsor", CreatedAt: now()},
		text(consent.Text{Sponsor: "Lantern Ltd", PrivacyURL: "https://lantern.example/privacy", Default: "en", Words: map[string]string{"en": "Lantern may write to me."}}), consent.MaxPurposes))
	must(f.store.Consents.SetAsked(ctx, org, p.id, []string{news, lantern}, now()))
	n := 0
	agree := func(cmd inventory.Command, version int64, actor, reason string, purposes ...string) string {
		f.t.Helper()
		n++
		code := strings.Repeat("0", 15) + string(rune('a'+n))
		req := sequencer.Request{EventID: p.id, Command: cmd}
		for _, u := range purposes {
			req.Consents = append(req.Consents, audience.ConsentEntry{PurposeID: u, OrgID: org, Code: code, Version: version, Locale: "en", Way: "registration", Actor: actor, Reason: reason})
		}
		if r := p.write(req)[0]; r.Code != inventory.OK {
			f.t.Fatalf("%+v", r)
		}
		return code
	}
	agree(p.register(0, 2, 0), 1, "person", "", news, lantern)
	gone := agree(p.register(0, 2, 0), 1, "person", "", news)
	must(f.store.Consents.ChangePurpose(ctx, org, news, func(string) (string, error) {
		return text(consent.Text{Default: "en", Words: map[string]string{"en": "Tell me about new concerts and records.", "de": "Neues"}}), nil
	}, false, consent.MaxVersions, now()))
	agree(p.register(0, 2, 0), 2, "key_desk", "said so on the telephone", news)
	waits := p.register(0, 3, 0)
	agree(waits, 2, "person", "", news)
	erased := p.register(0, 1, 0).(inventory.Register)
	agree(erased, 2, "person", "", news)
	letter := audience.Campaign{OrgID: org, ID: f.ids.Top(id.Campaign), PurposeID: news, Audience: "{}", Text: "{}", CreatedBy: "key_desk", CreatedAt: now(), DueAt: now(), State: audience.CampaignPlanned, UpdatedAt: now()}
	must(f.store.Campaigns.Create(ctx, letter))
	people, err := f.store.Consents.WhoConsents(ctx, org, news, "", 10)
	must(err)
	var mails []audience.CampaignMail
	for i := range people {
		v := &people[i]
		mails = append(mails, audience.CampaignMail{Code: v.Code, Address: "hash" + v.Code, EventID: v.EventID, PersonID: v.PersonID, Locale: v.Locale, State: audience.CampaignMailClaimed})
	}
	claimed, full, err := f.store.Campaigns.Claim(ctx, &letter, mails, "z", false, int64(len(mails)), now())
	must(err)
	if len(claimed) != len(mails) || full || len(mails) != 5 {
		f.t.Fatalf("%d of %d mails, full: %v", len(claimed), len(mails), full)
	}
	for i := range claimed {
		claimed[i].State = audience.CampaignMailSent
		must(f.store.Campaigns.Settle(ctx, &claimed[i]))
	}
	k, err := f.store.Consents.Withdraw(ctx, org, gone, news, "person", "", now())
	must(err)
	if k != 1 {
		f.t.Fatalf("%d consents were withdrawn", k)
	}
	if k, err = f.store.Consents.Withdraw(ctx, org, gone, news, "person", "", now()); k != 0 || err != nil {
		f.t.Fatalf("the same again: %d, %v", k, err)
	}
	p.must(inventory.Erase{Who: staff, UserID: erased.Party.UserID})
	must(f.store.Consents.ChangePurpose(ctx, org, lantern, func(before string) (string, error) { return before, nil }, true, consent.MaxVersions, now()))
	must(f.store.Consents.SetAsked(ctx, org, p.id, []string{news}, now()))
	counts, err := f.store.Consents.Counts(ctx, org)
	must(err)
	if want := (audience.ConsentCounts{PurposeID: news, Given: 5, Withdrawn: 1, People: 3}); counts[news] != want {
		f.t.Fatalf("%+v, want %+v", counts[news], want)
	}
	if want := (audience.ConsentCounts{PurposeID: lantern, Given: 1, People: 1}); counts[lantern] != want {
		f.t.Fatalf("%+v, want %+v", counts[lantern], want)
	}
}
