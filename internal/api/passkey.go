package api

import (
	"encoding/json"
	"errors"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/store"
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

// Passkey is a passkey without its key.
type Passkey struct {
	ID        string     `json:"id" example:"psk_3k9q0a7c1v5m"`
	Name      string     `json:"name"`
	CreatedAt time.Time  `json:"created_at"`
	UsedAt    *time.Time `json:"used_at,omitempty" doc:"When somebody last signed in with it."`
}

// PasskeyList are the passkeys of an account.
type PasskeyList struct {
	Items []Passkey `json:"items"`
}

func passkeyOf(p *store.Passkey) Passkey {
	return Passkey{ID: p.ID, Name: p.Name, CreatedAt: p.CreatedAt.Time(), UsedAt: timePtr(p.UsedAt)}
}

// mayChangePasskeys: where an organization asks for passkeys, mail alone must
// not be enough to get one, beyond the first.
func (s *server) mayChangePasskeys(c *Call) ([]store.Passkey, error) {
	have, err := s.store.Accounts.Passkeys(c.Context(), c.Caller.Login.AccountID)
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

func (s *server) newPasskeyChallenge(c *Call, _ *None) (*PasskeyChallenge, error) {
	have, err := s.mayChangePasskeys(c)
	if err != nil {
		return nil, err
	}
	if len(have) >= maxPasskeys {
		return nil, kindPasskeyLimit.Problem()
	}
	challenge, options, err := s.passkeys.BeginRegister(c.Context(), c.Caller.Login.AccountID)
	return &PasskeyChallenge{ChallengeID: challenge, Options: credentialJSON(options)}, err
}

func (s *server) addPasskey(c *Call, in *NewPasskey) (*Passkey, error) {
	if _, err := s.mayChangePasskeys(c); err != nil {
		return nil, err
	}
	var check checks
	name := check.line("name", in.Name, 0, MaxName)
	if err := check.err(); err != nil {
		return nil, err
	}
	key, err := s.passkeys.FinishRegister(c.Context(), c.Caller.Login.AccountID, in.ChallengeID, name, in.Credential)
	if errors.Is(err, store.ErrConflict) {
		return nil, identity.ErrPasskeyInvalid // somebody's already
	}
	if err != nil {
		return nil, err
	}
	out := passkeyOf(key)
	return &out, nil
}

func (s *server) listPasskeys(c *Call, _ *None) (*PasskeyList, error) {
	items, err := s.ownPasskeys(c)
	return &PasskeyList{Items: items}, err
}

// ownPasskeys are those of who is signed in.
func (s *server) ownPasskeys(c *Call) ([]Passkey, error) {
	list, err := s.store.Accounts.Passkeys(c.Context(), c.Caller.Login.AccountID)
	if err != nil {
		return nil, err
	}
	items := []Passkey{}
	for i := range list {
		items = append(items, passkeyOf(&list[i]))
	}
	return items, nil
}

func (s *server) removePasskey(c *Call, _ *None) (*Accepted, error) {
	key := c.Param("passkey_id")
	if !id.Valid(key, id.Passkey) {
		return nil, store.ErrNotFound
	}
	if _, err := s.mayChangePasskeys(c); err != nil {
		return nil, err
	}
	if err := s.store.Accounts.RemovePasskey(c.Context(), c.Caller.Login.AccountID, key); err != nil {
		return nil, err
	}
	return &Accepted{"removed"}, nil
}

func (s *server) passkeyChallenge(c *Call, _ *None) (*PasskeyChallenge, error) {
	if err := s.stranger(c); err != nil {
		return nil, err
	}
	challenge, options, err := s.passkeys.BeginSignIn(c.Context())
	return &PasskeyChallenge{ChallengeID: challenge, Options: credentialJSON(options)}, err
}

func (s *server) signInByPasskey(c *Call, in *PasskeyAnswer) (*Me, error) {
	if err := s.stranger(c); err != nil {
		return nil, err
	}
	account, err := s.passkeys.FinishSignIn(c.Context(), in.ChallengeID, in.Credential)
	if err != nil {
		return nil, err
	}
	session, text := identity.NewSession(s.ids, account, identity.ByPasskey, c.HTTP.UserAgent(), s.now())
	if err := s.store.Accounts.OpenSession(c.Context(), session, s.access.Logins.Hash(s.access.Logins.Text(c.HTTP))); err != nil {
		return nil, err
	}
	return s.signedIn(c, account, text)
}
