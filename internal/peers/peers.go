package peers

import "github.com/holdfast-events/holdfast/internal/limit"

// Peers are the other servers of the installation.
type Peers interface {
	// Changed says that this server has committed a change of an event. It never waits.
	Changed(event string)
	// Hears reports whether what others have changed is told here: then the database need
	// not be asked as often.
	Hears() bool
	// Shared is where limits are counted over all servers; nil: this one counts alone.
	Shared() limit.Shared
}

// Alone is a server without Redis, which hears of the others by asking the database.
type Alone struct{}

// Changed does nothing.
func (Alone) Changed(string) {}

// Hears reports false.
func (Alone) Hears() bool { return false }

// Shared returns nil.
func (Alone) Shared() limit.Shared { return nil }
