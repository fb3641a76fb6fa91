// A named seat that its buyer gives to the line: somebody taps it, waits for it,
// is offered that very seat, and has it once it is paid.
import { accessible, call, expect, mail, person } from './browser.mjs';
import { give, pay, scan } from './exchange.mjs';
import { signIn } from './organizer.mjs';
import { hall, take } from './seats.mjs';

export async function seatExchange({ browser, base, key, findings, thorough, shoot }) {
	const check = thorough ? accessible : async () => {};
	const event = await hall(base, key, 'Cabaret in the cellar', [['Parquet', 2, 3, 'Parquet']]);
	const layout = await (await fetch(`${base}/v1/events/${event.id}/seats/layout`)).json();
	const seat = (n) => layout.seat_id_prefix + String(n).padStart(16, '0');
	// The house keeps all but the two seats that Vera buys, so that nobody is given another.
	await call(base, key, 'POST', `/v1/events/${event.id}/blocks`, { seat_ids: [3, 4, 5, 6].map(seat) });
	const staff = 'otto@organizers.example';
	await call(base, key, 'POST', '/v1/members', { email: staff, name: 'Otto', role: 'organizer' });

	// Vera has two seats, and each ticket says which it is. She gives the second to the line.
	const vera = await person(browser, base, findings);
	await vera.goto(`/events/${event.id}/seats`);
	await vera.getByText('List', { exact: true }).click();
	for (const n of [1, 2]) await vera.getByRole('checkbox', { name: new RegExp(`Parquet, row 1, seat ${n}, Parquet: free`) }).check();
	await vera.getByRole('button', { name: 'Take these 2 seats' }).click();
	await take(vera, 'Vera Rubin', 'vera.cellar@example.org', 'Keep them for me');
	await pay(vera);
	await vera.goto(await mail(base, 'vera.cellar@example.org', /\/r\/hl_[A-Za-z0-9_-]+/));
	await vera.getByRole('heading', { name: 'You are registered' }).waitFor();
	await vera.getByText('Parquet, row 1, seat 1').waitFor();
	await vera.getByText('Parquet, row 1, seat 2').waitFor();
	const order = (await call(base, key, 'GET', `/v1/events/${event.id}/guests?q=vera.cellar`)).items[0].orders[0];
	const tickets = (await call(base, key, 'GET', `/v1/orders/${order.id}/tickets`)).items;
	await vera.getByRole('button', { name: give }).nth(1).click();
	await vera.getByText('Who waits for this seat, or for one like it, can have it').waitFor();
	await check(vera, 'giving a seat to the line', findings);
	await shoot?.(vera, 'seat-exchange-question');
	await vera.getByRole('button', { name: 'Give it to the line', exact: true }).click();
	await vera.getByText('Waiting for somebody in line').waitFor();

	// To everybody else the seat is taken. Nina taps it on the map, and is told what she can do.
	const nina = await person(browser, base, findings);
	await nina.goto(`/events/${event.id}/seats`);
	const map = nina.getByRole('application', { name: 'Map of the seats' });
	await map.focus();
	for (const way of ['ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowLeft', 'ArrowLeft', 'ArrowRight']) await nina.keyboard.press(way);
	await nina.getByText('Parquet, row 1, seat 2, Parquet: taken').waitFor({ state: 'attached' });
	await nina.keyboard.press('Enter');
	const sheet = nina.getByRole('dialog', { name: 'This seat is taken' });
	await sheet.getByText('Parquet, row 1, seat 2 belongs to somebody else right now.').waitFor();
	await check(nina, 'a seat that is taken', findings);
	await shoot?.(nina, 'seat-wait');
	await take(nina, 'Nina Simone', 'nina.cellar@example.org', 'Wait for this seat');
	await nina.getByText('It is your turn at once.').waitFor();

	// She is offered that seat at its price; Vera sees that somebody is.
	await vera.reload();
	await vera.getByText('Somebody is being offered your ticket').waitFor();
	await nina.goto(await mail(base, 'nina.cellar@example.org', /\/o\/hl_[A-Za-z0-9_-]+/));
	await nina.getByRole('heading', { name: 'A place is yours to claim' }).waitFor();
	await nina.getByText('Parquet, row 1, seat 2').waitFor();
	await nina.getByText('€32.00').first().waitFor();
	await check(nina, 'an offer of a seat', findings);
	await shoot?.(nina, 'seat-offer');
	await nina.getByRole('button', { name: 'Claim my place' }).click();
	await nina.getByRole('heading', { name: 'Your tickets are kept for you' }).waitFor();
	await nina.getByText('Parquet, row 1, seat 2').first().waitFor();
	expect((await call(base, key, 'GET', `/v1/tickets/${tickets[1].id}`)).token === tickets[1].token, 'until it is paid the ticket is as it was');

	// Paid: the seat is hers, the old code is dead, the money goes back, and the map never showed it free.
	await pay(nina);
	await nina.getByRole('button', { name: 'Show at the door', exact: true }).waitFor();
	await nina.getByText('Parquet, row 1, seat 2').waitFor();
	await vera.reload();
	await vera.getByText('Ticket 2 was taken by somebody in line: €32.00 for you.').waitFor();
	expect((await vera.getByText('Parquet, row 1, seat 2').count()) === 0, 'the seat is another’s');
	await vera.getByText('Parquet, row 1, seat 1').waitFor();
	await check(vera, 'a seat that the line took', findings);
	await shoot?.(vera, 'seat-exchange-taken', true);
	expect((await scan(base, key, event, tickets[1].token)).verdict === 'invalid', 'the old code is dead');
	const hers = (await call(base, key, 'GET', `/v1/events/${event.id}/guests?q=nina.cellar`)).items[0].orders[0];
	const [taken] = (await call(base, key, 'GET', `/v1/orders/${hers.id}/tickets`)).items;
	const verdict = await scan(base, key, event, taken.token);
	expect(verdict.verdict === 'admit' && verdict.place.number === 2, `the new code lets in, to that seat: ${JSON.stringify(verdict)}`);
	const { seats } = await call(base, key, 'GET', `/v1/events/${event.id}/seats`);
	expect(seats === 'ssbbbb', `two are sold and four are kept: ${seats}`);

	// The organizer sees whose it is now, and how it came to that.
	const otto = await person(browser, base, findings, { viewport: { width: 1280, height: 900 } });
	await otto.goto(`/manage/events/${event.id}/orders/${order.id}`);
	await signIn(otto, base, staff);
	await otto.getByText('Taken by the line').waitFor();
	await otto.getByText('Parquet, row 1, seat 2').waitFor();
	await shoot?.(otto, 'seat-exchange-order');
	await otto.getByRole('link', { name: 'Story of the seat' }).nth(1).click();
	await otto.getByRole('heading', { name: 'The story of a seat' }).waitFor();
	await check(otto, 'the story of a seat that changed hands', findings);
	for (const p of [vera, nina, otto]) await p.context().close();
}
