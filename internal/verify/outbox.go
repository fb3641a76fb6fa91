package verify

import (
	"cmp"
	"errors"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
)

// Invariant 11: each change that a person is to be told about has its message, each
// message its change, and each message its deliveries or a live job that makes
// them. What a worker has taken belongs to one that is known.

// seqRange is what a live job delivers.
type seqRange struct{ from, to int64 }

// liveJob has the states of River's jobs that will still run.
var liveJob = map[string]bool{"available": true, "scheduled": true, "retryable": true, "running": true, "pending": true}

func (r *run) loadJobs() error {
	r.jobs = map[string][]seqRange{}
	return r.snapshot.JobRanges("", func(j *snapshot.JobRange) error {
		if !liveJob[j.State] || !r.wanted(j.EventID) {
			return nil
		}
		r.report.Checked.Jobs++
		e := strings.Clone(j.EventID)
		r.jobs[e] = append(r.jobs[e], seqRange{j.FromSeq, j.ToSeq})
		return nil
	})
}

// errStopped ends the reading of messages that nobody wants any more.
var errStopped = errors.New("stopped")

// outbox reads the messages of an event beside its audit rows, both by seq, so
// that neither has to be kept.
type outbox struct {
	next    func() (*snapshot.MessageRecord, bool)
	stop    func()
	err     error                   // of the reading
	message *snapshot.MessageRecord // the next one; nil at the end
	jobs    []seqRange              // by from; those for which no message was met yet
	covered []seqRange              // what live jobs deliver, from the next message on
}

func (c *check) openOutbox() {
	jobs := c.run.jobs[c.event.Event.ID]
	slices.SortFunc(jobs, func(a, b seqRange) int { return cmp.Compare(a.from, b.from) })
	c.outbox = &outbox{jobs: jobs, covered: merge(jobs)}
	c.outbox.next, c.outbox.stop = iter.Pull(func(yield func(*snapshot.MessageRecord) bool) {
		err := c.run.snapshot.Messages(c.event.Event.ID, func(m *snapshot.MessageRecord) error {
			if !yield(m) {
				return errStopped
			}
			return nil
		})
		if !errors.Is(err, errStopped) {
			c.outbox.err = err
		}
	})
	c.advance()
}

// advance takes the next message, and checks it against the jobs.
func (c *check) advance() {
	o := c.outbox
	m, ok := o.next()
	if o.message = m; !ok {
		o.message = nil
		return
	}
	c.run.report.Checked.Messages++
	if c.run.options.WithoutJobs {
		return
	}
	seq := m.Message.Seq
	for len(o.jobs) > 0 && o.jobs[0].from <= seq {
		if o.jobs[0].to < seq {
			c.idleJob(o.jobs[0])
		}
		o.jobs = o.jobs[1:]
	}
	for len(o.covered) > 0 && o.covered[0].to < seq {
		o.covered = o.covered[1:]
	}
	if !m.Routed && (len(o.covered) == 0 || o.covered[0].from > seq) {
		c.fail(11, m.Message.Ref, "message %d has no deliveries, and no live job makes them", seq)
	}
}

func (c *check) idleJob(j seqRange) {
	c.fail(11, "", "a live job delivers messages %d to %d, and there are none", j.from, j.to)
}

// messageOfRow compares an audit row with the message of the same seq.
func (c *check) messageOfRow(r *inventory.AuditRow) {
	c.messagesBefore(r.Seq)
	kind, called := inventory.MessageFor(r)
	m := c.outbox.message
	if m == nil || m.Message.Seq != r.Seq {
		if called {
			c.fail(11, r.Subject, "audit row %d (%s) calls for a message %q, and there is none", r.Seq, r.Reason, kind)
		}
		return
	}
	if called {
		c.compareMessage(&m.Message, r, kind)
	} else {
		c.fail(11, r.Subject, "message %d belongs to an audit row that calls for none", r.Seq)
	}
	c.advance()
}

func (c *check) compareMessage(m *inventory.Message, r *inventory.AuditRow, kind inventory.MessageKind) {
	person, ref := c.toldOf(r, kind)
	if m.Kind != kind {
		c.fail(11, r.Subject, "message %d is %q, its audit row calls for %q", r.Seq, m.Kind, kind)
	}
	if id := c.names.id(person); id != "" && m.PersonID != id {
		c.fail(11, r.Subject, "message %d goes to %s, and concerns %s", r.Seq, m.PersonID, id)
	}
	if m.Ref != ref {
		c.fail(11, r.Subject, "message %d is about %s, and should be about %s", r.Seq, m.Ref, ref)
	}
	if m.At != r.At {
		c.fail(11, r.Subject, "message %d was made at %s, its audit row at %s", r.Seq, clock(m.At), clock(r.At))
	}
}

// messagesBefore fails the messages that no audit row was met for.
func (c *check) messagesBefore(seq int64) {
	for m := c.outbox.message; m != nil && m.Message.Seq < seq; m = c.outbox.message {
		c.fail(11, m.Message.Ref, "message %d belongs to no audit row", m.Message.Seq)
		c.advance()
	}
}

// toldOf is whom a row's message goes to, and what it is about. The person is
// the zero key when the subject is not stored, which another check says.
func (c *check) toldOf(r *inventory.AuditRow, kind inventory.MessageKind) (person key, ref string) {
	k := c.names.key(r.Subject)
	switch {
	case strings.HasPrefix(r.Subject, id.Order):
		if h := c.holds.find(k); h != nil {
			person = h.person
		}
		if g := c.given[r.Ticket()]; g != nil && g.holder != "" && inventory.AboutTicket(kind) {
			person = c.names.key(g.holder) // by the rows so far
		}
	case strings.HasPrefix(r.Subject, id.Transfer):
		if t := c.transfers[r.Subject]; t != nil {
			person = c.names.key(t.row.From)
			if kind == inventory.MsgTransferOffered || kind == inventory.MsgTransferCancelled || kind == inventory.MsgTicketReceived {
				person = c.names.key(t.row.To)
			}
		}
	case strings.HasPrefix(r.Subject, id.Invitation):
		if v := c.invitations[r.Subject]; v != nil {
			person = c.names.key(v.row.PersonID)
		}
	case strings.HasPrefix(r.Subject, id.Exchange):
		if x := c.exchanges[r.Subject]; x != nil {
			person = c.names.key(x.row.PersonID)
		}
	case strings.HasPrefix(r.Subject, id.Entry):
		if e := c.entries.find(k); e != nil {
			person = e.person
		}
	case strings.HasPrefix(r.Subject, id.Offer):
		if o := c.offers.find(k); o != nil {
			person = o.person
		}
	}
	if kind == inventory.MsgOffer || kind == inventory.MsgOfferExpired || inventory.NamesTicket(kind) {
		return person, r.Ticket()
	}
	return person, r.Subject
}

// endOfOutbox checks the messages that are left when the ledger is read, and
// the jobs that are left then.
func (c *check) endOfOutbox() error {
	c.messagesBefore(math.MaxInt64)
	if !c.run.options.WithoutJobs {
		for _, j := range c.outbox.jobs {
			c.idleJob(j)
		}
	}
	return c.outbox.err
}

// merge joins ranges, which are sorted, where they touch.
func merge(ranges []seqRange) []seqRange {
	var merged []seqRange
	for _, r := range ranges {
		if n := len(merged); n > 0 && r.from <= merged[n-1].to+1 {
			merged[n-1].to = max(merged[n-1].to, r.to)
			continue
		}
		merged = append(merged, r)
	}
	return merged
}

// checkStrays finds deliveries that nobody will send: they were taken by a
// worker that is not known, so nobody will give them back.
func (r *run) checkStrays() error {
	strays, err := r.snapshot.Strays()
	if err != nil {
		return err
	}
	for _, s := range strays {
		if r.wanted(s[0]) {
			r.report.add(11, s[0], s[1], "delivery %s was taken by an unknown worker", s[1])
		}
	}
	return nil
}

// checkFollowers finds followers who are told about an event, or of the dates that a series was
// planned with, more often than once.
func (r *run) checkFollowers() error {
	retold, err := r.snapshot.Retold()
	if err != nil {
		return err
	}
	for _, t := range retold {
		if r.wanted(t.EventID) {
			r.report.add(11, t.EventID, t.PersonID, "a follower is told %d times of the event", t.Times)
		}
	}
	twice, err := r.snapshot.ToldTwice()
	for _, t := range twice {
		if r.wanted(t[0]) {
			r.report.add(11, t[0], t[1], "followers are told about the event, of which %s tells them", t[1])
		}
	}
	return err
}

// checkJobsOfUnknownEvents finds live jobs for events that do not exist.
func (r *run) checkJobsOfUnknownEvents() {
	for event, jobs := range r.jobs {
		if !r.events[event] {
			r.report.add(11, event, "", "%d live jobs deliver messages of an event that does not exist", len(jobs))
		}
	}
}
