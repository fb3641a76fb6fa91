package api

import "github.com/holdfast-events/holdfast/internal/courier"

// personKey names a person of an organization in contacts.
func (s *server) personKey(org, user string) string {
	return courier.PersonKey(s.links.Derive(courier.KeyPurpose), org, user)
}
