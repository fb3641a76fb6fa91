package accounts

import (
	"encoding/json"
	"errors"

	"github.com/danielgtaylor/huma/v2"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// maxPasskeys is how many passkeys an account may have.
const maxPasskeys = 20

// credentialJSON is what a browser's PublicKeyCredential says of itself. Its
// form is that of Web Authentication, which package identity checks.
type credentialJSON json.RawMessage

// Schema is that of any object.
func (credentialJSON) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Description: "As `PublicKeyCredential.toJSON()` gives it, or takes it.", AdditionalProperties: true}
}

// UnmarshalJSON keeps the text.
func (c *credentialJSON) UnmarshalJSON(b []byte) error { *c = append((*c)[:0], b...); return nil }

// MarshalJSON writes the text.
func (c credentialJSON) MarshalJSON() ([]byte, error) { return json.RawMessage(c).MarshalJSON() }

// PasskeyChallenge is what a browser asks a passkey.
type PasskeyChallenge struct {
	ChallengeID string         `json:"challenge_id" example:"chl_3k9q0a7c1v5m" doc:"To be sent back with the answer, within 5 minutes, once."`
	Options     credentialJSON `json:"options" doc:"The argument of navigator.credentials.create or get, as parseCreationOptionsFromJSON and parseRequestOptionsFromJSON of publicKey take it."`
}

// NewPasskey is the body that adds a passkey.
type NewPasskey struct {
	ChallengeID string         `json:"challenge_id" minLength:"1" maxLength:"64" doc:"Of the challenge."`
	Name        string         `json:"name,omitempty" maxLength:"200" doc:"What the person calls it." example:"Phone"`
	Credential  credentialJSON `json:"credential" doc:"What the browser answered."`
}

// PasskeyAnswer is the body that signs in with a passkey.
type PasskeyAnswer struct {
	ChallengeID string         `json:"challenge_id" minLength:"1" maxLength:"64" doc:"Of the challenge."`
	Credential  credentialJSON `json:"credential" doc:"What the browser answered."`
}

// PasskeyList are the passkeys of an account.
type PasskeyList struct {
	Items []wire.Passkey `json:"items"`
}

// mayChangePasskeys: where an organization asks for passkeys, mail alone must
// not be enough to get one, beyond the first.
func (h *Handlers) mayChangePasskeys(c *access.Call) ([]organizations.Passkey, error) {
	have, err := h.Store.Accounts.Passkeys(c.Context(), c.Caller.Login.AccountID)
	if err != nil || len(have) == 0 || c.Caller.Login.Passkey {
		return have, err
	}
	for i := range c.Caller.Login.Memberships {
		if c.Caller.Login.Memberships[i].NeedsPasskey {
			return nil, identity.ErrPasskey
		}
	}
	return have, nil
}

func (h *Handlers) newPasskeyChallenge(c *access.Call, _ *httpapi.None) (*PasskeyChallenge, error) {
	have, err := h.mayChangePasskeys(c)
	if err != nil {
		return nil, err
	}
	if len(have) >= maxPasskeys {
		return nil, kindPasskeyLimit.Problem()
	}
	challenge, options, err := h.Passkeys.BeginRegister(c.Context(), c.Caller.Login.AccountID)
	return &PasskeyChallenge{ChallengeID: challenge, Options: credentialJSON(options)}, err
}

func (h *Handlers) addPasskey(c *access.Call, in *NewPasskey) (*wire.Passkey, error) {
	if _, err := h.mayChangePasskeys(c); err != nil {
		return nil, err
	}
	var check httpapi.Checks
	name := check.Line("name", in.Name, 0, httpapi.MaxName)
	if err := check.Err(); err != nil {
		return nil, err
	}
	key, err := h.Passkeys.FinishRegister(c.Context(), c.Caller.Login.AccountID, in.ChallengeID, name, in.Credential)
	if errors.Is(err, database.ErrConflict) {
		return nil, identity.ErrPasskeyInvalid // somebody's already
	}
	if err != nil {
		return nil, err
	}
	out := wire.PasskeyOf(key)
	return &out, nil
}

func (h *Handlers) listPasskeys(c *access.Call, _ *httpapi.None) (*PasskeyList, error) {
	items, err := h.Reader.OwnPasskeys(c)
	return &PasskeyList{Items: items}, err
}

func (h *Handlers) removePasskey(c *access.Call, _ *httpapi.None) (*Accepted, error) {
	key := c.Param("passkey_id")
	if !id.Valid(key, id.Passkey) {
		return nil, database.ErrNotFound
	}
	if _, err := h.mayChangePasskeys(c); err != nil {
		return nil, err
	}
	if err := h.Store.Accounts.RemovePasskey(c.Context(), c.Caller.Login.AccountID, key); err != nil {
		return nil, err
	}
	return &Accepted{"removed"}, nil
}

func (h *Handlers) passkeyChallenge(c *access.Call, _ *httpapi.None) (*PasskeyChallenge, error) {
	if err := stranger(c); err != nil {
		return nil, err
	}
	challenge, options, err := h.Passkeys.BeginSignIn(c.Context())
	return &PasskeyChallenge{ChallengeID: challenge, Options: credentialJSON(options)}, err
}

func (h *Handlers) signInByPasskey(c *access.Call, in *PasskeyAnswer) (*wire.Me, error) {
	if err := stranger(c); err != nil {
		return nil, err
	}
	account, err := h.Passkeys.FinishSignIn(c.Context(), in.ChallengeID, in.Credential)
	if err != nil {
		c.Refused(organizations.SignInFailed, "passkey")
		return nil, err
	}
	session, text := identity.NewSession(h.IDs, account, identity.ByPasskey, c.HTTP.UserAgent(), h.Now())
	if err := h.Store.Accounts.OpenSession(c.Context(), session, identity.HashSession(h.Access.Logins.Text(c.HTTP))); err != nil {
		return nil, err
	}
	return h.signedIn(c, account, text)
}
