package page

import (
	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/waitroom"
)

// WaitWords say about how long somebody on a waitlist waits, in one language.
type WaitWords struct {
	Label  string
	Waits  map[waitroom.Expected]string
	Backed locale.Counted // what it was taken from: {n}, {time}
}
