package booking_test

import (
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// TestDaysOf: each moment is on the day that clocks show then, where they skip midnight, show the hour before
// it twice, or leave out a date, too.
func TestDaysOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		zone  string
		first string
		hours []int // of each day
	}{
		{"UTC", "2026-12-30", []int{24, 24, 24}},
		{"Europe/Berlin", "2027-03-27", []int{24, 23, 24}},
		{"Europe/Berlin", "2027-10-30", []int{24, 25, 24}},
		{"America/New_York", "2027-11-06", []int{24, 25, 24}},
		{"America/Sao_Paulo", "2018-11-03", []int{24, 23, 24}}, // begins at one
		{"America/Sao_Paulo", "2018-02-17", []int{25, 24, 24}},
		{"Asia/Beirut", "2022-03-26", []int{24, 23, 24}}, // begins at one
		{"Asia/Beirut", "2022-10-29", []int{25, 24, 24}},
		{"Pacific/Apia", "2011-12-29", []int{24, 0, 24}},
		{"Australia/Lord_Howe", "2027-10-02", []int{24, 23, 24}}, // 23 and a half
	} {
		zone, err := time.LoadLocation(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		first, err := time.Parse(time.DateOnly, c.first)
		if err != nil {
			t.Fatal(err)
		}
		begins := booking.DaysOf(first.Year(), first.Month(), first.Day(), len(c.hours), zone)
		for i, hours := range c.hours {
			if got := int((begins[i+1] - begins[i]) / inventory.Instant(inventory.Hour)); got != hours {
				t.Errorf("%s: day %d from %s has %d hours, want %d", c.zone, i, c.first, got, hours)
			}
			want := first.AddDate(0, 0, i).Format(time.DateOnly)
			for at := begins[i]; at < begins[i+1]; at += inventory.Instant(inventory.Hour / 4) {
				if got := at.Time().In(zone).Format(time.DateOnly); got != want {
					t.Fatalf("%s: %s is on %s, not on %s", c.zone, at.Time(), got, want)
				}
			}
		}
	}
}
