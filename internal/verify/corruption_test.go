package verify_test

import (
	"fmt"
	"slices"
	"strings"
)

// ifAny begins a statement that may find nothing to change.
const ifAny = "/* if any */ "

// corruption is damage done past every guard, and what verify must say of it.
type corruption struct {
	name      string
	invariant int
	says      string // part of the sentence
	sql       []string
}

// Row pickers, used as "where (event_id, id) in (…)". The history has many of
// each; the first will do.
const (
	confirmed  = "where (event_id, id) in (select event_id, id from holds where state = 'confirmed' order by event_id, id limit 1)"
	released   = "where (event_id, id) in (select event_id, id from holds where state = 'released' and kind = 'registration' order by event_id, id limit 1)"
	heldOffer  = "where (event_id, id) in (select event_id, id from holds where state = 'held' and offer_id <> '' order by event_id, id limit 1)"
	waiting    = "where (event_id, id) in (select event_id, id from waitlist_entries where state = 'waiting' order by event_id, id limit 1)"
	passedOnce = "where (event_id, id) in (select event_id, id from waitlist_entries where passes > 0 order by event_id, id limit 1)"
	openOffer  = "where (event_id, id) in (select event_id, id from offers where state = 'open' order by event_id, id limit 1)"
	accepted   = "where (event_id, id) in (select event_id, id from offers where state = 'accepted' order by event_id, id limit 1)"
	expired    = "where (event_id, id) in (select event_id, id from offers where state = 'expired' order by event_id, id limit 1)"
	fullPool   = "where (event_id, id) in (select event_id, id from pools where held + confirmed + blocked = capacity and capacity > 0 " +
		"and not exists (select 1 from audit a where a.event_id = pools.event_id and a.subject = pools.id and a.reason = 'capacity_overcommitted') order by event_id, id limit 1)"
	begunOrder = "where (event_id, id) in (select h.event_id, h.id from holds h where h.state = 'held' " +
		"and exists (select 1 from audit a where a.event_id = h.event_id and a.subject = h.id and a.reason = 'payment_begun') " +
		"and not exists (select 1 from audit a where a.event_id = h.event_id and a.subject = h.id and a.reason = 'prolonged') order by h.event_id, h.id limit 1)"
	anyPool    = "where (event_id, id) in (select event_id, id from pools order by event_id, id limit 1)"
	lineEvent  = "where id in (select event_id from waitlist_entries where state = 'waiting' order by event_id limit 1)"
	offerEvent = "where id in (select event_id from offers where state = 'open' order by event_id limit 1)"
	anyEvent   = "where id in (select id from events order by id limit 1)"
)

// row picks the first audit row with a condition.
func row(condition string) string {
	return "where (event_id, seq) in (select event_id, seq from audit where " + condition + " order by event_id, seq limit 1)"
}

// inSettings changes a text in the settings of events that have it.
func inSettings(from, to string) []string {
	return []string{"update events set settings = replace(settings, '" + from + "', '" + to + "') where settings like '%" + from + "%'"}
}

// flipped changes one bit of what is kept in hex, by the name that it has in the settings.
func flipped(field string) []string {
	const digits = "0123456789abcdef"
	name := `"` + field + `":"`
	cases := ""
	for i, digit := range digits {
		cases += fmt.Sprintf(" when settings like '%%%s%c%%' then replace(settings, '%s%c', '%s%c')", name, digit, name, digit, name, digits[i^1])
	}
	return []string{"update events set settings = case" + cases + " end where settings like '%" + name + "%'"}
}

// otherOrg is the organization that has no events.
const otherOrg = "(select max(id) from organizations)"

// deleteEvent deletes an event with all that belongs to it.
func deleteEvent(event string) (sql []string) {
	for _, table := range strings.Fields(`event_seating event_translations tier_pools pools tiers people holds orders hold_items price_codes refunds_due statements name_seals scan_slots
		question_lists answers uploads feedback invitations waitlist_entries past_placements origins lanes waitlist_counts offers exchanges audit refusal_counts rehearsals messages ticket_versions imported_tickets transfers attendees
		checkin_lists checkin_passes admissions scans checkouts payments payouts journal tills till_sales tracking_links tracked event_consents consents consent_log campaign_mails invoices billing deliveries undelivered_told announcements address_book feed webhook_positions log_tiles log_bundles replay_snapshots installation_entries event_logs`) {
		sql = append(sql, ifAny+"delete from "+table+" where event_id = "+event)
	}
	sql = append(sql, ifAny+"delete from series_dates where source_id = "+event, ifAny+"delete from pass_dates where event_id = "+event)
	return append(sql, ifAny+"delete from river_job where cast(args as text) like '%' || "+event+" || '%'",
		ifAny+"delete from idempotency_keys where scope = "+event, "delete from events where id = "+event)
}

var corruptions = slices.Concat(passCorruptions, trackingCorruptions, consentCorruptions, pictureCorruptions, uploadCorruptions, logCorruptions, []corruption{
	// 14
	{"a date of a series is another organization's", 14, "in series_dates, event_id names", []string{
		"insert into series (org_id, id, title, description, created_at) select " + otherOrg + ", 'ser_other', '', '', 0",
		"update series_dates set org_id = " + otherOrg + ", series_id = 'ser_other' where made and position = 1"}},
	{"a date of a series is lost", 14, "in series_dates, event_id names", []string{"update series_dates set event_id = 'evt_lost' where made and position = 1"}},
	{"a date of a series is a copy of nothing", 14, "in series_dates, source_id names", []string{"update series_dates set source_id = 'evt_lost' where made and position = 1"}},
	// 26
	{"a question is not what it was when it was asked", 26, "are not what the organization's rows commit to", []string{
		"update question_lists set document = replace(document, 'What is your meal?', 'Do you agree?') where document like '%What is your meal?%'"}},
	{"the newest questions are lost", 26, "are not what the organization's rows commit to", []string{"delete from question_lists where version = 2"}},
	{"a version of the questions is lost", 26, "follows version 0", []string{"delete from question_lists where version = 1"}},
	{"the words of an answer are lost", 26, "an answer is to version 1 of the questions", []string{"delete from question_lists where version = 1"}},
	{"a version that had to be answered is lost", 26, "had to be answered, which is not stored", []string{"delete from question_lists where version = 1"}},
	{"questions cannot be read", 26, "version 1 of the questions cannot be read", []string{"update question_lists set document = '' where version = 1"}},
	{"an answer is to what was not asked", 26, "which version 1 of the questions does not ask", []string{"update answers set answers = replace(answers, 'company', 'shoe')"}},
	{"an answer is what the question does not take", 26, "is not what version 1 of the questions takes", []string{"update answers set answers = replace(answers, 'vegan', 'meat')"}},
	{"an answer is of one and not of the whole", 26, "and not of whom it is asked", []string{"update answers set answers = replace(answers, 'diet', 'company') where unit = 1"}},
	{"answers cannot be read", 26, "the answers of unit 1 cannot be read", []string{"update answers set answers = '[' where unit = 1"}},
	{"what had to be answered is not", 26, "answers.company had to be answered and is not", []string{"update answers set answers = '[]' where unit = 0 and demanded = 1"}},
	{"one who comes has not answered", 26, "answers.diet[2] had to be answered and is not", []string{"update answers set answers = '[]' where unit = 2 and demanded = 1"}},
	{"more had to be answered of one", 26, "had to be answered and of others", []string{"update answers set demanded = 0 where unit = 1 and demanded = 1"}},
	{"answers are somebody else's", 26, "whose it is not", []string{"update answers set person_id = (select max(p.id) from people p where p.event_id = answers.event_id)"}},
	{"what an erased guest said is left", 26, "what they said of the event is left", []string{"update people set erased_at = 1 where (event_id, id) in (select event_id, person_id from feedback)"}},
	{"what was said was changed before", 26, "was changed before it was said", []string{"update feedback set updated_at = created_at - 1"}},
	{"what was said is nobody's", 14, "in feedback, person_id names", []string{"update feedback set person_id = 'per_lost'"}},
	{"guests are asked though the event does not", 26, "and the event does not say so", []string{"update events set feedback_after = 0 where feedback_after > 0"}},
	{"guests are not asked though the event does", 26, "and that is not planned", []string{"delete from announcements where kind = 'feedback'"}},
	{"guests are asked too early", 26, "before the event says", []string{"update announcements set due_at = 1 where kind = 'feedback'"}},
	{"answers of an erased person are left", 26, "was erased, and answers are left", []string{"update people set erased_at = 1 where (event_id, id) in (select event_id, person_id from answers)"}},
	{"there are answers of one more who comes", 26, "its order has fewer units", []string{"update answers set unit = 9 where unit = 2 and thing_id like 'ord_%'"}},
	{"there are answers of more than ever come", 26, "there are never so many units", []string{"update answers set unit = 900 where unit = 2 and thing_id like 'wle_%'"}},
	{"answers belong to nothing", 26, "that is neither an order nor an entry", []string{"update answers set thing_id = 'x' || thing_id"}},
	{"answers belong to an order that is lost", 14, "in answers, thing_id names", []string{"update answers set thing_id = 'ord_lost' where (event_id, thing_id) in (select event_id, min(thing_id) from answers group by event_id)"}},
	{"answers belong to an entry that is lost", 14, "in answers, thing_id names", []string{"update answers set thing_id = 'wle_lost' where thing_id like 'wle_%'"}},
	{"somebody who is not there has answered", 14, "in answers, person_id names", []string{"update answers set person_id = 'per_lost'"}},
	// 1
	{"a pool is made smaller past the ledger", 1, "no overcommit is recorded", []string{
		"update pools set capacity = capacity - 1 " + fullPool}},
	{"the ledger forgets that a shrink was an overcommit", 1, "does not call it an overcommit", []string{
		"update audit set reason = 'capacity_lowered' " + row("reason = 'capacity_overcommitted'")}},
	{"the ledger takes more than there was", 1, "which makes", []string{
		"update audit set state_to = '0' " + row("reason = 'created' and subject like 'pol_%'")}},
	{"the ledger calls an overcommit what was none", 1, "with", []string{
		"update audit set reason = 'capacity_overcommitted', state_to = '1000000' " + row("reason = 'capacity_lowered'")}},
	// 2
	{"a pool counts one more confirmed", 2, "units confirmed", []string{"update pools set confirmed = confirmed + 1 " + anyPool}},
	{"a pool counts one more held", 2, "units held", []string{"update pools set held = held + 1 " + anyPool}},
	{"a pool counts one more blocked", 2, "units blocked", []string{"update pools set blocked = blocked + 1 " + anyPool}},
	{"a lane counts one more", 2, "a lane counts", []string{"update lanes set waiting = waiting + 1 where tier_id in (select min(tier_id) from lanes)"}},
	{"a lane's last rank is off", 2, "last rank", []string{"update lanes set last_rank = last_rank - 1 where tier_id in (select min(tier_id) from lanes)"}},
	{"a lane is lost", 2, "stand in no lane", []string{"delete from lanes where tier_id in (select min(tier_id) from lanes)"}},
	{"a stretch of the line counts one more", 2, "waitlist_counts has", []string{"update waitlist_counts set waiting = waiting + 1 where level = 1"}},
	{"a level of the line's counts is lost", 2, "waitlist_counts lacks", []string{"delete from waitlist_counts where level = 3"}},
	{"the event counts an offer too many", 2, "live offers", []string{"update events set live_offers = live_offers + 1 " + anyEvent}},
	{"the event's line number is behind", 2, "last waitlist number", []string{"update events set join_no = join_no - 1 " + lineEvent}},
	{"a person has units too many", 2, "units in all", []string{"update people set units = units + 1 where units > 0"}},
	{"a person's registration is forgotten", 2, "is said to hold", []string{"update people set hold_id = '' where hold_id <> ''"}},
	{"a person's entry is forgotten", 2, "is said to wait", []string{"update people set entry_id = '' where entry_id <> ''"}},
	{"what came from a network is lost", 2, "no such hold or entry", []string{
		"update origins set thing_id = 'ord_lost' where (event_id, origin, thing_id) in (select event_id, origin, thing_id from origins order by event_id, origin, thing_id limit 1)"}},
	{"a registration from a network counts as unpaid", 2, "counts as an unpaid order", []string{
		"update origins set unpaid = 1 where (event_id, thing_id) in (select event_id, id from holds where kind = 'registration')"}},
	{"a registration from a network counts twice", 2, "and began with", []string{
		"update origins set units = units + 1 where (event_id, thing_id) in (select event_id, id from holds where kind = 'registration')"}},
	{"an entry from a network counts twice", 2, "and began with", []string{
		"update origins set units = units + 1 where (event_id, thing_id) in (select event_id, id from waitlist_entries)"}},
	{"what came from a network is said to be somebody else's", 2, "is somebody else's", []string{
		"update origins set person_id = 'per_other' where (event_id, origin, thing_id) in (select event_id, origin, thing_id from origins order by event_id, origin, thing_id limit 1)"}},
	{"an entry from a network counts as unpaid", 2, "and is none", []string{
		"update origins set unpaid = 1 where (event_id, thing_id) in (select event_id, id from waitlist_entries)"}},
	// 3
	{"a person registers twice", 3, "live registrations", []string{"drop index holds_live_person",
		"update holds set person_id = (select max(h.person_id) from holds h where h.event_id = holds.event_id and h.state = 'confirmed') where state = 'confirmed'"}},
	{"a person waits twice", 3, "live entries", []string{"drop index entries_live_person",
		"update waitlist_entries set person_id = (select max(e.person_id) from waitlist_entries e where e.event_id = waitlist_entries.event_id and e.state = 'waiting') where state = 'waiting'"}},
	{"a person who is registered waits", 3, "are not one offer", []string{
		"update waitlist_entries set person_id = (select max(h.person_id) from holds h where h.event_id = waitlist_entries.event_id and h.state = 'confirmed' and h.kind = 'registration') " +
			"where (event_id, id) in (select w.event_id, w.id from waitlist_entries w join holds r on r.event_id = w.event_id " +
			"and r.state = 'confirmed' and r.kind = 'registration' where w.state = 'waiting' order by w.event_id, w.id limit 1)"}},
	{"a registration is nobody's", 3, "who is not stored", []string{"update holds set person_id = 'per_nobody' " + confirmed}},
	{"an entry is nobody's", 3, "who is not stored", []string{"update waitlist_entries set person_id = 'per_nobody' " + waiting}},
	{"a block is somebody's", 3, "the block is a person's", []string{
		"update holds set person_id = 'per_nobody' where (event_id, id) in (select event_id, id from holds where kind = 'block' order by event_id, id limit 1)"}},
	// 4
	{"a hold is confirmed past the ledger", 4, "the row says \"confirmed\"", []string{"drop index holds_live_person", "update holds set state = 'confirmed' " + released}},
	{"a hold has another size", 4, "units, its audit rows", []string{"update holds set units = units + 1 " + confirmed}},
	{"a hold has another reason", 4, "gives the reason", []string{"update holds set reason = 'accepted' " + released}},
	{"a hold's story begins elsewhere", 4, "last audit row is said", []string{"update holds set last_seq = last_seq + 1 " + confirmed}},
	{"an entry leaves past the ledger", 4, "the row says \"left\"", []string{"update waitlist_entries set state = 'left' " + waiting}},
	{"an entry forgets that it was passed", 4, "has been passed", []string{"update waitlist_entries set passes = 0 " + passedOnce}},
	{"an entry joined by another row", 4, "joined by audit row", []string{"update waitlist_entries set placed_seq = placed_seq - 1 " + waiting}},
	{"a waiting entry has stopped waiting", 4, "stopped waiting by", []string{"update waitlist_entries set left_seq = last_seq " + waiting}},
	{"an offer is extended past the ledger", 4, "was extended", []string{"update offers set extensions = extensions + 1 " + openOffer}},
	{"an offer was made by other rules", 4, "by rule version", []string{"update offers set rule_version = 7 " + accepted}},
	{"an event is a draft past the ledger", 4, "the event is draft", []string{"update events set status = 'draft' " + lineEvent}},
	{"an event forgets its last row", 4, "ledger seq is", []string{"update events set seq = seq - 1 " + anyEvent}},
	{"an event's clock is set back", 4, "clock stands at", []string{"update events set clock = 1 " + anyEvent}},
	{"an audit row is lost", 4, "follows row", []string{"delete from audit " + row("reason = 'registered'")}},
	{"an audit row has another link", 4, "as the row before it", []string{"update audit set prev_seq = prev_seq - 1 " + row("prev_seq > 1")}},
	{"an audit row does what is not legal", 4, "not a legal transition", []string{"update audit set reason = 'left' " + row("reason = 'registered'")}},
	{"an audit row is older than the one before", 4, "of an earlier time", []string{"update audit set at = 1 " + row("seq = 9")}},
	{"an audit row begins elsewhere", 4, "but the rows before it end at", []string{"update audit set state_from = 'held' " + row("reason = 'cancelled_by_person'")}},
	{"an audit row speaks of more units", 4, "the rows before it have", []string{"update audit set units = units + 1 " + row("reason = 'cancelled_by_person'")}},
	{"an audit row tells of nothing", 4, "which is not stored", []string{"delete from holds " + released}},
	{"a pool is larger past the ledger", 4, "the pool's capacity is", []string{"update pools set capacity = capacity + 1 " + anyPool}},
	{"an erased person is named again", 4, "personal data is left", []string{"update people set name = 'Ada' where erased_at > 0"}},
	{"the order of an erased person names somebody", 4, "the hold names somebody", []string{
		"update holds set name = 'Ada' where (event_id, person_id) in (select event_id, id from people where erased_at > 0)"}},
	{"the guests of an erased person are back", 4, "the hold names somebody", []string{
		"update holds set guests = '[{\"name\":\"Ada\"}]' where (event_id, person_id) in (select event_id, id from people where erased_at > 0)"}},
	{"a person is erased past the ledger", 4, "not by both", []string{"update people set erased_at = 1 where erased_at = 0"}},
	{"a tier costs more", 4, "settings or tiers are not those", []string{"update tiers set price = price + 1 where (event_id, id) in (select event_id, id from tiers order by event_id, id limit 1)"}},
	{"a tier is sold in larger orders", 4, "settings or tiers are not those", []string{"update tiers set max_per_order = 99 where (event_id, id) in (select event_id, id from tiers order by event_id, id limit 1)"}},
	{"a tier is sold for longer", 4, "settings or tiers are not those", []string{"update tiers set sale_ends_at = 4102444800000000 where (event_id, id) in (select event_id, id from tiers order by event_id, id limit 1)"}},
	{"a tier takes from one pool less", 4, "settings or tiers are not those", []string{
		"delete from tier_pools where (event_id, tier_id, pool_id) in (select event_id, tier_id, pool_id from tier_pools order by 1, 2, 3 limit 1)"}},
	{"the claim window is longer", 4, "settings or tiers are not those", []string{"update events set settings = replace(settings, '\"claim_window\":10800000000', '\"claim_window\":10800000001') " + anyEvent}},
	{"people may bring more guests", 4, "settings or tiers are not those", []string{"update events set settings = replace(settings, '\"max_guests\":', '\"max_guests\":1') " + anyEvent}},
	{"the event begins later", 4, "settings or tiers are not those", []string{"update events set starts_at = starts_at + 1 " + anyEvent}},
	{"the event is somebody else's", 4, "settings or tiers are not those", []string{
		"insert into organizations (id, name, created_at) values ('org_thief', 'Thief', 1)", "update events set org_id = 'org_thief' " + anyEvent}},
	{"a basket may be paid a year later", 4, "deadline, seats, prices or pass are not those", []string{
		"update holds set expires_at = expires_at + 31536000000000 where (event_id, id) in (select event_id, id from holds where state = 'held' and kind = 'order' order by event_id, id limit 1)"}},
	{"a registration was another's in the waiting room", 4, "deadline, seats, prices or pass are not those", []string{"update holds set entrant = 2 where entrant = 1"}},
	{"an order is somebody else's", 4, "deadline, seats, prices or pass are not those", []string{
		"update holds set person_id = (select max(p.id) from people p where p.event_id = holds.event_id) where (event_id, id) in (select event_id, id from holds where state = 'confirmed' and kind = 'order' order by event_id, id limit 1)"}},
	{"an order cost less, to the unit", 4, "deadline, seats, prices or pass are not those", []string{"update hold_items set price = 0, discount = 0, net = 0, tax = 0, gross = 0 where gross > 0",
		"update orders set total = 0"}},
	{"a promo code takes more off", 4, "what the code is good for", []string{"update price_codes set percent_bp = percent_bp + 1 where percent_bp > 0"}},
	{"a promo code is good for longer", 4, "what the code is good for", []string{"update price_codes set ends_at = 4102444800000000"}},
	{"a commitment is taken out of the ledger", 4, "settings or tiers are not those", []string{"update audit set commitment = '' where commitment <> '' and subject like 'evt_%'"}},
	{"a person has another name", 4, "named otherwise than when the name was sealed", []string{
		"update people set name = 'Thief' where (event_id, id) in (select event_id, id from people where erased_at = 0 order by event_id, id limit 1)"}},
	{"a person has another address", 4, "named otherwise than when the name was sealed", []string{
		"update people set email = 'thief@example.org' where (event_id, id) in (select event_id, id from people where erased_at = 0 order by event_id, id limit 1)"}},
	{"a guest is somebody else", 4, "named otherwise than when the name was sealed", []string{
		"update holds set guests = '[{\"name\":\"Thief\"}]' where (event_id, id) in (select h.event_id, h.id from holds h join people p on p.event_id = h.event_id and p.id = h.person_id " +
			"where p.erased_at = 0 and h.guests <> '[]' order by h.event_id, h.id limit 1)"}},
	{"a guest is added", 4, "whose name was not sealed", []string{
		"update holds set guests = '[{\"name\":\"Thief\"}]' where (event_id, id) in (select h.event_id, h.id from holds h join people p on p.event_id = h.event_id and p.id = h.person_id " +
			"where p.erased_at = 0 and h.guests = '[]' and h.name = '' order by h.event_id, h.id limit 1)"}},
	{"the guests of a waiting person are gone", 4, "named otherwise than when the name was sealed", []string{
		"update waitlist_entries set guests = '[]' where (event_id, id) in (select w.event_id, w.id from waitlist_entries w join people p on p.event_id = w.event_id and p.id = w.person_id " +
			"where p.erased_at = 0 and w.guests <> '[]' order by w.event_id, w.id limit 1)"}},
	{"the seals of names are lost", 4, "the seals of names up to audit row", []string{
		"delete from name_seals where (event_id, seq) in (select event_id, seq from name_seals order by event_id, seq limit 1)"}},
	{"the seals of names are another event's", 4, "the seals of names up to audit row", []string{
		"update name_seals set seals = (select n.seals from name_seals n where n.event_id <> name_seals.event_id order by n.event_id desc, n.seq desc limit 1) where (event_id, seq) in (select event_id, seq from name_seals order by event_id, seq limit 1)"}},
	{"an API key is moved to another organization", 4, "no row of organization", []string{"update api_keys set org_id = " + otherOrg}},
	{"an API key may do more", 4, "the key's organization, role, event or time", []string{"update api_keys set role = 'owner' where role = 'door'"}},
	{"an API key for one event is for all", 4, "the key's organization, role, event or time", []string{"update api_keys set event_id = '' where event_id <> ''"}},
	{"an API key is for an event that is not there", 14, "in api_keys, event_id names", []string{"update api_keys set event_id = 'evt_none' where event_id <> ''"}},
	{"an API key works again", 4, "the key's organization, role, event or time", []string{"update api_keys set revoked_at = 0 where revoked_at > 0"}},
	{"an API key is added past the ledger", 4, "no row of organization", []string{
		"insert into api_keys select 'key_thief', org_id, name, role, event_id, audit_hash, created_at, expires_at, 0 from (select k.*, o.audit_hash from api_keys k join organizations o on o.id = k.org_id where role = 'owner') x"}},
	{"an API key is lost", 4, "and it is not stored", []string{"delete from api_keys where role = 'door'"}},
	{"a member's role is raised", 4, "the member's organization, role or address", []string{"update members set role = 'owner' where role = 'box_office'"}},
	{"a member's role in an event is raised", 4, "the member's organization, role or address", []string{"update members set event_roles = replace(event_roles, 'door', 'organizer') where role = 'box_office'"}},
	{"an owner has another address", 4, "the member's organization, role or address", []string{"update members set address = 'thief@example.org' where role = 'owner'"}},
	{"a member is added past the ledger", 4, "no row of organization", []string{
		"insert into members (id, org_id, address, email, name, role, created_at, salt) select 'mem_thief', org_id, 'thief@example.org', '', '', 'owner', 1, salt from members where role = 'owner'"}},
	{"a member is lost", 4, "and it is not stored", []string{"delete from members where role = 'door'"}},
	{"a webhook sends elsewhere", 4, "where the webhook sends", []string{"update webhook_endpoints set url = 'https://thief.example/'"}},
	{"a payment account is another organization's", 4, "no row of organization", []string{"update payment_accounts set org_id = " + otherOrg + " where state = 'active'"}},
	{"a removed payment account is used again", 4, "the payment account's organization, provider", []string{"update payment_accounts set state = 'retired' where state = 'closed'"}},
	{"a payment account is added past the ledger", 4, "no row of organization", []string{
		"insert into payment_accounts select 'pac_thief', org_id, provider, 'retired', mode, version, created_at, changed_at, heard_at from payment_accounts where state = 'active'"}},
	{"the keys of a payment account are lost", 4, "that its keys are stored", []string{"delete from server_keys where purpose like 'payment_account/%'"}},
	{"there are keys of no payment account", 4, "of a payment account that is not stored", []string{
		"insert into server_keys select 'payment_account/pac_thief', secret, key_version, key_id, created_at from server_keys where purpose like 'payment_account/%'"}},
	{"another website may take part for people", 4, "websites", []string{"update organizations set websites = '[\"https://thief.example\"]' where staff_passkeys"}},
	{"the duty to sign in with the provider is lifted", 4, "duty to sign in with a passkey or a provider", []string{"update organizations set staff_oidc = false where staff_oidc"}},
	{"the duty to sign in with a passkey is lifted", 4, "duty to sign in with a passkey", []string{"update organizations set staff_passkeys = false where staff_passkeys"}},
	{"a whole event is deleted", 4, "and it is not stored", deleteEvent("(select max(id) from events)")},
	{"a row of an organization is lost", 4, "of the organization follows row", []string{"delete from organization_audit where action = 'key_revoked'"}},
	{"a row of an organization is of what is not there", 4, "which cannot follow", []string{"update organization_audit set action = 'member_changed' where action = 'member_added'"}},
	// 5
	{"an offer is accepted after its window", 5, "when its window had ended", []string{"update offers set expires_at = ended_at " + accepted}},
	{"an offer expires before its window", 5, "before its window ends", []string{"update offers set expires_at = expires_at + 31536000000000 " + expired}},
	{"a released hold is confirmed", 5, "after it was released", []string{
		"insert into audit (event_id, seq, at, actor, subject, state_from, state_to, reason, rule_version, related, units, prev_seq, hash) " +
			"select h.event_id, e.seq + 1, e.clock, 'system', h.id, 'held', 'confirmed', 'accepted', 1, h.offer_id, h.units, h.last_seq, e.head_hash " +
			"from holds h join events e on e.id = h.event_id where h.state = 'released' and h.reason = 'offer_expired' order by h.event_id, h.id limit 1"}},
	// 6
	{"a small party had been waiting all along", 6, "with no larger a party", []string{
		"update audit set units = 1 where subject in (select id from waitlist_entries where passes > 0)"}},
	{"a party that fits had been waiting all along", 6, "waits before it", []string{
		"update waitlist_entries set rank = rank - 864000000000 where state = 'waiting'"}},
	{"a rank is better than the time it joined", 6, "by the time it joined", []string{
		"update waitlist_entries set rank = rank - 1 where (event_id, id) in (select event_id, id from waitlist_entries where class = 0 order by event_id, id limit 1)"}},
	{"a rank is worse than the time it joined", 6, "is worse than", []string{
		"update waitlist_entries set rank = joined_at + 1 where (event_id, id) in (select event_id, id from waitlist_entries where class > 0 order by event_id, id limit 1)"}},
	{"a pass has no reason", 6, "are recorded as passed", []string{
		"update audit set subject = 'wle_gone' " + row("reason = 'passed_party_size' and exists (select 1 from waitlist_entries x join waitlist_entries y on y.event_id = x.event_id and y.tier_id = x.tier_id where x.event_id = audit.event_id and x.id = audit.subject and y.id = audit.related)")}},
	{"a pass names somebody else", 6, "no row serves it", []string{
		"update audit set related = 'wle_gone' " + row("reason = 'passed_party_size'")}},
	{"nobody may pass", 6, "party policy is strict", []string{
		"update events set settings = replace(settings, 'bounded_skip', 'strict')"}},
	{"the public is served before the line", 6, "gives units to the public", []string{
		"update audit set reason = 'registered' where reason = 'promoted' and subject like 'ord_%'"}},
	{"a line number is skipped", 6, "joins the waitlist with number", []string{
		"update waitlist_entries set join_no = join_no + 1000 where (event_id, join_no) in (select event_id, max(join_no) from waitlist_entries group by event_id)"}},
	// 7
	{"an offer ends past the ledger", 7, "audit rows end it", []string{"update offers set state = 'declined' " + openOffer}},
	{"an entry has two open offers", 7, "two open offers", []string{"drop index offers_open_entry",
		"update offers set state = 'open', entry_id = (select max(o.entry_id) from offers o where o.event_id = offers.event_id and o.state = 'open') " +
			"where event_id in (select event_id from offers where state = 'open')"}},
	{"an offer is lost", 7, "which is not stored", []string{"delete from offers " + openOffer}},
	{"an offer is another entry's", 7, "offers it to", []string{
		"update offers set entry_id = (select max(e.id) from waitlist_entries e where e.event_id = offers.event_id) " + accepted}},
	{"an offer ended at another time", 7, "opened and ended", []string{"update offers set ended_at = ended_at + 1 " + accepted}},
	{"an offer that stands has ended", 7, "opened and ended", []string{"update offers set ended_at = opened_at " + openOffer}},
	{"a window ends before it begins", 7, "claim window begins", []string{"update offers set window_starts_at = expires_at + 1 " + openOffer}},
	{"a hold does not know its offer", 7, "names offer", []string{"update holds set offer_id = '' " + heldOffer}},
	{"a hold ends later than its offer", 7, "and its hold at", []string{"update holds set expires_at = expires_at + 1 " + heldOffer}},
	{"a hold is for somebody else than the offer", 7, "different persons", []string{"update offers set person_id = 'per_nobody' " + accepted}},
	{"an offered entry waits", 7, "the entry of the offer waits", []string{
		"update waitlist_entries set state = 'waiting' where (event_id, id) in (select event_id, entry_id from offers where state = 'open' order by event_id, id limit 1)"}},
	{"an entry names no offer", 7, "its last one is", []string{"update waitlist_entries set offer_id = '' where offer_id <> ''"}},
	// 8
	{"units lie free", 8, "they are free, and nothing is due", []string{
		"update pools set capacity = capacity + 1000", "update events set due_at = clock + 1 where due_at > 0"}},
	{"nothing will end an offer", 8, "the hold ends at", []string{"update events set due_at = 0 " + offerEvent}},
	{"nothing will close the line", 8, "registration ends at", []string{"update events set due_at = 0 " + lineEvent}},
	{"nothing will start the next wave", 8, "waits for the next wave", []string{
		"update pools set capacity = capacity + 1000", "update events set due_at = clock + 36000000000000, wave_started_at = clock, wave_used = 1000, " +
			"settings = replace(replace(replace(settings, '\"wave_size\":0', '\"wave_size\":1'), '\"wave_interval\":0', '\"wave_interval\":1000000'), '\"confirm\"', '\"offer\"') where due_at > 0"}},
	{"nothing will close a cancelled event down", 8, "not closed down", []string{"update events set swept_at = 0, due_at = 0 where status = 'cancelled'"}},
	// 9
	{"a reply is nonsense", 9, "it is not an outcome", []string{"update idempotency_keys set reply = '{' where key in (select min(key) from idempotency_keys)"}},
	{"a reply has an unknown code", 9, "there is no code", []string{"update idempotency_keys set reply = '{\"Code\":\"maybe\"}' where key in (select min(key) from idempotency_keys)"}},
	{"a reply names an order that was never stored", 9, "which is not stored", []string{
		"update idempotency_keys set reply = '{\"Code\":\"\",\"Status\":\"confirmed\",\"OrderID\":\"ord_never\"}' where key in (select min(key) from idempotency_keys)"}},
	{"a reply says confirmed and names nothing", 9, "names nothing", []string{
		"update idempotency_keys set reply = '{\"Code\":\"\",\"Status\":\"confirmed\"}' where key in (select min(key) from idempotency_keys)"}},
	{"a reply speaks of what is yet to come", 9, "names ledger seq", []string{
		"update idempotency_keys set reply = '{\"Code\":\"sold_out\",\"Seq\":1000000}' where key in (select min(key) from idempotency_keys)"}},
	{"one order is the effect of two keys", 9, "was made for another key", []string{
		"insert into idempotency_keys (scope, caller, key, body_hash, reply, created_at) " +
			"select scope, caller, 'again', body_hash, reply, created_at from idempotency_keys where reply like '%\"confirmed\"%' and reply like '%\"EntryID\":\"\"%' " +
			"and exists (select 1 from holds h where h.kind = 'registration' and reply like '%' || h.id || '%') order by scope, key limit 1"}},
	{"an order that is to be paid was made for two keys", 9, "made for another key", []string{
		"insert into idempotency_keys (scope, caller, key, body_hash, reply, created_at) " +
			"select scope, caller, 'again', body_hash, reply, created_at from idempotency_keys where reply like '%\"pending\"%' and reply like '%\"EntryID\":\"\"%' and reply like '%\"OfferID\":\"\"%' order by scope, key limit 1"}},
	{"a reply says that what is confirmed has to be paid", 9, "and by the audit rows it was", []string{
		"update idempotency_keys set reply = replace(reply, '\"Status\":\"confirmed\"', '\"Status\":\"pending\"') " +
			"where reply like '%\"Status\":\"confirmed\"%' and reply like '%\"EntryID\":\"\"%' and reply not like '%\"Currency\"%'"}},
	{"a reply is of no event", 9, "neither an event nor an organization", []string{"update idempotency_keys set scope = 'evt_gone' where key in (select min(key) from idempotency_keys)"}},
	// Orders.
	{"an item lives that was given back", 4, "and by the audit rows it was", []string{
		"update hold_items set state = 'live', released_seq = 0 where (event_id, hold_id, no) in (select i.event_id, i.hold_id, i.no from hold_items i where i.state = 'released' order by 1, 2, 3 limit 1)"}},
	{"an item of an order that ended lives", 3, "of its items live", []string{
		"update hold_items set state = 'live', released_seq = 0 where state = 'released'"}},
	{"an item is given back past the ledger", 2, "of its items live", []string{
		"update hold_items set state = 'released', released_seq = 1 where (event_id, hold_id, no) in (select i.event_id, i.hold_id, i.no " +
			"from hold_items i join holds h on h.event_id = i.event_id and h.id = i.hold_id where h.state = 'confirmed' and i.state = 'live' order by 1, 2, 3 limit 1)"}},
	{"an item's states disagree", 4, "and was released at", []string{"update hold_items set state = 'released' where released_seq = 0"}},
	{"an item is lost", 4, "and its items are", []string{"delete from hold_items where no = 2"}},
	{"an item takes of another tier", 2, "units confirmed, its holds add up to", []string{
		"update hold_items set tier_id = (select t.id from tiers t where t.event_id = hold_items.event_id and t.name = 'VIP') where state = 'live'"}},
	{"an order counts a unit more", 2, "units, and", []string{"update holds set units = units + 1 where kind = 'order' and state = 'confirmed'"}},
	{"an offer lapses long after its window", 5, "lets the offer expire, whose window", []string{"update offers set window_starts_at = 1, expires_at = 2 " + expired}},
	{"an order lapses long after its deadline", 5, "lets the order expire, whose deadline", []string{"update holds set expires_at = 1 where reason = 'order_expired'"}},
	{"an order lapses before its deadline", 5, "before its deadline", []string{"update holds set expires_at = expires_at + 31536000000000 where reason = 'order_expired'"}},
	{"a payment begins twice", 5, "begins the payment of the order a second time", []string{
		"update audit set reason = 'payment_begun' where reason = 'prolonged' and subject in (select subject from audit where reason = 'payment_begun')"}},
	{"a payment begins when there is no time for it", 5, "begins the payment of the order at", []string{"update orders set pay_until = 1 " + begunOrder}},
	{"a payment that began has no more time", 5, "the payment of the order has begun, and it is held until", []string{"update holds set expires_at = expires_at - 1 " + begunOrder}},
	{"an order is held longer than it can be paid", 5, "and can be paid until", []string{"update holds set expires_at = expires_at + 1 " + begunOrder}},
	{"an order that lapsed is confirmed", 5, "confirms the hold after it was released", []string{"update audit set reason = 'paid' where reason = 'paid_late'"}},
	{"a late payment takes nothing again", 4, "and its items are", []string{"update audit set units = units + 1 where reason = 'paid_late'"}},
	{"a code has a use too many", 2, "uses, and", []string{"update price_codes set used = used - 1 where used > 0"}},
	{"a code is used more often than it may", 1, "live orders have the code", []string{
		"update price_codes set max_uses = 1",
		"update orders set promo_id = (select min(p.id) from price_codes p where p.event_id = orders.event_id)"}},
	{"a code is disabled past the ledger", 4, "the code is disabled", []string{"update price_codes set disabled = 1"}},
	{"a price changes past the ledger", 4, "and by its audit rows", []string{"update tiers set price = price + 1 where price > 0"}},
	// 10
	{"an item costs more than its price", 10, "by its price and discount it is", []string{"update hold_items set gross = gross + 1 where gross > 0 and no = 1"}},
	{"an item has another price than its tier", 10, "and its tier cost 1250 when", []string{"update hold_items set price = 1251 where price = 1250 and no = 1"}},
	{"an item costs less than may be chosen", 10, "and its tier cost 1000:200-5000 when", []string{"update hold_items set price = 199 where price = 200"}},
	{"who accepted an offer chose too much", 10, "and its tier cost 1000:200-4000 when", []string{"update hold_items set price = 4001 where price = 700"}},
	{"an item's tax is off", 10, "by its price and discount it is", []string{"update hold_items set tax = tax + 1, net = net - 1 where gross > 0 and no = 1"}},
	{"an order costs more than its items", 10, "and its items", []string{"update orders set total = total + 1 where total > 0"}},
	{"an order was paid too little", 10, "are paid for the order, which costs", []string{"update orders set paid = paid - 1 where paid > 0"}},
	{"an order is confirmed and nobody paid", 10, "and audit row", []string{
		"update orders set paid = 0, payment_id = '' where (event_id, id) in (select o.event_id, o.id from orders o join holds h on h.event_id = o.event_id and h.id = o.id where h.state = 'confirmed' and o.paid > 0 order by 1, 2 limit 1)"}},
	{"another payment paid the order", 10, "says that payment", []string{"update orders set payment_id = 'pay_other' where paid > 0"}},
	{"what is due back is forgotten", 10, "and none is due back", []string{"delete from refunds_due where reason = 'payment_late'"}},
	{"more is due back than was paid", 10, "are due back of a payment of", []string{"update refunds_due set amount = amount + 100000 where reason = 'items_refunded'"}},
	{"what is due back is another payment's", 10, "what is due back by audit row", []string{"update refunds_due set payment_id = 'pay_other' where reason = 'items_refunded'"}},
	{"money is due back for nothing", 10, "which is not one of an order's", []string{
		"insert into refunds_due (event_id, seq, order_id, payment_id, amount, currency, reason, created_at) select event_id, 1, order_id, payment_id, 5, currency, reason, created_at from refunds_due where reason = 'items_refunded' order by 1, 2 limit 1"}},
	{"an order's money is lost", 10, "what it costs is not stored", []string{"delete from orders"}},
	{"an order's code is another event's", 14, "is missing from price_codes", []string{
		"update orders set promo_id = (select max(p.id) from price_codes p where p.event_id = " + otherEvent + ") where promo_id <> '' and event_id in (select min(id) from events)"}},
	// Exchanges.
	{"nobody is said to stand on an exchange", 2, "units held, its holds add up to", []string{
		"update exchanges set state = 'open', taker_id = '', taker_unit = 0 where state = 'matched'"}},
	{"another item is said to stand on an exchange", 3, "which takes the unit, is not stored", []string{"update exchanges set taker_unit = 2 where state = 'matched'"}},
	{"who stands on an exchange has ended", 3, "stands on the exchange, and is", []string{
		"update holds set state = 'released' where id in (select taker_id from exchanges where state = 'matched')"}},
	{"the unit of an exchange is no longer its holder's", 3, "its unit is no longer the holder's", []string{
		"update hold_items set state = 'released', released_seq = 5 where (event_id, hold_id, no) in (select x.event_id, x.order_id, x.unit from exchanges x where x.state = 'matched')"}},
	{"an exchange is by somebody else", 3, "its order says another person or tier", []string{
		"update exchanges set person_id = (select max(p.id) from people p where p.event_id = exchanges.event_id) where state = 'withdrawn'"}},
	{"nobody is said to have taken an exchange", 3, "is said to take it", []string{"update exchanges set taker_id = '' where state = 'exchanged'"}},
	{"an exchange is kept past the ledger", 4, "by its audit rows it is", []string{"update exchanges set state = 'closed' where state = 'withdrawn'"}},
	{"an exchange is lost", 4, "which is not stored", []string{"delete from exchanges where state = 'withdrawn'"}},
	{"the ledger forgets who stood on an exchange", 4, "begins at", []string{"update audit set state_to = 'open', reason = 'exchange_unmatched' " + row("reason = 'exchange_matched' and event_id in (select max(event_id) from exchanges)")}},
	{"a kept ticket is the line's, and somebody waits", 8, "they are free, and nothing is due", []string{
		"update exchanges set state = 'open', ended_at = 0 where state = 'withdrawn' and event_id in (select max(event_id) from exchanges)"}},
	{"more is said to be due back for an exchange", 10, "are said to be due back for the exchange", []string{"update exchanges set refund = refund + 1 where state = 'exchanged'"}},
	{"less is due back for an exchange than was paid", 10, "gives up a unit that cost", []string{"update refunds_due set amount = amount - 1 where reason = 'items_exchanged'"}},
	{"what is due back for an exchange is forgotten", 10, "gives up a unit that cost", []string{"delete from refunds_due where reason in ('items_exchanged', 'order_exchanged')"}},
	{"an exchange was taken by a person who did not pay", 10, "was paid by row", []string{
		"update exchanges set taker_id = (select x.taker_id from exchanges x where x.event_id = exchanges.event_id and x.state = 'matched') where state = 'exchanged' and event_id in (select max(event_id) from exchanges)"}},
	{"an exchange is of no ticket", 12, "that is not a ticket", []string{"update exchanges set ticket_id = 'tkt_' || ticket_id"}},
	{"an exchange is of another event's order", 14, "is missing from orders", []string{
		"update exchanges set order_id = (select max(o.id) from orders o where o.event_id <> exchanges.event_id) where state = 'withdrawn'"}},
	// 11
	{"a message is lost", 11, "and there is none", []string{"delete from messages where kind = 'waitlist_offer'"}},
	{"a message goes to somebody else", 11, "goes to", []string{
		"update messages set person_id = (select max(p.id) from people p where p.event_id = messages.event_id) where kind = 'registration_confirmed'"}},
	{"a message says something else", 11, "calls for", []string{"update messages set kind = 'registration_cancelled' where kind = 'registration_confirmed'"}},
	{"a message is about something else", 11, "should be about", []string{"update messages set ref = (select max(h.id) from holds h where h.event_id = messages.event_id) where kind = 'waitlisted'"}},
	{"a message was made at another time", 11, "was made at", []string{"update messages set created_at = created_at + 1 where kind = 'waitlisted'"}},
	{"a message tells of a row that calls for none", 11, "that calls for none", []string{
		"insert into messages (event_id, seq, person_id, kind, ref, created_at) " +
			"select id, 1, (select max(p.id) from people p where p.event_id = events.id), 'waitlisted', id, 1 from events " + anyEvent}},
	{"a payment is asked for, and nobody is told", 11, "calls for a message \"order_pending\"", []string{"delete from messages where kind = 'order_pending'"}},
	{"a reissue is told to the person who gave the ticket away", 11, "goes to", []string{
		"update messages set person_id = (select t.from_person from transfers t where t.event_id = messages.event_id and t.ticket_id = messages.ref and t.state = 'accepted') " +
			"where kind = 'ticket_reissued' and person_id in (select t.to_person from transfers t where t.event_id = messages.event_id and t.ticket_id = messages.ref and t.state = 'accepted')"}},
	{"a ticket is accepted, and nobody is told", 11, "calls for a message \"ticket_received\"", []string{"delete from messages where kind = 'ticket_received'"}},
	{"a ticket is received by its giver", 11, "goes to", []string{
		"update messages set person_id = (select t.from_person from transfers t where t.event_id = messages.event_id and t.id = messages.ref) where kind = 'ticket_received'"}},
	{"a received ticket is told about another transfer", 11, "should be about", []string{
		"update messages set ref = (select min(t.id) from transfers t where t.event_id = messages.event_id and t.id <> messages.ref) " +
			"where kind = 'ticket_received' and exists (select 1 from transfers t where t.event_id = messages.event_id and t.id <> messages.ref)"}},
	{"a ticket is received twice", 4, "informs the recipient of the ticket", []string{
		"update audit set reason = 'ticket_received', state_from = 'accepted' " + row("reason = 'transfer_accepted'")}},
	{"a reissue is told about another ticket", 11, "should be about", []string{"update messages set ref = ref || '0' where kind = 'ticket_reissued'"}},
	{"a registration is said to have all its units", 4, "and by its audit rows they are \"2,4\"", []string{"update holds set given_back = '' where given_back <> ''"}},
	{"another unit is said to be given back", 4, "and by its audit rows they are \"2,4\"", []string{"update holds set given_back = '1,4' where given_back <> ''"}},
	{"a ticket of another registration is given back", 4, "which is not a ticket of the registration", []string{"update audit set related = 'tkt_x' where reason = 'guest_cancelled'"}},
	{"a ticket is given back twice", 3, "which was given back before", []string{
		"update audit set related = (select min(a.related) from audit a where a.event_id = audit.event_id and a.reason = 'guest_cancelled') where reason = 'guest_cancelled'"}},
	{"more units are given back than go", 4, "gives back 3 of", []string{"update audit set units = 3 where reason = 'guest_cancelled'"}},
	{"a unit is given back, and counted", 2, "units confirmed, its holds add up to", []string{
		"update holds set units = units + 1 where given_back <> ''"}},
	{"a ticket is given back, and nobody is told", 11, "calls for a message \"guest_cancelled\"", []string{"delete from messages where kind = 'guest_cancelled'"}},
	{"a ticket is void, and its holder is not told", 11, "calls for a message \"ticket_voided\"", []string{"delete from messages where kind = 'ticket_voided'"}},
	{"that a ticket is void is told to whose order it was", 11, "goes to", []string{
		"update messages set person_id = (select t.from_person from transfers t where t.event_id = messages.event_id and t.ticket_id = messages.ref and t.state = 'accepted') " +
			"where kind = 'ticket_voided'"}},
	{"a ticket that nobody else has is told to be void", 4, "there is no other holder", []string{
		"update audit set reason = 'ticket_voided' where reason = 'ticket_reissued' and related in (select ticket_id from ticket_versions where holder_id = '')"}},
	{"a ticket of another order is told to be void", 4, "which is not a ticket of the order", []string{
		"update audit set related = 'tkt_x' where reason = 'ticket_voided'"}},
	{"a ticket is told to be void, and is not", 4, "gives nothing back", []string{
		"update audit set reason = 'ticket_reissued' where reason = 'cancelled_by_staff' and prev_seq in (select seq from audit a where a.event_id = audit.event_id and a.reason = 'ticket_voided')",
		"update audit set state_to = 'confirmed' where reason = 'ticket_reissued'"}},
	{"the last of an order is that a ticket is void", 4, "and nothing was given back", []string{
		"delete from audit where reason = 'cancelled_by_staff' and prev_seq in (select seq from audit a where a.event_id = audit.event_id and a.reason = 'ticket_voided')"}},
	{"a message tells of no row", 11, "belongs to no audit row", []string{
		"update messages set seq = seq + 1000000 where (event_id, seq) in (select event_id, max(seq) from messages group by event_id)"}},
	{"the jobs are lost", 11, "no live job makes them", []string{"delete from river_job"}},
	{"a job is given up before its messages have deliveries", 11, "no live job makes them", []string{
		"update river_job set state = 'discarded', finalized_at = created_at where id in (select min(id) from river_job)"}},
	{"a job has nothing to deliver", 11, "and there are none", []string{"delete from messages where event_id in (select min(id) from events)"}},
	{"a delivery is of nobody's", 11, "by an unknown worker", []string{
		"insert into deliveries (event_id, message, channel, org_id, person_id, kind, seq, announcement, event_starts_at, urgency, state, due_at, owner, attempts, answer, provider_id, created_at, sent_at, ended_at) " +
			"select m.event_id, cast(m.seq as text), 'mail', e.org_id, m.person_id, m.kind, m.seq, '', 0, 1, 'queued', 0, 'gone', 1, '', '', 1, 0, 0 from messages m join events e on e.id = m.event_id where m.seq = (select min(x.seq) from messages x where x.event_id = m.event_id)"}},
	// 12
	{"a ticket is admitted twice online", 12, "admitted online before", []string{"drop index scans_online",
		"insert into scans select s.event_id, 'twice', s.scan_id, s.list_id, s.ticket_id, s.at + 9, s.gate, s.verdict, s.online, s.counts, s.once, s.device_id, s.scan_id, '', '', s.received_at from scans s where s.once"}},
	{"a double admission is not flagged", 12, "is not flagged", []string{"update scans set first_device = '', first_scan = '' where first_device <> ''"}},
	{"a flag names another scan", 12, "flagged as a repetition of", []string{"update scans set first_scan = 'none' where first_device <> ''"}},
	{"a scan is flagged that is not a double", 12, "and is none", []string{"update scans set first_device = 'x', first_scan = 'y' where online"}},
	{"somebody is in by no scan", 12, "no scan admitted it", []string{"delete from scans"}},
	{"an admission and its scan are deleted together", 12, "the scans of the ten minutes", []string{
		"delete from admissions where (event_id, list_id, ticket_id) in (select event_id, list_id, ticket_id from scans where counts group by 1, 2, 3 having count(*) = 1 order by 1, 2, 3 limit 1)",
		"delete from scans where counts and not exists (select 1 from admissions a where a.event_id = scans.event_id and a.list_id = scans.list_id and a.ticket_id = scans.ticket_id)"}},
	{"a scan was made by another device", 12, "the scans of the ten minutes", []string{
		"update scans set device_id = 'thief' where (event_id, device_id, scan_id) in (select event_id, device_id, scan_id from scans where not counts order by 1, 2, 3 limit 1)"}},
	{"a scan came in at another time", 12, "are in no chain, and later ones are", []string{
		"update scans set received_at = 1 where (event_id, device_id, scan_id) in (select event_id, device_id, scan_id from scans where not counts order by 1, 2, 3 limit 1)"}},
	{"an admission is lost", 12, "which has no admission", []string{"delete from admissions"}},
	{"an admission is another gate's", 12, "is said to be admitted by", []string{"update admissions set gate = 'elsewhere'"}},
	{"a scan that was refused counts", 12, "counts as an admission", []string{"update scans set counts = true where scan_id = 'torn'"}},
	{"a scan of no order counts", 12, "its order is not stored", []string{"update scans set counts = true where scan_id = 'ghost'"}},
	{"a scan that admits does not count", 12, "does not count", []string{"update scans set counts = false where online"}},
	{"somebody came in with what was never confirmed", 12, "was never confirmed", []string{"drop index scans_online",
		"update scans set ticket_id = (select max('tkt_' || substr(h.id, 5) || '01') from holds h where h.state = 'held' and h.offer_id <> '' and h.event_id = scans.event_id) " +
			"where online and event_id in (select h.event_id from holds h where h.state = 'held' and h.offer_id <> '')"}},
	{"a unit came in that the order does not have", 12, "has fewer units", []string{
		"update scans set ticket_id = substr(ticket_id, 1, 32) || '77' where online"}},
	{"what is not a ticket was reissued", 12, "that is not a ticket", []string{"update ticket_versions set ticket_id = 'tkt_' || ticket_id"}},
	{"who went out is inside", 12, "is said to be inside", []string{"update admissions set inside = true where not inside"}},
	{"who is inside went out", 12, "is said to be inside", []string{"update admissions set inside = false where inside and list_id <> ''"}},
	{"an exit is lost", 12, "is said to be inside", []string{"delete from scans where verdict = 'exit' and scan_id = 'out'"}},
	{"a list now lets everybody in as often as they come", 12, "and is none", []string{"update checkin_lists set re_entry = 'free'"}},
	{"a list is lost", 12, "which is not stored", []string{"delete from checkin_lists"}},
	{"who let somebody in against the rules is not known", 12, "is not an online admission with a reason", []string{"update scans set override_by = '' where override_by <> ''"}},
	{"why somebody came in against the rules is not known", 12, "is not an online admission with a reason", []string{"update scans set override_reason = '' where override_by <> ''"}},
	{"the one admission that a list allows is not marked", 12, "the one admission that the list allows: false", []string{"update scans set once = false where once"}},
	{"a stranger says who comes in", 12, "who does not hold the ticket", []string{"update attendees set person_id = (select max(p.id) from people p where p.event_id = attendees.event_id)"}},
	{"somebody is said to come in with no ticket", 12, "that is not a ticket", []string{"update attendees set ticket_id = 'tkt_' || ticket_id"}},
	{"a code of another shop opens no ticket", 12, "that is not a ticket", []string{"update imported_tickets set ticket_id = 'tkt_' || ticket_id"}},
	{"a code of another shop opens a ticket that its order does not have", 12, "a code of another shop opens the ticket, and its order has fewer units", []string{
		"update imported_tickets set ticket_id = substr(ticket_id, 1, length(ticket_id) - 2) || '1f' where ticket_id = (select max(ticket_id) from imported_tickets)"}},
	{"an erased person is still named on a ticket", 12, "is still named", []string{"update people set erased_at = 1 where (event_id, id) in (select event_id, person_id from attendees)"}},
	{"a ticket is held by another than the person who accepted it", 12, "and its transfers end at", []string{"update ticket_versions set holder_id = (select max(p.id) from people p where p.event_id = ticket_versions.event_id) where holder_id <> ''"}},
	{"a ticket went to somebody more often than it did", 12, "times; its transfers say", []string{"update ticket_versions set transfers = transfers + 1, version = version + 1 where holder_id <> ''"}},
	{"a token was replaced, and nothing says so", 12, "and it was reissued", []string{"update ticket_versions set version = version + 1 where holder_id = ''"}},
	{"a ticket that was reissued has its old token", 12, "has the token that it had before", []string{"delete from ticket_versions where holder_id = ''"}},
	{"a ticket that was transferred has its old token", 12, "has the token that it had before", []string{"delete from ticket_versions where holder_id <> ''"}},
	{"a ticket is given away by a person who does not hold it", 12, "is given away by", []string{"update transfers set from_person = to_person where state = 'accepted'"}},
	{"a transfer is of no ticket", 12, "that is not a ticket", []string{"update transfers set ticket_id = 'tkt_' || ticket_id"}},
	{"a transfer is said to be open", 4, "by its audit rows it is", []string{"update transfers set state = 'offered' where id = (select min(t.id) from transfers t where t.state = 'cancelled' and not exists (select 1 from transfers o where o.event_id = t.event_id and o.ticket_id = t.ticket_id and o.state = 'offered'))"}},
	{"a transfer is lost", 4, "which is not stored", []string{"delete from transfers where state = 'declined'"}},
	// 13
	{"an audit row names another actor", 13, "does not hash", []string{"update audit set actor = 'somebody' " + row("seq = 5")}},
	{"an audit row of the last has another reason", 13, "does not hash", []string{"update audit set at = at + 1 where (event_id, seq) in (select event_id, max(seq) from audit group by event_id)"}},
	{"a hash is changed", 13, "does not hash", []string{"update audit set hash = (select a.hash from audit a where a.event_id = audit.event_id and a.seq = 1) " + row("seq = 3")}},
	{"the head is another row's", 13, "is not the head", []string{"update events set head_hash = (select a.hash from audit a where a.event_id = events.id and a.seq = 1) " + anyEvent}},
	{"the end of the ledger is cut off", 13, "is not signed", []string{
		"delete from audit where (event_id, seq) in (select event_id, max(seq) from audit group by event_id)",
		"update events set seq = seq - 1, head_hash = (select a.hash from audit a where a.event_id = events.id and a.seq = events.seq - 1)"}},
	{"what an organization's chain has taken in is cut off", 13, "has taken in another head", []string{
		"delete from audit where (event_id, seq) in (select event_id, max(seq) from audit where event_id in (" + takenIn + ") group by event_id)",
		"update events set seq = seq - 1, head_hash = (select a.hash from audit a where a.event_id = events.id and a.seq = events.seq - 1) where id in (" + takenIn + ")"}},
	{"the signature is another event's", 13, "is not signed", []string{"update events set head_sig = (select e.head_sig from events e where e.id = " + otherEvent + ") " + anyEvent}},
	{"an audit row commits to something else", 13, "does not hash", []string{"update audit set commitment = 'AAAAAAAAAAAAAAAAAAAAAA' where commitment <> ''"}},
	{"a row of an organization names another actor", 13, "row 2 of the organization does not hash", []string{"update organization_audit set actor = 'mem_other' where seq = 2"}},
	{"the end of an organization's chain is cut off", 13, "is not signed", []string{
		"delete from organization_audit where (org_id, seq) in (select id, audit_seq from organizations)",
		"update organizations set audit_seq = audit_seq - 1, audit_hash = (select a.hash from organization_audit a where a.org_id = organizations.id and a.seq = organizations.audit_seq - 1) where audit_seq > 1"}},
	{"the head of an organization is another row's", 13, "is not the head of its chain", []string{
		"update organizations set audit_hash = (select a.hash from organization_audit a where a.org_id = organizations.id and a.seq = 1)"}},
	// 14
	{"a person's order is of another event", 14, "is missing from holds", []string{
		"update people set hold_id = (select max(h.id) from holds h where h.event_id = " + otherEvent + ") where event_id in (select min(id) from events)"}},
	{"a hold is of another event's tier", 14, "is missing from tiers", []string{
		"update holds set tier_id = (select max(t.id) from tiers t where t.event_id = " + otherEvent + ") where event_id in (select min(id) from events)"}},
	{"a message goes to another event's person", 14, "is missing from people", []string{
		"update messages set person_id = (select max(p.id) from people p where p.event_id = " + otherEvent + ") where event_id in (select min(id) from events)"}},
	{"an origin is of an event that is gone", 14, "is missing from events", []string{
		"update origins set event_id = 'evt_gone' where (event_id, origin, thing_id) in (select event_id, origin, thing_id from origins order by event_id, origin, thing_id limit 1)"}},
	{"the room of those who joined it is gone", 14, "is missing from waiting_rooms", []string{"delete from waiting_rooms"}},
	{"a payment is booked for two events", 14, "rows of the name, and may be one", []string{"drop index payments_once",
		`insert into payments (event_id, id, provider, order_id, checkout_id, amount, currency, captured_at, received_at, state, problem, note, disputed, settled_at, fee, fee_currency, fee_due)
			select id, 'stripe:pi_1', 'stripe', '', '', 5, 'EUR', 1, 1, 'foreign', '', '', 0, 0, 0, '', 0 from events`}},
	{"a hold was moved to another event", 14, "the id says that it is of event", []string{
		"update holds set event_id = " + otherEvent + " where event_id in (select min(id) from events)"}},
	{"an offer is of another event's entry", 14, "is missing from waitlist_entries", []string{
		"update offers set entry_id = (select max(w.id) from waitlist_entries w where w.event_id = " + otherEvent + ") " + accepted}},

	// 15
	{"somebody is put into a waiting room past its tree", 15, "are not those of the tree", []string{
		"insert into waiting_room_entrants select event_id, 6, commitment, 0, salt, commitment, joined_at, network from waiting_room_entrants where idx = 0"}},
	{"two entrants change places", 15, "are not those of the tree", []string{
		"update waiting_room_entrants set commitment = (select e.commitment from waiting_room_entrants e where e.event_id = waiting_room_entrants.event_id and e.idx = 1) where idx = 0"}},
	{"an entrant is lost", 15, "follows entrant", []string{"delete from waiting_room_entrants where idx = 1"}},
	{"somebody is mailed who has not joined", 15, "has not joined", []string{
		"insert into waiting_room_mails select event_id, entrants, 'a@example.org', 'a@example.org', '', 1, 0, 0 from waiting_rooms"}},
	{"somebody in a queue is told about a draw", 15, "that has not", []string{
		"insert into waiting_room_mails select event_id, 0, '', '', '', 1, 1, 0 from waiting_rooms where sealed < 0"}},
	{"somebody is let in who was not called", 15, "and only", []string{"update waiting_room_passes set idx = 40 where idx = 4"}},
	{"more are called than have joined", 15, "entrants are called", []string{"update waiting_rooms set serving = entrants + 1"}},
	{"somebody is let in early", 15, "before anybody was served", []string{"update waiting_room_passes set entered_at = 1, until = 1 + (until - entered_at) where idx = 4"}},
	{"a pass is good for longer", 15, "is good for", []string{"update waiting_room_passes set until = until + 1 where idx = 4"}},
	{"somebody leaves before coming in", 15, "outside of the time", []string{"update waiting_room_passes set left_at = entered_at - 1 where idx = 4"}},
	{"somebody leaves who is done", 15, "has left, and is done", []string{"update waiting_room_passes set left_at = entered_at where idx = 0"}},
	{"somebody registers without a pass", 15, "was taken without a pass", []string{"update holds set entrant = 0 where entrant = 1"}},
	{"somebody joins the waitlist without a pass", 15, "was taken without a pass", []string{"update waitlist_entries set entrant = 0 where entrant = 3"}},
	{"somebody orders with a pass that nobody has", 15, "who was not let in", []string{"update holds set entrant = 77 where entrant = 4"}},
	{"somebody orders with a pass that was given up", 15, "was not good any more", []string{"update waiting_room_passes set left_at = entered_at where idx = 3"}},
	{"two take part with one pass", 15, "was not good any more", []string{"update waitlist_entries set entrant = 1 where entrant = 3"}},
	{"somebody registers and is not done", 15, "who is not done with it", []string{"update waiting_room_passes set done_at = 0 where idx = 0"}},
	{"somebody pays and is not done", 15, "was good beyond that", []string{"update waiting_room_passes set done_at = 0 where idx = 1"}},
	{"people wait before another event", 15, "that has no waiting room", []string{
		"insert into waiting_rooms select (select min(id) from events), entrants, nodes, serving, sealed, calls from waiting_rooms where event_id = (select max(event_id) from waiting_rooms)"}},
	// 16
	{"one more is let in", 16, "were inside at once", []string{
		"insert into waiting_room_passes select event_id, 5, entered_at, until, left_at, done_at from waiting_room_passes where idx = 4"}},
	// 17
	{"a leaf of a draw has another commitment", 17, "and the entrants have", []string{
		"update waiting_room_entrants set commitment = (select e.commitment from waiting_room_entrants e where e.event_id = waiting_room_entrants.event_id and e.idx = 0) where idx = 2"}},
	{"somebody is put into another class", 17, "and nobody has one", []string{"update waiting_room_entrants set class = 1 where idx = 2"}},
	{"somebody joined before the seal after all", 17, "joined before it", []string{"update waiting_room_entrants set joined_at = 1 where idx = 4"}},
	{"more take part than were sealed", 17, "was sealed with", []string{"update waiting_rooms set sealed = sealed + 1 where sealed > 0"}},
	{"a bit of the root is changed", 17, "and the entrants have", flipped("root")},
	{"a bit of the root of those who were struck out is changed", 17, "and they have", flipped("struck_root")},
	{"the round of a seal is another one", 17, "not that of round", inSettings(`"round":5928395,"round_at"`, `"round":5928394,"round_at"`)},
	{"the round that was announced is another one", 17, "was announced", inSettings(`"round":5928395,"at"`, `"round":5928394,"at"`)},
	{"a bit of the signature is changed", 17, "the signature is not that", flipped("signature")},
	{"a bit of the seed is changed", 17, "follows from the seal and the beacon", flipped("seed")},
	{"the secret of a ceremony is another one", 17, "committed to", inSettings(`"secret":"77`, `"secret":"76`)},
	{"both values of a ceremony are of one member", 17, "both values are of", []string{"update audit set actor = 'mem_ada' where reason = 'draw_drawn' and actor = 'mem_ben'"}},
	{"who entered the first value of a ceremony is somebody else", 17, "by its row of", inSettings(`"actor":"mem_ada"`, `"actor":"mem_cyn"`)},
	{"the first value of a ceremony is another one", 17, "the members of the ceremony entered", inSettings(`"actor":"mem_ada","value":"4 8 15"`, `"actor":"mem_ada","value":"4 8 16"`)},
	{"a ceremony that takes two members has no first", 17, "the ceremony takes two members, and one", inSettings(`"first":{`, `"was":{`)},
	{"the value of a ceremony is another one", 17, "its secret and its value", inSettings(`"value":"4 8 15","seed"`, `"value":"4 8 16","seed"`)},
	{"somebody is struck out after the seal", 17, "struck out after the seal", []string{"update waiting_room_strikes set at = 4102444800000000"}},
	{"somebody else is struck out", 17, "and they have", []string{"update waiting_room_strikes set idx = 3"}},
	{"somebody is struck out for another reason", 17, "and they have", []string{"update waiting_room_strikes set reason = 'fraud'"}},
	{"a strike is forgotten", 17, "who were struck out, and there are", []string{"delete from waiting_room_strikes"}},
	{"a draw comes a step further past the ledger", 17, "and by its rows", inSettings(`"step":"served"`, `"step":"closed"`)},
	{"a draw is sealed early", 17, "is too early", []string{"update audit set at = 1 where reason = 'draw_sealed'"}},
	{"a draw is sealed twice", 17, "has a row", []string{"update audit set reason = 'draw_sealed' where reason = 'draw_drawn'"}},
	// The fifth joined after the draw was sealed, and so has the last place whatever is drawn.
	// All are called when the first does not come.
	{"who has another place comes in", 15, "of place", []string{
		ifAny + "update waiting_rooms set serving = 4 where serving = 5",
		"update waiting_room_passes set idx = 4 where event_id in (select event_id from waiting_room_strikes)"}},
	{"somebody comes in before their own slot", 15, "before the slot of that place", append(inSettings(`"admission":3600000000`, `"admission":3600000000,"slots":{"minutes":1440,"people":1}`),
		"update waiting_room_passes set idx = 4 where event_id in (select event_id from waiting_room_strikes)", "update waiting_rooms set serving = entrants")},
	{"who was struck out comes in", 15, "was struck out of the draw", []string{
		"update waiting_room_passes set idx = 1 where event_id in (select event_id from waiting_room_strikes)", "update waiting_rooms set serving = entrants"}},
})
