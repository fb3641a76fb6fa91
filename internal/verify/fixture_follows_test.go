package verify_test

// freeEvents are the events that are not dates of the series.
const freeEvents = `from series s join series_dates d on d.series_id = s.id and d.position = 1
	join events e on e.org_id = s.org_id where e.id not in (select event_id from series_dates) group by s.org_id, s.id, d.source_id`

// toldFollower is the message of a new event to a follower, under a name.
func toldFollower(name string) string {
	return `insert into deliveries (event_id, message, channel, org_id, person_id, kind, seq, announcement, event_starts_at, urgency, state, due_at, owner, attempts, answer, provider_id, created_at, sent_at, ended_at)
		select id, '` + name + `', 'mail', org_id, 'per_follower', 'new_event', 0, 'published', 1, 1, 'sent', 0, '', 1, '', '', 1, 1, 1 from events where id = (select min(id) from events)`
}

// followCorruptions are those of the followers of organizations, and of what they are told.
var followCorruptions = []corruption{
	// 14
	{"followers are told about a series by what is not a date of it", 14, "in series, told_event names", []string{"update series set told_event = 'evt_lost'"}},
	{"what is not an account follows", 14, "in follows, account_id names", []string{
		"insert into follows (account_id, org_id, code, created_at) select 'acc_lost', " + otherOrg + ", '0000000000000001', 1"}},
	{"what is not an organization is followed", 14, "in follows, org_id names", []string{
		"insert into accounts (id, address, email, name, locale, created_at) values ('acc_f', 'f@x.org', 'f@x.org', 'F', 'en', 1)",
		"insert into follows (account_id, org_id, code, created_at) values ('acc_f', 'org_lost', '0000000000000001', 1)"}},
	{"a calendar is nobody's", 14, "in calendar_addresses, account_id names", []string{
		"insert into calendar_addresses (account_id, hash, created_at) select 'acc_lost', hash, 1 from audit limit 1"}},
	// 11, of followers
	{"a follower is told about an event twice", 11, "a follower is told 2 times of the event", []string{toldFollower("1"), toldFollower("2")}},
	{"followers are told about two dates of a plan", 11, "followers are told about the event, of which", []string{
		"insert into series_dates (org_id, series_id, position, event_id, source_id, starts_at, made, plan) select s.org_id, s.id, 8, min(e.id), d.source_id, 1, true, 1 " + freeEvents,
		"insert into series_dates (org_id, series_id, position, event_id, source_id, starts_at, made, plan) select s.org_id, s.id, 9, max(e.id), d.source_id, 1, true, 1 " + freeEvents,
		`insert into announcements (event_id, id, kind, offset_seconds, due_at, state, owner, last_hold, made, updated_at)
			select event_id, 'published', 'new_event', 0, 1, 'done', '', '', 0, 1 from series_dates where position > 7`}},
	{"followers are told about an event by another announcement", 11, "of which extra tells them", []string{
		`insert into announcements (event_id, id, kind, offset_seconds, due_at, state, owner, last_hold, made, updated_at)
			select min(id), 'extra', 'new_event', 0, 1, 'done', '', '', 0, 1 from events`}},
}
