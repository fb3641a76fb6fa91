// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { leastOf } from '$lib/testing/contract';
import { doing, inOrder, laid, meets, openOn, related, share, type Booking, type Venue } from './house';

const room = (id: string, name: string, part_of?: string) => ({ ...leastOf('Room'), id, name, ...(part_of && { part_of }) });
const rooms = [room('w', 'West', 'h'), room('c', 'Cellar'), room('h', 'Hall'), room('e', 'East', 'h'), room('w2', 'West 10', 'w'), room('w1', 'West 2', 'w')];
const hour = 3_600_000;
const day = Date.parse('2027-06-01T00:00:00Z');
const time = (h: number) => new Date(day + h * hour).toISOString();

function booking(id: string, of: string[], from: number, to: number, setup = 0, teardown = 0, status: Booking['status'] = 'confirmed'): Booking {
	return {
		...leastOf('Booking'),
		id,
		rooms: of,
		status,
		starts_at: time(from),
		ends_at: time(to),
		busy_from: time(from - setup),
		busy_to: time(to + teardown)
	};
}
const venue = (of: Partial<Venue>): Venue => ({ ...leastOf('VenueWithRooms'), timezone: 'Europe/Berlin', rooms, ...of });

describe('rooms', () => {
	it('are listed by name, parts below their whole', () => {
		expect(inOrder(rooms).map(({ room: r, depth }) => `${depth} ${r.name}`)).toEqual(['0 Cellar', '0 Hall', '1 East', '1 West', '2 West 2', '2 West 10']);
	});
	it('are related by way of others', () => {
		expect([related(rooms, 'h', 'w1'), related(rooms, 'w1', 'h'), related(rooms, 'w1', 'w2'), related(rooms, 'c', 'h'), related(rooms, 'c', 'c')]).toEqual([
			true,
			true,
			false,
			false,
			true
		]);
	});
	it('are had by whoever has the whole, and in part by whoever has a part', () => {
		expect([
			share(rooms, booking('1', ['h'], 1, 2), 'w1'),
			share(rooms, booking('1', ['w1'], 1, 2), 'h'),
			share(rooms, booking('1', ['w1'], 1, 2), 'e')
		]).toEqual(['whole', 'part', undefined]);
	});
});

describe('what is laid out', () => {
	it('stands side by side where parts are booked at one time', () => {
		const list = [
			booking('a', ['e'], 10, 14),
			booking('b', ['w1'], 11, 12),
			booking('c', ['w2'], 12, 13),
			booking('d', ['h'], 20, 22),
			booking('x', ['h'], 10, 12, 0, 0, 'cancelled')
		];
		expect(laid(list, rooms, 'h', day, day + 24 * hour).map((l) => `${l.booking.id} ${l.lane}/${l.lanes} ${l.share}`)).toEqual([
			'a 0/2 part',
			'b 1/2 part',
			'c 1/2 part',
			'd 0/1 whole'
		]);
	});
	it('has what only makes ready or clears away in the time', () => {
		const list = [booking('a', ['c'], 26, 28, 4), booking('b', ['c'], -3, -1, 0, 2), booking('z', ['c'], 30, 31)];
		expect(laid(list, rooms, 'c', day, day + 24 * hour).map((l) => l.booking.id)).toEqual(['b', 'a']);
	});
	it('tells set-up, event and tear-down apart', () => {
		const list = laid([booking('a', ['c'], 10, 12, 1, 1)], rooms, 'c', day, day + 24 * hour);
		expect([8, 9, 10, 12, 13].map((h) => doing(list, day + h * hour, day + (h + 0.5) * hour)?.what)).toEqual([
			undefined,
			'setup',
			'booked',
			'teardown',
			undefined
		]);
	});
});

describe('the time of others', () => {
	const list = laid([booking('a', ['c'], 10, 12, 1, 1)], rooms, 'c', day, day + 24 * hour);
	const at = (rule: Venue['buffer_rule'], from: number, to: number, setup = 0, teardown = 0) =>
		meets(list, venue({ buffer_rule: rule }), day + from * hour, day + to * hour, setup * hour, teardown * hour);
	it('is kept with the sum of the buffers', () => {
		expect([at('sum', 13, 14), at('sum', 12.5, 14), at('sum', 14, 15, 1), at('sum', 13.5, 15, 1), at('sum', 7, 8, 0, 1), at('sum', 7, 8.5, 0, 1)]).toEqual([
			false,
			true,
			false,
			true,
			false,
			true
		]);
	});
	it('is kept with the larger of them where the venue says so', () => {
		expect([at('larger', 13, 14, 1), at('larger', 13, 14, 1.5), at('larger', 8, 9, 0, 1), at('larger', 8, 9, 0, 2)]).toEqual([false, true, false, true]);
	});
	it('is not kept from the booking itself', () => {
		expect(meets(list, venue({}), day + 10 * hour, day + 11 * hour, 0, 0, 'a')).toBe(false);
	});
});

describe('opening hours', () => {
	const hours = (of: Partial<Venue['opening_hours']>) => venue({ opening_hours: { weekly: [], ...of } });
	const on = (v: Venue, date: string, utc: string) => openOn(v, date)(Date.parse(utc));
	it('are always where nothing is said', () => {
		expect(on(hours({}), '2027-06-01', '2027-06-01T01:00:00Z')).toBe(true);
	});
	it('are those of the weekday in the zone of the venue, over midnight too', () => {
		const v = hours({ weekly: [{ weekday: 'tuesday', opens: '18:00', closes: '02:00' }] });
		expect([
			on(v, '2027-06-01', '2027-06-01T15:59:00Z'),
			on(v, '2027-06-01', '2027-06-01T16:00:00Z'),
			on(v, '2027-06-02', '2027-06-01T23:59:00Z'),
			on(v, '2027-06-02', '2027-06-02T00:00:00Z')
		]).toEqual([false, true, true, false]);
	});
	it('give way to those of a date', () => {
		const v = hours({ weekly: [{ weekday: 'tuesday', opens: '08:00', closes: '20:00' }], exceptions: [{ date: '2027-06-01' }] });
		expect([on(v, '2027-06-01', '2027-06-01T10:00:00Z'), on(v, '2027-06-08', '2027-06-08T10:00:00Z')]).toEqual([false, true]);
	});
});
