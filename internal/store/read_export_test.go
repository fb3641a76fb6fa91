package store

// Texts whose query plans are tested: they must not grow with the waitlist.
var (
	CountAheadSQL  = countAheadSQL
	FirstBehindSQL = firstBehindSQL
	LeftAheadSQL   = leftAheadSQL
	LeftSinceSQL   = leftSinceSQL
	MovedAwaySQL   = movedAwaySQL
	CameMovedSQL   = cameMovedSQL
	MovedSinceSQL  = movedSinceSQL
	CameSinceSQL   = cameSinceSQL
	CameGoneSQL    = cameAheadSQL(cameGone, byPlacing)
	CameWaitSQL    = cameAheadSQL(cameWaiting, byLane)
	LinkedStorySQL = linkedStorySQL
	LanePageSQL    = lanePageSQL
	WaitingSQL     = waitingEntrySQL
)
