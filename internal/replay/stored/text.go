package stored

import (
	"bufio"
	"fmt"
	"io"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/replay"
)

// Document is a View as JSON.
type Document struct {
	Event    string            `json:"event"`
	Seq      int64             `json:"seq"`
	At       time.Time         `json:"at"`
	Status   string            `json:"status"`
	Tiers    []DocumentTier    `json:"tiers"`
	Pools    []DocumentPool    `json:"pools"`
	Waitlist []DocumentEntry   `json:"waitlist"`
	Seats    map[string]string `json:"seats"` // of those that were not free, the hold
}

// DocumentTier is a tier in a Document.
type DocumentTier struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Held      int64  `json:"held"`
	Confirmed int64  `json:"confirmed"`
	Blocked   int64  `json:"blocked"`
	Waiting   int64  `json:"waiting"`
	Offered   int64  `json:"offered"`
}

// DocumentPool is a pool in a Document.
type DocumentPool struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Capacity  int64  `json:"capacity"`
	Held      int64  `json:"held"`
	Confirmed int64  `json:"confirmed"`
	Blocked   int64  `json:"blocked"`
}

// DocumentEntry is a place on the waitlist in a Document.
type DocumentEntry struct {
	ID       string `json:"id"`
	Person   string `json:"person"`
	Tier     string `json:"tier"`
	State    string `json:"state"`
	Position int64  `json:"position,omitempty"`
	Units    int64  `json:"units"`
	Passes   int64  `json:"passes"`
	Offer    string `json:"offer,omitempty"`
}

// Document returns the whole View.
func (v *View) Document() *Document {
	f := v.Figures()
	d := &Document{
		Event: v.Event.Event.ID, Seq: f.Seq, At: f.At.Time(), Status: string(f.Status), Tiers: []DocumentTier{}, Pools: []DocumentPool{},
		Waitlist: []DocumentEntry{}, Seats: map[string]string{},
	}
	for _, t := range f.Tiers {
		d.Tiers = append(d.Tiers, DocumentTier{t.ID, v.tierName(t.ID), t.Held, t.Confirmed, t.Blocked, t.Waiting, t.Offered})
	}
	for _, p := range f.Pools {
		d.Pools = append(d.Pools, DocumentPool{p.ID, v.poolName(p.ID), p.Capacity, p.Held, p.Confirmed, p.Blocked})
	}
	for _, p := range v.Waitlist() {
		d.Waitlist = append(d.Waitlist, DocumentEntry{p.EntryID, p.PersonID, p.Tier, string(p.State), p.Position, p.Units, p.Passes, p.OfferID})
	}
	for _, s := range v.Seats() {
		d.Seats[s.ID] = s.HoldID
	}
	return d
}

func (v *View) tierName(id string) string {
	if t := v.Event.Tier(id); t != nil {
		return t.Name
	}
	return ""
}

func (v *View) poolName(id string) string {
	for i := range v.Event.Pools {
		if p := &v.Event.Pools[i]; p.ID == id {
			return p.Name
		}
	}
	return ""
}

// WriteText writes the View for people, line by line.
func (v *View) WriteText(w io.Writer) error {
	b := bufio.NewWriter(w)
	f := v.Figures()
	line := func(format string, args ...any) { _, _ = fmt.Fprintf(b, format+"\n", args...) } // Flush has the error
	if f.Seq == 0 {
		line("%s was not there yet", v.Event.Event.ID)
		return b.Flush()
	}
	line("%s after row %d, %s: %s", v.Event.Event.ID, f.Seq, f.At.Time().Format(time.RFC3339Nano), f.Status)
	for _, p := range f.Pools {
		line("pool %s (%s): %s of %d", p.ID, v.poolName(p.ID), counted(p.Counter), p.Capacity)
	}
	for _, t := range f.Tiers {
		line("tier %s (%s): %s; %d wait, %d have an offer", t.ID, v.tierName(t.ID), counted(t.Counter), t.Waiting, t.Offered)
	}
	for _, p := range v.Waitlist() {
		what := fmt.Sprintf("waits as #%d of %s", p.Position, p.Tier)
		if p.State == inventory.EntryOffered {
			what = fmt.Sprintf("has %s of %s", p.OfferID, p.Tier)
		}
		line("entry %s of %s: %d units, %s, passed %d times", p.EntryID, p.PersonID, p.Units, what, p.Passes)
	}
	for _, s := range v.Seats() {
		line("seat %s: %s, %s", s.ID, s.HoldID, s.State)
	}
	return b.Flush()
}

func counted(c replay.Counter) string {
	return fmt.Sprintf("%d confirmed, %d held, %d blocked", c.Confirmed, c.Held, c.Blocked)
}

// WriteText writes what was compared, and each difference.
func (c *Checked) WriteText(w io.Writer) error {
	b := bufio.NewWriter(w)
	for _, d := range c.Differences {
		_, _ = fmt.Fprintln(b, d) // Flush has the error
	}
	verdict := "the tables are what the log makes of them"
	if n := len(c.Differences); n > 0 {
		verdict = fmt.Sprintf("%d differences", n)
	}
	_, _ = fmt.Fprintf(b, "%d audit rows, %d columns compared: %s\n", c.Rows, c.Compared, verdict)
	return b.Flush()
}
