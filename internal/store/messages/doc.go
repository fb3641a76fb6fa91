// Package messages reads and writes what is sent to people and to other systems:
// deliveries, announcements, the wordings of an organization, whom mail no longer
// reaches, and webhooks.
package messages
