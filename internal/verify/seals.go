package verify

import (
	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/checkins"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// Invariants 4 and 12 cover what the audit rows of an event do not say: the names of
// people and the scans of tickets. Their hashes are in the chain of the organization,
// into which a job puts them some minutes later (decision 0077).

// sealedEvents is what organizations have sealed, by event.
type sealedEvents map[string]*sealed

// sealed is what an organization's chain says of an event. What is met is taken out.
type sealed struct {
	names map[int64]string // commitments, by the audit row up to which they go
	scans map[int64]string // commitments, by slot
	// lastName and lastSlot are the newest of them.
	lastName, lastSlot int64
}

func (s sealedEvents) add(d *organizations.Deed) {
	e := s[d.Subject]
	if e == nil {
		e = &sealed{names: map[int64]string{}, scans: map[int64]string{}, lastSlot: -1}
		s[d.Subject] = e
	}
	if d.Action == audit.NamesSealed {
		e.names[d.EventSeq], e.lastName = d.Commitment, max(e.lastName, d.EventSeq)
	} else {
		e.scans[d.EventSeq], e.lastSlot = d.Commitment, max(e.lastSlot, d.EventSeq)
	}
}

// nameSeals are the seals of an event's names, while its rows are read.
type nameSeals struct {
	first map[key]sealedName
	more  map[key][]sealedName // of whom was sealed again
	names *names
}

// sealedName is a seal of a name, and up to which audit row it goes.
type sealedName struct {
	salt, hash [16]byte
	seq        int64
}

// nameSeal is what the seals of a subject say of the name that is stored.
type nameSeal struct {
	sealed   int64 // up to which audit row, by the first of them; 0: there is none
	differs  int64 // the same, by the last that is of another name; 0: none is
	unsalted bool  // one has no salt
	salted   bool  // one has one
	said     int64 // the audit row that named the subject first
	changed  int64 // the last audit row that gave it another name
}

// loadSeals reads the seals of names and compares them with the organization's chain.
func (c *check) loadSeals() error {
	event := c.event.Event.ID
	c.seals = &nameSeals{first: map[key]sealedName{}, more: map[key][]sealedName{}, names: c.names}
	chain := c.run.sealed[event]
	err := c.run.snapshot.NameSeals(event, func(seq int64, list []audit.NameSeal) error {
		if chain != nil {
			if said, ok := chain.names[seq]; !ok || said != audit.NamesCommitment(list) {
				c.fail(4, event, "the seals of names up to audit row %d are not those that the organization's chain has", seq)
			}
			delete(chain.names, seq)
		} else if len(c.run.options.Events) == 0 {
			c.fail(4, event, "the seals of names up to audit row %d are not those that the organization's chain has", seq)
		}
		for i := range list {
			c.seals.add(&list[i], seq)
		}
		return nil
	})
	if chain == nil {
		return err
	}
	for seq, said := range chain.names {
		if said != audit.NamesCommitment(nil) {
			c.fail(4, event, "the seals of names up to audit row %d are not those that the organization's chain has", seq)
		}
	}
	return err
}

func (s *nameSeals) add(n *audit.NameSeal, seq int64) {
	k, v := s.names.key(n.Subject), sealedName{n.Salt, n.Hash, seq}
	if _, again := s.first[k]; again {
		s.more[k] = append(s.more[k], v)
		return
	}
	s.first[k] = v
}

// of compares the seals of a subject with its texts.
func (s *nameSeals) of(k key, texts ...string) (out nameSeal) {
	first, ok := s.first[k]
	if !ok {
		return out
	}
	out.sealed = first.seq
	for _, v := range append([]sealedName{first}, s.more[k]...) {
		n := audit.NameSeal{Subject: s.names.id(k), Salt: v.salt}
		switch {
		case n.Blank():
			out.unsalted = true
			continue
		case n.Of(texts...) != v.hash:
			out.differs = v.seq
		}
		out.salted = true
	}
	return out
}

// namedBy says that a person is named by an audit row.
func (c *check) namedBy(person key, seq int64) {
	if p := c.people.find(person); p != nil && p.seal.said == 0 {
		p.seal.said = seq
	}
}

// checkNameSeals compares the names with their seals. A person can have got another name
// since; the ledger tells of that. Orders and entries keep theirs.
func (c *check) checkNameSeals() {
	last := int64(0)
	if chain := c.run.sealed[c.event.Event.ID]; chain != nil {
		last = chain.lastName
	}
	compare := func(k, person key, s *nameSeal, named bool) {
		p := c.people.find(person)
		switch {
		case p == nil:
		case p.erased:
			// The job that seals takes the salts once more when it comes to the row.
			if s.salted && p.erasedSeq > 0 && p.erasedSeq <= last {
				c.fail(4, c.names.id(k), "its person is erased, and the salt of its name is left")
			}
		case s.unsalted:
			c.fail(4, c.names.id(k), "the salt of its name is gone, and nobody was erased")
		case s.differs > 0 && s.differs >= s.changed:
			c.fail(4, c.names.id(k), "somebody is named otherwise than when the name was sealed")
		case s.sealed == 0 && named && s.said > 0 && s.said <= last:
			c.fail(4, c.names.id(k), "somebody is named whose name was not sealed")
		}
	}
	for p := range c.people.all() {
		compare(p.id, p.id, &p.seal, true)
	}
	for h := range c.holds.all() {
		compare(h.id, h.person, &h.seal, h.named)
	}
	for e := range c.entries.all() {
		compare(e.id, e.person, &e.seal, e.named)
	}
}

// scanSeals are the seals of the scans that are stored, by slot.
type scanSeals map[int64][][16]byte

func (s scanSeals) add(row *checkins.ScanRow) {
	slot := audit.SlotOf(row.ReceivedAt)
	s[slot] = append(s[slot], row.Seal())
}

// checkScanSeals compares them with the organization's chain.
func (c *check) checkScanSeals(stored scanSeals) {
	event := c.event.Event.ID
	chain := c.run.sealed[event]
	if chain == nil {
		return
	}
	for slot, said := range chain.scans {
		if said != audit.ScansCommitment(stored[slot]) {
			c.fail(12, event, "the scans of the ten minutes from %s are not those that the organization's chain has", clock(inventory.Instant(slot)*audit.ScanSlot))
		}
		delete(stored, slot)
	}
	for slot := range stored {
		if slot < chain.lastSlot {
			c.fail(12, event, "the scans of the ten minutes from %s are in no chain, and later ones are", clock(inventory.Instant(slot)*audit.ScanSlot))
		}
	}
}
