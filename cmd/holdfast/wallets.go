package main

import "github.com/holdfast-events/holdfast/internal/server"

// wallets are the flags of passes for phones.
type wallets struct {
	ApplePassType     string `help:"Apple Wallet: pass type identifier (pass.…)." env:"HOLDFAST_APPLE_PASS_TYPE" placeholder:"ID"`
	AppleTeam         string `help:"Apple Wallet: team identifier." env:"HOLDFAST_APPLE_TEAM" placeholder:"ID"`
	AppleCertificate  string `help:"Apple Wallet: file with the certificate of the pass type (PEM)." env:"HOLDFAST_APPLE_CERTIFICATE" placeholder:"PATH"`
	AppleKey          string `help:"Apple Wallet: file with its private key (PEM)." env:"HOLDFAST_APPLE_KEY" placeholder:"PATH"`
	AppleIntermediate string `help:"Apple Wallet: file with the certificate that signed it, Worldwide Developer Relations (PEM)." env:"HOLDFAST_APPLE_INTERMEDIATE" placeholder:"PATH"`
	GoogleIssuer      string `help:"Google Wallet: issuer ID." env:"HOLDFAST_GOOGLE_WALLET_ISSUER" placeholder:"NUMBER"`
	GoogleAccount     string `help:"Google Wallet: key file of a service account (JSON)." env:"HOLDFAST_GOOGLE_WALLET_ACCOUNT" placeholder:"PATH"`
}

func (w *wallets) config() server.Wallets {
	return server.Wallets{
		ApplePassType: w.ApplePassType, AppleTeam: w.AppleTeam, AppleCertificate: w.AppleCertificate, AppleKey: w.AppleKey, AppleIntermediate: w.AppleIntermediate,
		GoogleIssuer: w.GoogleIssuer, GoogleAccount: w.GoogleAccount,
	}
}
