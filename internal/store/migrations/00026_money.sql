-- +goose Up

-- Who holds a ticket that is reissued is told so. Those of before find it among
-- their messages; nothing is sent about it any more, and the deliveries say so.
insert into messages (event_id, seq, person_id, kind, ref, created_at)
select a.event_id, a.seq,
  coalesce((select t.to_person from transfers t
    where t.event_id = a.event_id and t.ticket_id = a.related and t.state = 'accepted' and t.last_seq < a.seq
    order by t.last_seq desc limit 1), h.person_id),
  'ticket_reissued', a.related, a.at
from audit a join holds h on h.event_id = a.event_id and h.id = a.subject
where a.reason = 'ticket_reissued';

insert into deliveries (event_id, message, channel, org_id, person_id, kind, seq, notice, about, urgency, state, due_at, owner, attempts,
  answer, provider_id, created_at, sent_at, ended_at)
select m.event_id, cast(m.seq as text), 'mail', e.org_id, m.person_id, m.kind, m.seq, '', 0, 1, 'suppressed', 0, '', 0,
  'the ticket was reissued before there was such a message', '', m.created_at, 0, m.created_at
from messages m join events e on e.id = m.event_id
where m.kind = 'ticket_reissued';

-- +goose Down
delete from deliveries where kind = 'ticket_reissued';
delete from messages where kind = 'ticket_reissued';
