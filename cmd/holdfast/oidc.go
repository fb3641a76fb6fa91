package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"

	"github.com/holdfast-events/holdfast/internal/server"
	"github.com/holdfast-events/holdfast/internal/store"
)

// vouching are the flags of the OpenID Connect provider that members sign in with.
type vouching struct {
	OIDCIssuer           string   `name:"oidc-issuer" help:"OpenID Connect provider that members may sign in with, as https://id.example.org/realms/staff: exactly as it calls itself. Default: none." env:"HOLDFAST_OIDC_ISSUER" placeholder:"URL"`
	OIDCClientID         string   `name:"oidc-client-id" help:"What the provider calls this server." env:"HOLDFAST_OIDC_CLIENT_ID" placeholder:"ID"`
	OIDCClientSecretFile string   `name:"oidc-client-secret-file" help:"File with the secret of that client." env:"HOLDFAST_OIDC_CLIENT_SECRET_FILE" placeholder:"PATH"`
	OIDCClientSecret     string   `name:"oidc-client-secret" help:"The secret itself, instead of a file." env:"HOLDFAST_OIDC_CLIENT_SECRET" placeholder:"SECRET"`
	OIDCDomains          []string `name:"oidc-domains" help:"Domains whose addresses may sign in with the provider. Default: any." env:"HOLDFAST_OIDC_DOMAINS" placeholder:"DOMAIN"`
	OIDCName             string   `name:"oidc-name" help:"What the provider is called on the button, as Keycloak. Default: the host of --oidc-issuer." env:"HOLDFAST_OIDC_NAME" placeholder:"NAME"`
	OIDCPrivate          bool     `name:"oidc-private" help:"Allow the provider to be inside a private network, and without TLS." env:"HOLDFAST_OIDC_PRIVATE"`
}

func (v *vouching) config() server.OIDC {
	return server.OIDC{
		Issuer: v.OIDCIssuer, ClientID: v.OIDCClientID, Secret: v.OIDCClientSecret, SecretFile: v.OIDCClientSecretFile,
		Domains: v.OIDCDomains, Name: v.OIDCName, Private: v.OIDCPrivate,
	}
}

type recoverCommand struct {
	database
	masterKeys
	BaseURL string `help:"Public URL of the server." default:"http://127.0.0.1:8080" env:"HOLDFAST_BASE_URL" placeholder:"URL"`
	Email   string `arg:"" help:"Address of an owner."`
}

// Run prints the link, which goes to the terminal and into no log.
func (c *recoverCommand) Run(ctx context.Context, log *slog.Logger) error {
	return c.change(ctx, log, func(st *store.Store) error {
		now, err := server.Now(ctx, st)
		if err != nil {
			return err
		}
		link, owned, err := server.Recover(ctx, st, c.at(c.DB), c.BaseURL, c.Email, now.Time())
		if errors.Is(err, server.ErrNotOwner) {
			return fmt.Errorf("%w: owners are added by owners, or with holdfast apikey create and POST /v1/members", err)
		}
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(os.Stdout, "\n  This link signs an owner of %s in, once, within ten minutes:\n\n  %s\n\n", strings.Join(owned, ", "), link)
		return err
	})
}
