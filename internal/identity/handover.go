package identity

import (
	"context"
	"encoding/binary"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// HandoverPrefix begins the text of the token of an invitation that is handed over.
const HandoverPrefix = "hv_"

// HandoverPath is where the page of such a token is: /c/<token>.
const HandoverPath = "/c/"

// ForClaim is the purpose of the one-time link with which somebody confirms an address for an
// invitation that was handed to them. Its page is at HandoverPath too.
const ForClaim Purpose = "claim an invitation"

// An invitation without an address is handed over by its organizer, so its link is not a Link:
// nobody has proven anything with it. It asks for an address, and whoever confirms one first has
// the invitation. It names when the invitation was made, as an InvitationLink does, so that
// making it anew, ending it, and confirming an address end the links before.

// handoverLinks name an invitation and the microsecond in which it was made.
var handoverLinks = placeTokens{HandoverPrefix, "holdfast invitation to hand over v1", linkThingLen + 8}

// HandoverURL returns the address of the page of an invitation that was made then, for its
// organizer to hand over. It panics when invitation is not the id of one, which is a programmer's
// mistake.
func (l Links) HandoverURL(invitation string, made time.Time) string {
	if _, ok := id.EventOf(invitation, id.Invitation); !ok {
		panic("identity: " + invitation + " is not an id of an invitation")
	}
	thing := []byte(strings.TrimPrefix(invitation, id.Invitation))
	return strings.TrimRight(l.Base, "/") + HandoverPath + handoverLinks.token(l, binary.BigEndian.AppendUint64(thing, uint64(made.UnixMicro())))
}

// Handover reads the token of an invitation that was handed over, and returns its id and when it
// was made. The error is ErrLinkInvalid for everything that this server did not sign.
func (l Links) Handover(token string) (invitation string, made time.Time, err error) {
	thing, err := handoverLinks.read(l, token)
	if err != nil {
		return "", time.Time{}, err
	}
	invitation = id.Invitation + string(thing[:linkThingLen])
	if _, ok := id.EventOf(invitation, id.Invitation); !ok {
		return "", time.Time{}, ErrLinkInvalid
	}
	return invitation, time.UnixMicro(int64(binary.BigEndian.Uint64(thing[linkThingLen:]))).UTC(), nil
}

// ClaimURL returns the address of the page on which somebody confirms an address for an
// invitation, with a one-time link.
func (l Links) ClaimURL(linkID string) string {
	return strings.TrimRight(l.Base, "/") + HandoverPath + l.OneTime(ForClaim, linkID)
}

// Handover returns the invitation that was handed over with a token: ErrLinkInvalid, or
// ErrLinkRevoked when it was made anew since, has ended, or somebody has confirmed an address.
func (r *LinkReader) Handover(ctx context.Context, token string) (*events.InvitationView, error) {
	invitation, made, err := r.cfg.Links.Handover(token)
	if err != nil {
		return nil, err
	}
	v, err := r.cfg.Store.Invitations.Of(ctx, invitation)
	if err != nil {
		return nil, err
	}
	if v.State != inventory.InvitationSent || v.SentAt != inventory.At(made) || v.Person.Profile.Email != "" {
		return v, ErrLinkRevoked
	}
	return v, nil
}

// Claim reads the token of a one-time link for an invitation and returns the link's id.
func (r *LinkReader) Claim(token string) (link string, err error) {
	return r.cfg.Links.ParseOneTime(ForClaim, token)
}

// InvitationURL is Links.InvitationURL.
func (r *LinkReader) InvitationURL(invitation, person string, sent, ends time.Time) string {
	return r.cfg.Links.InvitationURL(invitation, person, sent, ends)
}
