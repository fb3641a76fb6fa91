import { describe, expect, it } from 'vitest';
import { changesOf, copyOf, draftOf, newDraft, readDraft } from './draft';
import { newTier, nextKey } from './tiers';
import type { Event } from '$lib/organizer/event.svelte';

/** The event that the API would make of a draft. */
function made(change: (d: ReturnType<typeof newDraft>) => void = () => undefined): Event {
	const d = newDraft('General', new Date('2027-05-04T10:00:00Z'));
	Object.assign(d, { zone: 'Europe/Berlin', title: 'An evening', date: '2027-06-04', endDate: '2027-06-04' });
	change(d);
	const { body, problem } = readDraft(d);
	expect(problem?.fields).toBeUndefined();
	const pools = [{ id: 'all', name: 'All places', capacity: body.capacity }, ...body.pools!.map((p) => ({ id: p.name, ...p }))];
	return {
		...body,
		id: 'evt_1',
		status: 'draft',
		cover: body.cover!.picture_id ? { ...body.cover, width: 1600, height: 900, sources: [] } : undefined,
		waitlist: { ...body.waitlist, quiet_hours: body.waitlist!.quiet_hours!.from === body.waitlist!.quiet_hours!.to ? null : body.waitlist!.quiet_hours },
		tiers: body.tiers!.map((t, i) => {
			if (t.capacity !== undefined) pools.push({ id: `own${i}`, name: t.name, capacity: t.capacity });
			return { ...t, kind: 'ticket', id: `t${i}`, pools: ['all', ...(t.pools ?? []), ...(t.capacity !== undefined ? [`own${i}`] : [])] };
		}),
		pools
	} as unknown as Event;
}

describe('a draft', () => {
	it('of a new event is good once it has a title', () => {
		const d = newDraft('General', new Date('2027-05-04T10:00:00Z'));
		expect(readDraft(d).problem?.fields.map((f) => f.field)).toEqual(['title']);
		d.title = 'An evening';
		const { body, problem } = readDraft(d);
		expect(problem).toBeUndefined();
		expect(new Date(`${d.date}T00:00:00Z`).getUTCDay()).toBe(5);
		expect(body).toMatchObject({ capacity: 50, waitlist: { claim_window_seconds: 21600, quiet_hours: { from: '22:00', to: '08:00' } } });
		expect(body.currency).toBeUndefined();
	});
	it('of a large free event asks for confirmed addresses unless it is told otherwise', () => {
		expect(made().require_confirmed_address).toBe(false);
		expect(made((d) => (d.capacity = '200')).require_confirmed_address).toBe(true);
		expect(made((d) => Object.assign(d, { capacity: '200', require_confirmed_address: false })).require_confirmed_address).toBe(false);
		expect(
			made((d) => {
				d.capacity = '200';
				d.tiers[0]!.price = '12';
			}).require_confirmed_address
		).toBe(false);
	});
	it('bounds what strangers may take, or nothing', () => {
		expect(made().orders).toMatchObject({ unpaid_per_network: 120, unpaid_per_person: 100 });
		expect(made((d) => Object.assign(d, { unconfirmedPerNetwork: '' })).unconfirmed_per_network).toBe(0);
		expect(made().orders?.limit_per_card).toBe(0);
		expect(made((d) => Object.assign(d, { limitPerCard: '4' })).orders?.limit_per_card).toBe(4);
	});
	it('has a picture with words, and none once that is taken away', () => {
		const cover = { picture_id: 'pic_1', alt: ' A boat ', focal_point: { x: 20, y: 70 }, width: 1600, height: 900, sources: [] };
		const event = made((d) => (d.cover = { ...cover }));
		expect(event.cover).toMatchObject({ picture_id: 'pic_1', alt: 'A boat', focal_point: { x: 20, y: 70 } });
		const d = draftOf(event);
		expect(changesOf(event, d).body).toEqual({});
		d.cover!.focal_point.x = 30;
		expect(event.cover!.focal_point.x).toBe(20);
		expect(changesOf(event, d).body.cover).toMatchObject({ picture_id: 'pic_1', focal_point: { x: 30, y: 70 } });
		d.cover = undefined;
		expect(changesOf(event, d).body).toEqual({ cover: { picture_id: '' } });
		d.cover = { ...cover, alt: ' ' };
		expect(changesOf(event, d).problem?.fields.map((f) => f.field)).toEqual(['cover.alt']);
		expect(copyOf(event).cover).toMatchObject({ picture_id: 'pic_1' });
	});
	it('names every field that is wrong', () => {
		const d = newDraft('');
		Object.assign(d, { title: ' ', capacity: 'many', endDate: '2020-01-01', pools: [{ key: nextKey(), name: '', capacity: '' }] });
		d.tiers[0]!.price = 'cheap';
		d.waitlist.hours = '';
		expect(
			readDraft(d)
				.problem?.fields.map((f) => `${f.field} ${f.code}`)
				.sort()
		).toEqual([
			'capacity bad_format',
			'ends_at out_of_order',
			'pools[0].capacity required',
			'pools[0].name required',
			'tiers[0].name required',
			'tiers[0].price bad_format',
			'title required',
			'waitlist.claim_window_seconds required'
		]);
	});
	it('has no bound where none is typed, and can get one and lose it', () => {
		const event = made((d) => Object.assign(d, { capacity: ' ', tiers: [newTier('Floor'), { ...newTier('Box'), own: '8' }] }));
		expect(event).toMatchObject({ capacity: null, require_confirmed_address: true });
		const d = draftOf(event);
		expect(d.capacity).toBe('');
		expect(changesOf(event, d)).toEqual({ body: {}, pools: [] });
		d.capacity = '40';
		d.tiers[1]!.own = '';
		expect(changesOf(event, d)).toEqual({ body: { capacity: 40 }, pools: [{ id: 'own1', field: 'tiers[1].capacity', capacity: null }] });
		expect(changesOf({ ...event, capacity: 40 } as Event, { ...d, capacity: '' }).body).toMatchObject({ capacity: null });
	});
	it('says what it is, and for whom', () => {
		const event = made((d) =>
			Object.assign(d, { category: 'music', tags: ' open air,, Late \n', performers: 'Nina Okoye, trio\n\n Ana ', language: 'pt', ageMin: '16' })
		);
		expect(event).toMatchObject({ category: 'music', tags: ['open air', 'Late'], performers: ['Nina Okoye, trio', 'Ana'], language: 'pt', age_min: 16 });
		const d = draftOf(event);
		expect(changesOf(event, d).body).toEqual({});
		Object.assign(d, { category: 'none', tags: '', ageMin: '' });
		expect(changesOf(event, d).body).toEqual({ category: 'none', tags: [], age_min: 0 });
		expect(copyOf(event)).toMatchObject({ category: 'music', performers: 'Nina Okoye, trio\nAna', ageMin: '16' });
		d.ageMin = 'grown up';
		expect(readDraft(d).problem?.fields).toEqual([{ field: 'age_min', code: 'bad_format', message: '' }]);
	});
	it('says how one pays by hand, and how long one may', () => {
		const event = made((d) =>
			Object.assign(d, { instructions: ' To the account of the house\n', firstHoldMinutes: '2.5', holdMinutes: '4320', seatHoldMinutes: '1440' })
		);
		expect(event.orders).toMatchObject({
			first_hold_seconds: 150,
			hold_seconds: 259_200,
			seat_hold_seconds: 86_400,
			payment_instructions: 'To the account of the house'
		});
		const d = draftOf(event);
		expect(changesOf(event, d).body).toEqual({});
		d.instructions = '';
		expect(changesOf(event, d).body).toMatchObject({ orders: { payment_instructions: '' } });
		d.seatHoldMinutes = 'long';
		expect(readDraft(d).problem?.fields.map((f) => f.field)).toEqual(['orders.seat_hold_seconds']);
	});
	it('of an event changes nothing', () => {
		const event = made((d) => {
			d.pools = [{ key: nextKey(), name: 'Balcony', capacity: '20' }];
			d.tiers = [
				{ ...newTier('Floor'), price: '12,50', tax: '19' },
				{ ...newTier('Box'), price: '40', own: '8', most: '4' },
				{ ...newTier('Balcony seat'), pools: [d.pools[0]!.key] }
			];
			d.waitlist.quiet = false;
			d.registrationEnds = '2027-06-01T12:00';
		});
		expect(draftOf(event).tiers.map((t) => [t.own, t.pools.length])).toEqual([
			['', 0],
			['8', 0],
			['', 1]
		]);
		expect(changesOf(event, draftOf(event))).toEqual({ body: {}, pools: [] });
	});
	it('sends what changed, and all tiers when one did', () => {
		const event = made(
			(d) =>
				(d.tiers = [
					{ ...newTier('Floor'), price: '12' },
					{ ...newTier('Box'), own: '8' }
				])
		);
		const d = draftOf(event);
		d.title = 'Another';
		d.waitlist.party = 'strict';
		d.tiers[0]!.price = '15';
		d.tiers[1]!.own = '9';
		d.tiers.push(newTier('Late'));
		const { body, pools } = changesOf(event, d);
		expect(Object.keys(body).sort()).toEqual(['tiers', 'title', 'waitlist']);
		expect(body.tiers?.map((t) => [t.id, t.name, t.price])).toEqual([
			['t0', 'Floor', 1500],
			['t1', 'Box', 0],
			[undefined, 'Late', 0]
		]);
		expect(pools).toEqual([{ id: 'own1', field: 'tiers[1].capacity', capacity: 9 }]);
	});
	it('says where kinds of tickets stand once they are moved', () => {
		const event = made((d) => (d.tiers = [newTier('Floor'), newTier('Box')]));
		const d = draftOf(event);
		d.tiers = [newTier('Early'), d.tiers[1]!, d.tiers[0]!];
		expect(changesOf(event, d).body.tiers?.map((t) => [t.id, t.name, t.position])).toEqual([
			[undefined, 'Early', 1],
			['t1', 'Box', 2],
			['t0', 'Floor', 3]
		]);
		expect(copyOf({ ...event, tiers: [event.tiers[1]!, event.tiers[0]!] }).tiers.map((t) => t.name)).toEqual(['Box', 'Floor']);
	});
	it('of a copy lies weeks ahead at the same hour, without ids', () => {
		const event = made((d) => (d.doorsOpen = '2027-06-04T18:30'));
		const d = copyOf(event, new Date('2027-07-01T00:00:00Z'));
		expect([d.date, d.time, d.doorsOpen, d.tiers[0]!.id]).toEqual(['2027-07-02', '19:00', '2027-07-02T18:30', undefined]);
		expect(copyOf(event, new Date('2027-01-01T00:00:00Z')).date).toBe('2027-06-11');
	});
});
