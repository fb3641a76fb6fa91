package store

import (
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// CampaignFault is a mail of a campaign, or with No 0 a campaign, that something is wrong with.
type CampaignFault struct {
	CampaignID string
	No         int64
}

func (v *Snapshot) campaignFaults(query string, args ...any) ([]CampaignFault, error) {
	return table.All(v.ctx, v.q, func(r engine.Row, f *CampaignFault) error { return r.Scan(&f.CampaignID, &f.No) }, query, args...)
}

// CountCampaignMails returns how many mails of campaigns there are.
func (v *Snapshot) CountCampaignMails() (int64, error) {
	return table.One(v.ctx, v.q, table.ScanInt, "select cast(count(*) as bigint) from campaign_mails")
}

// MailedWithoutConsent returns mails of campaigns that were sent when, by the record, no consent of
// the person to the purpose stood, give or take slack; at most limit. Of erased people and archived
// events the record has nothing to compare with.
func (v *Snapshot) MailedWithoutConsent(slack inventory.Instant, limit int) ([]CampaignFault, error) {
	return v.campaignFaults(`select m.campaign_id, m.no from campaign_mails m join campaigns c on c.org_id = m.org_id and c.id = m.campaign_id
		where m.state = 'sent' and m.code <> '' and not exists (select 1 from events e where e.id = m.event_id and e.archived_at > 0)
		and not exists (select 1 from consent_log g where g.org_id = m.org_id and g.code = m.code and g.purpose_id = c.purpose_id and g.action = 'given' and g.at <= m.at + $1
			and not exists (select 1 from consent_log w where w.event_id = g.event_id and w.thing_id = g.thing_id and w.purpose_id = g.purpose_id and w.action = 'withdrawn' and w.at < m.at - $2))
		order by m.org_id, m.campaign_id, m.no limit $3`, int64(slack), int64(slack), limit)
}

// MailedTwice returns mails of campaigns to an address that an earlier one went to, or was to.
func (v *Snapshot) MailedTwice(limit int) ([]CampaignFault, error) {
	return v.campaignFaults(`select m.campaign_id, m.no from campaign_mails m where m.address <> '' and exists (select 1 from campaign_mails o
			where o.org_id = m.org_id and o.campaign_id = m.campaign_id and o.address = m.address and o.no < m.no)
		order by m.org_id, m.campaign_id, m.no limit $1`, limit)
}

// MailedEarly returns mails of campaigns from before they were due, give or take slack.
func (v *Snapshot) MailedEarly(slack inventory.Instant, limit int) ([]CampaignFault, error) {
	return v.campaignFaults(`select m.campaign_id, m.no from campaign_mails m join campaigns c on c.org_id = m.org_id and c.id = m.campaign_id
		where m.at < c.due_at - $1 order by m.org_id, m.campaign_id, m.no limit $2`, int64(slack), limit)
}

// MiscountedCampaigns returns campaigns that do not have the mails that they numbered.
func (v *Snapshot) MiscountedCampaigns(limit int) ([]CampaignFault, error) {
	return v.campaignFaults(`select c.id, cast(0 as bigint) from campaigns c where c.mails <> (select count(*) from campaign_mails m where m.org_id = c.org_id and m.campaign_id = c.id)
		or c.mails <> (select coalesce(max(m.no), 0) from campaign_mails m where m.org_id = c.org_id and m.campaign_id = c.id)
		order by c.org_id, c.id limit $1`, limit)
}
