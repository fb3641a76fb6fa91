package identity

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// DefaultKeyRate is how many calls per second one API key may make of one server. A
// program that sells a whole on-sale through one key needs more, or no bound.
const DefaultKeyRate = 500.0

// keyBurst is how many seconds' calls can come at once.
const keyBurst = 4

// KeyRate bounds how often each API key may call. Only keys that are valid are counted,
// so there are as few as organizations made. It is safe for concurrent use.
type KeyRate struct {
	perSecond float64
	byKey     sync.Map // of *rate.Limiter, by the key's id
}

// NewKeyRate returns a KeyRate; 0 or less: no bound.
func NewKeyRate(perSecond float64) *KeyRate { return &KeyRate{perSecond: perSecond} }

// Take counts a call of a key at now. When it comes too soon, ok is false and retry is
// how long to wait.
func (r *KeyRate) Take(key string, now time.Time) (retry time.Duration, ok bool) {
	if r.perSecond <= 0 {
		return 0, true
	}
	v, there := r.byKey.Load(key)
	if !there {
		v, _ = r.byKey.LoadOrStore(key, rate.NewLimiter(rate.Limit(r.perSecond), max(1, int(keyBurst*r.perSecond))))
	}
	limiter := v.(*rate.Limiter) // as it was stored above
	if limiter.AllowN(now, 1) {
		return 0, true
	}
	reserved := limiter.ReserveN(now, 1)
	defer reserved.CancelAt(now)
	return reserved.DelayFrom(now), false
}
