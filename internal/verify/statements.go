package verify

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Invariant 20, of statements: each version is the text whose hash its row of the log has,
// follows the one before, and was published before the opening that either names; what it says
// adds up, and its releases are those of the rows that it names.

// statements are the versions of an event, of which the replay has come to some.
type statements struct {
	versions []inventory.Statement
	told     trace
	met      int
}

func (c *check) loadStatements() (err error) {
	c.promised.versions, err = c.run.snapshot.Statements(c.event.Event.ID)
	c.run.report.Checked.Statements += int64(len(c.promised.versions))
	return err
}

// statementRow checks the row of a version.
func (c *check) statementRow(r *inventory.AuditRow) {
	p := &c.promised
	if p.met == len(p.versions) {
		c.missing(r)
		return
	}
	s := &p.versions[p.met]
	p.met++
	c.follow(&p.told, r, false)
	sum := sha256.Sum256([]byte(s.Text))
	if hash := hex.EncodeToString(sum[:]); s.ID != r.Subject || s.Seq != r.Seq || s.At != r.At || s.Hash != hash || r.To != hash {
		c.fail(20, r.Subject, "version %d of the statement is not the one that audit row %d has", s.Version, r.Seq)
	}
	if s.Version != int64(p.met) {
		c.fail(20, r.Subject, "version %d of the statement is number %d in the log", s.Version, p.met)
	}
	if r.At >= s.OpensAt || p.met > 1 && r.At >= p.versions[p.met-2].OpensAt {
		c.fail(20, r.Subject, "version %d of the statement was published at %s, after the opening", s.Version, clock(r.At))
	}
	c.promisesAddUp(s, r)
}

// promisesAddUp checks what a version says.
func (c *check) promisesAddUp(s *inventory.Statement, r *inventory.AuditRow) {
	var t inventory.StatementTerms
	if err := json.Unmarshal([]byte(s.Text), &t); err != nil {
		c.fail(20, r.Subject, "version %d of the statement cannot be read: %v", s.Version, err)
		return
	}
	if t.Event != c.event.Event.ID || t.Version != s.Version || t.OpensAt != stated(s.OpensAt) || t.PublishedAt != stated(s.At) {
		c.fail(20, r.Subject, "version %d of the statement says that it is another", s.Version)
	}
	left := t.Places - t.Public
	for _, h := range t.Held {
		left -= h.Units
	}
	for _, l := range t.Later {
		left -= l.Units
		c.stated = append(c.stated, statedRelease{l, s.Version, r.Subject})
	}
	if left != 0 || t.Public != r.Units {
		c.fail(20, r.Subject, "version %d of the statement has %d places, and %d of them are public", s.Version, t.Places, r.Units)
	}
}

// statedRelease is a release that a version names.
type statedRelease struct {
	inventory.StatementLater
	version int64
	subject string
}

// stated is a time as a statement has it.
func stated(i inventory.Instant) string {
	return i.Time().Format("2006-01-02T15:04:05.999999999Z07:00")
}

// checkStatements checks what is to be seen at the end.
func (c *check) checkStatements() {
	p := &c.promised
	if p.met < len(p.versions) {
		c.fail(20, c.event.Event.ID, "version %d of the statement is in no audit row", p.versions[p.met].Version)
	}
	for _, l := range c.stated {
		h := c.heldBack[l.Row]
		if h == nil || stated(h.expiresAt) != l.At || c.words.text(h.tier) != l.Tier || h.told.begun != l.Units {
			c.fail(20, l.subject, "version %d of the statement names audit row %d for a release, which is of no such", l.version, l.Row)
		}
	}
}
