package storetest

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// testBulletins: what is written to guests is kept with the notice that sends it.
func testBulletins(t *testing.T, open Open) {
	h := OpenHall(t, open(t), 5, nil)
	due := Epoch + inventory.Instant(inventory.Hour)
	b := store.Bulletin{
		EventID: h.Event, ID: h.In(id.Bulletin), OrgID: h.Org, Audience: `{"standing":"confirmed"}`, Locale: "de", Words: `{"subject":"Hallo"}`, CreatedBy: "mem_1", CreatedAt: Epoch,
	}
	if err := h.S.Announcements.CreateBulletin(t.Context(), b, due); err != nil {
		t.Fatal(err)
	}
	wantErr(t, h.S.Announcements.CreateBulletin(t.Context(), b, due), store.ErrConflict)
	b.Notice = store.Announcement{EventID: h.Event, ID: b.ID, Kind: store.NoticeBulletin, DueAt: due, State: store.NoticePlanned, UpdatedAt: Epoch}
	same(t, must[*store.Bulletin](t)(h.S.Announcements.BulletinByID(t.Context(), h.Event, b.ID)), &b)
	_, err := h.S.Announcements.BulletinByID(t.Context(), h.Event, h.In(id.Bulletin))
	wantErr(t, err, store.ErrNotFound)
	second := b
	second.ID, second.CreatedAt = h.In(id.Bulletin), Epoch+1
	if err := h.S.Announcements.CreateBulletin(t.Context(), second, due); err != nil {
		t.Fatal(err)
	}
	if list := must[[]store.Bulletin](t)(h.S.Announcements.Bulletins(t.Context(), h.Event)); len(list) != 2 || list[0].ID != second.ID {
		t.Errorf("%+v", list)
	}
	if list := must[[]store.Announcement](t)(h.S.Announcements.Notices(t.Context(), h.Event)); len(list) != 2 { // reminders
		t.Errorf("among the event's own notices: %+v", list)
	}

	// A worker takes it when it is due; once it is stopped the worker cannot go on.
	if early := must[[]store.Announcement](t)(h.S.Announcements.DueNotices(t.Context(), "w", due-1, 9)); len(early) != 0 {
		t.Errorf("too early: %+v", early)
	}
	taken := must[[]store.Announcement](t)(h.S.Announcements.DueNotices(t.Context(), "w", due, 1))
	if len(taken) != 1 || taken[0].State != store.NoticeSending {
		t.Fatalf("%+v", taken)
	}
	if !must[bool](t)(h.S.Announcements.StopBulletin(t.Context(), h.Event, taken[0].ID, due+1)) || must[bool](t)(h.S.Announcements.StopBulletin(t.Context(), h.Event, taken[0].ID, due+2)) {
		t.Error("it is stopped once")
	}
	_, err = h.S.Announcements.AdvanceNotice(t.Context(), "w", due+3, &taken[0], nil)
	wantErr(t, err, store.ErrStale)
	if got := must[*store.Bulletin](t)(h.S.Announcements.BulletinByID(t.Context(), h.Event, taken[0].ID)); got.Notice.State != store.NoticeVoid || got.Notice.UpdatedAt != due+1 {
		t.Errorf("%+v", got.Notice)
	}
}
