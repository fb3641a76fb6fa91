package snapshot

import (
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// CampaignFault is something that is wrong with a mail of a campaign, or with No 0 with a campaign.
type CampaignFault struct {
	CampaignID string
	No         int64
	Kind       string
}

// The kinds of CampaignFault.
const (
	MailedWithoutConsent = "consent" // by the record none stood when it was sent
	MailedTwice          = "twice"   // an earlier one went to the address, or was to
	MailedEarly          = "early"   // it is from before it was due
	Miscounted           = "count"   // the campaign does not have the mails that it numbered
)

// CampaignFaults returns how many mails of campaigns there are, and what is wrong with them, at most
// limit of a kind. Clocks may differ by slack. Of erased people and archived events the record of
// consents has nothing to compare with.
func (v *Snapshot) CampaignFaults(slack inventory.Instant, limit int) (mails int64, faults []CampaignFault, err error) {
	if mails, err = table.One(v.ctx, v.q, table.ScanInt, "select cast(count(*) as bigint) from campaign_mails"); err != nil {
		return 0, nil, err
	}
	for _, ask := range []struct {
		kind, query string
		args        []any
	}{
		{MailedWithoutConsent, `select m.campaign_id, m.no from campaign_mails m join campaigns c on c.org_id = m.org_id and c.id = m.campaign_id
			left join events e on e.id = m.event_id and e.archived_at > 0
			left join (select distinct k.org_id, k.campaign_id, k.no from campaign_mails k
				join campaigns d on d.org_id = k.org_id and d.id = k.campaign_id
				join consent_log g on g.org_id = k.org_id and g.code = k.code and g.purpose_id = d.purpose_id and g.action = 'given' and g.at <= k.at + $1
				left join consent_log w on w.event_id = g.event_id and w.thing_id = g.thing_id and w.purpose_id = g.purpose_id and w.action = 'withdrawn' and w.at < k.at - $2
				where k.state = 'sent' and k.code <> '' and w.event_id is null) good on good.org_id = m.org_id and good.campaign_id = m.campaign_id and good.no = m.no
			where m.state = 'sent' and m.code <> '' and e.id is null and good.no is null
			order by m.org_id, m.campaign_id, m.no limit $3`, []any{int64(slack), int64(slack), limit}},
		{MailedTwice, `select m.campaign_id, m.no from campaign_mails m where m.address <> '' and exists (select 1 from campaign_mails o
				where o.org_id = m.org_id and o.campaign_id = m.campaign_id and o.address = m.address and o.no < m.no)
			order by m.org_id, m.campaign_id, m.no limit $1`, []any{limit}},
		{MailedEarly, `select m.campaign_id, m.no from campaign_mails m join campaigns c on c.org_id = m.org_id and c.id = m.campaign_id
			where m.at < c.due_at - $1 order by m.org_id, m.campaign_id, m.no limit $2`, []any{int64(slack), limit}},
		{Miscounted, `select c.id, cast(0 as bigint) from campaigns c where c.mails <> (select count(*) from campaign_mails m where m.org_id = c.org_id and m.campaign_id = c.id)
			or c.mails <> (select coalesce(max(m.no), 0) from campaign_mails m where m.org_id = c.org_id and m.campaign_id = c.id)
			order by c.org_id, c.id limit $1`, []any{limit}},
	} {
		list, err := table.All(v.ctx, v.q, func(r engine.Row, f *CampaignFault) error {
			f.Kind = ask.kind
			return r.Scan(&f.CampaignID, &f.No)
		}, ask.query, ask.args...)
		if err != nil {
			return 0, nil, err
		}
		faults = append(faults, list...)
	}
	return mails, faults, nil
}
