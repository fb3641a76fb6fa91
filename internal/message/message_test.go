package message

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message/mailtest"
	"github.com/holdfast-events/holdfast/internal/message/wordings"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// plainLinks are links that a reader of a golden file recognizes.
type plainLinks struct{}

func (plainLinks) OfferURL(id, person string, _ time.Time) string {
	return "https://holdfast.example/o/" + id + "?p=" + person
}

func (plainLinks) EntryURL(id, person string, _ time.Time) string {
	return "https://holdfast.example/w/" + id + "?p=" + person
}

func (plainLinks) TransferURL(id, person string, _ time.Time) string {
	return "https://holdfast.example/t/" + id + "." + person
}

func (plainLinks) OrderURL(id, person string, _ time.Time) string {
	return "https://holdfast.example/r/" + id + "?p=" + person
}

func (plainLinks) InvitationURL(invitation, _ string, _, _ time.Time) string {
	return "https://holdfast.example/i/" + invitation
}

func (plainLinks) FeedbackURL(person string, _ time.Time) string {
	return "https://holdfast.example/h/" + person
}

func (plainLinks) EventURL(id string) string { return "https://holdfast.example/events/" + id }

func (plainLinks) SeriesURL(id string) string { return "https://holdfast.example/series/" + id }

func (plainLinks) FollowURL(organization, code string) string {
	return "https://holdfast.example/f/" + organization + "." + code
}

func (plainLinks) PreferencesURL(person string, _ time.Time) string {
	return "https://holdfast.example/u/" + person
}

func at(t testing.TB, s string) inv.Instant {
	t.Helper()
	v, err := time.Parse(time.RFC3339, s)
	if err != nil {
		t.Fatal(err)
	}
	return inv.At(v)
}

func berlin(t testing.TB) *time.Location {
	t.Helper()
	loc, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	return loc
}

// concert is an event that ends two days before the clocks change; what is
// claimed or cancelled until then has another offset than what comes after.
func concert(t testing.TB) *events.EventView {
	return &events.EventView{
		Event: inv.Event{
			ID: "evt_1", StartsAt: at(t, "2026-10-23T17:00:00Z"), EndsAt: at(t, "2026-10-23T20:30:00Z"), Zone: berlin(t),
			Settings: inv.Settings{
				CancellationCutoff: at(t, "2026-10-22T10:00:00Z"),
				Orders:             inv.OrderSettings{Currency: "EUR", Instructions: "By bank transfer to\nHarbour <Hall> e. V.\nDE02 1203 0000 0000 2020 51\n\nor in cash at the box office."},
				Waitlist:           inv.WaitlistSettings{ClaimWindow: 6 * inv.Hour, Promotion: inv.PromoteOffer},
			},
		},
		Timezone: "Europe/Berlin",
		Details:  events.Details{Title: "Night of <Strings> & Brass", Location: "Old Harbour, Hall 2"},
		Tiers:    []inv.Tier{{ID: "tir_1", Name: "General"}, {ID: "tir_2", Name: "Balcony", Price: inv.Price{Amount: 51728, TaxRate: 700, TaxIncluded: true}}},
	}
}

// told is a message of a kind to a party of three.
func told(t testing.TB, kind inv.MessageKind, reason inv.Reason, locale string) *events.MessageView {
	const guests = `[{"name":"Bo"},{"name":"Cy \u003cb\u003eX\u003c/b\u003e"}]`
	m := &events.MessageView{
		EventID: "evt_1",
		Message: inv.Message{Seq: 7, PersonID: "per_1", Kind: kind},
		Person:  inv.Person{ID: "per_1", Profile: inv.Profile{Email: "ana@example.org", Name: "Ana Novák", Locale: locale}},
	}
	hold := &inv.Hold{ID: "ord_1", Tier: "tir_2", Units: 3, Guests: guests, Reason: reason}
	entry := &inv.Entry{ID: "wle_1", Placement: inv.Placement{Tier: "tir_2"}, Units: 3, Guests: guests, Reason: reason}
	offer := &inv.Offer{ID: "off_1", State: inv.OfferOpen, EntryID: "wle_1", OrderID: "ord_1", ExpiresAt: at(t, "2026-10-20T16:30:59Z")}
	if reason == wordings.ToPay { // for half of what it costs now
		reason, hold.Kind, hold.Tier = inv.ReasonApproved, inv.KindOrder, ""
		half := inv.Charged(inv.Price{Amount: 25864, TaxRate: 700, TaxIncluded: true}, 0, "EUR")
		hold.Order = &inv.Order{Currency: "EUR", Total: 3 * half.Gross}
		for n := range 3 {
			hold.Order.Items = append(hold.Order.Items, inv.Item{No: n + 1, Tier: "tir_2", Charge: half})
		}
	}
	if reason == inv.ReasonApproved { // and there was room
		entry.ApprovedAt, hold.CreatedAt, offer.OpenedAt = 5, 5, 5
		hold.Reason, m.Entry = inv.ReasonPromoted, entry
	}
	about := kind
	if reason == inv.ReasonTicketReceived { // what everybody is told, for a ticket from somebody else
		about = inv.MsgTicketReceived
	}
	switch reason {
	case onWaitlist, hasApplied, reservedOnly:
		entry.State = map[inv.Reason]inv.EntryState{onWaitlist: inv.EntryWaiting, hasApplied: inv.EntryApplied, reservedOnly: inv.EntryOffered}[reason]
		m.Entry, m.Message.Ref = entry, entry.ID
		return m
	case inDraw:
		m.Entrant = 12
		return m
	}
	switch about {
	case inv.MsgConfirmed, inv.MsgCancelled, inv.MsgEventCancelled, Reminder, EventChanged, EventPostponed:
		m.Hold, m.Message.Ref = hold, hold.ID
	case inv.MsgTicketReissued, inv.MsgTicketReseated:
		m.Hold, m.Message.Ref = hold, "tkt_1"
	case inv.MsgGuestCancelled:
		hold.GivenBack = "2"
		m.Hold, m.Message.Ref = hold, "tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s02"
	case inv.MsgTransferOffered, inv.MsgTransferAccepted, inv.MsgTicketReceived, inv.MsgTransferDeclined, inv.MsgTransferCancelled, inv.MsgTicketVoided:
		other := inv.Person{ID: "per_2", Profile: inv.Profile{Name: "Bo <b>B</b>", Email: "bo@example.org"}}
		m.Transfer = &events.TransferView{EventID: "evt_1", From: m.Person, To: other, Ticket: events.TicketView{OrderID: "ord_1", Unit: 1, TierID: "tir_2", Valid: true, HolderID: "per_2"}}
		if about == inv.MsgTransferOffered || about == inv.MsgTicketReceived || about == inv.MsgTransferCancelled || about == inv.MsgTicketVoided {
			m.Transfer.From, m.Transfer.To = m.Transfer.To, m.Transfer.From
		}
		if about == inv.MsgTicketReceived {
			m.Transfer.Ticket.HolderID = m.Person.ID
		}
		m.Transfer.Transfer = inv.Transfer{ID: "trf_1", OrderID: "ord_1", Unit: 1, From: m.Transfer.From.ID, To: m.Transfer.To.ID}
		m.Message.Ref = "trf_1"
	case inv.MsgExchanged, inv.MsgExchangeClosed:
		hold.Order = &inv.Order{Currency: "EUR", Total: 123456}
		m.Hold, m.Exchange, m.Message.Ref = hold, &inv.Exchange{ID: "exc_1", OrderID: "ord_1", Unit: 1, Tier: "tir_2", PersonID: "per_1", Refund: 1050}, "exc_1"
	case inv.MsgOrderPending, inv.MsgOrderConfirmed, inv.MsgOrderExpired, inv.MsgOrderCancelled, inv.MsgOrderRefunded:
		if kind == inv.MsgOrderPending {
			hold.ID = "ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s"
		}
		hold.Kind, hold.Tier, hold.ExpiresAt = inv.KindOrder, "", at(t, "2026-10-01T16:30:59Z")
		hold.Order = &inv.Order{Currency: "EUR", Total: 123456, Items: ordered(), Refunds: []inv.Refund{{Seq: 7, Amount: 1050, Currency: "EUR", Reason: reason}}}
		m.Hold, m.Message.Ref = hold, hold.ID
	case inv.MsgInvitation:
		m.Invitation = &inv.Invitation{ID: "inv_1", State: inv.InvitationSent, PersonID: "per_1", Places: 3}
		m.Message.Ref = m.Invitation.ID
	case inv.MsgOffer, inv.MsgOfferExtended:
		m.Hold, m.Entry, m.Offer, m.Message.Ref = hold, entry, offer, offer.ID
	default:
		m.Entry, m.Message.Ref = entry, entry.ID
	}
	return m
}

// ordered are the items of an order: two on the balcony, tax included, one with its tax
// on top, less what a code takes off.
func ordered() (items []inv.Item) {
	for i, p := range []inv.Price{{Amount: 51728, TaxRate: 700, TaxIncluded: true}, {Amount: 51728, TaxRate: 700, TaxIncluded: true}, {Amount: 20000, TaxRate: 1900}} {
		tier, discount := "tir_2", int64(1900)
		if i == 2 {
			tier, discount = "tir_1", 0
		}
		items = append(items, inv.Item{No: i + 1, Tier: tier, Charge: inv.Charged(p, discount, "EUR")})
	}
	return items
}

// letters are all letters there are: each kind, and the kinds that say the same
// in other words for another reason.
func letters() []wordings.Key {
	return []wordings.Key{
		{Kind: inv.MsgConfirmed, Reason: inv.ReasonRegistered}, {Kind: inv.MsgConfirmed, Reason: inv.ReasonPromoted},
		{Kind: inv.MsgWaitlisted, Reason: inv.ReasonJoined},
		{Kind: inv.MsgOffer, Reason: inv.ReasonOffered}, {Kind: inv.MsgOfferExtended, Reason: inv.ReasonOffered}, {Kind: inv.MsgOfferExpired, Reason: inv.ReasonOfferExpired},
		{Kind: inv.MsgCancelled, Reason: inv.ReasonCancelledByPerson}, {Kind: inv.MsgCancelled, Reason: inv.ReasonCancelledByStaff},
		{Kind: inv.MsgEntryRemoved, Reason: inv.ReasonRemovedByStaff},
		{Kind: inv.MsgWaitlistClosed, Reason: inv.ReasonRegistrationClosed}, {Kind: inv.MsgWaitlistClosed, Reason: inv.ReasonPartyTooLarge},
		{Kind: inv.MsgEventCancelled, Reason: inv.ReasonEventCancelled},
		{Kind: inv.MsgOrderPending, Reason: inv.ReasonPaymentAsked}, {Kind: inv.MsgTicketReissued, Reason: inv.ReasonTicketReissued}, {Kind: inv.MsgTicketReseated, Reason: inv.ReasonReseated},
		{Kind: inv.MsgGuestCancelled, Reason: inv.ReasonGuestCancelled},
		{Kind: inv.MsgOrderConfirmed, Reason: inv.ReasonPaid}, {Kind: inv.MsgOrderExpired, Reason: inv.ReasonOrderExpired},
		{Kind: inv.MsgOrderCancelled, Reason: inv.ReasonOrderCancelled}, {Kind: inv.MsgOrderRefunded, Reason: inv.ReasonOrderRefunded},
		{Kind: inv.MsgOrderRefunded, Reason: inv.ReasonPaymentLate}, {Kind: inv.MsgOrderRefunded, Reason: inv.ReasonPaymentMismatch},
		{Kind: inv.MsgOrderRefunded, Reason: inv.ReasonPaymentAgain}, {Kind: inv.MsgOrderRefunded, Reason: inv.ReasonCardLimit},
		{Kind: inv.MsgTransferOffered, Reason: inv.ReasonTransferOffered}, {Kind: inv.MsgTransferAccepted, Reason: inv.ReasonTransferAccepted},
		{Kind: inv.MsgTicketReceived, Reason: inv.ReasonTicketReceived},
		{Kind: inv.MsgTicketVoided, Reason: inv.ReasonTicketVoided},
		{Kind: inv.MsgTransferDeclined, Reason: inv.ReasonTransferDeclined}, {Kind: inv.MsgTransferCancelled, Reason: inv.ReasonTransferCancelled},
		{Kind: inv.MsgExchanged, Reason: inv.ReasonExchanged}, {Kind: inv.MsgExchangeClosed, Reason: inv.ReasonExchangeClosed},
		{Kind: Reminder}, {Kind: EventChanged},
		{Kind: Reminder, Reason: inv.ReasonTicketReceived}, {Kind: EventChanged, Reason: inv.ReasonTicketReceived}, {Kind: inv.MsgEventCancelled, Reason: inv.ReasonTicketReceived},
		{Kind: NewEvent}, {Kind: NewEvent, Reason: wordings.NewDates},
		{Kind: inv.MsgInvitation},
		{Kind: inv.MsgApplied, Reason: inv.ReasonApplied}, {Kind: inv.MsgApproved, Reason: inv.ReasonApproved},
		{Kind: inv.MsgApplicationDeclined, Reason: inv.ReasonDeclinedNoPlaces}, {Kind: inv.MsgApplicationDeclined, Reason: inv.ReasonDeclinedAudience},
		{Kind: inv.MsgApplicationDeclined, Reason: inv.ReasonDeclinedIncomplete}, {Kind: inv.MsgApplicationDeclined, Reason: inv.ReasonDeclinedDuplicate},
		{Kind: inv.MsgApplicationDeclined, Reason: inv.ReasonDeclinedRules}, {Kind: inv.MsgApplicationDeclined, Reason: inv.ReasonRegistrationClosed},
		{Kind: inv.MsgConfirmed, Reason: inv.ReasonApproved}, {Kind: inv.MsgOffer, Reason: inv.ReasonApproved}, {Kind: inv.MsgOffer, Reason: wordings.ToPay},
		{Kind: Feedback},
		{Kind: EventPostponed}, {Kind: EventPostponed, Reason: inv.ReasonTicketReceived},
		{Kind: EventPostponed, Reason: onWaitlist}, {Kind: EventPostponed, Reason: hasApplied}, {Kind: EventPostponed, Reason: reservedOnly}, {Kind: EventPostponed, Reason: inDraw},
		{Kind: EventChanged, Reason: onWaitlist}, {Kind: EventChanged, Reason: hasApplied}, {Kind: EventChanged, Reason: reservedOnly}, {Kind: EventChanged, Reason: inDraw},
		{Kind: inv.MsgEventCancelled, Reason: onWaitlist}, {Kind: inv.MsgEventCancelled, Reason: hasApplied},
	}
}

func renderer(t testing.TB) *Renderer {
	t.Helper()
	r, err := New(plainLinks{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestGolden(t *testing.T) {
	r := renderer(t)
	for _, locale := range []string{"en", "de"} {
		for _, key := range letters() {
			name := locale + "_" + string(key.Kind) + "_" + string(key.Reason)
			t.Run(name, func(t *testing.T) {
				ev, style := concert(t), (*Style)(nil)
				ev.Event.Settings.Approval = key.Reason == hasApplied
				if key.Kind == EventPostponed {
					ev.Event.Status = inv.Postponed
				}
				if key.Kind == NewEvent { // its readers may know nothing of the event except who runs it
					style = &Style{Organization: "Harbour <Hall>"}
				}
				if key.Reason == wordings.NewDates {
					ev.Series = &events.InSeries{ID: "ser_1", Title: "Strings & more", Position: 1, Told: 12}
				}
				got, err := r.RenderWith(style, nil, ev, told(t, key.Kind, key.Reason, locale), held(key.Kind))
				if err != nil {
					t.Fatal(err)
				}
				mailtest.WellFormed(t, got)
				mailtest.Golden(t, name+".txt", "Subject: "+got.Subject+"\n\n"+got.Text)
				mailtest.Golden(t, name+".html", got.HTML)
			})
		}
	}
}

// held are the tickets that go with a message of a kind.
func held(kind inv.MessageKind) []Ticket {
	switch kind {
	case inv.MsgConfirmed, inv.MsgOrderConfirmed, inv.MsgTicketReissued, inv.MsgTicketReseated, inv.MsgTicketReceived:
		return []Ticket{
			{Unit: 1, Units: 3, Name: "Ana Novák", Tier: "Balcony", Seat: Seat{"Left <wing>", "B", 14}, Short: "23456-789ab", ContentID: "ticket-1@holdfast.example"},
			{Unit: 2, Units: 3, Name: "Bo <b>B</b> https://evil.example", ContentID: "ticket-2@holdfast.example"},
		}
	}
	return nil
}

// Both languages have the same letters and use only placeholders that exist.
func TestDictionariesAgree(t *testing.T) {
	for _, d := range dictionaries {
		for key := range english.wordings {
			if _, ok := d.wordings[key]; !ok {
				t.Errorf("%s has no letter %v", d.Tag, key)
			}
		}
		if len(d.wordings) != len(english.wordings) {
			t.Errorf("%s has %d letters, English %d", d.Tag, len(d.wordings), len(english.wordings))
		}
		for key, w := range d.wordings {
			for _, text := range append(append([]string{w.Subject, w.Heading, w.Action}, w.Body...), w.After...) {
				rest := text
				for _, p := range placeholders {
					rest = strings.ReplaceAll(rest, "{"+p+"}", "")
				}
				if strings.ContainsAny(rest, "{}") {
					t.Errorf("%s %v: unknown placeholder in %q", d.Tag, key, text)
				}
			}
		}
	}
}

// Why a mail came is true of its reader, in each language: nobody who is offered a
// ticket is said to be registered.
func TestGroundsAreTrue(t *testing.T) {
	for _, d := range dictionaries {
		for why, text := range d.grounds {
			named := "{title}"
			if ground(why) == groundFollows {
				named = "{organization}"
			}
			if !strings.Contains(text, named) {
				t.Errorf("%s: ground %d is %q", d.Tag, why, text)
			}
		}
	}
	unknown := map[inv.MessageKind]bool{inv.MsgApplied: true, inv.MsgApplicationDeclined: true, inv.MsgEventCancelled: true, Announcement: true} // go to whoever has or had anything
	for _, kind := range append(Kinds(), Announcement) {
		if why := groundOf(kind, ""); (why == groundKnown) != unknown[kind] {
			t.Errorf("why %s comes: %d", kind, why)
		}
		if why := groundOf(kind, inv.ReasonTicketReceived); why != groundReceived {
			t.Errorf("why %s comes to the holder of a ticket from somebody else: %d", kind, why)
		}
	}
}

// Each transition that calls for a message has words.
func TestEveryKindHasWords(t *testing.T) {
	for _, kind := range []inv.MessageKind{
		inv.MsgConfirmed, inv.MsgApplied, inv.MsgApproved, inv.MsgApplicationDeclined, inv.MsgWaitlisted, inv.MsgOffer, inv.MsgOfferExtended, inv.MsgOfferExpired,
		inv.MsgCancelled, inv.MsgEntryRemoved, inv.MsgWaitlistClosed, inv.MsgEventCancelled,
		inv.MsgOrderPending, inv.MsgOrderConfirmed, inv.MsgOrderExpired, inv.MsgOrderCancelled, inv.MsgOrderRefunded,
		inv.MsgGuestCancelled, inv.MsgTicketReissued, inv.MsgTicketReseated, inv.MsgTicketVoided, inv.MsgExchanged, inv.MsgExchangeClosed,
		inv.MsgTransferOffered, inv.MsgTransferAccepted, inv.MsgTicketReceived, inv.MsgTransferDeclined, inv.MsgTransferCancelled,
	} {
		for _, d := range dictionaries {
			if _, ok := d.wording(kind, "some_reason"); !ok {
				t.Errorf("%s has no words for %s", d.Tag, kind)
			}
		}
	}
	if _, err := renderer(t).Render(concert(t), told(t, "unheard_of", "", "en")); err == nil {
		t.Error("an unknown kind was rendered")
	}
}

func TestMissingSubjectIsAnError(t *testing.T) {
	for _, kind := range []inv.MessageKind{inv.MsgConfirmed, inv.MsgOffer, inv.MsgWaitlisted, inv.MsgEventCancelled, inv.MsgOrderPending, inv.MsgTicketReissued, inv.MsgTicketReceived, inv.MsgTicketVoided, inv.MsgExchanged} {
		m := told(t, kind, "", "en")
		m.Hold, m.Entry, m.Offer, m.Transfer, m.Exchange = nil, nil, nil, nil, nil
		if _, err := renderer(t).Render(concert(t), m); err == nil {
			t.Errorf("%s without what it tells of was rendered", kind)
		}
	}
}

func TestLocale(t *testing.T) {
	for name, want := range map[string]string{
		"": "en", "en": "en", "en-GB": "en", "de": "de", "de-AT": "de", "de_CH": "de", "gsw": "de",
		"ja": "en", "xx-bogus-locale-tag": "en", "not a locale": "en", "DE": "de",
	} {
		if got := dictionaryFor(name).Tag.String(); got != want {
			t.Errorf("locale %q gets %q, want %q", name, got, want)
		}
	}
}

func TestPromotionConfirmSaysSo(t *testing.T) {
	ev := concert(t)
	ev.Event.Settings.Waitlist.Promotion = inv.PromoteConfirm
	got, err := renderer(t).Render(ev, told(t, inv.MsgWaitlisted, inv.ReasonJoined, "en"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(got.Text, "confirmed right away") || strings.Contains(got.Text, "claim them") {
		t.Errorf("the text does not say how promotion works here:\n%s", got.Text)
	}
}

func TestParty(t *testing.T) {
	for _, c := range []struct {
		units  int64
		guests string
		want   string
	}{
		{2, "", "you and 1 guest"},
		{2, `[{"name":"Bo"}]`, "you and 1 guest (Bo)"},
		{3, `[{"name":"Bo"},{"name":"Cy"}]`, "you and 2 guests (Bo and Cy)"},
		{4, `[{"name":"Bo"},{"name":""},{"name":"Cy"}]`, "you and 3 guests (Bo, Cy and 1 more)"},
		{3, `not json`, "you and 2 guests"},
	} {
		if got := english.party(about{units: c.units, guests: c.guests}); got != c.want {
			t.Errorf("party of %d with %s: %q, want %q", c.units, c.guests, got, c.want)
		}
	}
}

// The app has words for each kind of message, for the people who get them and those who
// write them, and for each name that can stand in them.
func TestTheAppKnowsEveryKind(t *testing.T) {
	topics := map[string]map[string]any{"account": nil, "messages": nil}
	for topic := range topics {
		texts, err := os.ReadFile(filepath.Join("..", "..", "web", "src", "lib", "translations", topic+".json"))
		if err != nil {
			t.Fatal(err)
		}
		var keys map[string]any
		if err := json.Unmarshal(texts, &keys); err != nil {
			t.Fatalf("%s.json: %v", topic, err)
		}
		topics[topic] = keys
	}
	has := func(topic, key string) {
		if _, ok := topics[topic][key]; !ok {
			t.Errorf("%s.json has no words for %s", topic, key)
		}
	}
	for _, kind := range Kinds() {
		has("account", "kind."+string(kind))
		has("messages", "kind."+string(kind))
		for _, p := range Placeholders(kind) {
			has("messages", "placeholder."+p)
		}
	}
}
