package events

import (
	"reflect"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// What an event has when nothing is said.
const (
	defaultClaimWindow = 6 * inventory.Hour
	defaultHeadStart   = inventory.Day
	defaultTierName    = "General"
	wholeEventPool     = "All places"
)

// defaultWaitlist leaves the promotion out, which depends on whether the organizer approves each.
func defaultWaitlist() inventory.WaitlistSettings {
	return inventory.WaitlistSettings{
		PartyPolicy:     inventory.BoundedSkip,
		PositionDisplay: inventory.PositionExact,
		ClaimWindow:     defaultClaimWindow, ClassHeadStart: defaultHeadStart,
	}
}

// applyWaitlist changes the rules of the waitlist as far as the request says something.
func applyWaitlist(in *wire.WaitlistIn, c *httpapi.Checks, w *inventory.WaitlistSettings) {
	if in.Enabled != nil {
		w.Disabled = !*in.Enabled
	}
	httpapi.Number(in.ClaimWindow, func(n int64) { w.ClaimWindow = inventory.Micros(n) * inventory.Second })
	httpapi.Number(in.WaveSize, func(n int64) { w.WaveSize = n })
	httpapi.Number(in.WaveInterval, func(n int64) { w.WaveInterval = inventory.Micros(n) * inventory.Second })
	httpapi.Number(in.PriorityHeadStart, func(n int64) { w.ClassHeadStart = inventory.Micros(n) * inventory.Second })
	if in.Promotion != nil {
		w.Promotion = inventory.Promotion(*in.Promotion)
	}
	if in.PartyPolicy != nil {
		w.PartyPolicy = inventory.PartyPolicy(*in.PartyPolicy)
	}
	if in.PositionDisplay != nil {
		w.PositionDisplay = inventory.PositionDisplay(*in.PositionDisplay)
	}
	if q := in.QuietHours; q != nil {
		w.QuietFrom = c.MinuteOfDay("waitlist.quiet_hours.from", q.From)
		w.QuietTo = c.MinuteOfDay("waitlist.quiet_hours.to", q.To)
	}
	if w.WaveSize > 0 && w.WaveInterval == 0 {
		c.Add("waitlist.wave_interval_seconds", "required", "must be more than 0 when wave_size is set")
	}
}

// applySimple changes the settings that stand for themselves, which have the same name
// here and in package inventory; what has another meaning there is left to its own lines.
func applySimple(group string, in reflect.Value, set *inventory.Settings) {
	for field, value := range in.Fields() {
		tag, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch v := value.Interface().(type) {
		case *int64:
			httpapi.Number(v, func(n int64) { set.SetNumber(group+tag, n) })
		case *bool:
			if v != nil {
				set.SetSwitch(group+tag, *v)
			}
		case wire.WaitlistIn, wire.OrdersIn:
			applySimple(tag+".", value, set)
		case wire.RulesIn:
			applySimple(group, value, set)
		}
	}
}

// applySettings changes the settings of an event as far as the request says something.
func applySettings(in *wire.SettingsIn, c *httpapi.Checks, set *inventory.Settings) {
	applySimple("", reflect.ValueOf(in).Elem(), set)
	wire.Cutoff(c, "registration_cutoff", in.RegistrationCutoff, &set.RegistrationCutoff)
	wire.Cutoff(c, "cancellation_cutoff", in.CancellationCutoff, &set.CancellationCutoff)
	wire.Cutoff(c, "doors_open_at", in.DoorsOpenAt, &set.DoorsOpen)
	httpapi.Number(in.MaxTransfers, func(n int64) {
		if set.MaxTransfers = n; n == 0 {
			set.MaxTransfers = -1 // since 0 is what nobody has said
		}
	})
	httpapi.Number(in.UnconfirmedPerNetwork, func(n int64) { set.UnconfirmedPerNetwork = boundOf(n) })
	if in.Log != nil {
		set.Log = inventory.LogAudience(*in.Log)
	}
	if in.GuestNames != nil {
		set.GuestNames = inventory.GuestNames(*in.GuestNames)
	}
	if in.Visibility != nil {
		set.Visibility = inventory.Visibility(*in.Visibility)
	}
	if in.Approval != nil {
		set.Approval = *in.Approval
	}
	if in.Demand != nil {
		set.Demand = inventory.Demand(*in.Demand)
	}
	if in.Currency != nil {
		set.Orders.Currency = wire.Currency(c, "currency", *in.Currency)
	}
	applyWaitlist(&in.Waitlist, c, &set.Waitlist)
	applyOrders(&in.Orders, c, &set.Orders)
}

// checkSchedule checks the times of an event against each other. Times that were
// refused on their own are zero and not looked at again.
func checkSchedule(c *httpapi.Checks, starts, ends inventory.Instant, set *inventory.Settings) {
	if ends != 0 && starts != 0 && ends <= starts {
		c.Add("ends_at", "out_of_order", "must be after starts_at")
	}
	if ends != 0 && set.RegistrationCutoff > ends {
		c.Add("registration_cutoff", "out_of_order", "must not be after ends_at")
	}
	if ends != 0 && set.CancellationCutoff > ends {
		c.Add("cancellation_cutoff", "out_of_order", "must not be after ends_at")
	}
	if ends != 0 && set.DoorsOpen > ends {
		c.Add("doors_open_at", "out_of_order", "must not be after ends_at")
	}
}

// newPoolsAndTiers lays out the pools and tiers of a new event: the event-wide pool first,
// then the shared ones, then those of tiers with a capacity of their own.
func newPoolsAndTiers(in *wire.NewEvent, c *httpapi.Checks, newID func(prefix string) string, prefixes poolPrefixes) (pools []inventory.Pool, tiers []inventory.Tier) {
	whole := inventory.Pool{ID: newID(prefixes.pool), Name: wholeEventPool, Capacity: int64(in.Capacity)}
	pools = append(pools, whole)
	shared := map[string]string{}
	for i, p := range in.Pools {
		field := "pools[" + httpapi.Itoa(int64(i)) + "].name"
		name := c.Line(field, p.Name, 1, httpapi.MaxName)
		if _, twice := shared[name]; twice {
			c.Add(field, "duplicate", "is the name of another pool too")
			continue
		}
		pool := inventory.Pool{ID: newID(prefixes.pool), Name: name, Capacity: int64(p.Capacity)}
		shared[name] = pool.ID
		pools = append(pools, pool)
	}
	names := map[string]bool{}
	currency := ""
	if in.Currency != nil {
		currency = *in.Currency
	}
	wanted := in.Tiers
	if len(wanted) == 0 {
		wanted = []wire.NewTier{{Name: defaultTierName}}
	}
	for i, t := range wanted {
		at := "tiers[" + httpapi.Itoa(int64(i)) + "]"
		tier := inventory.Tier{ID: newID(prefixes.tier), Name: c.Line(at+".name", t.Name, 1, httpapi.MaxName), Pools: []string{whole.ID}, Price: inventory.Price{TaxIncluded: true}}
		if names[tier.Name] {
			c.Add(at+".name", "duplicate", "is the name of another tier too")
		}
		names[tier.Name] = true
		applyWords(&t.TierWords, c, at, &tier)
		if isDonation(&t.KindIn, nil) {
			asDonation(&t.SaleIn, &t.KindIn, t.Capacity, c, at, currency, &tier)
		}
		if isFee(&t.KindIn, nil) {
			asFee(&t.SaleIn, t.Capacity, c, at)
		}
		applySale(&t.SaleIn, c, at, currency, &tier)
		switch {
		case isFee(&t.KindIn, nil):
			if tier.Pools = nil; len(t.Pools) > 0 {
				c.Add(at+".pools", "not_allowed", "is for tickets: a fee takes from no pool")
			}
		case t.Kind != nil && *t.Kind != wire.KindTicket:
			own := ownPool(newID(prefixes.pool), &tier, t.Capacity)
			if pools, tier.Pools = append(pools, own), []string{own.ID}; len(t.Pools) > 0 {
				c.Add(at+".pools", "not_allowed", "is for tickets: add-ons and goods have a pool of their own")
			}
		default:
			if t.Capacity != nil {
				own := inventory.Pool{ID: newID(prefixes.pool), Name: tier.Name, Capacity: *t.Capacity}
				pools = append(pools, own)
				tier.Pools = append(tier.Pools, own.ID)
			}
			tier.Pools = append(tier.Pools, sharedPools(c, at, t.Pools, shared)...)
		}
		tiers = append(tiers, tier)
	}
	for i := range tiers { // by now all have their IDs
		applyKind(&wanted[i].KindIn, c, "tiers["+httpapi.Itoa(int64(i))+"]", currency, &tiers[i], nil, func(named string) string {
			for j := range tiers {
				ticket := wanted[j].Kind == nil || *wanted[j].Kind == wire.KindTicket
				if ticket && (tiers[j].Name == named || tiers[j].ID == named) {
					return tiers[j].ID
				}
			}
			return ""
		})
	}
	if !slices.ContainsFunc(tiers, func(t inventory.Tier) bool { return t.Admits() }) {
		c.Add("tiers", "required", "must have a ticket: add-ons and goods let nobody in")
	}
	if len(pools) > inventory.MaxPools {
		c.Add("pools", "too_many", "and the tiers with a capacity make more than %d pools", inventory.MaxPools)
	}
	return pools, tiers
}

type poolPrefixes struct{ pool, tier string }

func sharedPools(c *httpapi.Checks, at string, names []string, shared map[string]string) []string {
	var ids []string
	seen := map[string]bool{}
	for j, name := range names {
		field := at + ".pools[" + httpapi.Itoa(int64(j)) + "]"
		switch id, ok := shared[name]; {
		case !ok:
			c.Add(field, "unknown", "is not the name of a pool of this event")
		case seen[name]:
			c.Add(field, "duplicate", "stands there twice")
		default:
			seen[name] = true
			ids = append(ids, id)
		}
	}
	return ids
}
