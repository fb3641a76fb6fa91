// The journey of people whose order is drawn: they join, the draw is sealed, somebody enters
// a ballot meanwhile, the organizer holds the ceremony that was announced, everybody learns their own place and can check it.
// Of two who take part in another ballot one is drawn, and pays; the other waits.
import { createHash } from 'node:crypto';
import { ahead } from '../fixtures/api';
import { narrowest } from '../fixtures/looks';
import { member, signedIn } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';
import { pay } from './buying';

test.use({ serverOptions: { command: 'demo' } }); // with a way to pay

const secret = '7768617420776173';

test('a waiting room whose order is drawn @waits', async ({ site }) => {
	const { call, person, check, show, mail } = site;
	const event = await call('POST', '/v1/events', { title: 'Farewell tour', ...ahead(30, 3), timezone: 'Europe/Berlin', capacity: 40, publish: true });
	const address = `/events/${event.id}`;
	const olga = await person({ storageState: await member(site, 'olga.draw@example.org', 'Olga', 'organizer') });
	await olga.goto(`/manage/events/${event.id}/waiting-room`);
	await olga.getByRole('radio', { name: say.organizer('room.draw') }).check({ force: true });
	await olga.getByRole('radio', { name: say.organizer('room.ceremony') }).check({ force: true });
	await olga.getByRole('button', { name: say.organizer('room.announce') }).click();
	await expect(olga.getByLabel(say.organizer('room.opens'))).toBeFocused(); // times are still missing
	await check(olga, 'manage waiting room, draw');
	await show(olga, 'manage-waiting-room-draw');

	// Announced: when it is drawn, and from what.
	const now = Date.now();
	const from = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
	const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
	const beacon = {
		kind: 'ceremony',
		commitment: createHash('sha256').update(Buffer.from(secret, 'hex')).digest('hex'),
		source: 'Lotto 6 aus 49 of that evening'
	};
	const terms = { mode: 'draw', identity: 'none', max_inside: 5, admission_seconds: 600, beacon };
	const typed = (hours: number) => new Date(now + hours * 3600_000).toISOString().slice(0, 16);
	await olga.getByLabel(say.organizer('room.opens')).fill(typed(48));
	await olga.getByLabel(say.organizer('room.seals')).fill(typed(49));
	await olga.getByLabel(say.organizer('room.serves')).fill(typed(51));
	await olga.getByLabel(say.organizer('room.most')).fill('5');
	await olga.getByLabel(say.organizer('room.slotPeople')).fill('100');
	await olga.getByLabel(say.organizer('room.commitment')).fill(beacon.commitment);
	await olga.getByRole('textbox', { name: say.organizer('room.source') }).fill(beacon.source);
	await olga.getByRole('button', { name: say.organizer('room.announce') }).click();
	await expect(olga.getByLabel(say.organizer('room.slotMinutes')), 'slots are both or neither').toBeFocused();
	await olga.getByLabel(say.organizer('room.slotMinutes')).fill('30');
	await olga.getByRole('button', { name: say.organizer('room.announce') }).click();
	await expect(olga.getByText(say.organizer('room.announced'))).toBeVisible();
	await show(olga, 'manage-waiting-room-slots', true);
	const ada = await person({ viewport: narrowest });
	await ada.goto(`${address}/waiting-room`);
	await expect(ada.getByText(say.room('terms.slots', { people: 100, minutes: 30 }))).toBeVisible();
	await check(ada, 'draw with slots, announced');
	await call('PUT', `/v1/events/${event.id}/onsale`, { ...terms, opens_at: at(3600), seals_at: at(7200), serves_at: at(9000) });
	await ada.goto(address);
	await ada.getByRole('link', { name: say.room('card.more') }).click();
	await expect(ada.getByText(say.room('terms.check'))).toBeVisible();
	await expect(ada.getByText(beacon.source)).toBeVisible();
	await expect(ada.getByText(say.room('terms.ceremony.two'))).toBeVisible();
	expect(await ada.evaluate(() => document.documentElement.scrollWidth - innerWidth), 'it is as wide as the screen').toBe(0);
	await check(ada, 'draw, announced');
	await show(ada, 'draw-announced');

	// Open: three join, and it makes no difference who was first.
	const seals = (Date.now() - now) / 1000 + 40;
	await call('PUT', `/v1/events/${event.id}/onsale`, { ...terms, opens_at: at(-1), seals_at: at(seals), serves_at: at(seals + 95) });
	const grace = await person();
	const late = await person();
	for (const page of [ada, grace]) {
		await page.goto(`${address}/waiting-room`);
		await page.getByRole('button', { name: say.room('join') }).click();
		await expect(page.getByRole('heading', { name: say.room('draw.in') })).toBeVisible();
	}
	await call('POST', `/v1/events/${event.id}/waiting-room:join`);
	await show(ada, 'draw-joined');
	await olga.goto(`/manage/events/${event.id}/waiting-room`);
	await expect(olga.getByText(say.organizer('room.joined', { n: 3 }))).toBeVisible();

	// A duplicate is taken out before the seal.
	await olga.getByText(say.organizer('draw.strike'), { exact: true }).first().click();
	await olga.getByLabel(say.organizer('draw.index')).fill('2');
	await olga.getByRole('button', { name: say.organizer('draw.strike') }).click();
	await expect(olga.getByText(say.organizer('draw.struck', { n: 2 }))).toBeVisible();
	// By mistake: that is taken back. All of a network are taken out, and are back, too.
	await olga.getByRole('button', { name: `${say.takers('strike.restore')}: 2` }).click();
	await expect(olga.getByText(say.takers('strike.restored', { n: 1 }))).toBeVisible();
	await olga
		.getByRole('region', { name: say.takers('strike.networks') })
		.getByRole('button', { name: say.takers('show') })
		.click();
	await expect(olga.getByText(say.takers('strike.joined', { n: 2 }))).toBeVisible();
	await check(olga, 'draw, networks');
	await show(olga, 'draw-networks');
	await olga.getByText(say.takers('strike.network'), { exact: true }).click();
	await expect(olga.getByText(say.takers('strike.done', { n: 2 }))).toBeVisible();
	await olga.getByText(say.takers('strike.restore'), { exact: true }).click();
	await expect(olga.getByText(say.takers('strike.restored', { n: 2 }))).toBeVisible();
	await olga.getByLabel(say.organizer('draw.index')).fill('2');
	await olga.getByRole('button', { name: say.organizer('draw.strike'), exact: true }).click();
	await expect(olga.getByText(say.organizer('draw.struck', { n: 2 })).first()).toBeVisible();

	// Meanwhile, a ballot: whoever is signed in says what they want, changes it, and leaves.
	const tiers = [
		{ name: 'Stage', capacity: 10 },
		{ name: 'Balcony', capacity: 30 }
	];
	const ballot = await call('POST', '/v1/events', {
		title: 'Club night',
		...ahead(30, 3),
		timezone: 'Europe/Berlin',
		capacity: 40,
		max_guests: 3,
		tiers,
		publish: true
	});
	const opened = new Date(Date.now() - 1000).toISOString();
	await call('PUT', `/v1/events/${ballot.id}/onsale`, { mode: 'ballot', beacon, opens_at: opened, seals_at: at(3600), serves_at: at(7200) });
	const mia = await person({ viewport: narrowest, storageState: await member(site, 'mia.draw@example.org', 'Mia', 'viewer') });
	await mia.goto(`/events/${ballot.id}`);
	await mia.getByRole('link', { name: say.room('card.ballot.go') }).click();
	await mia.getByLabel(say.room('ballot.name')).fill('Mia Wallace');
	await mia.getByLabel(say.room('ballot.units')).selectOption('2');
	await mia.getByLabel(say.room('ballot.second')).selectOption({ label: 'Balcony' });
	await check(mia, 'ballot, entering');
	await show(mia, 'ballot-enter');
	await mia.getByRole('button', { name: say.room('ballot.enter') }).click();
	await expect(mia.getByRole('heading', { name: say.room('ballot.in') })).toBeVisible();
	await expect(mia.getByText(say.room('ballot.wanted', { n: 2, tiers: 'Stage or Balcony' }))).toBeVisible();
	expect(await mia.evaluate(() => document.documentElement.scrollWidth - innerWidth), 'it is as wide as the screen').toBe(0);
	await check(mia, 'ballot, entered');
	await show(mia, 'ballot-entered');
	await mia.getByRole('button', { name: say.room('ballot.change') }).click();
	await expect(mia.getByLabel(say.room('ballot.name'))).toHaveValue('Mia Wallace');
	await mia.getByLabel(say.room('ballot.units')).selectOption('1');
	await mia.getByRole('button', { name: say.room('ballot.save') }).click();
	await expect(mia.getByText(say.room('ballot.wanted', { n: 1, tiers: 'Stage or Balcony' }))).toBeVisible();
	await olga.goto(`/manage/events/${ballot.id}/waiting-room`);
	await expect(olga.getByText(say.organizer('room.joined', { n: 1 }))).toBeVisible();
	await show(olga, 'manage-ballot');
	await mia.getByRole('button', { name: say.room('ballot.leave') }).click();
	await mia.getByRole('button', { name: say.room('draw.leave.yes') }).click();
	await expect(mia.getByRole('heading', { name: say.room('withdrawn.title') })).toBeVisible();

	// She and Noa take part in another, of one ticket that costs something.
	const prize = await call('POST', '/v1/events', {
		title: 'Rooftop set',
		...ahead(30, 3),
		timezone: 'Europe/Berlin',
		capacity: 1,
		currency: 'EUR',
		tiers: [{ name: 'Roof', price: 2400, tax_rate_bp: 1900, tax_included: true }],
		publish: true
	});
	const noa = await person({ storageState: await signedIn(site, 'noa.draw@example.org') });
	const alone = { mode: 'ballot', beacon: { ...beacon, members: 1 }, opens_at: opened };
	await call('PUT', `/v1/events/${prize.id}/onsale`, { ...alone, seals_at: from(20), serves_at: from(112) });
	const takers = { 'mia.draw@example.org': mia, 'noa.draw@example.org': noa };
	for (const page of Object.values(takers)) {
		await page.goto(`/events/${prize.id}/waiting-room`);
		await page.getByLabel(say.room('ballot.name')).fill('Somebody');
		await page.getByRole('button', { name: say.room('ballot.enter') }).click();
		await expect(page.getByRole('heading', { name: say.room('ballot.in') })).toBeVisible();
	}
	await olga.goto(`/manage/events/${event.id}/waiting-room`);

	// Sealed: nobody can change who takes part, and whoever comes stands behind.
	await expect(ada.getByRole('heading', { name: say.room('draw.sealed') })).toBeVisible({ timeout: 60_000 });
	await ada.getByText(say.room('check.seal'), { exact: true }).click();
	await expect(ada.getByText(say.room('check.root'))).toBeVisible();
	await check(ada, 'draw, sealed');
	await show(ada, 'draw-sealed');
	await late.goto(`${address}/waiting-room`);
	await late.getByRole('button', { name: say.room('join') }).click();
	await expect(late.getByText(say.room('place.ahead', { n: 3 }))).toBeVisible();

	// The ceremony: what was not announced is refused, and nobody draws twice.
	await expect(olga.getByRole('heading', { name: say.organizer('draw.enter.title') })).toBeVisible();
	await check(olga, 'manage waiting room, sealed');
	await show(olga, 'manage-draw-sealed');
	await olga.getByLabel(say.organizer('draw.value')).fill('4 8 15 16 23 42');
	await olga.getByLabel(say.organizer('draw.secret')).fill('00');
	await expect(async () => {
		await olga.getByRole('button', { name: say.organizer('draw.enter') }).click();
		await expect(olga.getByText(say.refusals('problem.invalid_beacon'))).toBeVisible({ timeout: 2000 });
	}).toPass({ timeout: 120_000 });
	await olga.getByLabel(say.organizer('draw.secret')).fill(secret);
	// One member draws nothing: it takes another one who enters the same.
	const [first = ''] = say.organizer('draw.waitsForSecond', { time: '' }).split('(');
	await expect(async () => {
		await olga.getByRole('button', { name: say.organizer('draw.enter') }).click();
		await expect(olga.getByText(first)).toBeVisible({ timeout: 6000 });
	}).toPass({ timeout: 120_000 });
	await check(olga, 'manage waiting room, one member has entered the value');
	await show(olga, 'manage-draw-first');
	const ben = await person({ storageState: await member(site, 'ben.draw@example.org', 'Ben', 'organizer') });
	await ben.goto(`/manage/events/${event.id}/waiting-room`);
	await expect(ben.getByText(first)).toBeVisible();
	await ben.getByLabel(say.organizer('draw.value')).fill('4 8 15 16 23 42');
	await ben.getByLabel(say.organizer('draw.secret')).fill(secret);
	await ben.getByRole('button', { name: say.organizer('draw.enter') }).click();
	await expect(ada.getByText(say.room('place.drawn'))).toBeVisible({ timeout: 60_000 });
	await show(ada, 'draw-drawn');
	await show(olga, 'manage-draw-drawn');

	// The other ballot is drawn, too.
	await expect(() => call('POST', `/v1/events/${prize.id}/draw:beacon`, { secret, value: '4 8 15 16 23 42' })).toPass({ timeout: 60_000 });

	// Ada checks the draw by herself.
	await ada.getByText(say.room('check.title'), { exact: true }).click();
	await ada.getByRole('button', { name: say.room('check.here') }).click();
	await expect(ada.getByText(say.room('check.holds', { n: 3 }))).toBeVisible();
	await check(ada, 'draw, checked');
	await ada.getByText(say.room('check.here')).scrollIntoViewIfNeeded();
	await show(ada, 'draw-checked');

	// Those who were drawn come in, in their order; then whoever came later.
	for (const page of [ada, grace, late]) await page.getByRole('button', { name: say.room('turn.go') }).click({ timeout: 150_000 });
	for (const page of [ada, grace, late]) await expect(page.getByRole('heading', { name: say.room('in.title') })).toBeVisible();

	// Of the two in the ballot one waits. Their page says at which place, and that nothing is lost.
	const waiting = async () => (await call('GET', `/v1/events/${prize.id}/waitlist`)).items as { person: { email: string } }[];
	await expect.poll(async () => (await waiting()).length, { timeout: 30_000 }).toBe(1);
	const second = (await waiting())[0]!.person.email as keyof typeof takers;
	const drawnFirst = Object.keys(takers).find((x) => x !== second) as keyof typeof takers;
	await takers[second].goto(`/events/${prize.id}/waiting-room`);
	await expect(takers[second].getByText(say.room('ballot.placed'))).toBeVisible();
	await check(takers[second], 'ballot, not drawn first');
	await show(takers[second], 'ballot-second');

	// The other is told by mail that a ticket is theirs, claims it and pays.
	const winner = takers[drawnFirst];
	await winner.goto(await mail(drawnFirst, /\/o\/hl_[A-Za-z0-9_-]+/));
	await expect(winner.getByRole('heading', { name: say.guest('offer.open') })).toBeVisible();
	await check(winner, 'ballot, drawn');
	await show(winner, 'ballot-drawn');
	await winner.getByRole('button', { name: say.guest('offer.claim') }).click();
	await pay(winner);
	await show(winner, 'ballot-paid');
	await winner.goto(`/events/${prize.id}/waiting-room`);
	await expect(winner.getByText(say.room('place.drawn'))).toBeVisible();
	expect((await waiting()).length, 'the second goes on waiting').toBe(1);
});
