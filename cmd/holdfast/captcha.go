package main

import (
	"slices"

	"github.com/holdfast-events/holdfast/internal/captcha"
	"github.com/holdfast-events/holdfast/internal/challenge"
	"github.com/holdfast-events/holdfast/internal/server"
)

// asking are the flags of the company that asks strangers whether they are people.
type asking struct {
	Captcha           string   `help:"Who asks strangers whether they are people, instead of a proof of work: turnstile (Cloudflare) or hcaptcha. Their browsers and addresses are then known to that company. Default: nobody." enum:",turnstile,hcaptcha" default:"" env:"HOLDFAST_CAPTCHA" placeholder:"WHO"`
	CaptchaSiteKey    string   `help:"Site key of the widget." env:"HOLDFAST_CAPTCHA_SITE_KEY" placeholder:"KEY"`
	CaptchaSecretFile string   `help:"File with the secret of the widget." env:"HOLDFAST_CAPTCHA_SECRET_FILE" placeholder:"PATH"`
	CaptchaOpen       []string `help:"For what strangers are asked for a proof of work while that company is away: register, order, waitlist, join (a waiting room), or none. Nobody is let in for the rest meanwhile." default:"register,order,waitlist" env:"HOLDFAST_CAPTCHA_OPEN" placeholder:"WHAT"`
	CaptchaBase       string   `help:"Base URL of a service with the same interface, with /siteverify and /api.js." env:"HOLDFAST_CAPTCHA_BASE" placeholder:"URL"`
}

func (a *asking) config() server.Captcha {
	open := []challenge.Purpose{} // none, which is not the default
	for _, what := range a.CaptchaOpen {
		if what != "none" && !slices.Contains(open, challenge.Purpose(what)) {
			open = append(open, challenge.Purpose(what))
		}
	}
	return server.Captcha{Kind: captcha.Kind(a.Captcha), SiteKey: a.CaptchaSiteKey, SecretFile: a.CaptchaSecretFile, Base: a.CaptchaBase, Open: open}
}
