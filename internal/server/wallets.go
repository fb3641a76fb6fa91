package server

import (
	"fmt"
	"os"
	"time"

	"github.com/holdfast-events/holdfast/internal/wallet"
)

// Wallets says where the keys of passes for telephones are; all of a kind or none.
type Wallets struct {
	// ApplePassType and AppleTeam are identifiers; the others paths of files in PEM.
	ApplePassType, AppleTeam, AppleCertificate, AppleKey, AppleIntermediate string
	// GoogleIssuer is a number, GoogleAccount the path of a key file in JSON.
	GoogleIssuer, GoogleAccount string
}

// open reads the keys.
func (c *Wallets) open(now func() time.Time) (w wallet.Wallets, err error) {
	apple, err := given("Apple Wallet needs pass type, team, certificate, key and intermediate certificate, all five",
		c.ApplePassType, c.AppleTeam, c.AppleCertificate, c.AppleKey, c.AppleIntermediate)
	if err != nil {
		return w, err
	}
	if apple {
		of := wallet.AppleConfig{PassType: c.ApplePassType, Team: c.AppleTeam}
		for _, f := range []struct {
			path string
			into *[]byte
		}{{c.AppleCertificate, &of.Certificate}, {c.AppleKey, &of.Key}, {c.AppleIntermediate, &of.Intermediate}} {
			if *f.into, err = os.ReadFile(f.path); err != nil {
				return w, fmt.Errorf("server: keys of Apple Wallet: %w", err)
			}
		}
		if w.Apple, err = wallet.NewApple(of, now()); err != nil {
			return w, err
		}
	}
	google, err := given("Google Wallet needs an issuer and the key file of an account, both", c.GoogleIssuer, c.GoogleAccount)
	if err != nil || !google {
		return w, err
	}
	account, err := os.ReadFile(c.GoogleAccount)
	if err != nil {
		return w, fmt.Errorf("server: keys of Google Wallet: %w", err)
	}
	w.Google, err = wallet.NewGoogle(wallet.GoogleConfig{Issuer: c.GoogleIssuer, Account: account}, now)
	return w, err
}
