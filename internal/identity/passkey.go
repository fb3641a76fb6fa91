package identity

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/url"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// ChallengeLife is how long a passkey may take to answer.
const ChallengeLife = 5 * time.Minute

// Errors of Passkeys.
var (
	// ErrPasskeyInvalid: the answer is not that of a passkey known here, or not
	// to what was asked.
	ErrPasskeyInvalid = errors.New("identity: not the answer of a passkey")
	// ErrChallenge: nothing like that was asked, or too long ago, or it was
	// answered before.
	ErrChallenge = errors.New("identity: no such challenge, or not any more")
)

// Passkeys makes and checks the challenges of passkeys (Web Authentication,
// Level 3). A passkey has to be discoverable and to verify its user, because it
// is all that somebody signs in with.
type Passkeys struct {
	web   *webauthn.WebAuthn
	store *store.Store
	ids   *id.Maker
	now   func() time.Time
}

// NewPasskeys returns Passkeys for a server that people reach at base.
func NewPasskeys(base *url.URL, s *store.Store, ids *id.Maker, now func() time.Time) (*Passkeys, error) {
	domain := base.Hostname()
	if net.ParseIP(domain) != nil {
		// Passkeys belong to a domain: at a bare address browsers refuse them by
		// themselves, and everything else has to work.
		domain = "localhost"
	}
	web, err := webauthn.New(&webauthn.Config{
		RPID: domain, RPDisplayName: "Holdfast", RPOrigins: []string{base.Scheme + "://" + base.Host},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, UserVerification: protocol.VerificationRequired,
		},
	})
	if err != nil {
		return nil, fmt.Errorf("identity: passkeys: %w", err)
	}
	return &Passkeys{web: web, store: s, ids: ids, now: now}, nil
}

// owner is an account as the library sees it.
type owner struct {
	id, email, name string
	credentials     []webauthn.Credential
}

func (o *owner) WebAuthnID() []byte                         { return []byte(o.id) }
func (o *owner) WebAuthnName() string                       { return o.email }
func (o *owner) WebAuthnDisplayName() string                { return o.name }
func (o *owner) WebAuthnCredentials() []webauthn.Credential { return o.credentials }

func (p *Passkeys) owner(ctx context.Context, account string) (*owner, error) {
	a, err := p.store.Accounts.Account(ctx, account)
	if err != nil {
		return nil, err
	}
	keys, err := p.store.Accounts.Passkeys(ctx, account)
	if err != nil {
		return nil, err
	}
	o := &owner{id: a.ID, email: a.Email, name: a.Name}
	if o.name == "" {
		o.name = a.Email
	}
	for i := range keys {
		var c webauthn.Credential
		if err := json.Unmarshal([]byte(keys[i].Credential), &c); err != nil {
			return nil, fmt.Errorf("identity: passkey %s: %w", keys[i].ID, err)
		}
		o.credentials = append(o.credentials, c)
	}
	return o, nil
}

// keep stores what a passkey is asked, and returns the challenge's id with what
// the browser is to be told.
func (p *Passkeys) keep(ctx context.Context, account string, session *webauthn.SessionData, options any) (string, json.RawMessage, error) {
	data, err := json.Marshal(session)
	if err != nil {
		return "", nil, fmt.Errorf("identity: challenge: %w", err)
	}
	told, err := json.Marshal(options)
	if err != nil {
		return "", nil, fmt.Errorf("identity: challenge: %w", err)
	}
	challenge := p.ids.Top(id.Challenge)
	return challenge, told, p.store.Accounts.CreateChallenge(ctx, challenge, account, string(data), inventory.At(p.now().Add(ChallengeLife)))
}

// take uses a challenge up.
func (p *Passkeys) take(ctx context.Context, challenge, account string) (session webauthn.SessionData, err error) {
	data, err := p.store.Accounts.TakeChallenge(ctx, challenge, account, inventory.At(p.now()))
	switch {
	case errors.Is(err, database.ErrNotFound), errors.Is(err, organizations.ErrEnded):
		return session, ErrChallenge
	case err != nil:
		return session, err
	}
	if err := json.Unmarshal([]byte(data), &session); err != nil {
		return session, fmt.Errorf("identity: challenge: %w", err)
	}
	return session, nil
}

// BeginRegister asks for a new passkey of an account.
func (p *Passkeys) BeginRegister(ctx context.Context, account string) (challenge string, options json.RawMessage, err error) {
	o, err := p.owner(ctx, account)
	if err != nil {
		return "", nil, err
	}
	creation, session, err := p.web.BeginRegistration(o, webauthn.WithExclusions(webauthn.Credentials(o.credentials).CredentialDescriptors()))
	if err != nil {
		return "", nil, fmt.Errorf("identity: passkeys: %w", err)
	}
	return p.keep(ctx, account, session, creation)
}

// FinishRegister stores the passkey that the browser answered with.
func (p *Passkeys) FinishRegister(ctx context.Context, account, challenge, name string, response []byte) (*organizations.Passkey, error) {
	session, err := p.take(ctx, challenge, account)
	if err != nil {
		return nil, err
	}
	o, err := p.owner(ctx, account)
	if err != nil {
		return nil, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(response)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrPasskeyInvalid, err)
	}
	credential, err := p.web.CreateCredential(o, session, parsed)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrPasskeyInvalid, err)
	}
	text, err := json.Marshal(credential)
	if err != nil {
		return nil, fmt.Errorf("identity: passkey: %w", err)
	}
	key := organizations.Passkey{
		ID: p.ids.Top(id.Passkey), AccountID: account, CredentialID: credential.ID, Credential: string(text), Name: name,
		CreatedAt: inventory.At(p.now()),
	}
	return &key, p.store.Accounts.AddPasskey(ctx, key)
}

// BeginSignIn asks for any passkey of this server.
func (p *Passkeys) BeginSignIn(ctx context.Context) (challenge string, options json.RawMessage, err error) {
	assertion, session, err := p.web.BeginDiscoverableLogin(webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		return "", nil, fmt.Errorf("identity: passkeys: %w", err)
	}
	return p.keep(ctx, "", session, assertion)
}

// FinishSignIn returns the account whose passkey answered.
func (p *Passkeys) FinishSignIn(ctx context.Context, challenge string, response []byte) (account string, err error) {
	session, err := p.take(ctx, challenge, "")
	if err != nil {
		return "", err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(response)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrPasskeyInvalid, err)
	}
	var failed error // of the database, not of the passkey
	user, credential, err := p.web.ValidatePasskeyLogin(func(_, handle []byte) (webauthn.User, error) {
		o, err := p.owner(ctx, string(handle))
		if err != nil && !errors.Is(err, database.ErrNotFound) {
			failed = err
		}
		return o, err
	}, session, parsed)
	switch {
	case failed != nil:
		return "", failed
	case err != nil:
		return "", fmt.Errorf("%w: %w", ErrPasskeyInvalid, err)
	case credential.Authenticator.CloneWarning:
		return "", fmt.Errorf("%w: its counter went back, so there is a copy", ErrPasskeyInvalid)
	}
	text, err := json.Marshal(credential)
	if err != nil {
		return "", fmt.Errorf("identity: passkey: %w", err)
	}
	account = string(user.WebAuthnID())
	return account, p.store.Accounts.UsePasskey(ctx, account, credential.ID, string(text), inventory.At(p.now()))
}
