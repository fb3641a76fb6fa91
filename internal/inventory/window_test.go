package inventory_test

import (
	"testing"
	"time"
	_ "time/tzdata" // the test knows the zones it names wherever it runs

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// TestClaimWindow tries the nights on which clocks are set, with moments that
// name their offset, because the wall clock alone is ambiguous then.
func TestClaimWindow(t *testing.T) {
	tests := []struct {
		name, zone string
		from, to   int // minutes after midnight
		now        string
		starts     string // "" for now
	}{
		{"outside", "Europe/Berlin", 1320, 480, "2028-06-01T21:59:59+02:00", ""},
		{"first moment", "Europe/Berlin", 1320, 480, "2028-06-01T22:00:00+02:00", "2028-06-02T08:00:00+02:00"},
		{"after midnight", "Europe/Berlin", 1320, 480, "2028-06-02T00:00:00+02:00", "2028-06-02T08:00:00+02:00"},
		{"last moment", "Europe/Berlin", 1320, 480, "2028-06-02T07:59:59+02:00", "2028-06-02T08:00:00+02:00"},
		{"over", "Europe/Berlin", 1320, 480, "2028-06-02T08:00:00+02:00", ""},
		{"none", "Europe/Berlin", 480, 480, "2028-06-02T08:00:00+02:00", ""},
		{"end of month", "Europe/Berlin", 1320, 480, "2028-12-31T23:00:00+01:00", "2029-01-01T08:00:00+01:00"},
		{"short night", "Europe/Berlin", 1320, 480, "2028-03-25T23:00:00+01:00", "2028-03-26T08:00:00+02:00"},
		{"long night", "Europe/Berlin", 1320, 480, "2028-10-28T23:00:00+02:00", "2028-10-29T08:00:00+01:00"},
		{"ends in the gap", "Europe/Berlin", 1320, 150, "2028-03-26T01:59:00+01:00", "2028-03-26T03:00:00+02:00"},
		{"ends in the gap, west", "America/New_York", 1320, 150, "2028-03-12T01:59:00-05:00", "2028-03-12T03:00:00-04:00"},
		{"ends twice, before both", "Europe/Berlin", 1320, 150, "2028-10-29T01:00:00+02:00", "2028-10-29T02:30:00+02:00"},
		{"ends twice, between", "Europe/Berlin", 1320, 150, "2028-10-29T02:10:00+01:00", "2028-10-29T02:30:00+01:00"},
		{"ends twice, west", "America/New_York", 1320, 90, "2028-11-05T01:10:00-05:00", "2028-11-05T01:30:00-05:00"},
		{"ends twice, west, before both", "America/New_York", 1320, 90, "2028-11-05T00:10:00-04:00", "2028-11-05T01:30:00-04:00"},
		{"begins in the gap", "Europe/Berlin", 150, 480, "2028-03-26T03:10:00+02:00", "2028-03-26T08:00:00+02:00"},
		{"clock set by half an hour", "Australia/Lord_Howe", 1320, 120, "2028-10-01T01:30:00+10:30", "2028-10-01T02:30:00+11:00"},
		{"no clock is ever set", "Asia/Kolkata", 1320, 480, "2028-03-26T02:30:00+05:30", "2028-03-26T08:00:00+05:30"},
		{"UTC", "UTC", 1320, 480, "2028-03-26T02:30:00Z", "2028-03-26T08:00:00Z"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			zone, err := time.LoadLocation(tt.zone)
			if err != nil {
				t.Fatal(err)
			}
			now := instant(t, tt.now)
			want := now
			if tt.starts != "" {
				want = instant(t, tt.starts)
			}
			e := &inventory.Event{Zone: zone, EndsAt: now + 30*inventory.Instant(inventory.Day)}
			e.Settings.Waitlist = inventory.WaitlistSettings{ClaimWindow: inventory.Hour, QuietFrom: tt.from, QuietTo: tt.to}
			starts, ends := inventory.ClaimWindow(e, now)
			if starts != want || ends != want+inventory.Instant(inventory.Hour) {
				t.Errorf("starts %s, want %s", starts.Time().In(zone), want.Time().In(zone))
			}
			e.Settings.Waitlist.TimeCritical = true
			if starts, _ := inventory.ClaimWindow(e, now); starts != now {
				t.Errorf("time-critical: starts %s", starts.Time().In(zone))
			}
		})
	}
}

// TestClaimWindowSweep tries every minute of the days around both changes: the
// window never starts in the past, nor inside quiet hours, nor a day late.
func TestClaimWindowSweep(t *testing.T) {
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for _, day := range []string{"2028-03-25T00:00:00+01:00", "2028-10-28T00:00:00+02:00"} {
		for _, quiet := range [][2]int{{1320, 480}, {0, 150}, {150, 180}, {60, 130}, {1320, 120}} {
			for i := range 3 * 24 * 60 {
				now := instant(t, day) + inventory.Instant(i)*inventory.Instant(inventory.Minute)
				e := &inventory.Event{Zone: zone, EndsAt: now + 30*inventory.Instant(inventory.Day)}
				e.Settings.Waitlist = inventory.WaitlistSettings{ClaimWindow: inventory.Hour, QuietFrom: quiet[0], QuietTo: quiet[1]}
				starts, _ := inventory.ClaimWindow(e, now)
				local := starts.Time().In(zone)
				minute := local.Hour()*60 + local.Minute()
				inside := minute >= quiet[0] && minute < quiet[1]
				if quiet[0] > quiet[1] {
					inside = minute >= quiet[0] || minute < quiet[1]
				}
				if starts < now || inside || starts > now+inventory.Instant(11*inventory.Hour) {
					t.Fatalf("quiet %v at %s: starts %s", quiet, now.Time().In(zone), local)
				}
			}
		}
	}
}

func instant(t *testing.T, s string) inventory.Instant {
	t.Helper()
	at, err := time.Parse(time.RFC3339, s)
	if err != nil {
		t.Fatal(err)
	}
	return inventory.At(at)
}
