package api

import "github.com/holdfast-events/holdfast/internal/stream"

// streamProblems are the problems of streams.
var streamProblems = Problems{Errors: []ErrorKind{{stream.ErrClosed, kindShuttingDown}}}
