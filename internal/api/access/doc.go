// Package access stands between a request and its handler. It finds out who
// calls, whether they may take the action that the route names, and in which
// event; it refuses what is not theirs to know of, and hands commands to the
// sequencer with the idempotency key of the request. Each group of resources
// makes its routes with On and InEvent.
package access
