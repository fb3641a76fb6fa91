// Package guestlist imports guest lists: it parses CSV, reports each fault by line and
// column, and registers the people of a checked list in the background.
//
// Each line is a registration like any other: it goes through the event's sequencer, in
// the order of the file, and all limits apply. Refusals are stored with their line. A
// line is registered once, however often the import is restarted.
//
// Imports of what another shop has sold are run by the same Importer; package saleimport
// makes their work.
package guestlist
