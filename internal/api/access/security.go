package access

import (
	"log/slog"

	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// SayWho has what is stored from now on say who did it, in the chain of the organization and in its
// security log.
func (c *Call) SayWho() {
	c.HTTP, c.said = c.HTTP.WithContext(organizations.WithBy(c.Context(), c.By())), true
}

// logSecurity writes a line for each entry of a security log that the call made. Lines
// name nobody but by id; the network is in them, because whoever watches over an
// installation has no other place to see who tries.
func (c *Call) logSecurity(err error) {
	if !c.said {
		return
	}
	for _, e := range organizations.Noted(c.Context()) {
		if err != nil && e.Action != organizations.SignInFailed {
			continue // it was not stored
		}
		c.securityLine(&e)
	}
}

func (c *Call) securityLine(e *organizations.SecurityEntry) {
	c.API.Log.LogAttrs(c.Context(), slog.LevelInfo, "security", slog.String("action", e.Action), slog.String("actor", e.Actor),
		slog.String("subject", e.Subject), slog.String("detail", e.Detail), slog.String("network", e.Network), slog.String("request_id", e.RequestID))
}

// Refused writes a line about somebody who tried what they may not, and of whom no
// organization is known that could be told.
func (c *Call) Refused(action, detail string) {
	by := c.By()
	c.securityLine(&organizations.SecurityEntry{Action: action, Actor: "public", Detail: detail, Network: by.Network, RequestID: by.RequestID})
}
