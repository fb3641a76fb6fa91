// Package signals counts how those go about it who want something of an event and are not
// known, as far as that has a meaning for people too: how long after its page was opened they
// ask, whether one opening of the page is used again and again, and how often in a row they
// were refused. Nothing of a device is looked at.
//
// Each is a point. Points go by themselves, and what is left of them asks for a more expensive
// challenge from that network; nobody is refused by them. All of it is in the memory of one
// server and bounded; an opening of a page is a signed text, of which nothing is kept before it
// is used.
package signals
