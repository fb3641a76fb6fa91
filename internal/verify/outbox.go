package verify

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// Invariant 11: each change that a person is to be told of has its message, each
// message its change, and each queued message a live job that delivers it.

// messageRecord is a stored message.
type messageRecord struct {
	seq         int64
	at          inventory.Instant
	person, ref key
	kind        word
	queued      bool
}

// seqRange is what a live job delivers.
type seqRange struct{ from, to int64 }

// liveJob has the states of River's jobs that will still run.
var liveJob = map[string]bool{"available": true, "scheduled": true, "retryable": true, "running": true, "pending": true}

func (r *run) loadJobs() error {
	r.jobs = map[string][]seqRange{}
	return r.snapshot.JobRanges("", func(j *store.JobRange) error {
		if !liveJob[j.State] || !r.wanted(j.EventID) {
			return nil
		}
		r.report.Checked.Jobs++
		e := strings.Clone(j.EventID)
		r.jobs[e] = append(r.jobs[e], seqRange{j.FromSeq, j.ToSeq})
		return nil
	})
}

func (c *check) loadMessages() error {
	return c.run.snapshot.Messages(c.event.Event.ID, func(m *store.MessageView) error {
		c.run.report.Checked.Messages++
		c.messages = append(c.messages, messageRecord{
			seq: m.Message.Seq, at: m.Message.At, person: c.names.key(m.Message.PersonID), ref: c.names.key(m.Message.Ref),
			kind: c.words.number(string(m.Message.Kind)), queued: m.State == "queued",
		})
		return nil
	})
}

// messageOfRow compares an audit row with the message of the same seq.
func (c *check) messageOfRow(r *inventory.AuditRow) {
	c.messagesBefore(r.Seq)
	var m *messageRecord
	if c.nextMessage < len(c.messages) && c.messages[c.nextMessage].seq == r.Seq {
		m = &c.messages[c.nextMessage]
		c.nextMessage++
	}
	kind, called := inventory.MessageFor(r)
	person, ref := c.toldOf(r, kind)
	switch {
	case !called && m == nil:
		return
	case !called:
		c.fail(11, r.Subject, "message %d tells of an audit row that calls for none", r.Seq)
		return
	case m == nil:
		c.fail(11, r.Subject, "audit row %d (%s) calls for a message %q, and there is none", r.Seq, r.Reason, kind)
		return
	}
	if text := c.words.text(m.kind); text != string(kind) {
		c.fail(11, r.Subject, "message %d is %q, its audit row calls for %q", r.Seq, text, kind)
	}
	if person != (key{}) && m.person != person {
		c.fail(11, r.Subject, "message %d goes to %s, and concerns %s", r.Seq, c.names.id(m.person), c.names.id(person))
	}
	if m.ref != ref {
		c.fail(11, r.Subject, "message %d is about %s, and should be about %s", r.Seq, c.names.id(m.ref), c.names.id(ref))
	}
	if m.at != r.At {
		c.fail(11, r.Subject, "message %d was made at %s, its audit row at %s", r.Seq, clock(m.at), clock(r.At))
	}
}

// messagesBefore fails the messages that no audit row was met for.
func (c *check) messagesBefore(seq int64) {
	for c.nextMessage < len(c.messages) && c.messages[c.nextMessage].seq < seq {
		c.fail(11, "", "message %d tells of no audit row", c.messages[c.nextMessage].seq)
		c.nextMessage++
	}
}

// toldOf is whom a row's message goes to, and what it is about. The person is
// the zero key when the subject is not stored, which another check says.
func (c *check) toldOf(r *inventory.AuditRow, kind inventory.MessageKind) (person, ref key) {
	ref = c.names.key(r.Subject)
	switch {
	case strings.HasPrefix(r.Subject, id.Order):
		if h := c.holds.find(ref); h != nil {
			person = h.person
		}
	case strings.HasPrefix(r.Subject, id.Entry):
		if e := c.entries.find(ref); e != nil {
			person = e.person
		}
	case strings.HasPrefix(r.Subject, id.Offer):
		if o := c.offers.find(ref); o != nil {
			person = o.person
		}
	}
	if kind == inventory.MsgOffer || kind == inventory.MsgOfferExpired {
		ref = c.names.key(r.Related)
	}
	return person, ref
}

// endOfMessages checks what is left when the ledger is read, and the jobs.
func (c *check) endOfMessages() {
	if n := len(c.messages); n > 0 {
		c.messagesBefore(c.messages[n-1].seq + 1)
	}
	if c.run.options.WithoutJobs {
		return
	}
	jobs := c.run.jobs[c.event.Event.ID]
	for _, j := range jobs {
		i := sort.Search(len(c.messages), func(i int) bool { return c.messages[i].seq >= j.from })
		if i == len(c.messages) || c.messages[i].seq > j.to {
			c.fail(11, "", "a live job delivers messages %d to %d, and there are none", j.from, j.to)
		}
	}
	covered := merge(jobs)
	for i := range c.messages {
		m := &c.messages[i]
		for len(covered) > 0 && covered[0].to < m.seq {
			covered = covered[1:]
		}
		if m.queued && (len(covered) == 0 || covered[0].from > m.seq) {
			c.fail(11, c.names.id(m.ref), "message %d is queued, and no live job delivers it", m.seq)
		}
	}
}

// merge sorts ranges and joins those that touch.
func merge(ranges []seqRange) []seqRange {
	slices.SortFunc(ranges, func(a, b seqRange) int { return cmp.Compare(a.from, b.from) })
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

// checkJobsOfUnknownEvents finds live jobs for events that do not exist.
func (r *run) checkJobsOfUnknownEvents() {
	for event, jobs := range r.jobs {
		if !r.events[event] {
			r.report.add(11, event, "", "%d live jobs deliver messages of an event that does not exist", len(jobs))
		}
	}
}
