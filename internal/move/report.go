package move

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/holdfast-events/holdfast/internal/verify"
)

// Table is what became of a table.
type Table struct {
	Name    string `json:"name"`
	Rows    int64  `json:"rows"`    // in the source
	Arrived int64  `json:"arrived"` // in the target
	// Source is the checksum of the rows that were read, Target that of those that are stored.
	Source string `json:"source_checksum"`
	Target string `json:"target_checksum"`
}

// Report is what came of a move.
type Report struct {
	ID   string `json:"id"`
	From string `json:"from"`
	To   string `json:"to"`
	// Resumed: a run before this one was cut off. Already: it had done everything.
	Resumed bool `json:"resumed"`
	Already bool `json:"already"`
	// Finished: the source is closed for good, and the target is the database to serve.
	Finished bool    `json:"finished"`
	Rows     int64   `json:"rows"`
	Jobs     int64   `json:"jobs"`
	Tables   []Table `json:"tables"`
	// Copied is how many rows this run has copied, in CopySeconds of its Seconds.
	Copied      int64   `json:"copied"`
	CopySeconds float64 `json:"copy_seconds"`
	Seconds     float64 `json:"seconds"`
	// Differences say what is not the same on both sides.
	Differences    []string       `json:"differences"`
	SourceVerified *verify.Report `json:"source_verified,omitempty"`
	TargetVerified *verify.Report `json:"target_verified,omitempty"`
}

func (r *Report) differ(format string, args ...any) {
	r.Differences = append(r.Differences, fmt.Sprintf(format, args...))
}

// add takes in what became of a table.
func (r *Report) add(t Table) {
	r.Tables, r.Rows = append(r.Tables, t), r.Rows+t.Arrived
	switch {
	case t.Rows != t.Arrived:
		r.differ("%s has %d rows, and %d arrived", t.Name, t.Rows, t.Arrived)
	case t.Source != t.Target:
		r.differ("%s has other rows than were read: their checksum is %s, not %s", t.Name, t.Target, t.Source)
	}
}

// differing says what verify finds in one database and not in the other; "": nothing. The
// engines order names in ways of their own, so that of many violations each may keep others.
func differing(source, target *verify.Report) string {
	if source.Checked != target.Checked {
		return fmt.Sprintf("it reads %+v and %+v", source.Checked, target.Checked)
	}
	for i, t := range source.Tallies {
		if other := target.Tallies[i]; t != other {
			return fmt.Sprintf("%d and %d violations of invariant %d", t.Found, other.Found, t.Invariant)
		}
	}
	if source.Found() > int64(len(source.Violations)) {
		return ""
	}
	for _, v := range source.Violations {
		if !slices.Contains(target.Violations, v) {
			return fmt.Sprintf("only the source has: invariant %d, %s %s: %s", v.Invariant, v.Event, v.Subject, v.What)
		}
	}
	return ""
}

// WriteJSON writes the report on one line, for machines.
func (r *Report) WriteJSON(w io.Writer) error {
	if err := json.NewEncoder(w).Encode(r); err != nil {
		return fmt.Errorf("move: write the report: %w", err)
	}
	return nil
}

// WriteText writes the report for people.
func (r *Report) WriteText(w io.Writer) error {
	p := &printer{w: w}
	if r.Already {
		p.line("%s was moved to %s before: there is nothing to do.", r.From, r.To)
		return p.err
	}
	for _, t := range r.Tables {
		if t.Rows > 0 || t.Arrived > 0 {
			p.line("  %-26s %10d rows  %.16s", t.Name, t.Arrived, t.Target)
		}
	}
	p.line("%d rows of %d tables and %d jobs are in %s.", r.Rows, len(r.Tables), r.Jobs, r.To)
	if r.Copied > 0 && r.CopySeconds > 0 {
		p.line("%d rows were copied in %.1f s (%.0f a second); with comparing and verifying it took %.1f s.", r.Copied, r.CopySeconds, float64(r.Copied)/r.CopySeconds, r.Seconds)
	}
	for _, d := range r.Differences {
		p.line("NOT THE SAME: %s", d)
	}
	if !r.Finished {
		p.line("The move is not finished: %s stays closed, and %s is not to be served.", r.From, r.To)
		return p.err
	}
	p.line("Every table has the same rows on both sides, by number and checksum.")
	if found := r.TargetVerified.Found(); found > 0 {
		p.line("verify finds the same on both sides: %d violations, as before the move. holdfast verify names them.", found)
	} else {
		p.line("verify finds the same on both sides: everything holds.")
	}
	p.line("%s is closed: no server opens it, unless holdfast move --release says so.", r.From)
	return p.err
}

// printer keeps the first error of many writes.
type printer struct {
	w   io.Writer
	err error
}

func (p *printer) line(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format+"\n", args...)
	}
}
