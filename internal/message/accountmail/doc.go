// Package accountmail renders mails that go to an address and are in no inbox: about accounts, bookings of rooms,
// places on the waitlists of resources, and what owners and staff have to see to; with their words in twelve
// languages. It sends nothing: package jobs calls it.
package accountmail
