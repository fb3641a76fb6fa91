package doctor

import (
	"errors"
	"net/url"
	"os"
	"runtime"

	"github.com/holdfast-events/holdfast/internal/captcha"
	"github.com/holdfast-events/holdfast/internal/server"
)

// captcha looks at the company that asks strangers, where one does.
func (e *examination) captcha() {
	const subject = "captcha"
	c := &e.Server.Captcha
	switch {
	case !c.On() && (c.SiteKey != "" || c.SecretFile != ""):
		e.fault(subject, "name the company with --captcha turnstile or --captcha hcaptcha, or leave its keys out", "there are keys, and it is not said whose they are: the server does not start")
		return
	case !c.On():
		return // Holdfast's own proof of work needs nothing
	case c.SiteKey == "":
		e.fault(subject, "--captcha-site-key, as the company's dashboard has it", "the site key is missing: the server does not start")
		return
	case c.SecretFile == "":
		e.fault(subject, "--captcha-secret-file with a file that has the secret of the company's dashboard", "the secret is missing: the server does not start")
		return
	}
	host := "localhost"
	if base, err := url.Parse(e.Server.Address()); err == nil && base.Hostname() != "" {
		host = base.Hostname()
	}
	p, err := c.Provider(host)
	if err != nil {
		e.fault(subject, "check --captcha-site-key and --captcha-secret-file", "%s", short(err))
		return
	}
	if info, err := os.Stat(c.SecretFile); err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		e.warn(subject, "chmod 600 "+c.SecretFile, "others on this machine may read the file with the secret")
	}
	if p.ForTests() {
		say := e.warn
		if !server.IsLoopback(host) {
			say = e.fault
		}
		say(subject, "the keys of your own widget, from the company's dashboard", "the secret is one that the company publishes for tests: whoever knows that passes")
		return
	}
	switch err := p.Probe(e.ctx); {
	case errors.Is(err, captcha.ErrMisconfigured):
		e.fault(subject, "check that --captcha-secret-file has the secret that belongs to --captcha-site-key", "%s refuses the keys: nobody is verified", p.Kind)
	case err != nil:
		e.fault(subject, "let this machine reach the company", "%s does not answer: %s", p.Kind, short(err))
	default:
		e.ok(subject, "%s answers and knows the keys; guests' addresses go to it", p.Kind)
	}
}
