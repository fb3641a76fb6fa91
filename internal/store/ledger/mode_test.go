package ledger

import "testing"

// TestModeOf has every situation that a batch can begin in.
func TestModeOf(t *testing.T) {
	t.Parallel()
	names := map[mode]string{locked: "locked", contended: "contended", prefetched: "prefetched", firstTimers: "firstTimers"}
	for name, c := range map[string]struct {
		s    situation
		want mode
	}{
		"nothing is in memory":            {situation{commands: 1}, locked},
		"nothing, and nobody is known":    {situation{commands: 1, lookups: 0}, locked},
		"another server writes too":       {situation{shared: true, cached: true, commands: 1, lookups: 0}, contended},
		"another one, and it was read":    {situation{shared: true, cached: true, commands: 1, lookups: 1, read: true}, contended},
		"who wants the lock":              {situation{cached: true}, locked},
		"somebody must be looked up":      {situation{cached: true, commands: 2, lookups: 1}, locked},
		"somebody was looked up":          {situation{cached: true, commands: 2, lookups: 1, read: true}, prefetched},
		"nobody must be looked up":        {situation{cached: true, commands: 2}, firstTimers},
		"nobody, as the last commit knew": {situation{cached: true, commands: 2, read: true}, firstTimers},
	} {
		if got := modeOf(c.s); got != c.want {
			t.Errorf("%s: %s, want %s", name, names[got], names[c.want])
		}
	}
	for m, want := range map[mode][3]bool{locked: {true, true, false}, contended: {true, false, false}, prefetched: {false, true, false}, firstTimers: {false, false, true}} {
		if got := [3]bool{m.locks(), m.prefetches(), m.atOnce()}; got != want {
			t.Errorf("%s locks, prefetches, commits at once: %v, want %v", names[m], got, want)
		}
	}
}
