package wire

import (
	"time"

	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// SecurityEntry is a row of the security log.
type SecurityEntry struct {
	ID        string    `json:"id" example:"sec_3k9q0a7c1v5m"`
	At        time.Time `json:"at"`
	Action    string    `json:"action" enum:"signed_in,sign_in_failed,session_ended,passkey_added,passkey_removed,oidc_linked,oidc_unlinked,member_added,member_changed,member_removed,key_created,key_revoked,key_refused,webhook_created,webhook_changed,webhook_deleted,payment_account_added,payment_account_changed,payment_account_removed,payment_account_closed,bank_account_added,bank_account_changed,bank_account_removed,invoicing_created,invoicing_changed,refund_paid_otherwise,questions_changed,answers_changed,checkin_pass_created,checkin_pass_redeemed,checkin_pass_changed,checkin_pass_ended,export_requested,organization_created,organization_changed" doc:"What was done or tried."`
	Actor     string    `json:"actor" doc:"Who did it: a member or an API key by ID; system: the server itself; command_line: whoever runs it; public: somebody who is not known." example:"mem_3k9q0a7c1v5m"`
	Subject   string    `json:"subject" doc:"What it was done to, by ID. Of a failed sign-in: the member whose address it was." example:"key_3k9q0a7c1v5m"`
	Detail    string    `json:"detail,omitempty" doc:"The role of a key or member, and behind it the event that a key is for alone, the way of signing in (link, setup, passkey), why it failed, or the kind of file." example:"door"`
	Network   string    `json:"network,omitempty" doc:"Where from: a network and not an address, which is enough to see that it was somewhere else. Absent where there was none, and for people who were erased." example:"192.0.2.0/24"`
	RequestID string    `json:"request_id,omitempty" doc:"The X-Request-Id of the call, which every log line of the server has."`
	Times     int64     `json:"times" doc:"How often: calls with a key that is no longer valid are counted for an hour of each network, give or take the last minute." example:"1"`
}

// SecurityOf is a row as the API shows it.
func SecurityOf(e *organizations.SecurityEntry) SecurityEntry {
	return SecurityEntry{
		ID: e.ID, At: e.At.Time(), Action: e.Action, Actor: e.Actor, Subject: e.Subject, Detail: e.Detail, Network: e.Network, RequestID: e.RequestID, Times: e.Times,
	}
}
