package wire

import (
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// Where mail of an installation goes: to a mail server, into the mailbox for
// trying things out, or nowhere.
const (
	MailServer  = "server"
	MailMailbox = "mailbox"
	MailNowhere = "none"
)

// Organization is how an organization shows itself to everybody.
type Organization struct {
	ID    string `json:"id" example:"org_3k9q0a7c1v5m"`
	Name  string `json:"name" example:"Riverside Workshop"`
	Color string `json:"color" doc:"Its colour, as #rrggbb; empty: the default." example:"#0f766e"`
}

// OrganizationOf converts the profile of an organization.
func OrganizationOf(o *organizations.Profile) Organization {
	return Organization{ID: o.ID, Name: o.Name, Color: o.Color}
}
