package mail_test

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

func TestLocalKeepsEachMailOnce(t *testing.T) {
	st := testdb.Open(t, testdb.SQLite(t))
	local := mail.NewLocal(st)
	changed := letter(1)
	changed.Subject = "the same mail again"
	for _, m := range []mail.Mail{letter(1), letter(2), changed} {
		if err := local.Send(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	got, err := st.Mails.Mailbox(t.Context(), 10)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 {
		t.Fatalf("%d mails, want 2", len(got))
	}
	first, err := st.Mails.MailByID(t.Context(), "evt_1.1")
	if err != nil || first.Subject != "Bestätigt: Konzert" || first.Recipient != "ana1@example.org" || first.HTMLBody == "" {
		t.Errorf("got %+v, %v", first, err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	if e := failureOf(t, local.Send(t.Context(), letter(3))); e.Permanent || !e.Outage {
		t.Errorf("with the database closed: %+v", e)
	}
}
