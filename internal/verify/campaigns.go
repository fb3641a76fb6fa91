package verify

import (
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
)

// Invariant 43: a campaign went once to an address, and to nobody whose consent to its purpose did
// not stand when the mail was sent.

// campaignSlack is by how much the clocks of servers may differ: one sends, another withdraws.
const campaignSlack = inventory.Instant(inventory.Minute)

// maxCampaignFaults is how many faults of a kind are told.
const maxCampaignFaults = 100

// checkCampaigns compares what was mailed with the record of consents.
func (r *run) checkCampaigns() error {
	mails, faults, err := r.snapshot.CampaignFaults(campaignSlack, maxCampaignFaults)
	r.report.Checked.CampaignMails = mails
	for _, f := range faults {
		switch f.Kind {
		case snapshot.MailedWithoutConsent:
			r.report.add(43, "", f.CampaignID, "mail %d went to somebody whose consent did not stand", f.No)
		case snapshot.MailedTwice:
			r.report.add(43, "", f.CampaignID, "mail %d goes to an address that an earlier one went to", f.No)
		case snapshot.MailedEarly:
			r.report.add(43, "", f.CampaignID, "mail %d is from before it was due", f.No)
		default:
			r.report.add(43, "", f.CampaignID, "the campaign does not have the mails that it numbered")
		}
	}
	return err
}
