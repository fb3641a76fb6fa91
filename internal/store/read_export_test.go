package store

import "github.com/holdfast-events/holdfast/internal/store/events"

// Texts whose query plans are tested: they must not grow with the waitlist.
var (
	CountAheadSQL  = events.CountAheadSQL
	FirstBehindSQL = events.FirstBehindSQL
	LeftAheadSQL   = events.LeftAheadSQL
	LeftSinceSQL   = events.LeftSinceSQL
	MovedAwaySQL   = events.MovedAwaySQL
	CameMovedSQL   = events.CameMovedSQL
	MovedSinceSQL  = events.MovedSinceSQL
	CameSinceSQL   = events.CameSinceSQL
	CameGoneSQL    = events.CameAheadSQL(events.CameGone, events.ByPlacing)
	CameWaitSQL    = events.CameAheadSQL(events.CameWaiting, events.ByLane)
	LinkedStorySQL = events.LinkedStorySQL
	LanePageSQL    = events.LanePageSQL
	WaitingSQL     = events.WaitingEntrySQL
)
