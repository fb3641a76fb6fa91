// How the pages arrive with somebody who has never been here: how many files they
// take, what moves meanwhile and, when much is to be proven, when they are painted on
// a slow phone. Run alone it prints the table:
//
//	HOLDFAST_SLOW=true scripts/journeys arriving
import { ahead } from '../fixtures/api';
import { arrive, type Arrival } from '../fixtures/arriving';
import { drawn } from '../fixtures/pictures';
import { member, type State } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { hall } from './halls';

test.use({ serverOptions: { command: 'demo' } });

/** Files of script that the first load of a page may take: of guests, and of people who work with it every day. */
const few = { guests: 14, members: 19 };
/** How much script, compressed, the page of an event takes before it rests, in bytes. */
const light = 90_000;
/** What may move, as browsers count it: "good" is below. */
const still = 0.1;
/** When the largest part of a guest's page is painted on a slow phone, in ms, on a machine that does nothing else; the table has the figure. */
const soon = 1500;
/** What a machine that does much else may take of it. */
const busy = 3;

const slow = process.env.HOLDFAST_SLOW === 'true' || process.env.HOLDFAST_PROVE === 'true';

test('pages arrive @once', async ({ site }) => {
	const { call, mail, person } = site;
	const event = await call('POST', '/v1/events', {
		title: 'Lantern walk',
		description: 'Bring **a lantern**.\n\n- Meet at the pier\n- Walk two hours',
		location: 'Old Harbour, Pier 2',
		...ahead(30, 3),
		timezone: 'Europe/Lisbon',
		capacity: 1,
		max_guests: 2,
		publish: true
	});
	// A photograph is the largest part of the page of most events.
	const painter = await person();
	const photograph = await drawn(painter, 'image/jpeg', { grain: true });
	await painter.context().close();
	const sent = await fetch(`${site.base}/v1/pictures`, {
		method: 'POST',
		headers: { Authorization: `Bearer ${site.key}`, 'Content-Type': 'image/jpeg' },
		body: new Uint8Array(photograph)
	});
	expect(sent.status).toBe(201);
	const { id: picture } = (await sent.json()) as { id: string };
	const evening = {
		title: 'A concert by the river',
		description: 'Doors open at seven.',
		location: 'Quay 12',
		...ahead(40, 3),
		timezone: 'Europe/Berlin',
		capacity: 300,
		currency: 'EUR',
		tiers: [
			{ name: 'Standing', price: 3200, tax_rate_bp: 700, tax_included: true },
			{ name: 'Seated', price: 4800, tax_rate_bp: 700, tax_included: true }
		],
		publish: true
	};
	const concert = await call('POST', '/v1/events', evening);
	const pictured = await call('POST', '/v1/events', { ...evening, cover: { picture_id: picture, alt: 'The moon over the harbour' } });
	const play = await hall(call, 'Little Playhouse', [
		['Stalls', 10, 20, 'Stalls'],
		['Balcony', 4, 16, 'Balcony']
	]);
	const register = (email: string, name: string) => call('POST', `/v1/events/${event.id}/registrations`, { email, name, join_waitlist: true });
	await register('ada@example.org', 'Ada Lovelace');
	await register('grace@example.org', 'Grace Hopper');
	const path = (link: string) => new URL(link, site.base).pathname;
	const order = path(await mail('ada@example.org', /\/r\/hl_[A-Za-z0-9_-]+/));
	const entry = path(await mail('grace@example.org', /\/e\/hl_[A-Za-z0-9_-]+/));
	const olga = await member(site, 'olga@organizers.example', 'Olga', 'owner');

	const guests: [string, string][] = [
		['home', '/'],
		['event', `/events/${event.id}`],
		['event with prices', `/events/${concert.id}`],
		['event with a picture', `/events/${pictured.id}`],
		['event in a frame', `/embed/events/${event.id}`],
		['tickets in a frame', `/embed/events/${concert.id}`],
		['event with seats', `/events/${play.id}`],
		['seats', `/events/${play.id}/seats`],
		['ticket', order],
		['place', entry],
		['sign-in', '/sign-in'],
		['nowhere', '/nowhere']
	];
	const members: [string, string][] = [
		['my tickets', '/me'],
		['settings', '/me/settings'],
		['events', '/manage'],
		['dashboard', `/manage/events/${concert.id}`],
		['edit', `/manage/events/${concert.id}/edit`],
		['edit with a picture', `/manage/events/${pictured.id}/edit`],
		['guest list', `/manage/events/${event.id}/guests`],
		['orders', `/manage/events/${concert.id}/orders`],
		['messages', `/manage/events/${event.id}/messages`],
		['venues', '/manage/venues'],
		['webhooks', '/manage/webhooks'],
		['door', '/door']
	];
	const table: { page: string; public: boolean; is: Arrival }[] = [];
	const visit = async (list: [string, string][], state?: State) => {
		for (const [name, address] of list) {
			const page = await person({ storageState: state });
			table.push({ page: name, public: !state, is: await arrive(page, address, { throttled: slow }) });
			await page.context().close();
		}
	};
	await visit(guests);
	await visit(members, olga);

	console.table(
		Object.fromEntries(
			table.map(({ page, is: { scripts, requests, bytes, code, first, largest, taken, shift, what, moved } }) => [
				page,
				{ scripts, requests, bytes, code, first, largest, taken, shift, what: what.slice(0, 60), moved: moved.slice(0, 100) }
			])
		)
	);
	for (const { page, public: open, is } of table) {
		expect.soft(is.scripts, `${page}: files of script`).toBeLessThanOrEqual(open ? few.guests : few.members);
		if (['event', 'event with prices', 'event with a picture', 'event with seats'].includes(page))
			expect.soft(is.code, `${page}: bytes of script`).toBeLessThanOrEqual(light);
		expect.soft(is.shift, `${page}: ${is.moved} moves`).toBeLessThan(still);
		if (slow && open) expect.soft(is.largest, `${page}: its largest part is the server’s, and the app has none that is larger`).toBeLessThan(is.taken);
		if (slow && open) expect.soft(is.largest, `${page}: the largest part is painted soon`).toBeLessThanOrEqual(busy * soon);
	}
});
