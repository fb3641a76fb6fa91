package planted

// finder is a test that must find a mistake.
type finder struct {
	pkg, run string
}

var (
	// histories plays random histories on SQLite: clocks, crashes, failing calls.
	histories = finder{"./internal/sim", "TestHistories$"}
	// nodes plays two servers on one PostgreSQL.
	nodes = finder{"./internal/sim", "TestNodes$"}
	// load lets the load tool loose on real servers, and asks what became of it.
	load = finder{"./internal/hammer", "TestServers$"}
	// rooms has the load tool go through a waiting room.
	rooms = finder{"./internal/hammer", "TestRooms$"}
)

// edit is a change of one text in one file. In what it becomes, PLANTED is whether the
// mistake is switched on.
type edit struct {
	file, text, becomes string
}

// mistake is one that could be made, with the tests that must find it.
type mistake struct {
	name  string
	found []finder
	edits []edit
}

const (
	writer   = "internal/sequencer/writer.go"
	results  = "\tresults = plan.results(decided.Outcomes)\n"
	resolved = "\t\t\treturn written, nil\n"
)

var mistakes = []mistake{
	// What becomes of a COMMIT.
	{"the answer that a batch was written is ignored, and the batch decided again", []finder{nodes}, []edit{
		{writer, resolved, "\t\t\tif PLANTED {\n\t\t\t\twritten = false\n\t\t\t}\n" + resolved}}},
	{"a batch that was written is taken for one that was not, and the other way round", []finder{nodes}, []edit{
		{writer, resolved, "\t\t\tif PLANTED {\n\t\t\t\twritten = !written\n\t\t\t}\n" + resolved}}},
	{"an unknown COMMIT is taken for one that was written", []finder{nodes}, []edit{
		{writer, resolved, "\t\t\tif PLANTED {\n\t\t\t\twritten = true\n\t\t\t}\n" + resolved}}},
	{"a COMMIT whose answer was lost is taken for one that failed", []finder{nodes}, []edit{
		{"internal/store/ledger/commit.go", "\tunknown, err := b.session.Commit(next.steps)\n", "\tunknown, err := b.session.Commit(next.steps)\n\tunknown = unknown && !PLANTED\n"}}},
	{"a COMMIT that is still on its way is not waited for", []finder{nodes}, []edit{
		{"internal/store/ledger/batch.go", `"select id from events where id = $1" + s.Guards().LockEvent, Args: []any{event}`,
			`"select id from events where id = $1" + map[bool]string{false: s.Guards().LockEvent}[PLANTED], Args: []any{event}`}}},
	{"a batch of three is answered and not written", []finder{load}, []edit{
		{writer, "\t\terr = w.commit(ctx, event, tx, write)\n", "\t\tif !PLANTED || len(reqs) != 3 {\n\t\t\terr = w.commit(ctx, event, tx, write)\n\t\t}\n"}}},

	// What is remembered between batches.
	{"the cached state is kept after a failure", []finder{nodes}, []edit{
		{writer, "\tdelete(w.cache, event)\n\treturn c\n", "\tif !PLANTED {\n\t\tdelete(w.cache, event)\n\t}\n\treturn c\n"}}},
	{"what was read ahead is used for other commands", []finder{nodes}, []edit{
		{"internal/store/ledger/ahead.go", "if s.read = a != nil && a.fits(&needs, q.Keys); !s.read {", "if s.read = a != nil && (PLANTED || a.fits(&needs, q.Keys)); !s.read {"}}},
	// At most times the key of the audit rows refuses what follows from it.
	{"a stale state is used under the lock", []finder{nodes}, []edit{
		{"internal/store/ledger/load.go", "b.exists && b.version == q.Cached.State.Event.Version", "b.exists && (PLANTED || b.version == q.Cached.State.Event.Version)"}}},
	{"the fence is removed, and the key of the audit rows with it", []finder{nodes, load}, []edit{
		// Without the fence alone nothing goes wrong: the key refuses what it would have refused.
		{"internal/store/ledger/commit.go", "!b.s.Guards().Unfenced,", "!b.s.Guards().Unfenced && !PLANTED,"},
		{"internal/store/database/db.go", "\tif err := d.Read.PingContext(ctx); err != nil {\n",
			"\tif PLANTED && eng.Name() == \"postgres\" {\n" +
				"\t\t_, err := d.Write.ExecContext(ctx, \"alter table audit drop constraint if exists audit_pkey; alter table messages drop constraint if exists messages_pkey\")\n" +
				"\t\tlog.Info(\"planted\", \"error\", err)\n\t}\n" +
				"\tif err := d.Read.PingContext(ctx); err != nil {\n"}}},

	// Time.
	{"each server has a time of its own", []finder{nodes}, []edit{
		{"internal/clock/clock.go", "func (c *Clock) Now() time.Time { return c.compared().Add(time.Duration(c.ahead.Load())) }",
			"func (c *Clock) Now() time.Time {\n\tif PLANTED {\n\t\treturn c.cfg.System()\n\t}\n\treturn c.compared().Add(time.Duration(c.ahead.Load()))\n}"}}},
	{"a server whose clocks are apart decides", []finder{nodes}, []edit{
		{"internal/clock/clock.go", "func (c *Clock) Check() error { return c.within(Bound) }", "func (c *Clock) Check() error { return c.within(map[bool]time.Duration{false: Bound, true: 1000 * time.Hour}[PLANTED]) }"}}},
	{"an event whose clock is ahead is decided all the same", []finder{nodes}, []edit{
		{"internal/sequencer/clock.go", `if st.Event.ID == "" || ahead <=`, `if PLANTED || st.Event.ID == "" || ahead <=`}}},
	{"the time of an event runs back", []finder{histories}, []edit{
		{"internal/inventory/decide.go", "func clock(st *State, b Batch) Instant { return max(b.Now, st.Event.Clock) }",
			"func clock(st *State, b Batch) Instant {\n\tif PLANTED {\n\t\treturn b.Now\n\t}\n\treturn max(b.Now, st.Event.Clock)\n}"}}},
	{"a hold lapses a minute late", []finder{histories}, []edit{
		{"internal/store/ledger/load.go", "Args: []any{event, int64(b.now()), int64(inventory.MaxSweep + 1)}, Row: b.addDue}",
			"Args: []any{event, int64(b.now()) - map[bool]int64{true: 60_000_000}[PLANTED], int64(inventory.MaxSweep + 1)}, Row: b.addDue}"},
		{"internal/store/ledger/load.go", "{SQL: nextExpiryText, Args: []any{event, int64(b.now())},", "{SQL: nextExpiryText, Args: []any{event, int64(b.now()) - map[bool]int64{true: 60_000_000}[PLANTED]},"}}},

	// Rules.
	{"a party is passed a fourth time", []finder{histories}, []edit{
		{"internal/inventory/promote.go", "policy == Strict || e.Passes >= MaxPasses)", "policy == Strict || e.Passes >= MaxPasses && !(PLANTED && e.Passes == MaxPasses))"}}},
	{"a unit that comes free is not offered to those who wait", []finder{histories}, []edit{
		{"internal/inventory/hold.go", "\td.waitlistDirty = true\n\tif h.Order != nil {", "\td.waitlistDirty = d.waitlistDirty || !PLANTED\n\tif h.Order != nil {"}}},
	{"money that is due back is not noted", []finder{histories}, []edit{
		{"internal/inventory/order.go", "\td.out.Refunds = append(d.out.Refunds, r)\n", "\tif !PLANTED {\n\t\td.out.Refunds = append(d.out.Refunds, r)\n\t}\n"}}},
	{"more are registered than there is room for", []finder{load}, []edit{
		{"internal/inventory/register.go", "if t.available() >= c.Units && !d.closed(t) {", "if (PLANTED || t.available() >= c.Units) && !d.closed(t) {"}}},
	{"a registration is said to be cancelled, and stands", []finder{load}, []edit{
		{"internal/inventory/cancel.go", "\td.releaseRegistration(h, c.Actor, reason)\n", "\tif !PLANTED {\n\t\td.releaseRegistration(h, c.Actor, reason)\n\t}\n"}}},
	{"who leaves the waitlist stays on it", []finder{load}, []edit{
		{"internal/inventory/leave.go", "\t\td.endWaiting(e, to, c.Actor, reason)\n", "\t\tif !PLANTED {\n\t\t\td.endWaiting(e, to, c.Actor, reason)\n\t\t}\n"}}},
	{"an offer is said to be accepted, and stands open", []finder{load}, []edit{
		{"internal/inventory/accept.go", "\td.moveEntry(d.w.Entries[o.EntryID], EntryAccepted, c.Actor, ReasonAccepted, o.ID)\n",
			"\tif PLANTED {\n\t\treturn done\n\t}\n\td.moveEntry(d.w.Entries[o.EntryID], EntryAccepted, c.Actor, ReasonAccepted, o.ID)\n"}}},
	{"an offer is said to be declined, and stands open", []finder{load}, []edit{
		{"internal/inventory/decline.go", "\tif o.State == OfferOpen {\n", "\tif o.State == OfferOpen && !PLANTED {\n"}}},

	// Waiting rooms.
	{"a batch of joins is answered and not written", []finder{histories, rooms}, []edit{
		{"internal/store/waitingrooms/waiting_rooms.go", "\t\tif err != nil || g == nil {\n", "\t\tif err != nil || g == nil || PLANTED && len(g.Entrants) == 1 && room.Entrants%5 == 4 {\n"}}},
	{"whoever asks comes in, called or not", []finder{histories, rooms}, []edit{
		{"internal/waitroom/controller.go", "\tcase p != Serving || place > r.Serving || place < 1", "\tcase p != Serving || place > r.Serving && !PLANTED || place < 1"},
		{"internal/waitroom/turnstile/turnstile.go", "\tcase place == 0 || place > v.Serving:\n", "\tcase place == 0 || place > v.Serving && !PLANTED:\n"}}},
	{"more come in than may be inside", []finder{histories, rooms}, []edit{
		{"internal/waitroom/controller.go", "\tcase r.Inside >= t.Inside:\n", "\tcase r.Inside >= t.Inside && !PLANTED:\n"},
		{"internal/waitroom/controller.go", "\troom := float64(t.Inside - r.Inside)\n", "\troom := float64(t.Inside - r.Inside + map[bool]int{true: 100}[PLANTED])\n"}}},
	{"the call goes back", []finder{rooms}, []edit{
		{"internal/store/waitingrooms/waiting_rooms.go", "if room = *c.Room; err != nil || to <= room.Serving {", "if room = *c.Room; PLANTED && to > 60 && to%2 == 0 {\n\t\t\tto -= 50\n\t\t}\n\t\tif err != nil || to <= room.Serving && !PLANTED {"}}},
	{"who joins again is given the receipt of another", []finder{histories, rooms}, []edit{
		{"internal/waitroom/joins/writer.go", "\treturn w.Receipt(ctx, event, a.index)\n", "\tif PLANTED {\n\t\ta.index = a.index / 2 * 2\n\t}\n\treturn w.Receipt(ctx, event, a.index)\n"}}},
	{"an entrant is given a second pass", []finder{histories}, []edit{
		{"internal/store/waitingrooms/waiting_rooms.go", "&pass)}); err != nil || pass.Until != 0 {\n\t\t\treturn err\n\t\t}\n\t\tcalls := room.Calls\n", "&pass)}); err != nil || pass.Until != 0 && !PLANTED {\n\t\t\treturn err\n\t\t}\n\t\tcalls := room.Calls\n"},
		{"internal/store/waitingrooms/waiting_rooms.go", "RoomPassTable.InsertStep(event, &pass, \"\")", "RoomPassTable.InsertStep(event, &pass, map[bool]string{true: \" on conflict (event_id, idx) do update set until = excluded.until\"}[PLANTED])"}}},

	// Ballots.
	{"two who were drawn one after the other change places", []finder{histories}, []edit{
		{"internal/waitroom/draws/ballot.go", "places.At(place), place)", "places.At(map[bool]int64{false: place, true: min((place-1)^1+1, o.Draw.Seal.Entrants)}[PLANTED]), place)"}}},
	{"who was struck out of a ballot is put on the waitlist", []finder{histories}, []edit{
		{"internal/waitroom/draws/ballot.go", "\tcase struck != \"\":\n", "\tcase struck != \"\" && !PLANTED:\n"}}},
	{"what somebody wants of a ballot is acknowledged and not stored", []finder{histories}, []edit{
		{"internal/store/waitingrooms/ballots.go", "\tfor i := range wishes {\n", "\tfor i := range wishes {\n\t\tif PLANTED && i > 0 || PLANTED && wishes[i].Index%3 == 2 {\n\t\t\tcontinue\n\t\t}\n"}}},
	{"who is refused by a ballot is not told", []finder{histories}, []edit{
		{"internal/waitroom/draws/ballot.go", "\twish.MailUntil = k.cfg.Now() +", "\tif PLANTED {\n\t\treturn\n\t}\n\twish.MailUntil = k.cfg.Now() +"}}},

	// Rooms and tables.
	{"a booking of a hall leaves its parts free", []finder{histories}, []edit{
		{"internal/store/bookings/bookings_change.go", "range c.Takes(b.Rooms) {", "range map[bool][]string{false: c.Takes(b.Rooms), true: b.Rooms}[PLANTED] {"}}},
	{"a free room is not given to whoever waits", []finder{histories}, []edit{
		{"internal/store/bookings/bookings_series.go", "\t\t\terr := grantOne(", "\t\t\tif PLANTED {\n\t\t\t\tcontinue\n\t\t\t}\n\t\t\terr := grantOne("}}},
	{"what becomes of the offer of a table is acknowledged and not stored", []finder{histories}, []edit{
		{"internal/store/resources/resources_change.go", "\tcase ch.Offer != nil:\n\t\treturn ResourceOfferTable", "\tcase ch.Offer != nil && PLANTED:\n\t\treturn nil\n\tcase ch.Offer != nil:\n\t\treturn ResourceOfferTable"}}},
	{"tables that are offered are not counted", []finder{histories}, []edit{
		{"internal/store/resources/resources_change.go", "\treturn ResourceSignalTable.UpdateRow(", "\tif PLANTED {\n\t\treturn nil\n\t}\n\treturn ResourceSignalTable.UpdateRow("}}},
	{"who waits for rooms longest has them last", []finder{histories}, []edit{
		{"internal/store/bookings/bookings_series.go", "order by created_at, id limit $8`, v.OrgID, v.ID, int64(last.CreatedAt)", "order by created_at` + map[bool]string{true: \" desc\"}[PLANTED] + `, id limit $8`, v.OrgID, v.ID, int64(last.CreatedAt)"}}},
	{"a booking that moves keeps the tear-down that it had", []finder{histories}, []edit{
		{"internal/store/bookings/bookings_change.go", "\t\tdatabase.Put(&b.Teardown, m.Teardown)\n", "\t\tif !PLANTED {\n\t\t\tdatabase.Put(&b.Teardown, m.Teardown)\n\t\t}\n"}}},
	{"a booking that lapses keeps its rooms", []finder{histories}, []edit{
		{"internal/store/bookings/bookings_change.go", "if _, err := table.Exec(ctx, tx, \"update booking_rooms set live = false where org_id = $1 and booking_id = $2\", b.OrgID, b.ID); err != nil {",
			"if _, err := table.Exec(ctx, tx, \"update booking_rooms set live = \"+fmt.Sprint(PLANTED && state == booking.Lapsed)+\" where org_id = $1 and booking_id = $2\", b.OrgID, b.ID); err != nil {"}}},
	{"a booker moves what the venue wants to confirm", []finder{histories}, []edit{
		{"internal/store/bookings/bookings_change.go", "\t\tif m.Ask && v.NeedsApproval {\n", "\t\tif m.Ask && v.NeedsApproval && !PLANTED {\n"}}},
	{"a venue is open when a booking begins, and closed when it ends", []finder{histories}, []edit{
		{"internal/booking/hours.go", "|| !open(last, func(p period) bool { return p.opens < to && to <= p.closes }) {", "|| !PLANTED && !open(last, func(p period) bool { return p.opens < to && to <= p.closes }) {"}}},
	{"what others have keeps the room, and not its parts", []finder{histories}, []edit{
		{"internal/booking/closed.go", "\t\tfor _, part := range r.takes {\n", "\t\tfor _, part := range r.takes {\n\t\t\tif PLANTED && part != r {\n\t\t\t\tcontinue\n\t\t\t}\n"}}},
	{"rooms hold twice as many people as they do", []finder{histories}, []edit{
		{"internal/booking/state.go", "\t\tmost += n\n", "\t\tif most += n; PLANTED {\n\t\t\tmost += n\n\t\t}\n"}}},
	{"what goes back of a booking has the tax of all of it", []finder{histories}, []edit{
		{"internal/booking/bill.go", "\t\tpart.Tax = inventory.Share(s.Tax, part.Gross, s.Gross)\n", "\t\tif part.Tax = inventory.Share(s.Tax, part.Gross, s.Gross); PLANTED {\n\t\t\tpart.Tax = min(s.Tax, part.Gross)\n\t\t}\n"}}},
	{"a date that repeats is booked where others are", []finder{histories}, []edit{
		{"internal/store/bookings/bookings_series.go", "\tcase r.Code.Taken() && d.others == booking.Wait:\n\t\tb.Status = booking.Waiting\n",
			"\tcase r.Code.Taken() && (d.others == booking.Wait || PLANTED):\n\t\tb.Status = booking.Waiting\n"}}},
	{"the place of an event that moves stays", []finder{histories}, []edit{
		{"internal/store/bookings/bookings_events.go", "\tb.StartsAt, b.EndsAt = events[0].Event.StartsAt, events[0].Event.EndsAt\n", "\tif PLANTED {\n\t\treturn \"\", nil\n\t}\n\tb.StartsAt, b.EndsAt = events[0].Event.StartsAt, events[0].Event.EndsAt\n"}}},

	// Deposits and fees.
	{"a deposit that comes late has rooms that its event has left", []finder{histories}, []edit{
		{"internal/store/bookings/bookings_money.go", "\t\tif left {\n\t\t\tverdict = booking.PaidLate\n", "\t\tif left && !PLANTED {\n\t\t\tverdict = booking.PaidLate\n"}}},
	{"who moves a booking nearer and cancels it is given back what they would have been before", []finder{histories}, []edit{
		{"internal/store/bookings/bookings_money.go", "\tif ask && b.StartsAt != was.StartsAt && (b.DepositBy", "\tif !PLANTED && ask && b.StartsAt != was.StartsAt && (b.DepositBy"}}},
	{"whoever has longer for a deposit has it by moving", []finder{histories}, []edit{
		{"internal/store/bookings/bookings_money.go", "\tif b.PayUntil, b.RemindDepositAt = until, remind; b.StartsAt < until {\n", "\tif PLANTED {\n\t\treturn\n\t}\n\tif b.PayUntil, b.RemindDepositAt = until, remind; b.StartsAt < until {\n"}}},
	{"the fee of a place that has ended is forgotten", []finder{histories}, []edit{
		{"internal/store/resources/resources_fees.go", "\t\tif e == nil || !e.FeeBack ||", "\t\tif PLANTED || e == nil || !e.FeeBack ||"}}},
	{"what comes too late gives a place all the same", []finder{histories}, []edit{
		{"internal/resource/fee.go", "\tcase e.State != PendingPayment:\n", "\tcase e.State != PendingPayment && !PLANTED:\n"}}},
	{"what goes back of a booking that has ended is forgotten", []finder{histories}, []edit{
		{"internal/store/bookings/bookings_money.go", "\t\towed := b.Terms.Back(p.Amount, percent)\n\t\tif owed == 0 {\n", "\t\towed := b.Terms.Back(p.Amount, percent)\n\t\tif PLANTED || owed == 0 {\n"}}},

	// Answers.
	{"the reply to a request with a key is not stored", []finder{histories, load}, []edit{
		{writer, "\t\tif reqs[i].Key == nil {\n", "\t\tif reqs[i].Key == nil || PLANTED {\n"}}},
	{"a key is good for another request too", []finder{histories}, []edit{
		{"internal/sequencer/reply.go", "\tif r.Key.BodyHash != k.BodyHash {\n", "\tif r.Key.BodyHash != k.BodyHash && !PLANTED {\n"}}},
	{"two of a batch are given each other's answers", []finder{load}, []edit{
		{writer, results, results + "\tif PLANTED && len(results) > 1 {\n\t\tresults[0], results[1] = results[1], results[0]\n\t}\n"}}},
	{"two of a batch are given one order", []finder{load}, []edit{
		{writer, results, results + "\tif PLANTED && len(results) > 1 && results[1].Reply.OrderID != \"\" {\n\t\tresults[1].Reply.OrderID = results[0].Reply.OrderID\n\t}\n"}}},
	{"all of a batch are given one ledger seq", []finder{load}, []edit{
		{writer, results, results + "\tfor i := range results {\n\t\tif PLANTED {\n\t\t\tresults[i].Reply.Seq = results[0].Reply.Seq\n\t\t}\n\t}\n"}}},
	{"an order is answered under another id than it has", []finder{load}, []edit{
		{writer, results, results + "\tfor i := range results {\n\t\tif id := &results[i].Reply.OrderID; PLANTED && *id != \"\" {\n\t\t\t*id = (*id)[:len(*id)-4] + \"zzzz\"\n\t\t}\n\t}\n"}}},
	{"nobody is told about a change", []finder{histories, load}, []edit{
		{"internal/store/ledger/commit.go", "len(m) > 0 && wr.w.Outbox != nil {", "len(m) > 0 && wr.w.Outbox != nil && !PLANTED {"}}},
}
