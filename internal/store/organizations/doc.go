// Package organizations reads and writes organizations, their members, keys and deeds,
// the accounts of people, and what the installation keeps for itself.
package organizations
