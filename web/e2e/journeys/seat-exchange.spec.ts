// A named seat that its buyer gives to the waitlist: somebody taps it, waits for it,
// is offered that very seat, and has it once it is paid.
import { desktop, narrowest } from '../fixtures/looks';
import { signIn } from '../fixtures/signing-in';
import { expect, test, type Site } from '../fixtures/test';
import { say } from '../fixtures/texts';
import { give, pay, renew, scan } from './buying';
import { hall, mapOf, seat, take } from './halls';

test.use({ serverOptions: { command: 'demo' } });

test('a seat back to the waitlist', async ({ site }) => {
	const { call, mail, person, check, show } = site;
	const event = await hall(call, 'Cabaret in the cellar', [['Parquet', 2, 3, 'Parquet']]);
	// The house keeps all but the two seats that Vera buys, so that nobody is given another.
	await call('POST', `/v1/events/${event.id}/blocks`, { seat_ids: await Promise.all([3, 4, 5, 6].map((n) => seat(call, event, n))) });
	const staff = 'otto@organizers.example';
	await call('POST', '/v1/members', { email: staff, name: 'Otto', role: 'organizer' });

	// Vera has two seats, and each ticket says which it is. She gives the second to the waitlist.
	const vera = await person();
	await vera.goto(`/events/${event.id}/seats`);
	await vera.getByText(say.seats('page.list'), { exact: true }).click();
	for (const n of [1, 2]) await vera.getByRole('checkbox', { name: new RegExp(`Parquet, row 1, seat ${n}, Parquet: available`) }).check();
	await vera.getByRole('button', { name: say.seats('choice.go', { n: 2 }) }).click();
	await take(vera, 'Vera Rubin', 'vera.cellar@example.org', 'Continue to payment');
	await pay(vera);
	await vera.goto(await mail('vera.cellar@example.org', /\/r\/hl_[A-Za-z0-9_-]+/));
	await renew(vera, mail, 'vera.cellar@example.org');
	await expect(vera.getByRole('heading', { name: say.guest('order.confirmed') })).toBeVisible();
	await expect(vera.getByText(say.seats('seat.place', { section: 'Parquet', row: 1, number: 1 }))).toBeVisible();
	await expect(vera.getByText(say.seats('seat.place', { section: 'Parquet', row: 1, number: 2 }))).toBeVisible();
	const order = (await call('GET', `/v1/events/${event.id}/guests?q=vera.cellar`)).items[0].orders[0];
	const tickets = (await call('GET', `/v1/orders/${order.id}/tickets`)).items;
	await vera.getByRole('button', { name: give }).nth(1).click();
	await expect(vera.getByText('Someone waiting for this seat, or one like it, can buy it')).toBeVisible();
	await show(vera, 'seat-exchange-question');
	await vera.getByRole('button', { name: 'Yes, sell it back', exact: true }).click();
	await expect(vera.getByText(say.transfer('exchange.open'))).toBeVisible();

	// To everybody else the seat is taken. Nina taps it on the map, and is told what she can do.
	const nina = await person();
	await nina.goto(`/events/${event.id}/seats`);
	const map = mapOf(nina);
	await map.focus();
	for (const way of ['ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowLeft', 'ArrowLeft', 'ArrowRight']) await nina.keyboard.press(way);
	await expect(nina.getByText(`Parquet, row 1, seat 2, Parquet: ${say.seats('seat.sold')}`)).toBeAttached();
	await nina.keyboard.press('Enter');
	const sheet = nina.getByRole('dialog', { name: say.seats('wait.seat') });
	await expect(sheet.getByText(say.seats('wait.seatText', { place: say.seats('seat.place', { section: 'Parquet', row: 1, number: 2 }) }))).toBeVisible();
	await show(nina, 'seat-wait');
	await inTheList(person, `/events/${event.id}/seats`);
	await take(nina, 'Nina Simone', 'nina.cellar@example.org', 'Wait for this seat');
	await expect(nina.getByText('It’s your turn already.')).toBeVisible();

	// She is offered that seat at its price; Vera sees that somebody is.
	await vera.reload();
	await expect(vera.getByText(say.transfer('exchange.matched'))).toBeVisible();
	await nina.goto(await mail('nina.cellar@example.org', /\/o\/hl_[A-Za-z0-9_-]+/));
	await expect(nina.getByRole('heading', { name: 'A ticket is reserved for you' })).toBeVisible();
	await expect(nina.getByText(say.seats('seat.place', { section: 'Parquet', row: 1, number: 2 }))).toBeVisible();
	await expect(nina.getByText('€32.00').first()).toBeVisible();
	await show(nina, 'seat-offer');
	await nina.getByRole('button', { name: say.guest('offer.claim') }).click();
	await expect(nina.getByRole('heading', { name: say.checkout('pending.title') })).toBeVisible();
	await expect(nina.getByText(say.seats('seat.place', { section: 'Parquet', row: 1, number: 2 })).first()).toBeVisible();
	expect((await call('GET', `/v1/tickets/${tickets[1].id}`)).token, 'until it is paid the ticket is as it was').toBe(tickets[1].token);

	// Paid: the seat is hers, the old code is dead, the money goes back, and the map never showed it free.
	await pay(nina);
	await expect(nina.getByRole('button', { name: say.guest('ticket.show'), exact: true })).toBeVisible();
	await expect(nina.getByText(say.seats('seat.place', { section: 'Parquet', row: 1, number: 2 }))).toBeVisible();
	await vera.reload();
	await expect(vera.getByText(say.transfer('exchange.past.exchanged', { n: 2, amount: '€32.00' }))).toBeVisible();
	expect(await vera.getByText(say.seats('seat.place', { section: 'Parquet', row: 1, number: 2 })).count(), 'the seat is another’s').toBe(0);
	await expect(vera.getByText(say.seats('seat.place', { section: 'Parquet', row: 1, number: 1 }))).toBeVisible();
	await show(vera, 'seat-exchange-taken', true);
	expect((await scan(call, event, tickets[1].token)).verdict, 'the old code is dead').toBe('invalid');
	const hers = (await call('GET', `/v1/events/${event.id}/guests?q=nina.cellar`)).items[0].orders[0];
	const [taken] = (await call('GET', `/v1/orders/${hers.id}/tickets`)).items;
	const verdict = await scan(call, event, taken.token);
	expect(verdict.verdict, `the new code lets in, to that seat: ${JSON.stringify(verdict)}`).toBe('admit');
	expect(verdict.place.number, `the new code lets in, to that seat: ${JSON.stringify(verdict)}`).toBe(2);
	const { seats } = await call('GET', `/v1/events/${event.id}/seats`);
	expect(seats, `two are sold and four are kept: ${seats}`).toBe('ssbbbb');

	// The organizer sees whose it is now, and how it came to that.
	const otto = await person({ viewport: desktop });
	await otto.goto(`/manage/events/${event.id}/orders/${order.id}`);
	await signIn(otto, mail, staff);
	await expect(otto.getByText(say.transfer('desk.exchange.exchanged'))).toBeVisible();
	await expect(otto.getByText(say.seats('seat.place', { section: 'Parquet', row: 1, number: 2 }))).toBeVisible();
	await show(otto, 'seat-exchange-order');
	await otto
		.getByRole('link', { name: say.backoffice('order.seatStory') })
		.nth(1)
		.click();
	await expect(otto.getByRole('heading', { name: say.backoffice('activity.title.seat') })).toBeVisible();
	await check(otto, 'the story of a seat that changed hands');
});

/** In the list on the narrowest phone, with the longer words of German, a seat that one can wait for says whole that it is not free. */
async function inTheList(person: Site['person'], seats: string) {
	const narrow = await person({ viewport: narrowest, locale: 'de-DE' });
	await narrow.goto(seats);
	await narrow.getByText('Liste', { exact: true }).click();
	const wait = narrow.getByRole('button', { name: /Parquet.*Platz 2/ });
	const words = narrow.getByRole('listitem').filter({ has: wait }).getByText('Nicht verfügbar');
	expect(await words.evaluate((e) => e.scrollWidth - e.clientWidth), 'nothing of it is cut off').toBeLessThanOrEqual(0);
	const [above, below] = [(await words.boundingBox())!, (await wait.boundingBox())!];
	expect(above.y + above.height, 'the button does not lie on it').toBeLessThanOrEqual(below.y);
	expect(below.height, 'a finger meets it').toBeGreaterThanOrEqual(44);
}
