package storetest

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// testWrittenAnnouncements checks that a written announcement is stored with its due time.
func testWrittenAnnouncements(t *testing.T, open Open) {
	h := OpenEvent(t, open(t), 5, nil)
	due := Epoch + inventory.Instant(inventory.Hour)
	b := messages.WrittenAnnouncement{
		EventID: h.Event, ID: h.In(id.Announcement), OrgID: h.Org, Audience: `{"standing":"confirmed"}`, Locale: "de", Words: `{"subject":"Hallo"}`, CreatedBy: "mem_1", CreatedAt: Epoch,
	}
	if err := h.S.Announcements.CreateWritten(t.Context(), b, due); err != nil {
		t.Fatal(err)
	}
	wantErr(t, h.S.Announcements.CreateWritten(t.Context(), b, due), database.ErrConflict)
	b.Announcement = messages.Announcement{EventID: h.Event, ID: b.ID, Kind: messages.AnnouncementKind, DueAt: due, State: messages.AnnouncementPlanned, UpdatedAt: Epoch}
	same(t, must[*messages.WrittenAnnouncement](t)(h.S.Announcements.WrittenByID(t.Context(), h.Event, b.ID)), &b)
	_, err := h.S.Announcements.WrittenByID(t.Context(), h.Event, h.In(id.Announcement))
	wantErr(t, err, database.ErrNotFound)
	second := b
	second.ID, second.CreatedAt = h.In(id.Announcement), Epoch+1
	if err := h.S.Announcements.CreateWritten(t.Context(), second, due); err != nil {
		t.Fatal(err)
	}
	if list := must[[]messages.WrittenAnnouncement](t)(h.S.Announcements.Written(t.Context(), h.Event)); len(list) != 2 || list[0].ID != second.ID {
		t.Errorf("%+v", list)
	}
	if list := must[[]messages.Announcement](t)(h.S.Announcements.Automatic(t.Context(), h.Event)); len(list) != 2 { // reminders
		t.Errorf("among the event's own announcements: %+v", list)
	}

	// A worker takes it when it is due; once it is stopped the worker cannot go on.
	if early := must[[]messages.Announcement](t)(h.S.Announcements.TakeDue(t.Context(), "w", due-1, 9)); len(early) != 0 {
		t.Errorf("too early: %+v", early)
	}
	taken := must[[]messages.Announcement](t)(h.S.Announcements.TakeDue(t.Context(), "w", due, 1))
	if len(taken) != 1 || taken[0].State != messages.AnnouncementSending {
		t.Fatalf("%+v", taken)
	}
	if !must[bool](t)(h.S.Announcements.StopWritten(t.Context(), h.Event, taken[0].ID, due+1)) || must[bool](t)(h.S.Announcements.StopWritten(t.Context(), h.Event, taken[0].ID, due+2)) {
		t.Error("it is stopped once")
	}
	_, err = h.S.Announcements.Advance(t.Context(), "w", due+3, &taken[0], nil)
	wantErr(t, err, database.ErrStale)
	if got := must[*messages.WrittenAnnouncement](t)(h.S.Announcements.WrittenByID(t.Context(), h.Event, taken[0].ID)); got.Announcement.State != messages.AnnouncementVoid || got.Announcement.UpdatedAt != due+1 {
		t.Errorf("%+v", got.Announcement)
	}
}
