package streams

import (
	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/stream"
)

// Problems are the problems of streams.
var Problems = httpapi.Problems{Errors: []httpapi.ErrorKind{{Err: stream.ErrClosed, Kind: access.KindShuttingDown}}}
