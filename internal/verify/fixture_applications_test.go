package verify_test

import (
	"fmt"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// apply is an event at which the organizer approves each: of those who applied one is
// confirmed, one waits, one was declined, one left, and one has no answer yet.
func (f *fixture) apply() {
	f.t.Helper()
	settings := line(inventory.PromoteConfirm, inventory.BoundedSkip)
	settings.Approval = true
	p := f.open(8, settings)
	var entries []string
	for i := range 5 {
		f.now = f.now.Add(time.Minute)
		entries = append(entries, f.ids.In(id.Entry, p.id))
		name := fmt.Sprint("applicant", i)
		p.must(inventory.Register{
			Who: inventory.Who{Actor: "public", Proven: true}, OrderID: f.ids.In(id.Order, p.id),
			Party: inventory.Party{
				UserID: "mail:" + name + "@example.org", Profile: inventory.Profile{Email: name + "@example.org", Name: name, Locale: "en"},
				Tier: p.tiers[0], Units: 2, Guests: inventory.NoGuests, PersonID: f.ids.In(id.Person, p.id), EntryID: entries[i],
			},
		})
	}
	f.now = f.now.Add(time.Hour)
	p.must(inventory.Approve{Who: staff, EntryIDs: entries[:1]})
	brought := p.register(0, 4, 1).(inventory.Register)
	brought.Actor = staff.Actor
	p.must(brought)
	f.now = f.now.Add(time.Hour)
	p.must(inventory.Approve{Who: staff, EntryIDs: entries[1:2]},
		inventory.DeclineApplications{Who: staff, EntryIDs: entries[2:3], Reason: inventory.ReasonDeclinedIncomplete},
		inventory.Leave{Who: inventory.Who{Actor: "public"}, EntryID: entries[3]})
	f.applyToPay()
}

// applyToPay is such an event at which one who was approved has paid, with a code, for an add-on and
// a donation, one has given the place up while the payment was on its way, and one has time to pay. Somebody who
// did not apply has ordered goods.
func (f *fixture) applyToPay() {
	f.t.Helper()
	settings := line(inventory.PromoteConfirm, inventory.BoundedSkip)
	settings.Approval = true
	p := f.open(6, settings)
	e := p.create.Event
	pool := func(name string) inventory.Pool {
		return inventory.Pool{ID: f.ids.In(id.Pool, p.id), Name: name, Capacity: 5}
	}
	menus, aprons, gifts := pool("Menu"), pool("Apron"), pool("Kitchen fund")
	gift := inventory.Tier{
		ID: f.ids.In(id.Tier, p.id), Name: "Kitchen fund", Pools: []string{gifts.ID}, Kind: inventory.DonationTier, MaxPerOrder: 1,
		Price: inventory.Price{Amount: 500, TaxIncluded: true}, PriceMin: 100, PriceMax: 5000, Suggested: []int64{500, 1000},
	}
	menu := inventory.Tier{ID: f.ids.In(id.Tier, p.id), Name: "Menu", Pools: []string{menus.ID}, Kind: inventory.AddOnTier, PerTicket: 1}
	menu.Price = inventory.Price{Amount: 900, TaxIncluded: true}
	apron := inventory.Tier{ID: f.ids.In(id.Tier, p.id), Name: "Apron", Pools: []string{aprons.ID}, Kind: inventory.GoodsTier}
	p.must(inventory.Configure{
		Who: staff, StartsAt: e.StartsAt, EndsAt: e.EndsAt, Zone: time.UTC, Settings: e.Settings,
		Pools: []inventory.Pool{menus, aprons, gifts}, Tiers: []inventory.Tier{menu, apron, gift},
	})
	goods := p.reserve("")
	goods.Who, goods.Lines = inventory.Who{Actor: "public", Proven: true}, []inventory.OrderLine{{Tier: apron.ID, Quantity: 1}}
	p.must(goods)
	var entries []string
	for i := range 3 {
		f.now = f.now.Add(time.Minute)
		entries = append(entries, f.ids.In(id.Entry, p.id))
		name := fmt.Sprint("payer", i)
		p.must(inventory.Register{
			Who: inventory.Who{Actor: "public", Proven: true}, OrderID: f.ids.In(id.Order, p.id),
			Party: inventory.Party{
				UserID: "mail:" + name + "@example.org", Profile: inventory.Profile{Email: name + "@example.org", Name: name, Locale: "en"},
				Tier: p.priced, Units: 2, Guests: inventory.NoGuests, PersonID: f.ids.In(id.Person, p.id), EntryID: entries[i],
			},
		})
	}
	p.must(inventory.Approve{Who: staff, EntryIDs: entries})
	for i, code := range []string{"TEN", ""} {
		offer := f.column("select offer_id from waitlist_entries where event_id = $1 and id = $2", p.id, entries[i])[0]
		order := f.column("select order_id from offers where event_id = $1 and id = $2", p.id, offer)[0]
		taken := inventory.Accept{Who: inventory.Who{Actor: "public"}, OfferID: offer, Promo: code}
		if code != "" {
			given := int64(700)
			taken.AddOns = []inventory.OrderLine{{Tier: gift.ID, Quantity: 1, UnitPrice: &given}, {Tier: menu.ID, Quantity: 1}}
		}
		p.must(taken)
		pays := p.payment(order)
		if code == "" {
			p.must(inventory.CancelOrder{Who: inventory.Who{Actor: "public"}, OrderID: order})
		}
		p.must(pays)
	}
}

// ofApproval picks the audit rows of that event.
const ofApproval = " and event_id in (select event_id from waitlist_entries where state = 'rejected' and join_no < 0)"

// applicationCorruptions are done to that event.
var applicationCorruptions = []corruption{
	{"somebody waits whom nobody approved", 28, "the entry has the number 9999 of the waitlist", []string{
		"update waitlist_entries set state = 'waiting', join_no = 9999, left_seq = 0 where state = 'applied'"}},
	{"an approval is by nobody of the organization", 28, "and is of \"public\"", []string{"update audit set actor = 'public' where reason = 'approved'"}},
	{"an approval is of another time", 28, "its audit row is of", []string{"update waitlist_entries set approved_at = approved_at + 1 where approved_at > 0"}},
	{"an approval has no row", 28, "and no audit row approves it", []string{"update waitlist_entries set approved_at = 5 where state = 'rejected'"}},
	{"somebody registered without approval", 28, "nobody has approved or invited", []string{
		"update audit set actor = 'public' where reason = 'registered' and actor = 'key_staff'" + ofApproval}},
	{"somebody joined the waitlist without approval", 28, "nobody has approved or invited", []string{
		"update audit set state_to = 'waiting', reason = 'joined' where reason = 'applied' and subject in (select id from waitlist_entries where state = 'applied')"}},
	{"goods that nobody approved are a ticket", 28, "nobody has approved or invited", []string{
		"update hold_items set tier_id = (select t.id from tiers t where t.event_id = hold_items.event_id and t.name = 'VIP') where tier_id in (select id from tiers where name = 'Apron')"}},
	{"a ticket came with an acceptance", 7, "which is neither an add-on nor a donation, was not offered", []string{
		"update hold_items set goes_with = 0, tier_id = (select t.id from tiers t where t.event_id = hold_items.event_id and t.name = 'VIP') where tier_id in (select id from tiers where name = 'Menu')"}},
	{"an add-on came with no acceptance", 4, "and no audit row of the order took it", []string{
		"update audit set reason = 'payment_asked' where reason = 'accepted' and subject in (select i.hold_id from hold_items i, tiers t where t.event_id = i.event_id and t.id = i.tier_id and t.name = 'Menu')"}},
	{"an add-on costs something else than when the offer was accepted", 10, "and its tier cost", []string{
		"update hold_items set price = 800, net = 800, gross = 800 where tier_id in (select id from tiers where name = 'Menu')"}},
	{"a donation with an acceptance is more than may be given", 10, "and its tier cost", []string{
		"update hold_items set price = 6000, net = 6000, gross = 6000 where tier_id in (select id from tiers where name = 'Kitchen fund')"}},
	{"a donation with an acceptance is not said to be one", 44, "is said to be a donation: false", []string{
		"update hold_items set donation = 0 where tier_id in (select id from tiers where name = 'Kitchen fund')"}},
	{"an application became an entry by joining", 4, "because of \"joined\"", []string{"update audit set reason = 'joined' where reason = 'approved'"}},
	{"an approved entry stands by the time of its application", 6, "by the time it joined it is", []string{
		"update waitlist_entries set rank = joined_at where approved_at > 0 and state = 'waiting'"}},
	{"an application that was declined is open again", 4, "by its audit rows it is \"rejected\"", []string{"update waitlist_entries set state = 'applied' where state = 'rejected'"}},
	{"an application was declined for another reason", 4, "its last audit row \"declined_incomplete\"", []string{
		"update waitlist_entries set reason = 'declined_rules' where state = 'rejected'"}},
	{"an application has stopped waiting", 4, "and never waited", []string{"update waitlist_entries set left_seq = last_seq where state = 'rejected'"}},
	{"an application came at another time", 4, "said to have joined at", []string{"update waitlist_entries set joined_at = joined_at + 1 where state = 'applied'"}},
	{"an event counts too many applications", 2, "the event counts 2 applications", []string{"update events set applications = 2 where applications = 1"}},
}
