// Command wasm is package turns as a worker of a browser has it: global functions that
// take and return what JavaScript has. The worker is web/src/lib/rules/rules.worker.ts.
package main

import (
	"errors"
	"syscall/js"

	"github.com/holdfast-events/holdfast/internal/replay/turns"
)

// One log is read at a time: a worker is made for each.
var (
	reading *turns.Log
	history *turns.History
)

func main() {
	js.Global().Set("holdfastRules", js.ValueOf(map[string]any{
		"open": function(open), "add": function(add), "close": function(closeLog),
		"turns": after(list), "story": after(story), "own": after(own),
	}))
	select {} // the functions are called until the worker ends
}

// errNothing says that something is asked of a log that was not read.
var errNothing = errors.New("no log was read")

// after makes a function that is of use once a log was read.
func after(f func(args []js.Value) (any, error)) js.Func {
	return function(func(args []js.Value) (any, error) {
		if history == nil {
			return nil, errNothing
		}
		return f(args)
	})
}

// function makes a function of JavaScript, whose answer is {value} or {error}.
func function(f func(args []js.Value) (any, error)) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		value, err := f(args)
		if err != nil {
			return map[string]any{"error": code(err), "detail": err.Error()}
		}
		return map[string]any{"value": value}
	})
}

// code names an error for the page that shows it.
func code(err error) string {
	for known, name := range map[error]string{
		turns.ErrCheckpoint: "checkpoint", turns.ErrRoot: "root", turns.ErrForm: "form", turns.ErrBroken: "broken",
		turns.ErrNotThere: "not_there", turns.ErrNoWaitlist: "no_waitlist",
	} {
		if errors.Is(err, known) {
			return name
		}
	}
	return "other"
}

// open(checkpoint, key, tiers) begins a log and returns its size.
func open(args []js.Value) (any, error) {
	var tiers []turns.Tier
	for i := range args[2].Length() {
		t := args[2].Index(i)
		tier := turns.Tier{ID: t.Get("id").String()}
		for n := range t.Get("pools").Length() {
			tier.Pools = append(tier.Pools, t.Get("pools").Index(n).String())
		}
		tiers = append(tiers, tier)
	}
	history = nil
	var err error
	if reading, err = turns.Open([]byte(args[0].String()), args[1].String(), tiers); err != nil {
		return nil, err
	}
	return float64(reading.Size()), nil
}

// add(bundle) takes the next entries, bytes as the server sends them.
func add(args []js.Value) (any, error) {
	bundle := make([]byte, args[0].Length())
	js.CopyBytesToGo(bundle, args[0])
	return nil, reading.Add(bundle)
}

// closeLog() judges the log and returns its summary.
func closeLog([]js.Value) (any, error) {
	var err error
	if history, err = reading.Close(); err != nil {
		return nil, err
	}
	s := history.Summary()
	verdicts := map[string]any{}
	for _, v := range turns.Verdicts() {
		verdicts[string(v)] = float64(s.Verdicts[v])
	}
	return map[string]any{
		"entries": float64(s.Entries), "parties": float64(s.Parties), "waiting": float64(s.Waiting), "passes": float64(s.Passes), "verdicts": verdicts,
	}, nil
}

// list(from, count, verdict) returns decisions, the newest first; a verdict leaves out
// those with another.
func list(args []js.Value) (any, error) {
	from, count, only := args[0].Int(), args[1].Int(), turns.Verdict(args[2].String())
	all, out := history.Turns(), []any{}
	for i := len(all) - 1; i >= 0 && len(out) < count; i-- {
		t := &all[i]
		if only != "" && t.Verdict != only {
			continue
		}
		if from--; from >= 0 {
			continue
		}
		passed := make([]any, len(t.Passed))
		for n, code := range t.Passed {
			passed[n] = code
		}
		out = append(out, map[string]any{
			"seq": float64(t.Seq), "minute": t.Minute, "party": t.Party, "tier": t.Tier, "units": float64(t.Units), "reason": string(t.Reason),
			"cause": string(t.Cause), "verdict": string(t.Verdict), "passed": passed, "first": t.First,
		})
	}
	return out, nil
}

// story(code) returns what happened to an entry.
func story(args []js.Value) (any, error) {
	s, ok := history.Story(args[0].String())
	if !ok {
		return nil, turns.ErrNotThere
	}
	steps := make([]any, len(s.Steps))
	for i := range s.Steps {
		st := &s.Steps[i]
		steps[i] = map[string]any{
			"kind": string(st.Kind), "seq": float64(st.Seq), "minute": st.Minute, "reason": string(st.Reason), "units": float64(st.Units), "party": st.Party, "ahead": float64(st.Ahead),
		}
	}
	return map[string]any{
		"party": s.Party, "tier": s.Tier, "class": s.Class, "units": float64(s.Units), "state": string(s.State), "ahead": float64(s.Ahead), "bySeats": s.BySeats, "steps": steps,
	}, nil
}

// own(text) returns the pseudonym that a proof leads to.
func own(args []js.Value) (any, error) { return history.Own(args[0].String()) }
