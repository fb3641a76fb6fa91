package doctor_test

import (
	"testing"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/holdfast-events/holdfast/internal/broker"
	"github.com/holdfast-events/holdfast/internal/doctor"
	"github.com/holdfast-events/holdfast/internal/natsserver"
	holdfast "github.com/holdfast-events/holdfast/internal/server"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestNATS: what is said of a NATS that works, lacks the stream, lets nobody in or is gone, and nothing
// without one.
func TestNATS(t *testing.T) {
	t.Parallel()
	n := natsserver.ForTest(t, func(o *server.Options) { o.Username, o.Password = "ada", "swordfish" })
	js := n.JetStream(nats.UserInfo("ada", "swordfish"))
	if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: broker.DefaultName, Subjects: []string{broker.Prefix + ".>"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := js.CreateConsumer(t.Context(), broker.DefaultName, jetstream.ConsumerConfig{Durable: "careless", AckPolicy: jetstream.AckNonePolicy}); err != nil {
		t.Fatal(err)
	}
	url := "nats://ada:swordfish@" + n.Address()
	i := sound(t, testdb.SQLite(t))
	for _, c := range []struct {
		name  string
		at    broker.Settings
		cells holdfast.Cells
		level doctor.Level
		says  string
	}{
		{name: "none"},
		{name: "works", at: broker.Settings{URL: url}, level: doctor.OK, says: "it answers, and has the stream"},
		{name: "no stream", at: broker.Settings{URL: url, Stream: "other"}, level: doctor.Fault, says: "no stream other"},
		{name: "careless consumer", at: broker.Settings{URL: url, Consumer: "careless"}, level: doctor.Fault, says: "explicit acknowledgements"},
		{name: "wrong password", at: broker.Settings{URL: "nats://ada:perch@" + n.Address()}, level: doctor.Fault, says: "does not let us in"},
		{name: "gone", at: broker.Settings{URL: "nats://ada:swordfish@127.0.0.1:1"}, level: doctor.Fault, says: "does not answer"},
		{name: "no address", at: broker.Settings{URL: "swordfish"}, level: doctor.Fault, says: "not an address of a NATS"},
		{name: "a cell", at: broker.Settings{URL: url}, cells: holdfast.Cells{Name: "two", Catalogue: "postgres://catalogue.example/holdfast"}, level: doctor.OK, says: "servers of the catalogue"},
	} {
		with := i.Config
		with.Server.NATS, with.Server.Cells = c.at, c.cells
		judged(t, c.name, about(t, with, "nats"), c.level, c.says)
	}
}
