package access

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"

	"github.com/holdfast-events/holdfast/internal/captcha"
	"github.com/holdfast-events/holdfast/internal/challenge"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/limit"
	"github.com/holdfast-events/holdfast/internal/waitroom"
)

// challengeHeader carries the answer to a challenge.
const challengeHeader = "Holdfast-Challenge"

// ChallengeProblems are the problems of a call that strangers may have to answer a
// challenge for.
var ChallengeProblems = []httpapi.Kind{kindChallengeRequired, kindChallengeInvalid, kindChallengeExpired, kindChallengeUsed, kindChallengeUnsolved, KindCaptchaUnavailable}

var (
	kindChallengeRequired = httpapi.Kind{
		Code: "challenge_required", Status: 403, Title: "Answer to a challenge required",
		Help: "Whoever is not signed in is asked for it, so that programs do not take what is for people. Get a challenge with " +
			"GET /v1/events/{event_id}/challenges/{purpose}, of a venue or a resource with GET /v1/public/venues/{venue_id}/challenges/{purpose} or GET /v1/public/resources/{resource_id}/challenges/{purpose}, solve it, and send the request again with the answer in this header. Or sign in.",
		Field: challengeHeader,
	}
	kindChallengeInvalid = httpapi.Kind{
		Code: "invalid_challenge", Status: 422, Title: "Not an answer to a challenge of this event",
		Help: "Of a proof of work the header holds, in base64, the JSON of the challenge as it was given for this event and purpose, and of its solution; " +
			"of a widget, the token that it gave for this event and purpose on a page of this server.",
		Field: challengeHeader,
	}
	kindChallengeExpired = httpapi.Kind{
		Code: "challenge_expired", Status: 410, Title: "The challenge is over",
		Help: "A challenge is good until its expiresAt. Nothing was changed: get another one.", Field: challengeHeader,
	}
	kindChallengeUsed = httpapi.Kind{
		Code: "challenge_used", Status: 409, Title: "The answer was used",
		Help: "An answer is good for one request and, with the same Idempotency-Key, for its repetition. Get another challenge.", Field: challengeHeader,
	}
	kindChallengeUnsolved = httpapi.Kind{
		Code: "challenge_unsolved", Status: 422, Title: "The challenge is not solved",
		Help: "The key that the counter yields is not derivedKey, or does not begin with keyPrefix. Nothing was changed.", Field: challengeHeader,
	}
	// KindCaptchaUnavailable is for callers who cannot be verified by the company that this server asks.
	KindCaptchaUnavailable = httpapi.Kind{
		Code: "captcha_unavailable", Status: 503, Title: "Nobody can be verified at the moment",
		Help: "The company that verifies whether somebody is a person is away, and whoever runs this server lets nobody in meanwhile. Nothing was changed. " +
			"Try again after the time in Retry-After, or sign in first.",
		Field: challengeHeader,
	}
)

// ChallengeProblem returns the problem of a challenge that cannot be asked or verified at the
// moment; other errors as they are.
func ChallengeProblem(err error) error {
	switch {
	case errors.Is(err, challenge.ErrAgain), errors.Is(err, challenge.ErrCheap):
		return kindChallengeRequired.About()
	case errors.Is(err, challenge.ErrUnavailable):
		p := KindCaptchaUnavailable.About()
		p.RetryAfter = captcha.Rest
		return p
	}
	return err
}

// Screened is passed by whoever is about to take a place of an event, or to wait for one. It
// asks for the answer to a challenge where the event wants one: of those of whom nothing is known.
// Whoever has come in from the waiting room was asked there. And it bounds how often
// people try while the demand for the event is high.
func (c *Call) Screened(k *EventSummary, purpose challenge.Purpose) error {
	c.noteTry(k)
	asked, err := c.asked(k, purpose)
	if err != nil {
		return err
	}
	return c.screened(k.EventID, purpose, asked, c.tries(k)...)
}

// ScreenedUpload is passed by whoever is about to send a file for an event, before it is read.
// Strangers are asked for the answer to a challenge where the event wants one, or while the server is
// busy, with files too; and whoever is not staff is counted.
func (c *Call) ScreenedUpload(k *EventSummary, busy bool) error {
	asked, err := c.asked(k, challenge.Upload)
	if err != nil {
		return err
	}
	asked = asked || busy && c.Caller.Public() && k.Challenge != inventory.ChallengeOff
	var counted []limit.Check
	if !c.Caller.Staff() {
		checks := identity.Uploads(c.Address)
		counted = checks[:]
	}
	return c.screened(k.EventID, challenge.Upload, asked, counted...)
}

// ScreenedBusy is passed by strangers who are about to ask for something that is in no event: a
// venue, a resource. They are asked while the server is busy.
func (c *Call) ScreenedBusy(of string, purpose challenge.Purpose) error {
	return c.screened(of, purpose, c.control.Challenges.Now() != challenge.Idle)
}

// screened asks whoever is asked for the answer to a challenge of an event, a venue or a resource, and
// counts the call, unless it comes without the answer.
func (c *Call) screened(of string, purpose challenge.Purpose, asked bool, counted ...limit.Check) error {
	if asked && c.HTTP.Header.Get(challengeHeader) == "" {
		c.control.Challenges.Asked()
		return kindChallengeRequired.About()
	}
	if err := c.control.take(counted...); err != nil || !asked {
		return err
	}
	return c.answered(challenge.WorkScope{Event: of, Purpose: purpose})
}

// answered takes the answer to a challenge.
func (c *Call) answered(scope challenge.WorkScope) error {
	by := ""
	if again := c.Repeats(); again != "" {
		sum := sha256.Sum256([]byte(again))
		by = hex.EncodeToString(sum[:keyHashBytes])
	}
	sent := challenge.Sent{Text: c.HTTP.Header.Get(challengeHeader), By: by, Least: c.Suspicion(scope.Event)}
	if c.Address.IsValid() {
		sent.RemoteIP = c.Address.String()
	}
	return ChallengeProblem(c.control.Challenges.Take(c.Context(), scope, sent))
}

// tries are the limits of whoever is not staff, around the openings of an event with high demand.
func (c *Call) tries(k *EventSummary) []limit.Check {
	if c.Caller.Staff() || !k.Demand.On(inventory.At(c.control.Now())) {
		return nil
	}
	m := &k.Demand.Measures
	return identity.Tries(c.Address, c.Caller.Login, m.Account, m.Network)
}

// asked reports whether the caller is asked for a proof of work. Around the openings of an
// event with high demand, auto means always.
func (c *Call) asked(k *EventSummary, purpose challenge.Purpose) (bool, error) {
	switch {
	case !c.Caller.Public():
		return false, nil
	case k.Challenge == inventory.ChallengeAuto && !k.Demand.On(inventory.At(c.control.Now())):
		return (purpose == challenge.Join || purpose == challenge.Upload) && c.control.Challenges.Level(k.EventID) > challenge.Idle, nil
	case k.Challenge == inventory.ChallengeOff:
		return false, nil
	case purpose == challenge.Join:
		return true, nil
	}
	in, err := c.cameIn(k.EventID)
	return !in, err
}

// cameIn reports whether the caller shows a pass of the waiting room that is good: not over, not
// given up, and nothing was taken with it but by this very request, which is repeated.
func (c *Call) cameIn(event string) (bool, error) {
	text, now := c.HTTP.Header.Get(passHeader), inventory.At(c.control.Now())
	if text == "" {
		return false, nil
	}
	pass, err := waitroom.ParsePass(text, event, c.control.PassKey, now)
	if err != nil {
		return false, nil //nolint:nilerr // whoever shows no genuine one has not come in
	}
	row, err := c.control.Store.WaitingRooms.Pass(c.Context(), event, pass.Index)
	switch {
	case err != nil:
		return false, err
	case row.LeftAt == 0 && row.DoneAt == 0 && now < row.Until:
		return true, nil
	}
	_, again, err := c.Answered(event)
	return again, err
}
