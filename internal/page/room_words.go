package page

import (
	"github.com/holdfast-events/holdfast/internal/locale"
)

// RoomWords are what pages say of places in waiting rooms, in one language.
type RoomWords struct {
	// Title is what it is about, Yours and Drawn are above one's own place, Of below one that was
	// drawn.
	Title, Yours, Drawn string
	Of                  locale.Counted
	// Ahead is how many come before, Next that nobody does, Serving up to which place people are
	// called, Before from when.
	Ahead                 locale.Counted
	Next, Serving, Before string // {n}; {time}
	SlotFrom              string // {time}

	// The wait.
	Wait, WaitUnknown, Paused string
	WaitMinutes, WaitHours    locale.Counted

	// What is left.
	Left       string
	LeftPlaces locale.Counted

	// Before people are called: what is on sale then, how many have joined, and for which part of them,
	// {n} in a hundred, it is enough, or for all.
	AtStart       string
	Joined        locale.Counted
	Share, Enough string

	Promised, PromisedLink string // the sealed statement

	Safe string // whatever becomes of the page

	// The own turn, and being inside: GoIn is a button, Tickets leads on, NoScript is said to people who
	// have none.
	Turn, GoIn, Full  string
	TurnText          locale.Counted
	In, InText        string
	Tickets, NoScript string

	// What has ended. ToEvent leads to the page of the event.
	Over, OverText, Done, DoneText, Closed, ClosedText, ToEvent string

	// The event is postponed: what that means for everybody, for a place, and for whoever is in a draw
	// or a ballot.
	Postponed, PostponedText, PostponedPlace, PostponedDraw, PostponedBallot string

	// A draw.
	Draw, DrawText, Sealed string // {time}
	SealedText             locale.Counted
	Late, OtherRound       string // the beacon is late; another round than the announced one was taken
	Struck, StruckText     string

	// A place that was drawn in a ballot: until it is on the waitlist, {time} is from when that is, and
	// afterwards. BallotPage is a link.
	Ballot, BallotWaits, BallotOver, BallotPage string
	// The receipt of a draw, and the link to it as a file.
	Receipt, ReceiptFile string

	// Updates says that the page is loaded again by itself; the others are links.
	Updates, Stop, Again string
}

// ChanceWords say what a place in a waiting room still leads to.
type ChanceWords struct {
	// Whether enough is left when the turn comes.
	Likely, Possible, Unlikely string

	// All is taken: SoldOutTurnText has {n} minutes.
	SoldOut, SoldOutWaitlist, SoldOutNone, SoldOutTurn, SoldOutTurnText string

	// Why the place leads to nothing.
	LeftDraw, LeftDrawText, Cancelled, CancelledText, Ended, EndedText string
}
