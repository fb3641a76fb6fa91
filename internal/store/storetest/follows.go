package storetest

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// testFollows: who follows whom, as recipients of the messages of an event, up to the bound,
// and until the account is erased.
func testFollows(t *testing.T, open Open) {
	h := OpenEvent(t, open(t), 5, nil)
	ctx, s := t.Context(), h.S
	for i := range 4 {
		execRaw(t, s, fmt.Sprintf("insert into accounts (id, address, email, name, locale, created_at) values ('acc_f%d', 'fan%d@x.org', 'Fan%d@x.org', 'Fan', 'de', 1)", i, i, i))
	}
	code := func(i int) string { return fmt.Sprintf("%016d", i) }
	follow := func(i int, org string) error {
		return s.Follows.Follow(ctx, messages.Follow{AccountID: fmt.Sprint("acc_f", i), OrgID: org, Code: code(i), CreatedAt: instant(int64(10 + i))})
	}
	for i := range 3 {
		if err := follow(i, h.Org); err != nil {
			t.Fatal(err)
		}
	}
	again := messages.Follow{AccountID: "acc_f0", OrgID: h.Org, Code: code(0), CreatedAt: 99}
	if err := s.Follows.Follow(ctx, again); err != nil {
		t.Fatal(err)
	}
	wantErr(t, follow(0, "org_none"), database.ErrNotFound)
	wantErr(t, s.Follows.Follow(ctx, messages.Follow{AccountID: "acc_none", OrgID: h.Org, Code: code(9), CreatedAt: 1}), database.ErrNotFound)
	list := must[[]messages.FollowView](t)(s.Follows.Of(ctx, "acc_f0", ""))
	if len(list) != 1 || list[0].OrgID != h.Org || list[0].OrgName != "Town hall" || list[0].CreatedAt != 10 {
		t.Errorf("followed by acc_f0: %+v", list)
	}

	if of := must[string](t)(s.Follows.ByCode(ctx, h.Org, code(1))); of != "fan1@x.org" {
		t.Errorf("the code is %q's", of)
	}
	if !must[bool](t)(s.Follows.Follows(ctx, "acc_f1", h.Org)) || must[bool](t)(s.Follows.Follows(ctx, "acc_f3", h.Org)) {
		t.Error("who follows is not who does")
	}

	page := must[[]events.MessageView](t)(s.Follows.Page(ctx, h.Event, h.Org, "", 2))
	if len(page) != 2 || page[1].Person.ID != id.With(id.Person, h.Event, code(1)) || page[1].Person.UserID != "mail:fan1@x.org" || page[1].Person.Profile.Email != "Fan1@x.org" ||
		page[1].Person.Profile.Locale != "de" || page[1].FollowedAt != 11 || page[1].EventID != h.Event {
		t.Errorf("the first page: %+v", page)
	}
	if rest := must[[]events.MessageView](t)(s.Follows.Page(ctx, h.Event, h.Org, id.TailOf(page[1].Person.ID), 2)); len(rest) != 1 || rest[0].Person.Profile.Email != "Fan2@x.org" {
		t.Errorf("the second page: %+v", rest)
	}
	third := id.With(id.Person, h.Event, code(2))
	by := must[map[string]*events.MessageView](t)(s.Follows.ByID(ctx, h.Event, h.Org, []string{third, id.With(id.Person, h.Event, code(7))}))
	if len(by) != 1 || by[third] == nil || by[third].Person.Profile.Email != "Fan2@x.org" {
		t.Errorf("by id: %+v", by)
	}

	// The local mailbox keeps what a follower is sent.
	put := func(reader string) int {
		t.Helper()
		if err := s.Mails.PutMail(ctx, []messages.Mail{{ID: "to " + reader, Recipient: "Fan2@x.org", Reader: reader}}); err != nil {
			t.Fatal(err)
		}
		return len(must[[]messages.Mail](t)(s.Mails.Mailbox(ctx, 10)))
	}
	if n := put(third); n != 1 {
		t.Errorf("%d mails of a follower", n)
	}

	for what, end := range map[string]func() error{
		"by account": func() error { return s.Follows.Unfollow(ctx, "acc_f1", h.Org, "") },
		"by code":    func() error { return s.Follows.UnfollowByCode(ctx, h.Org, code(2)) },
		"once more":  func() error { return s.Follows.Unfollow(ctx, "acc_f1", h.Org, "") },
		"of nobody":  func() error { return s.Follows.UnfollowByCode(ctx, h.Org, code(8)) },
		"erased":     func() error { return s.Erasures.EraseAccount(ctx, "acc_f0", 50) },
	} {
		if err := end(); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	if left := must[[]events.MessageView](t)(s.Follows.Page(ctx, h.Event, h.Org, "", 9)); len(left) != 0 {
		t.Errorf("still told: %+v", left)
	}
	for i := range 3 {
		if still := must[string](t)(s.Follows.ByCode(ctx, h.Org, code(i))); still != "" {
			t.Errorf("acc_f%d still follows", i)
		}
	}
	if n := put(third); n != 1 {
		t.Errorf("%d mails", n)
	}

	// Of some that are over the bound together only so many are taken.
	const room = 3
	execRaw(t, s, "insert into organizations (id, name, created_at) "+upTo(messages.MaxFollows+room)+"select 'org_f' || cast(i as text), 'F', 1 from numbers")
	execRaw(t, s, "insert into follows (account_id, org_id, code, created_at) "+upTo(messages.MaxFollows-room)+"select 'acc_f3', 'org_f' || cast(i as text), cast(i as text), 1 from numbers")
	var done sync.WaitGroup
	var taken, refused atomic.Int64
	for i := range 2 * room {
		done.Go(func() {
			switch err := follow(3, fmt.Sprint("org_f", messages.MaxFollows-room+1+i)); {
			case err == nil:
				taken.Add(1)
			case errors.Is(err, messages.ErrTooManyFollows):
				refused.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	done.Wait()
	if taken.Load() != room || refused.Load() != room {
		t.Errorf("%d follows are taken and %d refused, want %d", taken.Load(), refused.Load(), room)
	}
	if err := follow(3, "org_f1"); err != nil {
		t.Errorf("who follows already: %v", err)
	}
	if list := must[[]messages.FollowView](t)(s.Follows.Of(ctx, "acc_f3", "de")); len(list) != messages.MaxFollows {
		t.Errorf("%d are listed, want %d", len(list), messages.MaxFollows)
	}
}
