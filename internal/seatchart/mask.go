package seatchart

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
)

// maxMasks is how many masks of one chart are kept: one for the public, and one for
// each set of tiers that access codes open.
const maxMasks = 16

// maskedChart is a chart for readers who do not see some of its tiers: their seats have no
// tier, and are blocked.
type maskedChart struct {
	name   string // what its documents are told apart by
	tiers  []bool // which tiers of the plan are hidden
	of     *Document
	status *Document // made from of
	layout *Document
}

// mask returns the chart for readers who do not see some tiers, by id; nil: the chart has no
// seat of them. The caller holds mu.
func (h *chart) mask(hidden []string) *maskedChart {
	if len(hidden) == 0 {
		return nil
	}
	key := strings.Join(hidden, " ")
	m, known := h.masked[key]
	if known {
		return m
	}
	ids := h.plan.Tiers
	tiers := make([]bool, len(ids))
	for i, tier := range ids {
		tiers[i] = slices.Contains(hidden, tier)
	}
	if slices.Contains(tiers, true) {
		sum := fnv.New32a()
		sum.Write([]byte(key))
		m = &maskedChart{name: strconv.FormatUint(uint64(sum.Sum32()), 36), tiers: tiers}
	}
	if h.masked == nil || len(h.masked) >= maxMasks {
		h.masked = map[string]*maskedChart{}
	}
	h.masked[key] = m
	return m
}

// hides reports whether the tier of a seat, from 0, is hidden.
func (m *maskedChart) hides(h *chart, seat int) bool { return m.tiers[h.plan.Seats[seat].Tier] }

// statusOf is where the seats stand, encoded once for all who see no more.
func (m *maskedChart) statusOf(h *chart) (*Document, error) {
	if m.of == h.status {
		return m.status, nil
	}
	var out SeatStatus
	if err := json.Unmarshal(h.status.Plain.Text, &out); err != nil {
		return nil, fmt.Errorf("seatchart: chart of %s: %w", h.event, err)
	}
	shown := []byte(out.Seats)
	for i := range shown {
		if m.hides(h, i) {
			shown[i] = Blocked
		}
	}
	out.Seats = string(shown)
	doc, err := encode(out, strconv.FormatInt(out.LedgerSeq, 10)+"-"+m.name)
	if err != nil {
		return nil, err
	}
	m.of, m.status = h.status, doc
	return doc, nil
}

// layoutOf is where the seats are, without the names of the hidden tiers.
func (m *maskedChart) layoutOf(h *chart) (*Document, error) {
	if m.layout != nil {
		return m.layout, nil
	}
	var out SeatLayout
	if err := json.Unmarshal(h.layout.Plain.Text, &out); err != nil {
		return nil, fmt.Errorf("seatchart: layout of %s: %w", h.event, err)
	}
	for i, name := range out.Tiers {
		if at := slices.Index(h.plan.Tiers, out.TierIDs[name]); at >= 0 && m.tiers[at] {
			out.Tiers[i] = ""
			delete(out.TierIDs, name)
		}
	}
	doc, err := encode(out, "layout-"+m.name)
	if err != nil {
		return nil, err
	}
	m.layout = doc
	return doc, nil
}
