// An organizer looks after those who wait: removes one, adds one, cancels a guest's
// places, extends the offer that this makes.
import { desktop } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';
import { walk } from './concert';

test('those who wait', async ({ site }) => {
	const { call, person, check, visit } = site;
	const { page: of } = await walk(call);
	const state = await member(site, 'olga@organizers.example', 'Olga', 'organizer');
	const olga = await person({ storageState: state, viewport: desktop });

	// The waitlist: she removes one, and cancels for two; then a place is offered, and she extends the offer.
	await olga.goto(`${of}/waitlist`);
	await olga.getByRole('button', { name: say.backoffice('waitlist.removeWho', { name: 'Luc Moreau' }) }).click();
	await check(olga, 'question before removing');
	await olga.getByRole('button', { name: 'Yes, remove' }).click();
	await expect(olga.getByText(say.backoffice('waitlist.removed', { name: 'Luc Moreau' }))).toBeVisible();
	await olga.getByRole('button', { name: say.backoffice('waitlist.add') }).click();
	await olga.getByRole('button', { name: say.backoffice('waitlist.add.yes') }).click();
	await expect(olga.getByRole('dialog').locator('[aria-invalid=true]').first()).toBeVisible();
	await olga.getByLabel('Name', { exact: true }).fill('Wim Janssen');
	await olga.getByLabel('Email').fill('wim@example.org');
	await olga.getByLabel(say.backoffice('waitlist.add.class')).selectOption('2');
	await check(olga, 'adding to the waitlist');
	await olga.getByRole('button', { name: say.backoffice('waitlist.add.yes') }).click();
	await expect(olga.getByText('Added to the waitlist at #')).toBeVisible();
	await expect(olga.getByRole('link', { name: 'Wim Janssen' })).toBeVisible();

	await olga.goto(`${of}/guests`);
	await olga.getByRole('checkbox', { name: 'Select Tom Ferrand' }).check();
	await olga.getByRole('button', { name: say.backoffice('picked.cancel') }).click();
	await expect(olga.getByText('1 ticket goes to the waitlist')).toBeVisible();
	await check(olga, 'cancelling guests');
	await olga.getByRole('button', { name: say.backoffice('cancelGuests.yes') }).click();
	await expect(olga.getByText('Offered').nth(1)).toBeVisible();
	await olga.getByRole('searchbox').fill('mara kaya');
	await expect(olga.getByRole('link', { name: /Priya Nair/ })).not.toBeAttached();
	await olga.getByRole('link', { name: /Ines Kaya/ }).click();
	await expect(olga.getByText('Mara Kaya')).toBeVisible();
	await check(olga, 'a guest');
	await olga.goto(`${of}/waitlist`);
	await olga.getByRole('button', { name: /^Extend .*’s offer/ }).click();
	await check(olga, 'extending an offer');
	await olga.getByRole('dialog').getByRole('button', { name: 'Extend' }).click();
	await expect(olga.getByText(/^Reserved until .*\.$/)).toBeVisible();

	await visit(
		[
			['manage-guests', `${of}/guests`],
			['manage-guests-none', `${of}/guests?q=zzz`],
			['manage-waitlist', `${of}/waitlist`]
		],
		state
	);
});
