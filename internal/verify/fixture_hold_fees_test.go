package verify_test

import (
	"fmt"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/resources"
)

// holdFees lets people pay for places on a waitlist, with every way that this can go.
func (f *fixture) holdFees(must func(error)) {
	f.t.Helper()
	now := inventory.At(f.now)
	ctx := organizations.WithBy(f.t.Context(), organizations.By{Actor: "key_x", At: now})
	of := f.ids.Top(id.Resource)
	_, _, err := f.store.Resources.PutResource(ctx, resources.Resource{
		ID: of, OrgID: f.org, Key: "paid", Name: "Tables", Timezone: "UTC", PositionDisplay: "exact", SecretVersion: 1, CreatedAt: now, UpdatedAt: now,
		Settings: resource.Settings{
			ClaimWindow: 10 * inventory.Minute, WaitlistLimit: 20, MaxUnits: 4, Price: 4500, PriceCurrency: "EUR", HoldFee: 500, HoldFeeCurrency: "EUR", HoldFeeTaxRate: 1900, GiveBack: resource.GiveUnlessDeclined,
		},
	})
	must(err)
	do := func(cmd resource.Command) {
		f.t.Helper()
		c := &resources.ResourceCall{ResourceID: of, Command: cmd, Now: now, NewID: f.ids}
		if j, ok := cmd.(resource.Join); ok {
			c.Entry = &resources.ResourceEntry{Email: j.Address}
		}
		_, d, err := f.store.Resources.Decide(ctx, c)
		must(err)
		if d.Code != resource.OK {
			f.t.Fatalf("%+v: %s", cmd, d.Code)
		}
	}
	entries := map[string]string{}
	join := func(users ...string) {
		for _, user := range users {
			entries[user] = f.ids.InResource(id.ResourceEntry, of)
			do(resource.Join{EntryID: entries[user], UserID: "fee " + user, Address: "fee@example.org", Units: 1, Attributes: resource.Attributes{}})
		}
	}
	pays := 0
	pay := func(user string, amount int64) {
		f.t.Helper()
		pays++
		p := &payments.Payment{
			EventID: f.org, ID: fmt.Sprintf("manual:pay_place%d", pays), Provider: "manual", OrderID: resources.FeeOrder(entries[user]), Amount: amount, Currency: "EUR",
			CapturedAt: now, ReceivedAt: now, State: payments.PaymentCaptured,
		}
		_, err := f.store.Payments.Receive(ctx, &payments.Received{
			Notice:  payments.PaymentNotice{EventID: f.org, Provider: "manual", ID: p.ID, Kind: "captured", PaymentID: p.ID, Amount: amount, Currency: "EUR", At: now, ReceivedAt: now},
			Payment: p, Journal: payments.TwoLines("capture:"+p.ID, p, "provider:manual", "buyers", amount, now),
		})
		must(err)
		_, err = f.store.Resources.SettleFee(ctx, &resources.ResourceCall{Now: now, NewID: f.ids}, p)
		must(err)
	}
	offer := func(user string) string {
		f.t.Helper()
		e, err := f.store.Resources.Entry(ctx, of, entries[user])
		must(err)
		return e.OfferID
	}
	join("late")
	now += resource.PayWithin
	join("accepts", "declines", "leaves", "waits", "owes", "removed")
	pay("late", 500)
	for _, user := range []string{"declines", "accepts", "leaves", "removed", "waits"} {
		pay(user, 500)
	}
	pay("waits", 500) // doubled
	pay("owes", 499)  // not what is asked for
	do(resource.Receive{Signal: resource.Signal{EventID: "f1", Kind: resource.Released, Units: 2, Attributes: resource.Attributes{}}})
	do(resource.Answer{OfferID: offer("accepts"), Accept: true})
	declined := offer("declines")
	do(resource.Leave{EntryID: entries["leaves"], Reason: resource.ReasonLeft})
	do(resource.Leave{EntryID: entries["removed"], Reason: resource.ReasonRemoved})
	do(resource.Answer{OfferID: declined}) // which goes to the one who waits
}

// holdFeeCorruptions are damage done to what holdFees writes.
var holdFeeCorruptions = []corruption{
	{"somebody is in the queue who has not paid", 58, "was not paid", []string{"update resource_entries set paid_by = '', paid_at = 0, paid_seq = 0 where user_id = 'fee waits'"}},
	{"somebody who has paid is not in the queue", 58, "waits for its payment, and has it", []string{"update resource_entries set state = 'pending_payment', offer_id = '' where user_id = 'fee waits'"}},
	{"who paid later is first", 58, "was paid first", []string{"update resource_entries set paid_at = paid_at - 1000000, rank = rank - 1000000 where user_id = 'fee accepts'"}},
	{"a place is not where its payment puts it", 58, "and has rank", []string{"update resource_entries set rank = rank - 1 where user_id = 'fee waits'"}},
	{"who has paid nothing has a place in the queue", 58, "is in the queue", []string{"update resource_entries set rank = 1 where user_id = 'fee owes'"}},
	{"a fee is of another amount", 58, "were captured as its fee", []string{"update resource_entries set fee = 501 where user_id = 'fee waits'"}},
	{"a place was paid by nobody", 58, "which is not stored as one that was kept for it", []string{"update resource_entries set paid_by = 'manual:nobody' where user_id = 'fee accepts'"}},
	{"a fee is kept that goes back", 58, "by its rule", []string{"update resource_entries set fee_back = 0 where user_id = 'fee accepts'"}},
	{"a fee goes back that is kept", 58, "by its rule", []string{"update resource_entries set fee_back = 1 where user_id = 'fee declines'"}},
	{"a fee that goes back is not given", 58, "by what it says", []string{"delete from payouts where reason = 'place_ended' and order_id = (select e.id || '-fee' from resource_entries e where e.user_id = 'fee accepts')"}},
	{"a fee goes back as something else", 58, "which is of something else", []string{"update payouts set reason = 'booking_cancelled' where reason = 'place_ended'"}},
	{"a place had an offer before it was in the queue", 24, "was not in the queue then", []string{"update resource_entries set paid_seq = 1000 where user_id = 'fee waits'"}},
	{"a resource asks for another fee", 4, "the resource's key, rules or secret", []string{"update resources set hold_fee = hold_fee + 1 where hold_fee > 0"}},
	{"an offer has another price", 4, "the offer's units, time or state", []string{"update resource_offers set price = price + 1 where price > 0"}},
	{"a fee goes back by another rule", 4, "the place's order, units, offer or state", []string{"update resource_entries set give_back = 'never' where fee > 0"}},
	{"a resource says another tax of its fee", 4, "the resource's key, rules or secret", []string{"update resources set hold_fee_tax_rate = hold_fee_tax_rate + 1 where hold_fee > 0"}},
	{"a fee has another tax", 4, "the place's order, units, offer or state", []string{"update resource_entries set fee_tax_rate = 0 where fee > 0"}},
	{"the tax of a fee is of another rate", 10, "moves account tax", []string{"update resource_entries set fee_tax_rate = 700 where fee > 0"}},
	{"the tax of a fee is earned", 10, "moves account tax", []string{"update journal set account = 'hold_fees' where account = 'tax' and order_id like 'rwe_%'"}},
	{"it is said who the fee of an erased person is invoiced to", 23, "who the fee is invoiced to was erased", []string{
		"insert into billing (event_id, order_id, person_id, company, street, postal_code, city, country, vat_id, updated_at) select r.org_id, e.id, '', 'C', '', '', '', '', '', 1 from resource_entries e join resources r on r.id = e.resource_id where e.user_id = 'fee waits'",
		"update resource_entries set email = '', address = '', name = '' where user_id = 'fee waits'"}},
	{"it is said who the fee of nobody is invoiced to", 23, "which is not stored", []string{
		"insert into billing (event_id, order_id, person_id, company, street, postal_code, city, country, vat_id, updated_at) select r.org_id, 'rwe_lost', '', 'C', '', '', '', '', '', 1 from resources r where r.key = 'paid'"}},
	{"what was earned with a fee is not", 10, "moves account hold_fees", []string{"update journal set account = 'sales' where account = 'hold_fees'"}},
}
