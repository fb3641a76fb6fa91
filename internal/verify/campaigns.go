package verify

import (
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// Invariant 43: a campaign went once to an address, and to nobody whose consent to its purpose did
// not stand when the mail was sent.

// campaignSlack is by how much the clocks of servers may differ: one sends, another withdraws.
const campaignSlack = inventory.Instant(inventory.Minute)

// checkCampaigns compares what was mailed with the record of consents.
func (r *run) checkCampaigns() error {
	n, err := r.snapshot.CountCampaignMails()
	if err != nil || n == 0 {
		r.report.Checked.CampaignMails = n
		return err
	}
	r.report.Checked.CampaignMails = n
	for _, c := range []struct {
		what string
		find func() ([]store.CampaignFault, error)
	}{
		{"mail %d went to somebody whose consent did not stand", func() ([]store.CampaignFault, error) {
			return r.snapshot.MailedWithoutConsent(campaignSlack, maxStrays)
		}},
		{"mail %d goes to an address that it went to before", func() ([]store.CampaignFault, error) { return r.snapshot.MailedTwice(maxStrays) }},
		{"mail %d is from before it was due", func() ([]store.CampaignFault, error) { return r.snapshot.MailedEarly(campaignSlack, maxStrays) }},
		{"mail %d", func() ([]store.CampaignFault, error) { return r.snapshot.MiscountedCampaigns(maxStrays) }},
	} {
		list, err := c.find()
		if err != nil {
			return err
		}
		for _, f := range list {
			if f.No == 0 {
				r.report.add(43, "", f.CampaignID, "it does not have the mails that it numbered")
				continue
			}
			r.report.add(43, "", f.CampaignID, c.what, f.No)
		}
	}
	return nil
}

// maxStrays is how many faults of a kind are told.
const maxStrays = 100
