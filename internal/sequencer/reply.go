package sequencer

import (
	"encoding/json"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// replyPlan says for each request of a batch where its result comes from: it is
// decided, it was answered before (in the database), or it repeats a request of
// the same batch.
type replyPlan struct {
	decides []int    // index into the commands to decide, or -1
	repeats []int    // index of the request in this batch that it repeats, or -1
	known   []Result // for requests with neither
}

// nameOf is the key without what was asked: the name that replies go by.
func nameOf(k *database.Key) database.Key {
	return database.Key{Scope: k.Scope, Caller: k.Caller, Key: k.Key}
}

func planReplies(reqs []Request, stored map[database.Key]database.Reply) replyPlan {
	p := replyPlan{decides: make([]int, len(reqs)), repeats: make([]int, len(reqs)), known: make([]Result, len(reqs))}
	first := map[database.Key]int{}
	next := 0
	for i := range reqs {
		p.decides[i], p.repeats[i] = -1, -1
		if k := reqs[i].Key; k != nil {
			name := nameOf(k)
			if r, ok := stored[name]; ok {
				p.known[i] = replay(k, r)
				continue
			}
			if j, ok := first[name]; ok {
				if reqs[j].Key.BodyHash == k.BodyHash {
					p.repeats[i] = j
				} else {
					p.known[i].Err = ErrKeyReused
				}
				continue
			}
			first[name] = i
		}
		p.decides[i] = next
		next++
	}
	return p
}

// replay turns a stored reply into the result of a request with the same key.
func replay(k *database.Key, r database.Reply) Result {
	if r.Key.BodyHash != k.BodyHash {
		return Result{Err: ErrKeyReused}
	}
	var outcome inventory.Outcome
	if err := json.Unmarshal([]byte(r.Reply), &outcome); err != nil {
		return Result{Err: fmt.Errorf("%w: stored reply: %w", ErrInternal, err)}
	}
	return Result{Reply: Reply{Outcome: outcome, Replayed: true}}
}

// commands returns the commands that are to be decided, in order.
func (p replyPlan) commands(reqs []Request) []inventory.Command {
	cmds := make([]inventory.Command, 0, len(reqs))
	for i, n := range p.decides {
		if n >= 0 {
			cmds = append(cmds, reqs[i].Command)
		}
	}
	return cmds
}

// results puts the outcomes of what was decided beside what was known.
func (p replyPlan) results(outcomes []inventory.Outcome) []Result {
	results := p.known
	for i, n := range p.decides {
		if n >= 0 {
			results[i].Reply.Outcome = outcomes[n]
		}
	}
	for i, j := range p.repeats {
		if j >= 0 {
			results[i] = results[j]
			results[i].Reply.Replayed = true
		}
	}
	return results
}
