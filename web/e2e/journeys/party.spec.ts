// Anyone who registered for several gives back the ticket of one: the others stay, and it goes
// to those who wait.

import { ahead } from '../fixtures/api';
import { desktop } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

const link = /\/r\/hl_[A-Za-z0-9_-]+/;

test('one guest of a party', async ({ site }) => {
	const { call, mail, person, check, show } = site;
	const event = await call('POST', '/v1/events', {
		title: 'Long table',
		...ahead(30, 3),
		timezone: 'Europe/Lisbon',
		capacity: 3,
		max_guests: 3,
		publish: true
	});
	const register = (name: string, guests: string[]) =>
		call('POST', `/v1/events/${event.id}/registrations`, {
			user_id: name,
			name,
			email: `${name}@example.org`,
			guests: guests.map((guest) => ({ name: guest })),
			join_waitlist: true
		});
	await register('ada', ['Charles Babbage', 'Mary Somerville']);
	const waiting = await register('grace', []);
	const address = await mail('ada@example.org', link);

	const ada = await person();
	await ada.goto(address);
	await expect(ada.getByText(say.guest('ticket.of', { n: 3, of: 3 }))).toBeVisible();
	await ada.getByRole('button', { name: say.guest('ticket.cancel', { name: 'Charles Babbage' }) }).click();
	const question = ada.getByRole('dialog', { name: say.guest('ticket.cancel.title', { name: 'Charles Babbage' }) });
	await expect(question.getByText(say.guest('ticket.cancel.text'))).toBeVisible();
	await check(ada, 'question before one ticket is cancelled');
	await question.getByRole('button', { name: say.guest('order.cancel.no') }).click();
	await expect(ada.getByText('Charles Babbage').first(), 'it was kept').toBeVisible();
	await ada.getByRole('button', { name: say.guest('ticket.cancel', { name: 'Charles Babbage' }) }).click();
	await question.getByRole('button', { name: say.guest('ticket.cancel.yes') }).click();
	await expect(ada.getByText('Charles Babbage')).toHaveCount(0);
	await expect(ada.getByText(say.guest('ticket.of', { n: 3, of: 3 })), 'the others keep their numbers').toBeVisible();
	await expect(ada.getByText(say.guest('ticket.of', { n: 2, of: 3 }))).toHaveCount(0);
	await show(ada, 'party-of-two');
	expect((await call('GET', `/v1/waitlist/${waiting.entry_id}`)).status, 'who waits is offered it').toBe('offered');
	await mail('ada@example.org', /Charles Babbage[^]*no longer works/);

	// In German, the one that is left beside hers; then she has one ticket, and no party.
	const again = await person({ locale: 'de-DE' });
	await again.goto(address);
	await again.getByRole('button', { name: 'Ticket für Mary Somerville stornieren' }).click();
	await again.getByRole('button', { name: 'Ja, dieses Ticket stornieren' }).click();
	await expect(again.getByText('Mary Somerville')).toHaveCount(0);
	await expect(again.getByText('Ticket 1 von 3')).toBeVisible();
	await expect(again.getByRole('button', { name: /^Ticket .*stornieren$/ }), 'the last goes with the registration').toHaveCount(0);
	expect((await call('GET', `/v1/events/${event.id}`)).availability.confirmed).toBe(1);
});

test('one guest of a party, cancelled at the desk', async ({ site }) => {
	const { call, mail, person, check, show } = site;
	const event = await call('POST', '/v1/events', {
		title: 'Long table',
		...ahead(30, 3),
		timezone: 'Europe/Lisbon',
		capacity: 4,
		max_guests: 3,
		publish: true
	});
	const made = await call('POST', `/v1/events/${event.id}/registrations`, {
		user_id: 'ada',
		name: 'Ada Lovelace',
		email: 'ada@example.org',
		guests: ['Charles Babbage', 'Mary Somerville', 'Caroline Herschel'].map((name) => ({ name }))
	});
	const state = await member(site, 'olga@organizers.example', 'Olga', 'box_office');
	const olga = await person({ storageState: state, viewport: desktop });
	await olga.goto(`/manage/events/${event.id}/orders/${made.order_id}`);
	const cancel = (name: string) => olga.getByRole('button', { name: say.transfer('desk.cancel.who', { name }) });
	await cancel('Charles Babbage').click();
	const question = olga.getByRole('dialog', { name: say.transfer('desk.cancel.title', { name: 'Charles Babbage' }) });
	await check(olga, 'question before staff cancel one ticket');
	await question.getByRole('button', { name: say.transfer('desk.cancel.yes') }).click();
	await expect(olga.getByText(say.transfer('desk.cancel.done'))).toBeVisible();
	await expect(olga.getByText('Charles Babbage')).toHaveCount(0);
	await expect(olga.getByText(say.transfer('desk.of', { n: 3, of: 4 })), 'the others keep their numbers').toBeVisible();
	await expect(olga.getByText(say.backoffice('order.givenBack'))).toBeVisible();
	await show(olga, 'manage-registration-party');
	await mail('ada@example.org', /Charles Babbage[^]*no longer works/);

	// Anyone who came in stays; of the others each can be cancelled on the page of the guest, too.
	const tickets = (await call('GET', `/v1/orders/${made.order_id}/tickets`)).items;
	await call('POST', '/v1/checkins', { event_id: event.id, token: tickets[2].token });
	await cancel('Caroline Herschel').click();
	await olga.getByRole('button', { name: say.transfer('desk.cancel.yes') }).click();
	await expect(olga.getByText(say.refusals('problem.ticket_used'))).toBeVisible();
	await olga.getByRole('button', { name: say.transfer('desk.cancel.keep') }).click();
	await olga.goto(`/manage/events/${event.id}/guests/ada`);
	await expect(olga.getByText('Caroline Herschel')).toBeVisible();
	await expect(cancel('Caroline Herschel'), 'she is in').toHaveCount(0);
	await cancel('Mary Somerville').click();
	await olga.getByRole('button', { name: say.transfer('desk.cancel.yes') }).click();
	await expect(olga.getByText('Mary Somerville')).toHaveCount(0);
	await check(olga, 'a guest whose ticket was cancelled');
	expect((await call('GET', `/v1/events/${event.id}`)).availability.confirmed).toBe(2);
});
