package store

import (
	"context"
	"fmt"
	"sync"
)

// maxGathered bounds those who are served together.
const maxGathered = 256

// gathering serves many callers by one piece of work. While there is one for a key, whoever
// comes waits, and the next is for all of them: none sees what was read before it came, and
// under load each costs the more the fewer there are.
type gathering[K comparable, In, Out any] struct {
	// work answers all of a list, in its order. Its context is not that of a caller.
	work func(ctx context.Context, k K, list []In) []gathered[Out]

	mu     sync.Mutex
	queues map[K][]*gatherCall[In, Out] // guarded by mu; a key that is there is being worked on
}

type gathered[Out any] struct {
	out Out
	err error
}

type gatherCall[In, Out any] struct {
	in   In
	done chan struct{} // closed when gathered is set
	gathered[Out]
}

// do has in answered with whatever else waits for the key.
func (g *gathering[K, In, Out]) do(ctx context.Context, k K, in In) (Out, error) {
	call := &gatherCall[In, Out]{in: in, done: make(chan struct{})}
	g.mu.Lock()
	if g.queues == nil {
		g.queues = map[K][]*gatherCall[In, Out]{}
	}
	queue, busy := g.queues[k]
	g.queues[k] = append(queue, call)
	g.mu.Unlock()
	if !busy {
		go g.run(context.WithoutCancel(ctx), k)
	}
	select {
	case <-call.done:
		return call.out, call.err
	case <-ctx.Done():
		var none Out
		return none, ctx.Err()
	}
}

// run works until nobody waits for a key.
func (g *gathering[K, In, Out]) run(ctx context.Context, k K) {
	for {
		g.mu.Lock()
		queue := g.queues[k]
		if len(queue) == 0 {
			delete(g.queues, k)
			g.mu.Unlock()
			return
		}
		list := queue[:min(len(queue), maxGathered)]
		g.queues[k] = queue[len(list):]
		g.mu.Unlock()
		g.serve(ctx, k, list)
	}
}

func (g *gathering[K, In, Out]) serve(ctx context.Context, k K, list []*gatherCall[In, Out]) {
	in := make([]In, len(list))
	for i, call := range list {
		in[i] = call.in
	}
	answers := g.recovered(ctx, k, in)
	for i, call := range list {
		call.gathered = answers[i]
		close(call.done)
	}
}

// recovered is work, whose panic is an error of each caller as it would be of its own request.
func (g *gathering[K, In, Out]) recovered(ctx context.Context, k K, in []In) (answers []gathered[Out]) {
	defer func() {
		if p := recover(); p != nil {
			answers = make([]gathered[Out], len(in))
			for i := range answers {
				answers[i].err = fmt.Errorf("store: work for %d callers panicked: %v", len(in), p)
			}
		}
	}()
	return g.work(ctx, k, in)
}
