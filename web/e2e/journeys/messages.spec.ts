// An organizer writes to people: to all, to one later, and the words of what is
// sent by itself.
import { desktop } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';
import { concert } from './concert';

test('messages', async ({ site }) => {
	const { call, mail, person, check, visit } = site;
	const { page: of, nele, jonas } = await concert(call);
	await call('POST', `/v1/orders/${nele.id}:mark-paid`, { reference: 'Transfer of 3 May' });
	const state = await member(site, 'olga@organizers.example', 'Olga', 'organizer');
	const olga = await person({ storageState: state, viewport: desktop });

	// She writes to everybody with a place at the concert, tries it on herself, and sees it arrive.
	await olga.goto(`${of}/messages`);
	await expect(olga.getByText(say.backoffice('compose.to', { n: 2 }))).toBeVisible();
	await olga.getByRole('button', { name: say.backoffice('compose.send') }).click();
	await expect(olga.getByText(say.core('field.required')).first()).toBeVisible();
	await check(olga, 'a message with nothing in it');
	await olga.getByLabel('Subject', { exact: true }).fill('Doors open at six');
	await olga.getByLabel(say.backoffice('compose.body'), { exact: true }).fill('Dear {name},\n\nplease come through the {yard}.');
	await expect(olga.getByText('This contains an unknown placeholder')).toBeVisible();
	await olga.getByLabel(say.backoffice('compose.body'), { exact: true }).fill('Please come through the yard, ');
	await olga
		.getByRole('group', { name: say.backoffice('words.insert') })
		.getByRole('button', { name: 'Name' })
		.click();
	await expect(olga.frameLocator('iframe').getByText('Please come through the yard, Grace Hopper')).toBeVisible();
	await check(olga, 'a message and its preview');
	await olga.getByRole('button', { name: say.backoffice('compose.test') }).click();
	await expect(olga.getByText('A test is on its way to')).toBeVisible();
	await mail('olga@organizers.example', /come through the yard/);
	await olga.getByRole('button', { name: say.backoffice('compose.send') }).click();
	await check(olga, 'question before sending');
	await olga.getByRole('button', { name: say.backoffice('compose.yes') }).click();
	await expect(olga.getByText('2 sent', { exact: true })).toBeVisible();
	await mail('nele@example.org', /Please come through the yard, Nele Brandt/);
	await mail('aylin@example.org', /Please come through the yard, Aylin Öztürk/);
	await check(olga, 'messages that were sent');

	// One person from the list is written to alone, later; it is stopped in time.
	await olga.goto(`${of}/guests`);
	await olga.getByRole('checkbox', { name: 'Select Nele Brandt' }).check();
	await olga.getByRole('button', { name: 'Message' }).click();
	await expect(olga.getByText(say.backoffice('compose.to', { n: 1 }))).toBeVisible();
	await olga.getByLabel('Subject', { exact: true }).fill('Your seat');
	await olga.getByLabel(say.backoffice('compose.body'), { exact: true }).fill('It has moved.');
	await olga.getByLabel(/Send at/).fill('2099-01-01T10:00');
	await expect(olga.getByText(say.core('field.out_of_range'))).toBeVisible();
	await olga.getByLabel(/Send at/).fill(new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 16));
	await expect(olga.getByText(say.core('field.out_of_range'))).not.toBeAttached();
	await olga.getByRole('button', { name: say.backoffice('compose.plan') }).click();
	await olga
		.getByRole('dialog')
		.getByRole('button', { name: say.backoffice('compose.plan') })
		.click();
	await olga.getByRole('button', { name: say.backoffice('sent.stop') }).click();
	await expect(olga.getByText(say.backoffice('sent.state.stopped'), { exact: true })).toBeVisible();

	// Her own words for a confirmation.
	await olga.getByRole('link', { name: 'Automatic messages' }).click();
	await expect(olga.getByRole('heading', { name: 'Automatic messages' })).toBeVisible();
	await olga.getByRole('combobox', { name: 'Message', exact: true }).selectOption('order_confirmed');
	await olga.getByLabel('Subject', { exact: true }).fill('See you at {title}');
	await expect(olga.getByText('See you at Concert in the boiler house', { exact: true })).toBeVisible();
	// The preview is the mail itself: with the code of a ticket, what is paid, and how far it is from being wider than a phone.
	const letter = olga.frameLocator('iframe');
	await expect(letter.getByRole('img', { name: /^QR code: Ticket 1 of 2 · Grace Hopper\. Code to type: / })).toBeVisible();
	await expect(letter.getByRole('row', { name: /^Total/ })).toBeVisible();
	expect(await letter.locator('html').evaluate((page) => page.scrollWidth <= page.clientWidth), 'the mail scrolls sideways').toBe(true);
	await check(olga, 'own words');
	await olga.getByRole('button', { name: say.core('save') }).click();
	await expect(olga.getByText('New messages use this text.')).toBeVisible();
	await call('POST', `/v1/orders/${jonas.id}:mark-paid`, { reference: 'Box office 8' });
	await mail('jonas@example.org', /See you at Concert in the boiler house/);

	await visit(
		[
			['manage-messages', `${of}/messages`],
			['manage-wordings', `${of}/messages/wordings`]
		],
		state
	);
});
