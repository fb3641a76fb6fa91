package server

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/wallet/wallettest"
)

// The keys of passes are read at the start; what is missing is said there.
func TestWalletKeys(t *testing.T) {
	dir := t.TempDir()
	file := func(name string, body []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, body, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	now := time.Now()
	a := wallettest.NewAuthority(t, now).Config
	whole := Wallets{
		ApplePassType: a.PassType, AppleTeam: a.Team,
		AppleCertificate: file("certificate", a.Certificate), AppleKey: file("key", a.Key), AppleIntermediate: file("intermediate", a.Intermediate),
		GoogleIssuer: "3388000000012345678", GoogleAccount: file("account", wallettest.Account(t, wallettest.NewKey(t))),
	}
	if w, err := whole.open(time.Now); err != nil || w.Apple == nil || w.Google == nil {
		t.Errorf("all keys: %v", err)
	}
	if w, err := (&Wallets{}).open(time.Now); err != nil || w.Apple != nil || w.Google != nil {
		t.Errorf("no keys: %v", err)
	}
	for want, change := range map[string]func(*Wallets){
		"all five":              func(c *Wallets) { c.AppleTeam = "" },
		"an issuer":             func(c *Wallets) { c.GoogleIssuer = "" },
		"no such file":          func(c *Wallets) { c.AppleKey = filepath.Join(dir, "nothing") },
		"keys of Google Wallet": func(c *Wallets) { c.GoogleAccount = filepath.Join(dir, "nothing") },
		"not that of":           func(c *Wallets) { c.AppleKey = file("other", wallettest.NewAuthority(t, now).Config.Key) },
	} {
		c := whole
		change(&c)
		if _, err := c.open(time.Now); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}
