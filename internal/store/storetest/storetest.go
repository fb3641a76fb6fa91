// Package storetest is the conformance suite of the store: every engine must
// pass the same tests. An engine's test file calls Run with a function that
// opens a fresh database.
package storetest

import (
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/store"
)

// Open opens the store of a fresh, migrated database, and closes it when the test
// ends. Another call with the same t opens the same database again, as a second
// server would.
type Open func(t testing.TB) *store.Store

// Run runs the suite: the batches of the sequencer here, the queries in Reading,
// the schema in Migrating. Of the engines 0 and 1 it plays each test on both, and on few
// processors on the one that Drawn says.
func Run(t *testing.T, open Open, engine uint64) {
	tests := writing
	if seed.Few() {
		names := Drawn(seed.Of(t), engine)
		tests = slices.DeleteFunc(slices.Clone(tests), func(test suiteTest) bool { return !slices.Contains(names, test.name) })
	}
	run(t, open, tests)
}

// All runs the suite on the only engine that there is.
func All(t *testing.T, open Open) { run(t, open, writing) }

// Drawn returns the names of the tests that are played on an engine, 0 or 1, where each is
// played on one of them: two seeds in a row play each on both.
func Drawn(from, engine uint64) []string {
	var names []string
	for i, test := range writing {
		if (from+uint64(i))%2 == engine {
			names = append(names, test.name)
		}
	}
	return names
}

// Migrating runs the tests of the migrations: open opens an empty database.
func Migrating(t *testing.T, open Open) { run(t, open, migrating) }

func run(t *testing.T, open Open, tests []suiteTest) {
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel() // each has a database of its own
			test.run(t, open)
		})
	}
}

// Bookings runs what of the suite is about bookings.
func Bookings(t *testing.T, open Open) {
	for _, test := range writing {
		if name, of := strings.CutPrefix(test.name, "Bookings/"); of {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				test.run(t, open)
			})
		}
	}
}

type suiteTest struct {
	name string
	run  func(t *testing.T, open Open)
}

var migrating = []suiteTest{
	{"from empty and twice", testMigrate},
	{"many at once", testMigrateAtOnce},
	{"from before the first release", testMigrateUnreleased},
}

var writing = []suiteTest{
	{"Batch/rows come back as written", testRows},
	{"Batch/changed rows come back as changed", testChangedRows},
	{"Batch/a row to change that is not there", testMissingRow},
	{"Batch/event that does not exist", testNoEvent},
	{"Batch/rolled back", testRollback},
	{"Batch/outbox", testOutbox},
	{"Batch/a job that waits", testWaitingJob},
	{"Batch/replies", testReplies},
	{"Batch/erase", testErase},
	{"Batch/erase spelling", testEraseSpelling},
	{"Batch/link marks", testLinkMarks},
	{"Batch/a stale state is loaded again", testStale},
	{"Batch/another history of the same length is noticed", testOtherHistory},
	{"Batch/reload equals cache", testReload},
	{"Ahead/decides as if read", testAhead},
	{"Ahead/what falls due", testAheadDue},
	{"Ahead/another server wrote", testAheadStale},
	{"Ahead/who is known", testKnownUsers},
	{"Batch/a row that is not there", testMissing},
	{"Load/due", testDue},
	{"Load/heads", testHeads},
	{"Load/sweep", testSweep},
	{"Load/linked rows", testLinked},
	{"DueEvents", testDueEvents},
	{"Committed", testCommitted},
	{"Errors/by code", testErrors},
	{"Race/last unit", testLastUnit},
	{"Orders/as in memory", testMirror},
	{"Orders/reads", testOrderReads},
	{"Orders/a tier that is added", testAddedTier},
	{"Orders/the last use of a code", testLastUse},
	{"Waitlist/approved, and to be paid", testApprovedToPay},
	{"Orders/paid as it lapses", testPaidAtTheEnd},
	{"CheckIn/once", testCheckIn},
	{"CheckIn/who came", testCame},
	{"CheckIn/numbers of orders", testOrderNumbers},
	{"CheckIn/names of scans", testScanNames},
	{"CheckIn/reissued tickets", testReissue},
	{"CheckIn/one ticket, a thousand scans", testOneTicketRaces},
	{"CheckIn/logs of devices", testSync},
	{"Address book", testBook},
	{"Origins", testOrigins},
	{"Address book of the untold", testBookOfTheUntold},
	{"Guest index", testGuestIndex},
	{"Public events", testPublicEvents},
	{"Events of an organization", testHostedEvents},
	{"Public list/what it says", testListed},
	{"Public events between two times", testEventsBetween},
	{"Venues/of one organization", testVenues},
	{"Series/of one organization", testSeries},
	{"Seats/as in memory", testSeatsMirror},
	{"Seats/followed", testSeatsFollowed},
	{"Seats/race for one pair", testSeatRace},
	{"Seats/two change places", testReseats},
	{"Seats/race for one seat of two that are moved", testReseatRace},
	{"Venues/versions of a plan", testSeatingPlans},
	{"Venues/renamed and deleted", testVenueChanges},
	{"Venues/pictures", testGalleries},
	{"Venues/deleted while they are drawn", testVenueRace},
	{"Bookings/of rooms and parts", testBookings},
	{"Bookings/whose time has come", testBookingsDue},
	{"Bookings/that have begun", testBookingsBegun},
	{"Bookings/the same add-ons", testSameAddOns},
	{"Bookings/that follow an event", testFollowing},
	{"Bookings/states", testBookingStates},
	{"Bookings/dates of what repeats", testBookingDates},
	{"Bookings/of guests", testBookingGuests},
	{"Bookings/beside calendars of others", testRoomCalendars},
	{"Bookings/who waits", testBookingsWait},
	{"Bookings/asked for at once", testBookingsAtOnce},
	{"Bookings/of days", testBookedDays},
	{"Bookings/opening hours", testBookingHours},
	{"Bookings/rules of the venue", testBookingRules},
	{"Bookings/nearest free times", testBookingNearest},
	{"Bookings/as in memory", testBookingsAsInMemory},
	{"Resources/as in memory", testResourcesAsInMemory},
	{"Resources/at once", testResourcesAtOnce},
	{"Resources/confirmations", testConfirmations},
	{"Resources/decisions are told", testDecisionsAreTold},
	{"Resources/kept", testResourceKept},
	{"Resources/first to accept", testFirstToAccept},
	{"Resources/changed by two", testResourceChangedByTwo},
	{"Resources/figures", testResourceFigures},
	{"Resources/joined by their people", testResourceJoins},
	{"Payments/checkouts", testCheckouts},
	{"Payments/accounts", testPaymentAccounts},
	{"Payments/accounts at once", testPaymentAccountRace},
	{"Payments/notices", testReceive},
	{"Payments/notices at once", testReceiveAtOnce},
	{"Payments/settled one way", testSettle},
	{"Payments/together", testPaymentsTogether},
	{"Payments/payouts", testPayouts},
	{"Payments/payouts race", testPayoutRace},
	{"Payments/refunds that nobody pays", testOpenRefunds},
	{"Payments/journal", testJournal},
	{"CheckIn/lists of the door", testLists},
	{"CheckIn/passes of phones", testPasses},
	{"Tills", testTills},
	{"CheckIn/out and in again", testMoves},
	{"CheckIn/one ticket, many at once, out and in again", testMoveRaces},
	{"CheckIn/logs of devices at lists", testSyncMoves},
	{"CheckIn/against the rules", testOverride},
	{"Tickets/who comes in", testAttendees},
	{"Tickets/of items", testItemTickets},
	{"Tickets/of a party", testParties},
	{"Tickets/transfers", testTransfers},
	{"Organizations/one chain", testDeeds},
	{"Organizations/limits", testLimits},
	{"Guests/what they have", testGuests},
	{"Guests/written to", testWrittenAnnouncements},
	{"Organizations/followed", testFollows},
	{"Guests/invited", testInvitations},
	{"Accounts/calendars", testCalendarAddresses},
	{"Tickets/given to the waitlist", testExchanges},
	{"Tickets/with a seat, given to the line", testSeatExchanges},
}
