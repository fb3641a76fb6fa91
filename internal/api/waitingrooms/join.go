package waitingrooms

import (
	"cmp"
	"crypto/rand"
	"errors"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/challenge"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
	"github.com/holdfast-events/holdfast/internal/waitroom"
	"github.com/holdfast-events/holdfast/internal/waitroom/joins"
	"github.com/holdfast-events/holdfast/internal/waitroom/turnstile"
)

// mailLimited says that a receipt is not mailed, because too many mails were asked for.
const mailLimited = "limited"

// recipientPurpose names the key by which mails to an address are counted.
const recipientPurpose = "mail recipient"

func (h *Handlers) join(c *access.Call, k *access.EventSummary, in *WaitingRoomJoin) (*WaitingRoomPlace, error) {
	var check httpapi.Checks
	email := in.Email
	if email != "" {
		email = check.Email("email", email)
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	v, err := h.Turnstile.Look(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	who, err := entrant(c, v)
	if err != nil {
		return nil, err
	}
	if err := c.Screened(k, challenge.Join); err != nil {
		return nil, err
	}
	way, network := "", ""
	if v.Mode == waitroom.Draw { // where somebody can be struck out
		network = h.Access.NetworkOf(c, k.EventID)
	}
	r, err := h.Joins.JoinMailedBy(c.Context(), k.EventID, who, network, func() (mail *waitingrooms.RoomMail, err error) {
		mail, way, err = h.mailTo(c, email)
		c.Turn.Rest()
		return mail, err
	})
	c.Turn.GoOn(c.Context())
	if err != nil {
		if errors.Is(err, joins.ErrBusy) {
			h.Challenges.Refused()
		}
		return nil, err
	}
	out, err := h.placeOf(k, v, r.Entrant.Index, r.Text())
	if err == nil {
		out.Mail = way
	}
	return out, err
}

// placeOf shows the place of an index, whose receipt says so.
func (h *Handlers) placeOf(k *access.EventSummary, v *turnstile.View, index int64, receipt string) (*WaitingRoomPlace, error) {
	place, err := v.Place(index)
	if err != nil {
		return nil, err
	}
	return &WaitingRoomPlace{
		Index: index, Place: place, SlotAt: wire.TimePtr(v.SlotAt(place)), Receipt: receipt, PageURL: h.Links.RoomURL(k.EventID, index),
	}, nil
}

// showPlace shows the place of a receipt or of a link to one.
func (h *Handlers) showPlace(c *access.Call, k *access.EventSummary, in *WaitingRoomShown) (*WaitingRoomPlace, error) {
	if (in.Receipt == "") == (in.Token == "") {
		return nil, httpapi.Invalid(httpapi.FieldError{Field: "receipt", Code: "required", Message: "must be given, or else token, and not both"})
	}
	v, err := h.Turnstile.Look(c.Context(), k.EventID)
	switch {
	case err != nil:
		return nil, err
	case v.Phase == "":
		return nil, kindNone.Problem()
	case in.Receipt != "":
		index, err := h.Turnstile.Index(k.EventID, in.Receipt)
		if err != nil {
			return nil, err
		}
		return h.placeOf(k, v, index, in.Receipt)
	}
	event, index, err := h.Links.Room(in.Token)
	if err != nil || event != k.EventID {
		return nil, httpapi.Invalid(httpapi.FieldError{Field: "token", Code: "invalid", Message: "is not that of a place in this waiting room"})
	}
	r, err := h.Joins.Receipt(c.Context(), k.EventID, index)
	if err != nil {
		return nil, err
	}
	return h.placeOf(k, v, index, r.Text())
}

// mailTo is the mail with the receipt of a caller who typed an address, or is signed in with one;
// nil: none is sent. way is where it goes, as the answer says it. What is only typed is bounded:
// by where the caller is, and by the address.
func (h *Handlers) mailTo(c *access.Call, typed string) (mail *waitingrooms.RoomMail, way string, err error) {
	l := c.Caller.Login
	if typed == "" && (l == nil || l.Address == "") {
		return nil, "", nil
	}
	way = cmp.Or(h.Mail, wire.MailNowhere)
	mail = &waitingrooms.RoomMail{Email: typed, Address: address.Fold(typed), Locale: wire.FirstLanguage(c.HTTP.Header.Get("Accept-Language"))}
	own := false
	if l != nil && l.Address != "" {
		if typed == "" {
			mail.Email, mail.Address = l.Email, l.Address
		}
		own = mail.Address == l.Address
	}
	switch {
	case way == wire.MailNowhere:
		return nil, way, nil
	case own || c.Caller.Staff():
		return mail, way, nil
	}
	// Whoever has asked for too many uses up nothing of the address that they type.
	err = h.Access.MayMail(c.Address)
	if err == nil {
		err = h.Access.MayMailTo(h.Links.Derive(recipientPurpose), mail.Address)
	}
	if p := new(httpapi.Problem); errors.As(err, &p) && p.Code == httpapi.KindRateLimited.Code {
		return nil, mailLimited, nil
	}
	return mail, way, err
}

// entrant is by what the caller has one place.
func entrant(c *access.Call, v *turnstile.View) (string, error) {
	switch {
	case v.Identity == inventory.OnsaleAccount:
		if l := c.Caller.Login; l != nil && l.Address != "" {
			return joins.AccountIdentity(address.Fold(l.Address)), nil
		}
		return "", kindAccount.Problem()
	case c.Key != "":
		return "key\n" + c.Repeats(), nil
	}
	return "once\n" + rand.Text(), nil
}
