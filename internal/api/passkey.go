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
func (c *call) mayChangePasskeys() ([]store.Passkey, error) {
	have, err := c.s.store.Passkeys(c.r.Context(), c.caller.Login.AccountID)
	if err != nil || len(have) == 0 || c.caller.Login.Passkey {
		return have, err
	}
	for i := range c.caller.Login.Memberships {
		if c.caller.Login.Memberships[i].NeedsPasskey {
			return nil, identity.ErrPasskey
		}
	}
	return have, nil
}

func (s *server) newPasskeyChallenge(c *call, _ *none) (*PasskeyChallenge, error) {
	have, err := c.mayChangePasskeys()
	if err != nil {
		return nil, err
	}
	if len(have) >= maxPasskeys {
		return nil, problem(codePasskeyLimit, kinds[codePasskeyLimit].Help)
	}
	challenge, options, err := s.passkeys.BeginRegister(c.r.Context(), c.caller.Login.AccountID)
	return &PasskeyChallenge{ChallengeID: challenge, Options: credentialJSON(options)}, err
}

func (s *server) addPasskey(c *call, in *NewPasskey) (*Passkey, error) {
	if _, err := c.mayChangePasskeys(); err != nil {
		return nil, err
	}
	var check checks
	name := check.line("name", in.Name, 0, MaxName)
	if err := check.err(); err != nil {
		return nil, err
	}
	key, err := s.passkeys.FinishRegister(c.r.Context(), c.caller.Login.AccountID, in.ChallengeID, name, in.Credential)
	if errors.Is(err, store.ErrConflict) {
		return nil, identity.ErrPasskeyInvalid // somebody's already
	}
	if err != nil {
		return nil, err
	}
	out := passkeyOf(key)
	return &out, nil
}

func (s *server) listPasskeys(c *call, _ *none) (*PasskeyList, error) {
	list, err := s.store.Passkeys(c.r.Context(), c.caller.Login.AccountID)
	if err != nil {
		return nil, err
	}
	out := &PasskeyList{Items: []Passkey{}}
	for i := range list {
		out.Items = append(out.Items, passkeyOf(&list[i]))
	}
	return out, nil
}

func (s *server) removePasskey(c *call, _ *none) (*Accepted, error) {
	key := c.param("passkey_id")
	if !id.Valid(key, id.Passkey) {
		return nil, store.ErrNotFound
	}
	if _, err := c.mayChangePasskeys(); err != nil {
		return nil, err
	}
	if err := s.store.RemovePasskey(c.r.Context(), c.caller.Login.AccountID, key); err != nil {
		return nil, err
	}
	return &Accepted{"removed"}, nil
}

func (s *server) passkeyChallenge(c *call, _ *none) (*PasskeyChallenge, error) {
	if err := c.stranger(); err != nil {
		return nil, err
	}
	challenge, options, err := s.passkeys.BeginSignIn(c.r.Context())
	return &PasskeyChallenge{ChallengeID: challenge, Options: credentialJSON(options)}, err
}

func (s *server) signInByPasskey(c *call, in *PasskeyAnswer) (*Me, error) {
	if err := c.stranger(); err != nil {
		return nil, err
	}
	account, err := s.passkeys.FinishSignIn(c.r.Context(), in.ChallengeID, in.Credential)
	if err != nil {
		return nil, err
	}
	session, text := identity.NewSession(s.ids, account, identity.ByPasskey, c.r.UserAgent(), s.now())
	if err := s.store.OpenSession(c.r.Context(), session, s.logins.Hash(s.logins.Text(c.r))); err != nil {
		return nil, err
	}
	return s.signedIn(c, account, text)
}
