package inventorytest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strconv"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// publishStatement makes a statement that keeps some places for one or two.
func (g *Generator) publishStatement(Known) inventory.PublishStatement {
	c := inventory.PublishStatement{Who: g.who(), ID: g.id("stm_")}
	all := inventory.AllHeldFor()
	for range g.Intn(3) {
		c.Held = append(c.Held, inventory.StatementHeld{For: all[g.Intn(len(all))], Units: int64(g.Intn(5))})
	}
	return c
}

// opens is when the sale opens: 0: at once.
func (m *Model) opens() inventory.Instant {
	if o := &m.event.Settings.Onsale; o.Mode != inventory.OnsaleOpen {
		return o.OpensAt
	}
	var starts []inventory.Instant
	for _, t := range m.sale {
		if !t.Hidden && t.Kind == "" {
			starts = append(starts, t.SaleStarts)
		}
	}
	if len(starts) == 0 {
		return 0
	}
	return slices.Min(starts)
}

// publishStatement is the rule in the model's own words.
func (m *Model) publishStatement(c inventory.PublishStatement) inventory.Outcome {
	opens, versions := m.opens(), len(m.promised)
	switch {
	case m.event.Status == inventory.Cancelled:
		return refuse(inventory.EventIsCancelled)
	case m.now >= m.event.Ends():
		return refuse(inventory.EventOver)
	case opens == 0:
		return refuse(inventory.StatementNoOpening)
	case m.now >= opens, versions > 0 && m.now >= m.promised[versions-1], versions == inventory.MaxStatements:
		return refuse(inventory.StatementStands)
	}
	whole := ""
	for pool, n := range m.capacity {
		everybody := true
		for tier, pools := range m.tiers {
			everybody = everybody && (m.sale[tier].Kind != "" || slices.Contains(pools, pool))
		}
		if everybody && (whole == "" || n > m.capacity[whole] || n == m.capacity[whole] && pool < whole) {
			whole = pool
		}
	}
	if whole == "" {
		return refuse(inventory.InvalidSettings)
	}
	public, blocked := m.capacity[whole], int64(0)
	for _, b := range m.claims {
		if b.owner == nil && b.state == "blocked" && m.sale[b.tier].Kind == "" { // not of the pool of an add-on or goods
			if b.release {
				public -= b.units
			} else {
				blocked += b.units
			}
		}
	}
	held := int64(0)
	for i, k := range c.Held {
		if k.Units < 1 || k.Units > public || slices.ContainsFunc(c.Held[:i], func(o inventory.StatementHeld) bool { return o.For == k.For }) {
			return refuse(inventory.InvalidSettings)
		}
		held, public = held+k.Units, public-k.Units
	}
	if held < blocked {
		return refuse(inventory.InvalidSettings)
	}
	m.promised = append(m.promised, opens)
	return inventory.Outcome{Status: strconv.Itoa(versions + 1)}
}

// statements: each version says of itself what its row says, follows the one before, and was
// published before the opening that it names.
func (c *checker) statements() {
	before := inventory.Statement{}
	for _, s := range c.Statements {
		var t inventory.StatementTerms
		err := json.Unmarshal([]byte(s.Text), &t)
		sum := sha256.Sum256([]byte(s.Text))
		r := c.Audit[s.Seq-1]
		public := t.Places
		for _, h := range t.Held {
			public -= h.Units
		}
		for _, l := range t.Later {
			public -= l.Units
		}
		c.want(err == nil && t.Event == c.Event.ID && t.Version == s.Version && s.Version == before.Version+1 && t.Public == public && r.Units == public,
			"20: statement %+v of row %+v: %v", s, r, err)
		c.want(r.To == hex.EncodeToString(sum[:]) && r.To == s.Hash && r.From == before.Hash && r.PrevSeq == before.Seq && r.At == s.At && s.At < s.OpensAt &&
			(before.Version == 0 || s.At < before.OpensAt && s.ID == before.ID), "20: statement %+v after %+v, in row %+v", s, before, r)
		before = s
	}
}
