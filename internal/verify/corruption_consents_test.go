package verify_test

// Row pickers of consents.
const (
	anyStands    = "where (event_id, thing_id, purpose_id) in (select event_id, thing_id, purpose_id from consents order by event_id, thing_id, purpose_id limit 1)"
	anyGiven     = "where (event_id, thing_id, purpose_id, action) in (select l.event_id, l.thing_id, l.purpose_id, l.action from consent_log l join consents c on c.event_id = l.event_id and c.thing_id = l.thing_id and c.purpose_id = l.purpose_id order by 1, 2, 3 limit 1)"
	anyWithdrawn = "where action = 'withdrawn'"
)

// both changes a consent in the record and where it stands, so that the two agree.
func both(set string) []string {
	return []string{"update consents set " + set + " " + anyStands, "update consent_log set " + set + " " + anyGiven}
}

// consentCorruptions are those of what people agreed to.
var consentCorruptions = []corruption{
	// 43
	{"somebody is mailed after they have withdrawn", 43, "whose consent did not stand", []string{
		"update campaign_mails set at = at + 900000000 where code in (select code from consent_log where action = 'withdrawn')"}},
	{"somebody is mailed who has not agreed", 43, "whose consent did not stand", []string{"update campaign_mails set code = 'zzzzzzzzzzzzzzzz' where no = 1"}},
	{"somebody is mailed before a campaign is due", 43, "from before it was due", []string{"update campaigns set due_at = due_at + 900000000"}},
	{"a mail of a campaign is lost", 43, "does not have the mails", []string{"delete from campaign_mails where no = 1"}},
	// 32
	{"a consent stands that nobody gave", 32, "that was not given, or was withdrawn", []string{"delete from consent_log " + anyGiven}},
	{"a consent does not stand that was given", 32, "was given and not withdrawn, and does not stand", []string{"delete from consents " + anyStands}},
	{"a withdrawal is forgotten", 32, "was given and not withdrawn, and does not stand", []string{"delete from consent_log " + anyWithdrawn}},
	{"what was withdrawn stands again", 32, "that was not given, or was withdrawn", []string{
		"insert into consents (event_id, thing_id, purpose_id, org_id, person_id, code, version, locale, way, proven, at) " +
			"select event_id, thing_id, purpose_id, org_id, person_id, code, version, locale, way, proven, at from consent_log " + anyWithdrawn}},
	{"what was withdrawn was never given", 32, "was withdrawn that nobody gave", []string{
		"delete from consent_log where action = 'given' and (event_id, thing_id, purpose_id) in (select event_id, thing_id, purpose_id from consent_log " + anyWithdrawn + ")"}},
	{"a consent was withdrawn before it was given", 32, "is not what was given", []string{"update consent_log set at = 1 " + anyWithdrawn}},
	{"a consent is to other words than those that were shown", 32, "is not the one that was given", []string{
		"update consents set version = 3 - version where purpose_id in (select id from consent_purposes where version = 2) and (event_id, thing_id) in (select event_id, min(thing_id) from consents group by event_id)"}},
	{"a consent is another person's", 32, "whose the registration is not", both("person_id = (select max(id) from people where event_id in (select event_id from consent_log))")},
	{"a consent is to words that are not stored", 32, "which is not stored", both("version = 9")},
	{"a consent is to words that came later", 32, "which was not there yet", []string{"update consent_versions set created_at = created_at + 9000000000"}},
	{"a consent is in a language without words", 32, "has none", both("locale = 'fr'")},
	{"a consent is to what was not asked", 32, "which the event did not ask for then", []string{"update event_consents set since = since + 9000000000 where until = 0"}},
	{"a consent came after the event had stopped asking", 32, "which the event did not ask for then", []string{"update event_consents set until = since where until > 0",
		"update consent_log set at = at + 90000000 where purpose_id in (select purpose_id from event_consents where until > 0)"}},
	{"the event asks for another purpose", 32, "is not what the organization's rows commit to", []string{"update event_consents set until = since where until = 0"}},
	{"the event asks twice at once", 32, "twice at once", []string{"insert into event_consents (event_id, purpose_id, since, org_id, until) select event_id, purpose_id, since + 1, org_id, 0 from event_consents where until = 0"}},
	{"words of a purpose are changed", 4, "the kind of the purpose, its words or its end", []string{
		"update consent_versions set document = replace(document, 'concerts', 'everything')"}},
	{"a purpose begins again", 4, "the kind of the purpose, its words or its end", []string{"update consent_purposes set ended_at = 0 where ended_at > 0"}},
	{"words of a purpose say nothing", 32, "says nothing that can be agreed to", []string{"update consent_versions set document = '{}' where version = 1"}},
	{"a version is lost", 32, "there are 1 versions", []string{"delete from consent_versions where version = 1 and purpose_id in (select id from consent_purposes where version = 2)"}},
	{"who was erased is named", 32, "was erased, and something of them is left", []string{"update consent_log set locale = 'en' where code = ''"}},
	{"nobody withdrew it", 32, "nobody is named", []string{"update consent_log set actor = '' " + anyWithdrawn}},
	{"staff withdrew it for no reason", 32, "people need none, and staff do", []string{"update consent_log set actor = 'key_desk' " + anyWithdrawn}},
	{"a purpose is lost", 14, "another organization's than the event", []string{"update event_consents set purpose_id = 'cpu_lost' where until = 0"}},
	{"an event asks for what another organization asks for", 14, "another organization's than the event", []string{"update event_consents set org_id = " + otherOrg + " where until = 0"}},
	{"a consent is of another organization", 14, "another organization's than the event", []string{"update consents set org_id = " + otherOrg + " " + anyStands}},
	{"who agreed is lost", 14, "in consents, person_id names", []string{"update consents set person_id = 'per_lost' " + anyStands}},
	{"what a consent came with is lost", 14, "in consent_log, thing_id names", []string{"update consent_log set thing_id = 'ord_lost' " + anyWithdrawn}},
}
