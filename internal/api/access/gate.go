package access

import (
	"io"
	"log/slog"
)

// Gated returns the row with a gate that each call passes before its body is read: for bodies that
// are too large to be in memory for whoever comes.
func (rt Route) Gated(gate func(*Call) (leave func(), err error)) Route { //nolint:gocritic // a row is built once
	rt.gate = gate
	return rt
}

// drain reads what is left of a body that nobody wants: a browser that is still sending it does not
// see the answer else.
func (c *Call) drain(rt *Route) {
	if _, err := io.Copy(io.Discard, io.LimitReader(c.HTTP.Body, rt.Body)); err != nil {
		c.API.Log.DebugContext(c.Context(), "access: a body that was refused", slog.Any("error", err))
	}
}
