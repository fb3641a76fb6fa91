package doctor

import (
	"errors"
	"strings"

	"github.com/holdfast-events/holdfast/internal/peers"
)

// redis looks at what is between several servers.
func (e *examination) redis() {
	const subject = "redis"
	s := e.Server.Redis
	if !s.On() {
		return
	}
	if strings.HasPrefix(e.Server.DB, "sqlite:") {
		e.warn(subject, "leave --redis out, or move to PostgreSQL", "one server alone uses an SQLite database: there is nobody whom Redis would tell anything")
	}
	switch err := s.Check(e.ctx); {
	case errors.Is(err, peers.ErrOpen):
		e.fault(subject, "set a password (requirepass, or a user of its ACL), or let it ask for client certificates",
			"it answers anybody who reaches it, and the server will not start with it")
	case err != nil:
		e.fault(subject, "check --redis, and whether the server runs; until then each Holdfast counts alone and asks the database", "%s", short(err))
	case s.Plain():
		e.warn(subject, "begin --redis with rediss://, unless the network between is yours alone", "it answers, and the password crosses the network without TLS")
	default:
		e.ok(subject, "it answers, and nobody without a password or a certificate")
	}
}
