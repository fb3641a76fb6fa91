package verify_test

// trackingCorruptions are those of tracking links and of what came by them.
var trackingCorruptions = []corruption{
	// 31
	{"a block came by a link", 31, "is what an organizer keeps back", []string{
		"insert into tracked (event_id, thing_id, link_id) select h.event_id, h.id, l.id from holds h join tracking_links l on l.event_id = h.event_id where h.kind = 'block'"}},
	{"an order is counted with its entry", 31, "and so is the place on the waitlist", []string{
		"insert into tracked (event_id, thing_id, link_id) select h.event_id, h.id, t.link_id from holds h join tracked t on t.event_id = h.event_id and t.thing_id = h.entry_id"}},
	{"a link has a code that no address has", 31, "which no address has", []string{"update tracking_links set code = 'Two words'"}},
	{"a link leads to another code", 4, "what it brings along", []string{"update tracking_links set code = 'thief'"}},
	{"a link brings something else along", 4, "what it brings along", []string{"update tracking_links set price_code_id = ''"}},
	{"a link brings along what is lost", 14, "in tracking_links, price_code_id names", []string{"update tracking_links set price_code_id = 'cod_lost'"}},
	{"a link is lost", 14, "in tracked, link_id names", []string{"delete from tracking_links"}},
	{"what came by a link is lost", 14, "in tracked, thing_id names", []string{"update tracked set thing_id = 'ord_lost' where (event_id, thing_id) in (select event_id, min(thing_id) from tracked group by event_id)"}},
	{"who came by a link and waits is lost", 14, "in tracked, thing_id names", []string{"update tracked set thing_id = 'wle_lost' where (event_id, thing_id) in (select event_id, max(thing_id) from tracked group by event_id)"}},
}
