package identity

import (
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// MaxOwned is how many organizations a person may own and create another one no more.
const MaxOwned = 10

// NewOrganizations says who creates organizations on an installation.
type NewOrganizations string

// Who creates organizations.
const (
	// ByOperator: whoever runs the installation, and nobody else.
	ByOperator NewOrganizations = "operator"
	// ByAnyone: everybody who is signed in, beside whoever runs it.
	ByAnyone NewOrganizations = "anyone"
)

// Allow reports whether somebody with these memberships may create an organization.
func (n NewOrganizations) Allow(has []organizations.Membership) bool {
	owned := 0
	for i := range has {
		if has[i].Role == string(Owner) {
			owned++
		}
	}
	return n == ByAnyone && owned < MaxOwned
}
