package natsserver

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"
)

// Operator signs for accounts, of which a server lets the users in by their JWTs.
type Operator struct {
	key      nkeys.KeyPair
	claims   *jwt.OperatorClaims
	system   string
	accounts server.MemAccResolver
}

// NewOperator returns one.
func NewOperator(t testing.TB) *Operator {
	t.Helper()
	o := &Operator{key: made(t, nkeys.CreateOperator)}
	o.claims = jwt.NewOperatorClaims(public(t, o.key))
	o.system = o.account(t, made(t, nkeys.CreateAccount), "system", jwt.JetStreamLimits{})
	return o
}

// Set lets a server trust the operator.
func (o *Operator) Set(s *server.Options) {
	s.TrustedOperators, s.AccountResolver, s.SystemAccount = []*jwt.OperatorClaims{o.claims}, &o.accounts, o.system
}

// User makes an account with JetStream and a user of it, and returns the file with the credentials.
func (o *Operator) User(t testing.TB, name string) string {
	t.Helper()
	account, user := made(t, nkeys.CreateAccount), made(t, nkeys.CreateUser)
	o.account(t, account, name, jwt.JetStreamLimits{MemoryStorage: jwt.NoLimit, DiskStorage: jwt.NoLimit, Streams: jwt.NoLimit, Consumer: jwt.NoLimit})
	token, err := jwt.NewUserClaims(public(t, user)).Encode(account)
	must(t, err)
	seed, err := user.Seed()
	must(t, err)
	text, err := jwt.FormatUserConfig(token, seed)
	must(t, err)
	path := filepath.Join(t.TempDir(), name+".creds")
	must(t, os.WriteFile(path, text, 0o600))
	return path
}

// account makes an account, and returns its public key.
func (o *Operator) account(t testing.TB, key nkeys.KeyPair, name string, limits jwt.JetStreamLimits) string {
	t.Helper()
	claims := jwt.NewAccountClaims(public(t, key))
	claims.Name, claims.Limits.JetStreamLimits = name, limits
	token, err := claims.Encode(o.key)
	must(t, err)
	must(t, o.accounts.Store(claims.Subject, token))
	return claims.Subject
}

func made(t testing.TB, create func() (nkeys.KeyPair, error)) nkeys.KeyPair {
	t.Helper()
	key, err := create()
	must(t, err)
	return key
}

func public(t testing.TB, key nkeys.KeyPair) string {
	t.Helper()
	text, err := key.PublicKey()
	must(t, err)
	return text
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
