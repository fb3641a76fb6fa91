// A member of a single event: an owner gives somebody a role in one event only, who finds that
// event and nothing else of the organization, and may there what the role lets them.

import { ahead } from '../fixtures/api';
import { member, signedIn } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

test('a member of a single event', async ({ site }) => {
	const { call, person, check } = site;
	const make = (title: string) => call('POST', '/v1/events', { title, ...ahead(20, 2), timezone: 'Europe/Berlin', capacity: 20, publish: true });
	const walk = await make('Lantern walk');
	const supper = await make('Small supper');

	const olga = await person({ storageState: await member(site, 'olga@roles.example', 'Olga', 'owner') });
	await olga.goto('/manage/members');
	await olga.getByRole('button', { name: say.backoffice('members.invite'), exact: true }).click();
	const dialog = olga.getByRole('dialog');
	await dialog.getByLabel(say.backoffice('waitlist.add.email')).fill('em@roles.example');
	await dialog
		.getByLabel(say.backoffice('members.role'))
		.first()
		.selectOption({ label: say.account('role.events') });
	await dialog.getByRole('button', { name: say.backoffice('members.invite.yes') }).click();
	await expect(dialog.getByRole('alert').first(), 'a role in an event is missing').toBeVisible();
	await dialog.getByRole('button', { name: say.backoffice('members.events.add') }).click();
	await dialog.getByLabel(say.backoffice('members.event'), { exact: true }).selectOption({ label: 'Lantern walk' });
	await dialog
		.getByLabel(say.backoffice('members.role'))
		.last()
		.selectOption({ label: say.account('role.organizer') });
	await check(olga, 'invite a member of a single event');
	await dialog.getByRole('button', { name: say.backoffice('members.invite.yes') }).click();
	await expect(dialog).toBeHidden();
	await expect(olga.getByRole('listitem').filter({ hasText: 'em@roles.example' })).toContainText(say.backoffice('members.events.n', { n: 1 }));

	// Em finds the one event, and not the pages of the organization.
	const em = await person({ storageState: await signedIn(site, 'em@roles.example') });
	await em.goto('/manage');
	await expect(em.getByRole('link', { name: 'Lantern walk' }).first()).toBeVisible();
	await expect(em.getByText('Small supper')).toHaveCount(0);
	await expect(em.getByRole('link', { name: say.organizer('nav.members') })).toHaveCount(0);
	await expect(em.getByRole('link', { name: say.organizer('nav.venues') })).toHaveCount(0);
	await check(em, 'events of a member of one');

	// There Em may what an organizer may.
	await em.goto(`/manage/events/${walk.id}/edit`);
	await em.getByLabel(say.organizer('form.title')).fill('Lantern walk by Em');
	await em.getByRole('button', { name: say.organizer('form.save') }).click();
	await expect(em.getByText(say.core('saved'), { exact: true })).toBeVisible();
	expect((await call('GET', `/v1/events/${walk.id}`)).title).toBe('Lantern walk by Em');
	await em.goto(`/manage/events/${walk.id}/guests`);
	await expect(em.getByRole('heading', { level: 1 })).toBeVisible();
	await check(em, 'guests for a member of one event');

	// The other event is as if it were not there.
	await em.goto(`/manage/events/${supper.id}`);
	await expect(em.getByRole('heading').first()).toBeVisible();
	await expect(em.getByRole('heading', { name: 'Small supper' })).toHaveCount(0);
});
