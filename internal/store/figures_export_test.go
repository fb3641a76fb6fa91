package store

import "github.com/holdfast-events/holdfast/internal/store/events"

// FiguresSQL are the statements that add one part of the figures up, and those that find
// where a part ends; all have three arguments.
func FiguresSQL() (sums, cuts []string) {
	return []string{events.TierSalesSQL, events.TakingsSQL, events.PartiesSQL}, []string{events.CutHoldsSQL, events.CutEntriesSQL}
}
