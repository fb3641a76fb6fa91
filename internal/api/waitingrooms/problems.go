package waitingrooms

import (
	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/rehearsal/runs"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
	"github.com/holdfast-events/holdfast/internal/waitroom"
	"github.com/holdfast-events/holdfast/internal/waitroom/draws"
	"github.com/holdfast-events/holdfast/internal/waitroom/joins"
	"github.com/holdfast-events/holdfast/internal/waitroom/turnstile"
)

// Kinds of problem of waiting rooms.
var (
	kindNone    = httpapi.Kind{Code: "no_waiting_room", Status: 404, Title: "No waiting room", Help: "The event has none: take part as usual."}
	kindNotOpen = httpapi.Kind{
		Code: "waiting_room_not_open", Status: 409, Title: "The waiting room is not open",
		Help: "GET /v1/events/{event_id}/waiting-room says when it opens, or that it has closed.",
	}
	kindAccount = httpapi.Kind{
		Code: "account_required", Status: 403, Title: "Sign in to join",
		Help: "This waiting room has one place for each address: sign in first, with POST /v1/auth/links.",
	}
	kindReceipt = httpapi.Kind{
		Code: "invalid_receipt", Status: 422, Title: "Not a receipt of this waiting room", Help: "Send the whole text that joining has answered with, unchanged.", Field: "receipt",
	}
	kindNotCalled = httpapi.Kind{
		Code: "not_called_yet", Status: 425, Title: "Not your turn yet",
		Help: "Your place is kept. detail says where you stand; ask again after Retry-After, or when serving of GET /v1/events/{event_id}/waiting-room has come to your place.",
	}
	kindNoDraw    = httpapi.Kind{Code: "no_draw", Status: 404, Title: "No draw", Help: "The waiting room of the event, if there is one, is served in another order."}
	kindNotSealed = httpapi.Kind{Code: "draw_not_sealed", Status: 409, Title: "The draw is not sealed", Help: "Until seals_at people join it. Its beacon can be entered from a minute after the seal on."}
	kindSealed    = httpapi.Kind{Code: "draw_sealed", Status: 409, Title: "The draw is sealed", Help: "Who takes part is fixed: nobody is struck out any more."}
	kindDrawn     = httpapi.Kind{Code: "draw_drawn", Status: 409, Title: "The draw is drawn", Help: "There is one draw, and it has its beacon."}
	kindBeacon    = httpapi.Kind{
		Code: "invalid_beacon", Status: 422, Title: "Not the beacon that was announced",
		Help: "Of a ceremony, secret must be what was committed to, and value what the source said. Of drand-quicknet, signature must be that of the round of the seal.",
	}
	kindMembers = httpapi.Kind{
		Code: "members_only", Status: 403, Title: "Members enter the value",
		Help: "The terms of this ceremony say that two members of the organization enter its value, each signed in.",
	}
	kindBallot   = httpapi.Kind{Code: "ballot", Status: 409, Title: "This is a ballot", Help: "Say what you want, with PUT /v1/events/{event_id}/ballot."}
	kindNoBallot = httpapi.Kind{Code: "no_ballot", Status: 404, Title: "No ballot", Help: "The event has none: join its waiting room, if there is one, or take part as usual."}
	kindNoWish   = httpapi.Kind{Code: "not_in_ballot", Status: 404, Title: "Not in the ballot", Help: "Nobody takes part in it with this address."}
	kindStruck   = httpapi.Kind{
		Code: "struck_out", Status: 403, Title: "Struck out of the draw",
		Help: "This place was struck out before the draw was sealed. GET /v1/events/{event_id}/draw/struck has the reason.",
	}
	kindLeftDraw = httpapi.Kind{
		Code: "draw_left", Status: 403, Title: "Left the draw",
		Help: "Whoever has this place left the draw before it was sealed, which is for good.",
	}
	kindNotInside = httpapi.Kind{Code: "not_inside", Status: 409, Title: "Not inside", Help: "Nobody was let in with this receipt: there is nothing to leave. The place is kept."}
	kindPassUsed  = httpapi.Kind{
		Code: "pass_used", Status: 410, Title: "The pass was used",
		Help: "A pass is good for one registration, one order that is paid, or one place on the waitlist. Somebody else comes in then.",
	}
	kindPassOver = httpapi.Kind{Code: "pass_over", Status: 410, Title: "The pass is over", Help: "Each place lets in once, for as long as the event says."}
)

// Problems are the problems of waiting rooms.
var Problems = httpapi.Problems{
	Kinds: []httpapi.Kind{kindNone, kindNoStatement, kindNotOpen, kindAccount, kindReceipt, kindNotCalled, kindNotInside, kindPassOver, kindPassUsed, kindNoDraw, kindNotSealed, kindSealed, kindDrawn, kindBeacon, kindMembers, kindStruck, kindLeftDraw, kindBallot, kindNoBallot, kindNoWish, kindRehearsing, kindOnsaleNear, kindRehearsalsOff, kindNoTaker},
	Errors: []httpapi.ErrorKind{
		{Err: joins.ErrBusy, Kind: access.KindBusy},
		{Err: joins.ErrClosed, Kind: access.KindShuttingDown},
		{Err: joins.ErrNone, Kind: kindNone},
		{Err: joins.ErrNotOpen, Kind: kindNotOpen},
		{Err: joins.ErrBallot, Kind: kindBallot},
		{Err: joins.ErrNoBallot, Kind: kindNoBallot},
		{Err: draw.ErrBeacon, Kind: kindBeacon},
		{Err: draws.ErrMembers, Kind: kindMembers},
		{Err: draws.ErrKind, Kind: kindBeacon},
		{Err: draws.ErrNone, Kind: kindNoDraw},
		{Err: draws.ErrNotSealed, Kind: kindNotSealed},
		{Err: draws.ErrSealed, Kind: kindSealed},
		{Err: draws.ErrDrawn, Kind: kindDrawn},
		{Err: draws.ErrOver, Kind: kindNotOpen},
		{Err: turnstile.ErrStruck, Kind: kindStruck},
		{Err: turnstile.ErrLeft, Kind: kindLeftDraw},
		{Err: turnstile.ErrClosed, Kind: kindNotOpen},
		{Err: turnstile.ErrDone, Kind: kindPassUsed},
		{Err: turnstile.ErrNotInside, Kind: kindNotInside},
		{Err: turnstile.ErrPassOver, Kind: kindPassOver},
		{Err: runs.ErrOff, Kind: kindRehearsalsOff},
		{Err: runs.ErrClosed, Kind: access.KindShuttingDown},
		{Err: waitingrooms.ErrRehearsing, Kind: kindRehearsing},
		{Err: waitroom.ErrReceipt, Kind: kindReceipt},
	},
}
