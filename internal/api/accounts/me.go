package accounts

import (
	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// SessionList are the sessions of an account.
type SessionList struct {
	Items []wire.Session `json:"items"`
}

// MeChange is the body that changes the account. What is absent stays.
type MeChange struct {
	Name   *string `json:"name,omitempty" maxLength:"200" doc:"Plain text."`
	Locale *string `json:"locale,omitempty" maxLength:"35" doc:"The language, as in BCP 47."`
	// Suggestions turns them on or off.
	Suggestions *bool `json:"suggestions,omitempty" doc:"Whether events are suggested by what one booked."`
}

func (h *Handlers) getMe(c *access.Call, _ *httpapi.None) (*wire.Me, error) {
	if err := c.Credentials(); err != nil {
		return nil, err
	}
	switch {
	case c.Caller.Login != nil:
		return h.Reader.Self(c)
	case c.Caller.KeyID != "":
		org, err := h.Store.Organizations.Profile(c.Context(), c.Caller.OrgID)
		if err != nil {
			return nil, err
		}
		return &wire.Me{Kind: "key", Memberships: []wire.Membership{{Organization: wire.OrganizationOf(org), Role: string(c.Caller.Role)}}}, nil
	case c.Caller.Link != nil:
		return &wire.Me{Kind: "link", Memberships: []wire.Membership{}, EventID: c.Caller.Link.Event(), PersonID: c.Caller.Link.Person}, nil
	case c.Caller.Pass != nil:
		return &wire.Me{Kind: "phone", Memberships: []wire.Membership{}, EventID: c.Caller.Pass.EventID}, nil
	}
	if err := h.Access.Admit(c.Address); err != nil {
		return nil, err
	}
	taken, err := h.Store.Organizations.AnyMember(c.Context())
	if err != nil {
		return nil, err
	}
	return &wire.Me{Kind: "public", SetupRequired: !taken, Memberships: []wire.Membership{}, OIDCName: h.Reader.OIDCName}, nil
}

func (h *Handlers) changeMe(c *access.Call, in *MeChange) (*wire.Me, error) {
	account, err := h.Store.Accounts.Account(c.Context(), c.Caller.Login.AccountID)
	if err != nil {
		return nil, err
	}
	var check httpapi.Checks
	if in.Name != nil {
		account.Name = check.Line("name", *in.Name, 0, httpapi.MaxName)
	}
	if in.Locale != nil {
		account.Locale = check.Locale("locale", *in.Locale)
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	if err := h.Store.Accounts.ChangeAccount(c.Context(), account.ID, account.Name, account.Locale); err != nil {
		return nil, err
	}
	if in.Suggestions != nil && *in.Suggestions != (account.SuggestionsOffAt == 0) {
		var off inventory.Instant
		if !*in.Suggestions {
			off = inventory.At(h.Now())
		}
		if err := h.Store.Accounts.TurnSuggestions(c.Context(), account.ID, off); err != nil {
			return nil, err
		}
	}
	h.Access.Logins.Forget(account.ID)
	return h.Reader.Self(c)
}

func (h *Handlers) listSessions(c *access.Call, _ *httpapi.None) (*SessionList, error) {
	items, err := h.Reader.Sessions(c)
	return &SessionList{Items: items}, err
}

func (h *Handlers) endSession(c *access.Call, _ *httpapi.None) (*Accepted, error) {
	session := c.Param("session_id")
	if !id.Valid(session, id.Session) {
		return nil, database.ErrNotFound
	}
	if err := h.Store.Accounts.EndSession(c.Context(), c.Caller.Login.AccountID, session); err != nil {
		return nil, err
	}
	h.Access.Logins.Forget(c.Caller.Login.AccountID)
	if session == c.Caller.Login.SessionID {
		h.Access.Logins.Clear(c.Writer)
	}
	return &Accepted{"ended"}, nil
}
