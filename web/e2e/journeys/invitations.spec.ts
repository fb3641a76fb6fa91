// Invitations: an organizer invites people to an event that nobody else knows of; whoever is
// invited takes places from the link of the mail, or declines.
import { desktop, phone } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

const t = say.invitations;

test('an event by invitation', async ({ site }) => {
	const { call, mail, person, show } = site;
	const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
	const event = await call('POST', '/v1/events', {
		title: 'Supper in the vault',
		location: 'Old harbour',
		starts_at: at(7 * 86400),
		ends_at: at(7 * 86400 + 7200),
		timezone: 'Europe/Berlin',
		capacity: 4,
		visibility: 'invite',
		waitlist: { time_critical: true },
		publish: true
	});
	const olga = await person({ storageState: await member(site, 'olga@organizers.example', 'Olga', 'organizer'), viewport: desktop });
	// She has chosen in the form who can find it, and sees there what that means.
	await olga.goto(`/manage/events/${event.id}/edit`);
	const who = (kind: 'unlisted' | 'invite') => olga.getByRole('radio', { name: say.rules(`form.visibility.${kind}`) });
	await expect(who('invite')).toBeChecked();
	await who('unlisted').check();
	await olga.getByRole('button', { name: say.organizer('form.save') }).click();
	await expect(olga.getByText(say.core('saved'))).toBeVisible();
	expect((await call('GET', `/v1/events/${event.id}`)).visibility).toBe('unlisted');
	await who('invite').check();
	await olga.getByRole('button', { name: say.organizer('form.save') }).click();
	await expect.poll(async () => (await call('GET', `/v1/events/${event.id}`)).visibility).toBe('invite');
	await olga.goto(`/manage/events/${event.id}/invitations`);
	await expect(olga.getByText(t('empty'))).toBeVisible();
	await olga.getByRole('button', { name: t('add') }).click();
	await olga.getByLabel(t('list'), { exact: true }).fill('Ada Lovelace, ada@example.org, 3\nnobody');
	await olga.getByRole('button', { name: t('add.yes') }).click();
	await expect(olga.getByText(t('list.wrong', { n: 2, text: 'nobody' }))).toBeVisible();
	await olga.getByLabel(t('list'), { exact: true }).fill('Ada Lovelace, ada@example.org, 3\nBob Noyce <bob@example.org>\nCy\tcy@example.org\t2');
	await olga.getByRole('button', { name: t('add.yes') }).click();
	await expect(olga.getByText('Ada Lovelace')).toBeVisible();
	await expect(olga.getByText('cy@example.org')).toBeVisible();

	// For people who are not invited there is no such event.
	const stranger = await person({ viewport: phone });
	expect((await stranger.request.get(`/v1/events/${event.id}`)).status()).toBe(404);
	await stranger.goto(`/events/${event.id}`);
	await expect(stranger.getByText('Supper in the vault')).not.toBeAttached();

	// Ada takes all her places from her phone, and is led to them.
	const ada = await person({ viewport: phone });
	const link = await mail('ada@example.org', /\/i\/hl_[A-Za-z0-9_-]+/);
	await ada.goto(link);
	await expect(ada.getByRole('heading', { name: 'You’re invited' })).toBeVisible();
	await expect(ada.getByText('3 of 3 left')).toBeVisible();
	await show(ada, 'invitation');
	await ada.getByLabel('How many places?').selectOption('3');
	await ada.getByRole('button', { name: 'Continue' }).click();
	await expect(ada).toHaveURL(/\/r\/hl_/);
	await ada.goto(link);
	await expect(ada.getByRole('heading', { name: 'You have your places' })).toBeVisible();
	await show(ada, 'invitation-taken');

	// Bob declines, by a page without a script.
	const bob = await person({ viewport: desktop, javaScriptEnabled: false });
	await bob.goto(await mail('bob@example.org', /\/i\/hl_[A-Za-z0-9_-]+/));
	await bob.getByRole('button', { name: 'I can’t come' }).click();
	await expect(bob.getByRole('heading', { name: 'You declined' })).toBeVisible();

	// One place is left, and Cy wants two: he waits for them.
	const cy = await person({ viewport: phone });
	await cy.goto(await mail('cy@example.org', /\/i\/hl_[A-Za-z0-9_-]+/));
	await cy.getByLabel('How many places?').selectOption('2');
	await cy.getByRole('button', { name: 'Continue' }).click();
	await expect(cy).toHaveURL(/\/e\/hl_/);

	// Olga sees what came of it, gives Ada a place more, and ends the invitation of Cy.
	await olga.reload();
	await expect(olga.getByText(t('places', { n: 3, taken: 3 }))).toBeVisible();
	await expect(olga.getByText(t('state.declined'), { exact: true }).first()).toBeVisible();
	await show(olga, 'manage-invitations');
	await olga.getByRole('button', { name: t('change.who', { name: 'Ada Lovelace' }) }).click();
	await olga.getByLabel(t('count'), { exact: true }).fill('2');
	await olga.getByRole('button', { name: say.core('save') }).click();
	await expect(olga.getByText(t('problem.places_taken'))).toBeVisible();
	await olga.getByLabel(t('count'), { exact: true }).fill('4');
	await olga.getByRole('button', { name: say.core('save') }).click();
	await expect(olga.getByText(t('places', { n: 4, taken: 3 }))).toBeVisible();
	await olga.getByRole('button', { name: t('end.who', { name: 'Cy' }), exact: true }).click();
	await olga.getByRole('button', { name: t('end.yes') }).click();
	await expect(olga.getByText(t('state.ended'), { exact: true })).toBeVisible();
});
