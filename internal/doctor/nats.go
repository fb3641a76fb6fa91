package doctor

import (
	"errors"

	"github.com/holdfast-events/holdfast/internal/broker"
)

// nats looks at where other systems publish what they say of their capacity.
func (e *examination) nats() {
	const subject = "nats"
	s := e.Server.NATS
	if !s.On() {
		return
	}
	if e.Server.Cells.Catalogue != "" {
		e.ok(subject, "servers of the catalogue take its messages, and this one does not ask it")
		return
	}
	switch err := s.Check(e.ctx); {
	case errors.Is(err, broker.ErrNoStream):
		e.fault(subject, "make it: nats stream add "+s.StreamAt()+" --subjects '"+broker.Prefix+".>' --storage file --defaults", "it answers, and has no stream %s", s.StreamAt())
	case errors.Is(err, broker.ErrConsumer):
		e.fault(subject, "remove the consumer, which a server makes anew, or name another with --nats-consumer", "%s", short(err))
	case err != nil:
		e.fault(subject, "check --nats, --nats-credentials and whether the server runs; until then systems can say by requests what came free", "%s", short(err))
	case s.Plain():
		e.warn(subject, "begin --nats with tls://, unless the network between is yours alone", "it answers and has the stream, and what is said crosses the network without TLS")
	default:
		e.ok(subject, "it answers, and has the stream")
	}
}
