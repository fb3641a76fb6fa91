package jobs_test

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/mail/mailtest"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// BenchmarkDeliver measures the way of a message from a queued row to a recorded
// delivery, with an SMTP server in the same process that takes everything. One
// operation is 1,000 messages in four batches.
func BenchmarkDeliver(b *testing.B) {
	const each, batch = 1000, 250
	sqlite := func(b *testing.B) string { return testdb.SQLite(b) }
	smtp := func(b *testing.B, f *fixture) mail.Sender { return f.smtp(mailtest.Start(b, &mailtest.Server{})) }
	for _, c := range []struct {
		name   string
		url    func(*testing.B) string
		sender func(*testing.B, *fixture) mail.Sender
	}{
		{"sqlite/smtp", sqlite, smtp},
		{"postgres/smtp", func(b *testing.B) string { return testdb.Postgres(b) }, smtp},
		{"sqlite/mailbox", sqlite, func(_ *testing.B, f *fixture) mail.Sender { return mail.NewLocal(f.store) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			f := newFixture(b, database.Config{URL: c.url(b)}, 10_000_000)
			sender := c.sender(b, f)
			n := 0
			for b.Loop() {
				b.StopTimer()
				for range each / batch {
					f.register(n, n+batch)
					n += batch
				}
				j := f.worker(sender, nil)
				b.StartTimer()
				if err := j.Start(b.Context()); err != nil {
					b.Fatal(err)
				}
				f.settled()
				b.StopTimer()
				if err := j.Stop(b.Context()); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
			}
			b.ReportMetric(float64(b.N*each)/b.Elapsed().Seconds(), "mails/s")
		})
	}
}
