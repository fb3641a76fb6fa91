package oidc

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	gooidc "github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// Attempt is one sign-in, bound to the browser that has begun it: all of it follows from a secret
// of 256 random bits that only that browser has.
type Attempt struct {
	// State comes back with the browser, Nonce within the ID token, and Verifier proves to the
	// provider that whoever brings the code has begun the sign-in.
	State, Nonce, Verifier string
}

// AttemptOf derives an attempt from the secret of its browser. No part tells of another.
func AttemptOf(secret string) Attempt {
	part := func(name string) string {
		h := hmac.New(sha256.New, []byte(secret))
		h.Write([]byte("oidc " + name))
		return base64.RawURLEncoding.EncodeToString(h.Sum(nil))
	}
	return Attempt{part("state"), part("nonce"), part("verifier")}
}

// Begins reports whether a state is that of the attempt.
func (a *Attempt) Begins(state string) bool {
	return subtle.ConstantTimeCompare([]byte(a.State), []byte(state)) == 1
}

// Person is somebody for whom the provider vouches.
type Person struct {
	// Issuer and Subject name the person, and never change.
	Issuer, Subject string
	// Email is the address that the provider has of the person, Verified that it was proven there.
	Email    string
	Verified bool
}

// Begin returns the address at the provider that a browser is sent to, or ErrUnavailable.
func (p *Provider) Begin(ctx context.Context, a *Attempt) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, signInWithin)
	defer cancel()
	m, err := p.known.Get(ctx, struct{}{})
	if err != nil {
		return "", wrapUnavailable(err)
	}
	return m.client.AuthCodeURL(a.State, gooidc.Nonce(a.Nonce), oauth2.S256ChallengeOption(a.Verifier)), nil
}

// Answer is what the browser brings back from the provider, beside the state.
type Answer struct {
	Code string
	// Issuer is who answers, where the provider says so (RFC 9207); else "".
	Issuer string
}

// Finish exchanges the code that a browser brings back, and checks what the provider says: ErrCode,
// ErrAnswer, ErrDomain, ErrMisconfigured or ErrUnavailable.
func (p *Provider) Finish(ctx context.Context, a *Attempt, in Answer) (*Person, error) {
	ctx, cancel := context.WithTimeout(ctx, signInWithin)
	defer cancel()
	m, err := p.known.Get(ctx, struct{}{})
	if err != nil {
		return nil, wrapUnavailable(err)
	}
	if in.Issuer != p.cfg.Issuer && (in.Issuer != "" || m.says.Names) {
		return nil, fmt.Errorf("%w: it is another provider's", ErrAnswer)
	}
	ctx = gooidc.ClientContext(ctx, p.client)
	token, err := m.client.Exchange(ctx, in.Code, oauth2.VerifierOption(a.Verifier))
	if err != nil {
		return nil, exchangeError(err)
	}
	claims, err := p.verify(ctx, m, a, token)
	if err != nil {
		return nil, err
	}
	if claims.Email == "" && m.provider.UserInfoEndpoint() != "" {
		if err := askMore(ctx, m, token, claims); err != nil {
			return nil, err
		}
	}
	out := &Person{Issuer: p.cfg.Issuer, Subject: claims.Subject, Email: strings.TrimSpace(claims.Email)}
	out.Verified = out.Email != "" && (bool(claims.EmailVerified) || bool(claims.DomainVerified) && entra(p.cfg.Issuer))
	if !p.admits(out.Email) {
		return nil, ErrDomain
	}
	return out, nil
}

// wrapUnavailable makes an error of asking the provider about itself ErrUnavailable, also when the
// caller has gone meanwhile.
func wrapUnavailable(err error) error {
	if errors.Is(err, ErrUnavailable) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrUnavailable, err)
}

// exchangeError is what a refused code means. The answer may repeat the code: nothing of it is kept
// but the name of the error.
func exchangeError(err error) error {
	var refused *oauth2.RetrieveError
	if !errors.As(err, &refused) {
		var away *url.Error
		if errors.As(err, &away) {
			return fmt.Errorf("%w: %s", ErrUnavailable, clip(away.Err))
		}
		return fmt.Errorf("%w: there is no token in it", ErrAnswer)
	}
	status := 0
	if refused.Response != nil {
		status = refused.Response.StatusCode
	}
	switch code := refused.ErrorCode; {
	case code == "invalid_grant":
		return ErrCode
	case code == "invalid_client" || code == "unauthorized_client" || code == "invalid_request" || status == http.StatusUnauthorized:
		return fmt.Errorf("%w: %s, status %d", ErrMisconfigured, known(code), status)
	case status >= http.StatusInternalServerError || status == http.StatusTooManyRequests || code == "":
		return fmt.Errorf("%w: status %d", ErrUnavailable, status)
	default:
		return fmt.Errorf("%w: %s", ErrCode, known(code))
	}
}

// known is a name of an error of RFC 6749, 5.2, and "another error" for anything else.
func known(code string) string {
	names := []string{"invalid_request", "invalid_client", "invalid_grant", "unauthorized_client", "unsupported_grant_type", "invalid_scope"}
	if slices.Contains(names, code) {
		return code
	}
	return "another error"
}

// claims are what is read of an ID token, and of userinfo.
type claims struct {
	Subject       string `json:"sub"`
	Party         string `json:"azp"`
	Email         string `json:"email"`
	EmailVerified truth  `json:"email_verified"`
	// DomainVerified is what Microsoft Entra says instead of email_verified, where it is asked to.
	DomainVerified truth `json:"xms_edov"`
}

// truth is a boolean, which some providers write as a text or a number.
type truth bool

// UnmarshalJSON takes true, "true", 1 and "1"; all else is false.
func (t *truth) UnmarshalJSON(b []byte) error {
	switch strings.ToLower(strings.Trim(string(b), `"`)) {
	case "true", "1":
		*t = true
	default:
		*t = false
	}
	return nil
}

// entra reports whether an issuer is Microsoft's, whose word for a proven address is another.
func entra(issuer string) bool {
	return strings.HasPrefix(issuer, "https://login.microsoftonline.com/") || strings.HasPrefix(issuer, "https://login.microsoftonline.us/")
}

// verify checks the ID token that came with the code.
func (p *Provider) verify(ctx context.Context, m *metadata, a *Attempt, token *oauth2.Token) (*claims, error) {
	raw, _ := token.Extra("id_token").(string)
	if raw == "" {
		return nil, fmt.Errorf("%w: there is no ID token", ErrAnswer)
	}
	now := p.cfg.Now()
	keys := &watched{KeySet: m.keys}
	// The library allows for no skew where a token expires, and for five minutes where it begins.
	id, err := gooidc.NewVerifier(p.cfg.Issuer, keys, &gooidc.Config{
		ClientID: p.cfg.ClientID, SupportedSigningAlgs: algorithms, Now: func() time.Time { return now.Add(-Skew) },
	}).Verify(ctx, raw)
	switch {
	case keys.away != nil:
		return nil, fmt.Errorf("%w: its keys: %w", ErrUnavailable, keys.away)
	case err != nil:
		return nil, fmt.Errorf("%w: %s", ErrAnswer, reason(err))
	case subtle.ConstantTimeCompare([]byte(id.Nonce), []byte(a.Nonce)) != 1:
		return nil, fmt.Errorf("%w: the nonce is that of another sign-in", ErrAnswer)
	case id.IssuedAt.After(now.Add(Skew)) || id.IssuedAt.Before(now.Add(-maxAge)):
		return nil, fmt.Errorf("%w: the token was not made just now", ErrAnswer)
	}
	var c claims
	if err := id.Claims(&c); err != nil {
		return nil, fmt.Errorf("%w: its claims cannot be read", ErrAnswer)
	}
	switch {
	case c.Subject == "" || len(c.Subject) > maxSubject:
		return nil, fmt.Errorf("%w: it names nobody", ErrAnswer)
	case c.Party != "" && c.Party != p.cfg.ClientID || c.Party == "" && len(id.Audience) > 1:
		return nil, fmt.Errorf("%w: it was made for another client", ErrAnswer)
	case id.AccessTokenHash != "" && id.VerifyAccessToken(token.AccessToken) != nil:
		return nil, fmt.Errorf("%w: its access token is another's", ErrAnswer)
	}
	return &c, nil
}

// reason is the kind of what is wrong with an ID token, without a word of the token.
func reason(err error) string {
	text := err.Error()
	var expired *gooidc.TokenExpiredError
	switch {
	case errors.As(err, &expired):
		return "the token has expired"
	case strings.Contains(text, "issued by a different provider"):
		return "the token is another provider's"
	case strings.Contains(text, "expected audience"):
		return "the token was made for another client"
	case strings.Contains(text, "signature") || strings.Contains(text, "algorithm"):
		return "the signature is not valid"
	case strings.Contains(text, "nbf"):
		return "the token is not valid yet"
	}
	return "the token cannot be read"
}

// watched is the keys of a provider, and whether they could not be had: the library has one error
// for that and for a signature that is wrong.
type watched struct {
	gooidc.KeySet
	away error
}

// VerifySignature implements gooidc.KeySet.
func (w *watched) VerifySignature(ctx context.Context, jwt string) ([]byte, error) {
	payload, err := w.KeySet.VerifySignature(ctx, jwt)
	if err != nil && strings.HasPrefix(err.Error(), "fetching keys") {
		w.away = errors.New("they cannot be had")
	}
	return payload, err
}

// askMore asks userinfo for the address, which the ID token left out.
func askMore(ctx context.Context, m *metadata, token *oauth2.Token, c *claims) error {
	info, err := m.provider.UserInfo(ctx, oauth2.StaticTokenSource(token))
	if err != nil {
		return fmt.Errorf("%w: userinfo does not answer", ErrUnavailable)
	}
	if info.Subject != c.Subject {
		return fmt.Errorf("%w: userinfo is about another person", ErrAnswer)
	}
	var more claims
	if err := info.Claims(&more); err != nil {
		return fmt.Errorf("%w: userinfo cannot be read", ErrAnswer)
	}
	c.Email, c.EmailVerified, c.DomainVerified = more.Email, more.EmailVerified, more.DomainVerified
	return nil
}
