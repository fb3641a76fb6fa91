package main

import "github.com/holdfast-events/holdfast/internal/server"

// messaging are the flags of the channels by which messages reach people.
type messaging struct {
	BounceDomain  string  `help:"Domain that receives bounces. Each mail then gets its own envelope sender." env:"HOLDFAST_BOUNCE_DOMAIN" placeholder:"DOMAIN"`
	BounceListen  string  `help:"Receive bounces by SMTP on this address." env:"HOLDFAST_BOUNCE_LISTEN" placeholder:"HOST:PORT"`
	BounceSecret  string  `help:"Secret of signed delivery reports, which are accepted at /hooks/mail." env:"HOLDFAST_BOUNCE_SECRET" placeholder:"SECRET"`
	DKIMKeyFile   string  `name:"dkim-key-file" help:"File with the private key (PEM) that signs mails." env:"HOLDFAST_DKIM_KEY_FILE" placeholder:"PATH"`
	DKIMDomain    string  `name:"dkim-domain" help:"Domain that mails are signed for." env:"HOLDFAST_DKIM_DOMAIN" placeholder:"DOMAIN"`
	DKIMSelector  string  `name:"dkim-selector" help:"DKIM selector: where in the domain the public key is." default:"holdfast" env:"HOLDFAST_DKIM_SELECTOR"`
	TwilioAccount string  `help:"Twilio: account SID. Without it no text messages are sent." env:"HOLDFAST_TWILIO_ACCOUNT" placeholder:"SID"`
	TwilioToken   string  `help:"Twilio: auth token of the account." env:"HOLDFAST_TWILIO_TOKEN" placeholder:"TOKEN"`
	TwilioFrom    string  `help:"Twilio: phone number or messaging service that sends." env:"HOLDFAST_TWILIO_FROM" placeholder:"NUMBER"`
	TwilioBase    string  `help:"Twilio: base URL of the API, for compatible gateways." default:"https://api.twilio.com" env:"HOLDFAST_TWILIO_BASE" placeholder:"URL"`
	MailRate      float64 `help:"Mails per second, all servers together. 0 means no limit." default:"0" env:"HOLDFAST_MAIL_RATE"`
	SMSRate       float64 `name:"sms-rate" help:"Text messages per second, all servers together. 0 means no limit." default:"10" env:"HOLDFAST_SMS_RATE"`
	PushRate      float64 `help:"Push messages per second, all servers together. 0 means no limit." default:"0" env:"HOLDFAST_PUSH_RATE"`
	OrgRate       float64 `help:"Messages per second of one organization on one channel. 0 means no limit." default:"0" env:"HOLDFAST_ORG_RATE"`
	CampaignMails int64   `help:"Mails to people who have agreed to marketing that one organization sends within 24 hours." default:"10000" env:"HOLDFAST_CAMPAIGN_MAILS"`
}

func (m *messaging) into(c *server.Config) {
	c.BounceDomain, c.BounceListen, c.BounceSecret = m.BounceDomain, m.BounceListen, m.BounceSecret
	c.DKIMKeyFile, c.DKIMDomain, c.DKIMSelector = m.DKIMKeyFile, m.DKIMDomain, m.DKIMSelector
	c.MailRate, c.SMSRate, c.PushRate, c.OrgRate = m.MailRate, m.SMSRate, m.PushRate, m.OrgRate
	c.CampaignMails = m.CampaignMails
	c.Twilio = server.TwilioConfig{Account: m.TwilioAccount, Token: m.TwilioToken, From: m.TwilioFrom, Base: m.TwilioBase}
}
