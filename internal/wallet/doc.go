// Package wallet makes the forms of a ticket that telephones keep: a pass for
// Apple Wallet, and the link that adds one to Google Wallet.
//
// It owns what such a pass says and how it is signed. Both are made where they
// are asked for, from the ticket as it stands, and nothing is sent anywhere: an
// Apple pass is a signed archive, and Google's is a signed link that carries all
// there is to say. What counts at the door is the same token as everywhere; a
// ticket that was reissued or went to somebody else makes the pass void, whatever
// the telephone still shows.
//
// The API and the pages call it. It reads nothing from anywhere.
package wallet
