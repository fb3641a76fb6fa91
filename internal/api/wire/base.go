package wire

import (
	"log/slog"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/store"
)

// Base is what the handlers of most resources begin with; what each needs beside it stands in its
// own Handlers.
type Base struct {
	// Access finds events and counts the calls of the public.
	Access *access.Control
	IDs    *id.Maker
	// Links makes and reads the signed links of messages; other secrets are derived from its key.
	Links identity.Links
	Log   *slog.Logger
	Now   func() time.Time
	// Reader completes what is shown with what only the store knows.
	Reader *Reader
	Store  *store.Store
}
