package verify

import (
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
)

// check is the examination of one event: its rows as records, and where the
// replay of its audit rows stands.
type check struct {
	run   *run
	event *events.EventRecord
	names *names
	words *words

	pools       []*poolRecord
	poolByID    map[string]*poolRecord
	unblocked   unblocked
	tiers       []*tierRecord
	tierByID    map[word]*tierRecord
	lanes       []inventory.Lane
	people      *table[personRecord]
	holds       *table[holdRecord]
	entries     *table[entryRecord]
	offers      *table[offerRecord]
	orders      map[key]*orderRecord
	codes       map[string]*codeRecord
	refunds     map[int64]*inventory.Refund // due back, by audit row; those met are taken out
	dues        map[int64]*inventory.Refund // all of them
	outbox      *outbox
	seq         int64 // of the last audit row met
	at          inventory.Instant
	batches     batchTimes
	setBack     inventory.Instant // the latest time before the clock was set back; 0: it never was
	told        trace             // of the event itself
	chain       chain
	log         publicLog
	said        []saying                // what replies say that the replay has not come to
	passes      []pass                  // since the last promotion
	sincePass   int64                   // passes since the settings were last changed
	joinNo      int64                   // of the last entry to be placed
	past        map[key][]pastPlacement // of the entries that were moved, oldest first
	moves       map[key][]placement     // of the same, those that the replay has not come to
	holders     map[string]key          // of the tickets that were transferred
	items       map[string]int64        // of orders with items, the highest number
	goods       map[key]*goodsRecord    // people who wait for goods
	parties     map[key]*partyRecord    // registrations of which units were given back
	transfers   map[string]*transferRecord
	exchanges   map[string]*exchangeRecord
	invitations map[string]*invitationRecord
	strangers   map[key]bool                // what no invitation counts
	applied     map[key]bool                // applications that no row has approved
	unapproved  []string                    // what was taken by whom nobody approved, since the settings were last changed
	standing    map[itemName]string         // by their rows, which exchange an item stands on
	coming      map[key][]*exchangeRecord   // matched with an order whose first row comes next
	exchanged   map[int64]*inventory.Refund // due back for exchanges, by audit row
	seats       *seatRecords                // nil: the event has no seats
	given       map[string]*givenTicket     // by ticket, what the accepted transfers made of it
	terms       commitment                  // by the audit rows, to the terms of the event
	seals       *nameSeals                  // until the rows are loaded
	entrants    map[key]int64               // of the waiting room, with whose passes holds and entries were taken
	room        map[int64]*passRecord       // the passes of the waiting room, by the number that entrants have
	unpassed    []unpassed                  // what was taken without a pass
	returned    returns                     // what buyers gave back otherwise than buyers can
	draw        drawRecord                  // of the waiting room
	ballot      []balloted                  // places on the waitlist that it gave, in the order of their rows
	promised    statements                  // what was promised before the opening
	heldBack    map[int64]*holdRecord       // by their rows
	replanned   []replanned                 // rows that changed the releases when the waiting room had opened
	pretended   map[key]key                 // what strangers were told about and there is not, and whose it would be
}

func newCheck(r *run, e *events.EventRecord) *check {
	n := newNames(e.Event.ID)
	if p := r.replies[e.Event.ID]; p != nil {
		n = p.names // its keys were made with these
	}
	return &check{
		run: r, event: e, names: n, words: newWords(),
		poolByID: map[string]*poolRecord{}, tierByID: map[word]*tierRecord{},
		people: newTable[personRecord](), holds: newTable[holdRecord](),
		entries: newTable[entryRecord](), offers: newTable[offerRecord](),
		holders: map[string]key{}, items: map[string]int64{},
		orders: map[key]*orderRecord{}, codes: map[string]*codeRecord{}, refunds: map[int64]*inventory.Refund{}, dues: map[int64]*inventory.Refund{},
		past: map[key][]pastPlacement{}, moves: map[key][]placement{},
		transfers: map[string]*transferRecord{}, given: map[string]*givenTicket{},
		pretended: map[key]key{}, parties: map[key]*partyRecord{},
		heldBack: map[int64]*holdRecord{}, entrants: map[key]int64{}, room: map[int64]*passRecord{},
		applied: map[key]bool{}, invitations: map[string]*invitationRecord{}, strangers: map[key]bool{},
		exchanges: map[string]*exchangeRecord{}, standing: map[itemName]string{}, coming: map[key][]*exchangeRecord{}, exchanged: map[int64]*inventory.Refund{},
	}
}

func (c *check) fail(invariant int, subject, format string, args ...any) {
	c.run.report.add(invariant, c.event.Event.ID, subject, format, args...)
}

// all loads the rows, replays the audit rows, and compares.
func (c *check) all() error {
	loads := []func() error{c.loadInventory, c.loadSeals, c.loadPeople, c.loadHolds, c.loadSeats, c.loadOrders, c.loadEntries, c.loadPlacements, c.loadOffers, c.loadPasses, c.loadStatements, c.loadTransfers, c.loadExchanges, c.loadInvitations, c.loadPublicLog}
	for _, load := range loads {
		if err := load(); err != nil {
			return err
		}
	}
	c.seals = nil
	c.formLines()
	c.openSayings()
	c.openOutbox()
	defer c.outbox.stop()
	if err := c.run.snapshot.Audit(c.event.Event.ID, c.auditRow); err != nil {
		return err
	}
	c.checkSayings(c.seq + 1)
	if err := c.endOfOutbox(); err != nil {
		return err
	}
	c.endOfChain()
	if err := c.endOfLog(); err != nil {
		return err
	}
	if err := c.checkSnapshots(); err != nil {
		return err
	}
	c.endOfPasses(nil)
	c.endOfMoves()
	c.checkPools()
	if err := c.checkCounters(); err != nil {
		return err
	}
	if err := c.checkOrigins(); err != nil {
		return err
	}
	c.checkLiveClaims()
	c.checkApplications()
	c.checkFold()
	c.checkCommitments()
	c.checkNameSeals()
	c.checkOrders()
	if err := c.checkPayments(); err != nil {
		return err
	}
	c.checkPrices()
	c.checkOrder()
	c.checkOffers()
	c.checkOwed()
	c.checkSeats()
	c.checkReplies()
	c.checkUnpassed()
	c.returned.report()
	c.checkReleases()
	c.checkStatements()
	c.checkInvitations()
	if err := c.checkWaitingRoom(); err != nil {
		return err
	}
	c.checkDraw()
	if err := c.checkDoor(); err != nil {
		return err
	}
	if err := c.checkQuestions(); err != nil {
		return err
	}
	if err := c.checkFeedback(); err != nil {
		return err
	}
	if err := c.checkTracking(); err != nil {
		return err
	}
	return c.checkConsents()
}

func (c *check) loadInventory() error {
	event := c.event.Event.ID
	pools, err := c.run.snapshot.Pools(event)
	if err != nil {
		return err
	}
	for _, p := range pools {
		record := &poolRecord{Pool: p}
		c.pools = append(c.pools, record)
		c.poolByID[p.ID] = record
	}
	tiers, err := c.run.snapshot.Tiers(event)
	if err != nil {
		return err
	}
	for _, t := range tiers {
		record := &tierRecord{Tier: t}
		for _, p := range t.Pools {
			if pool := c.poolByID[p]; pool != nil {
				record.pools = append(record.pools, pool)
			}
		}
		c.tiers = append(c.tiers, record)
		c.tierByID[c.words.number(t.ID)] = record
	}
	for _, t := range c.tiers {
		for _, u := range c.tiers {
			if slices.ContainsFunc(u.pools, func(p *poolRecord) bool { return slices.Contains(t.pools, p) }) {
				t.shares = append(t.shares, u)
			}
		}
	}
	c.lanes, err = c.run.snapshot.Lanes(event)
	n := &c.run.report.Checked
	n.Pools += int64(len(pools))
	n.Tiers += int64(len(tiers))
	n.Lanes += int64(len(c.lanes))
	return err
}

func (c *check) loadPeople() error {
	return c.run.snapshot.People(c.event.Event.ID, func(p *snapshot.PersonRecord) error {
		c.run.report.Checked.People++
		k := c.names.key(p.ID)
		for id := range strings.FieldsSeq(p.GoodsEntries) {
			g := c.goodsOf(k)
			g.said = append(g.said, c.names.key(id))
		}
		c.people.add(k, personRecord{
			id: k, hold: c.names.key(p.HoldID), entry: c.names.key(p.EntryID), units: p.Units, places: p.Places,
			erased: p.ErasedAt != 0, blank: p.UserID == "erased:"+p.ID && p.Profile == inventory.Profile{},
			seal: c.seals.of(k, p.UserID, p.Profile.Email, p.Profile.Name),
		})
		return nil
	})
}

func (c *check) loadHolds() error {
	return c.run.snapshot.Holds(c.event.Event.ID, func(h *inventory.Hold) error {
		c.run.report.Checked.Holds++
		c.checkHome(h.ID)
		k, n, w := c.names.key(h.ID), c.names, c.words
		c.holds.add(k, holdRecord{
			id: k, person: n.key(h.PersonID), entry: n.key(h.EntryID), offer: n.key(h.OfferID),
			kind: w.number(string(h.Kind)), state: w.number(string(h.State)), reason: w.number(string(h.Reason)),
			tier: w.number(h.Tier), units: h.Units, expiresAt: h.ExpiresAt, lastSeq: h.LastSeq,
			named: h.Name != "" || h.Guests != inventory.NoGuests, seal: c.seals.of(k, h.Name, h.Guests),
		})
		if h.Entrant != 0 {
			c.entrants[k] = h.Entrant
		}
		if h.GivenBack != "" {
			c.partyOf(k).row = strings.Clone(h.GivenBack)
		}
		return nil
	})
}

func (c *check) loadEntries() error {
	return c.run.snapshot.Entries(c.event.Event.ID, func(e *inventory.Entry) error {
		c.run.report.Checked.Entries++
		c.checkHome(e.ID)
		k, n, w := c.names.key(e.ID), c.names, c.words
		c.entries.add(k, entryRecord{
			id: k, person: n.key(e.PersonID), offer: n.key(e.OfferID),
			state: w.number(string(e.State)), reason: w.number(string(e.Reason)), placement: c.placementOf(&e.Placement),
			units: e.Units, passes: e.Passes, leftSeq: e.LeftSeq, joinedAt: e.JoinedAt, approvedAt: e.ApprovedAt, lastSeq: e.LastSeq,
			named: e.Name != "" || e.Guests != inventory.NoGuests, seal: c.seals.of(k, e.Name, e.Guests),
		})
		if e.Entrant != 0 {
			c.entrants[k] = e.Entrant
		}
		c.readWish(e, k)
		return nil
	})
}

func (c *check) loadOffers() error {
	return c.run.snapshot.Offers(c.event.Event.ID, func(o *inventory.Offer) error {
		c.run.report.Checked.Offers++
		c.checkHome(o.ID)
		k, n := c.names.key(o.ID), c.names
		c.offers.add(k, offerRecord{
			id: k, entry: n.key(o.EntryID), order: n.key(o.OrderID), person: n.key(o.PersonID),
			state: c.words.number(string(o.State)), openedAt: o.OpenedAt, windowStartsAt: o.WindowStartsAt,
			expiresAt: o.ExpiresAt, endedAt: o.EndedAt, extensions: o.Extensions, rule: o.RuleVersion, lastSeq: o.LastSeq,
		})
		return nil
	})
}

func (c *check) holdState(h *holdRecord) inventory.HoldState {
	return inventory.HoldState(c.words.text(h.state))
}

func (c *check) entryState(e *entryRecord) inventory.EntryState {
	return inventory.EntryState(c.words.text(e.state))
}

func (c *check) offerState(o *offerRecord) inventory.OfferState {
	return inventory.OfferState(c.words.text(o.state))
}
