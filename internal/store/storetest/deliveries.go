package storetest

import (
	"fmt"
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// readDeliveries checks the queue of deliveries: each once, whoever adds it;
// taken by one worker; settled by that worker only; given back when it is gone.
func readDeliveries(t *testing.T, s *store.Store) {
	w := messageRows(eventID(1500))
	w.write(t, s)
	delivery := func(n int, urgency int64, due inventory.Instant) messages.Delivery {
		return messages.Delivery{
			EventID: w.event, Message: messages.MessageOfSeq(int64(n)), Channel: "mail", OrgID: w.org, PersonID: "per_x", Kind: inventory.MsgOffer,
			Seq: int64(n), Urgency: urgency, State: messages.DeliveryQueued, DueAt: due, CreatedAt: 10,
		}
	}
	var list []messages.Delivery
	for n := 1; n <= 150; n++ { // more than one insert of each size
		list = append(list, delivery(n, int64(n%2), 0))
	}
	list = append(list, delivery(151, 0, 500))
	for i, want := range []int{151, 0} {
		added, err := s.Deliveries.AddDeliveries(t.Context(), list)
		if err != nil || len(added) != want {
			t.Fatalf("added the %d. time: %d, %v", i+1, len(added), err)
		}
	}
	must[int64](t)(beat(t, s, "one", true, 100, 0))
	must[int64](t)(beat(t, s, "two", true, 100, 0))
	same(t, must[[]string](t)(s.Deliveries.ReadyOrgs(t.Context(), "mail", "", 10)), []string{w.org})
	seen := map[string]string{}
	for _, worker := range []string{"one", "two"} {
		got := must[[]messages.Delivery](t)(s.Deliveries.TakeDeliveries(t.Context(), "mail", w.org, worker, 60))
		if len(got) != 60 || got[0].Urgency != 0 || got[0].Attempts != 1 {
			t.Fatalf("%s took %d, first %+v", worker, len(got), got[0])
		}
		for i := range got {
			if before := seen[got[i].Message]; before != "" {
				t.Errorf("%s took what %s has", worker, before)
			}
			seen[got[i].Message] = worker
		}
	}
	outcome := func(message, state string) messages.Outcome {
		return messages.Outcome{EventID: w.event, Message: message, Channel: "mail", State: state, Answer: "250 ok", ProviderID: "p-" + message}
	}
	var mine, others string
	for message, worker := range seen {
		if worker == "one" {
			mine = message
		} else {
			others = message
		}
	}
	next := delivery(1, 0, 0)
	next.Message, next.Channel = mine, "sms"
	sent := outcome(mine, messages.DeliverySent)
	sent.Next = &next
	if err := s.Deliveries.RecordOutcomes(t.Context(), "one", 200, []messages.Outcome{sent, outcome(others, messages.DeliverySent)}); err != nil {
		t.Fatal(err)
	}
	state := func(message, channel string) string {
		return must[*messages.Delivery](t)(s.Deliveries.DeliveryByKey(t.Context(), w.event, message, channel)).State
	}
	same(t, []string{state(mine, "mail"), state(others, "mail"), state(mine, "sms")}, []string{messages.DeliverySent, messages.DeliveryQueued, messages.DeliveryQueued})
	same(t, must[*messages.Delivery](t)(s.Deliveries.DeliveryByProvider(t.Context(), "mail", "p-"+mine)).Message, mine)
	if _, err := s.Deliveries.DeliveryByProvider(t.Context(), "mail", ""); err == nil {
		t.Error("a provider without names has one")
	}

	// The first report that ends a delivery stands; one that is under way has none,
	// unless the provider's name of it says that it arrived.
	for i, c := range []struct {
		message, state string
		changed        bool
	}{{others, messages.DeliveryBounced, false}, {mine, messages.DeliveryBounced, true}, {mine, messages.DeliveryDelivered, false}} {
		report := outcome(c.message, c.state)
		report.ProviderID = ""
		changed, err := s.Deliveries.ReportDelivery(t.Context(), 300, report)
		if err != nil || changed != c.changed {
			t.Errorf("report %d: %t, %v", i, changed, err)
		}
	}
	dead := must[[]messages.Delivery](t)(s.Deliveries.DeadLetters(t.Context(), w.org, messages.DeadCursor{}, 10))
	if len(dead) != 1 || dead[0].Message != mine {
		t.Errorf("dead letters: %+v", dead)
	}
	if _, err := s.Deliveries.ReplayDelivery(t.Context(), "org_other", w.event, mine, "mail"); err == nil {
		t.Error("another organization sends our letter again")
	}
	must[*messages.Delivery](t)(s.Deliveries.ReplayDelivery(t.Context(), w.org, w.event, mine, "mail"))
	same(t, state(mine, "mail"), messages.DeliveryQueued)

	// What waits for its time is taken when it has come.
	same(t, must[bool](t)(s.Deliveries.AnyLater(t.Context(), 499)), false)
	same(t, must[bool](t)(s.Deliveries.AnyLater(t.Context(), 500)), true)
	same(t, must[int64](t)(s.Deliveries.WakeDeliveries(t.Context(), 500, 10)), int64(1))

	// A worker that was not seen for long loses what it has; the other keeps its own.
	must[int64](t)(beat(t, s, "two", false, 900, 800))
	if left := must[[]messages.Delivery](t)(s.Deliveries.Taken(t.Context(), "one", 100)); len(left) != 0 {
		t.Errorf("%d still belong to a worker that is gone", len(left))
	}
	if left := must[[]messages.Delivery](t)(s.Deliveries.Taken(t.Context(), "two", 100)); len(left) != 60 {
		t.Errorf("the worker that lives has %d", len(left))
	}
	if _, known, err := s.Deliveries.Heartbeat(t.Context(), "one", false, 901, 800); err != nil || known {
		t.Errorf("who was given up is told so: %t, %v", known, err)
	}
}

func beat(t testing.TB, s *store.Store, worker string, first bool, now, before inventory.Instant) (int64, error) {
	t.Helper()
	alive, _, err := s.Deliveries.Heartbeat(t.Context(), worker, first, now, before)
	return alive, err
}

// readContacts checks what is known of people's ways to be reached: whose it
// is, that it comes back as it was, and that an opt-out outlives the rest.
func readContacts(t *testing.T, s *store.Store) {
	w := messageRows(eventID(1510))
	w.write(t, s)
	key := fmt.Sprint("key-", w.org)
	c := messages.Contact{OrgID: w.org, PersonKey: key, Phone: "+4930123456", Zone: "Europe/Berlin", Channels: []string{"sms", "mail"}, QuietFrom: 1200, QuietTo: 570, SMSAt: 5, PushAt: 6, MutedAt: 7, UpdatedAt: 8}
	for range 2 {
		if err := s.Contacts.PutContact(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	sub := messages.PushSubscription{ID: "b1", Endpoint: "https://push.example/x", P256dh: "p", Auth: "a", CreatedAt: 9}
	for range 2 { // the same browser again
		if err := s.Contacts.AddPush(t.Context(), w.org, key, sub); err != nil {
			t.Fatal(err)
		}
	}
	got := must[map[string]*messages.Contact](t)(s.Contacts.ContactsOf(t.Context(), w.org, []string{key, "nobody"}))
	if len(got) != 1 || got[key].Phone != c.Phone || got[key].Zone != c.Zone || fmt.Sprint(got[key].Channels) != "[sms mail]" || len(got[key].Push) != 1 {
		t.Errorf("contact: %+v", got[key])
	}
	if foreign := must[map[string]*messages.Contact](t)(s.Contacts.ContactsOf(t.Context(), "org_other", []string{key})); len(foreign) != 0 {
		t.Error("another organization reads it")
	}
	if err := s.Contacts.ForgetContact(t.Context(), w.org, key); err != nil {
		t.Fatal(err)
	}
	left := must[map[string]*messages.Contact](t)(s.Contacts.ContactsOf(t.Context(), w.org, []string{key}))[key]
	if left == nil || left.Phone != "" || left.Zone != "" || len(left.Push) != 0 || left.SMSAt != 0 || left.MutedAt != 7 {
		t.Errorf("forgotten: %+v", left)
	}

	dead := messages.Suppression{OrgID: w.org, Channel: "mail", Address: "hash-" + w.org, Reason: "550", EventID: w.event, CreatedAt: 1}
	for range 2 {
		if err := s.Contacts.Suppress(t.Context(), dead); err != nil {
			t.Fatal(err)
		}
	}
	if got := must[map[string]messages.Suppression](t)(s.Contacts.Suppressed(t.Context(), w.org, []string{dead.Address, "other"})); len(got) != 1 {
		t.Errorf("suppressed: %v", got)
	}
	if got := must[map[string]messages.Suppression](t)(s.Contacts.Suppressed(t.Context(), "org_other", []string{dead.Address})); len(got) != 0 {
		t.Error("suppressed for another organization")
	}
	if err := s.Contacts.Lift(t.Context(), w.org, "mail", dead.Address); err != nil {
		t.Fatal(err)
	}
	wantErr(t, s.Contacts.Lift(t.Context(), w.org, "mail", dead.Address), database.ErrNotFound)
}
