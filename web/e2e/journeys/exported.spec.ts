// What people answered, where an organizer looks: on the waitlist, and in the files of the
// waitlist, of applications, of invitations and of a whole series.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { ahead } from '../fixtures/api';
import { desktop } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

const t = say.organizer;
const question = { id: 'diet', label: 'What do you eat?', kind: 'text', scope: 'attendee' };

/** Makes a file with the button of that name, and returns its text. */
async function file(page: Page, button: string): Promise<string> {
	await page.getByRole('button', { name: button, exact: true }).click();
	await page.getByRole('button', { name: t('export.make') }).click();
	const link = page.getByRole('link', { name: t('export.download') });
	await expect(link).toBeVisible();
	const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
	const text = await readFile(await download.path(), 'utf8');
	await page.keyboard.press('Escape');
	await expect(link).not.toBeVisible();
	return text;
}

test('answers and files', async ({ site }) => {
	const { call, person, check, show } = site;
	const state = await member(site, 'olga@organizers.example', 'Olga', 'organizer');
	const olga = await person({ storageState: state, viewport: desktop });

	// Who waits has answered, and the waitlist and its file say what.
	const supper = await call('POST', '/v1/events', {
		title: 'Supper',
		location: 'Old harbour',
		...ahead(9, 3),
		timezone: 'Europe/Berlin',
		capacity: 2,
		max_guests: 1,
		publish: true
	});
	await call('PUT', `/v1/events/${supper.id}/questions`, { questions: [question] });
	const register = (user_id: string, ...said: string[]) =>
		call('POST', `/v1/events/${supper.id}/registrations`, {
			user_id,
			email: `${user_id}@example.org`,
			name: user_id,
			guests: said.slice(1).map((_, i) => ({ name: `Guest ${i + 1} of ${user_id}` })),
			answers: said.map((value, i) => ({ question: 'diet', unit: i + 1, value })),
			join_waitlist: true
		});
	await register('ada', 'Everything', 'Everything');
	await register('bob', 'No nuts', 'Only bread');
	await olga.goto(`/manage/events/${supper.id}/waitlist`);
	await expect(olga.getByText('Only bread')).toBeVisible();
	await expect(olga.getByText(say.backoffice('answers.unit', { n: 2, of: 2 }))).toBeVisible();
	await check(olga, 'a waitlist with answers');
	await show(olga, 'manage-waitlist-answers');
	expect(await file(olga, t('export.button'))).toContain('1: No nuts; 2: Only bread');

	// Of an event with approval there is a file of all who applied, whatever they were answered.
	const table = await call('POST', '/v1/events', {
		title: 'A table for three',
		location: 'Old harbour',
		...ahead(9, 3),
		timezone: 'Europe/Berlin',
		capacity: 3,
		approval: true,
		publish: true
	});
	await call('PUT', `/v1/events/${table.id}/questions`, { questions: [question] });
	const guests = await person();
	for (const name of ['cyd', 'dan']) {
		const applied = await guests.request.post(`/v1/events/${table.id}/registrations`, {
			data: { name, email: `${name}@example.org`, answers: [{ question: 'diet', unit: 1, value: `Of ${name}` }] }
		});
		expect(applied.status(), await applied.text()).toBe(201);
	}
	const applications = (await call('GET', `/v1/events/${table.id}/applications`)).items;
	await call('POST', `/v1/events/${table.id}/applications:decline`, { entry_ids: [applications[1].id], reason: 'no_places' });
	await olga.goto(`/manage/events/${table.id}/applications`);
	const applied = await file(olga, t('export.button'));
	expect(applied).toMatch(/declined,rejected,no_places,.*dan@example\.org.*Of dan/);
	expect(applied).toMatch(/,applied,.*cyd@example\.org.*Of cyd/);

	// Who is invited is in a file without a link.
	await call('POST', `/v1/events/${supper.id}/invitations`, { invitations: [{ email: 'eve@example.org', name: 'Eve', places: 2 }] });
	await olga.goto(`/manage/events/${supper.id}/invitations`);
	const invited = await file(olga, t('export.button'));
	expect(invited).toMatch(/invited,Eve,eve@example\.org,/);
	expect(invited).not.toContain('http');
});

test('a series that moves', async ({ site }) => {
	const { call, person, check, show } = site;
	const state = await member(site, 'selma@organizers.example', 'Selma', 'organizer');
	const selma = await person({ storageState: state, viewport: desktop });
	const first = await call('POST', '/v1/events', {
		title: 'Jazz on the quay',
		location: 'Old Harbour',
		...ahead(20, 2),
		timezone: 'Europe/Berlin',
		capacity: 40,
		tiers: [{ name: 'Standing' }],
		publish: true
	});
	const made = await call('POST', `/v1/events/${first.id}/series`, { rule: 'FREQ=WEEKLY;COUNT=4', title: 'Jazz all summer' });
	const dates: string[] = made.items.map((d: { event_id: string }) => d.event_id);
	const event = (id: string) => call('GET', `/v1/events/${id}`);

	// From the second on they take place a week later, cost something, and are only for people with the link.
	await selma.goto(`/manage/events/${first.id}/series`);
	const rows = selma
		.getByRole('main')
		.getByRole('listitem')
		.filter({ has: selma.getByRole('button', { name: /^Change from here on/ }) });
	await rows
		.nth(1)
		.getByRole('button', { name: /^Change from here on/ })
		.click();
	const dialog = selma.getByRole('dialog');
	await dialog.getByLabel(say.series('change.move'), { exact: true }).selectOption('days');
	await dialog.getByRole('button', { name: say.series('change.save') }).click();
	await expect(dialog.locator('[aria-invalid=true]')).toHaveCount(1);
	await dialog.getByLabel(say.series('change.by'), { exact: true }).fill('7');
	await dialog.getByLabel('Price of Standing (EUR)').fill('9');
	await dialog.getByText(say.series('change.more.words')).click();
	await dialog.getByLabel(t('form.description')).fill('Bring a lamp.');
	await dialog.getByLabel(t('form.category'), { exact: true }).selectOption('music');
	await dialog.getByText(say.series('change.more.rules')).click();
	await dialog.getByLabel(say.rules('form.visibility'), { exact: true }).selectOption('unlisted');
	await dialog.getByLabel(say.series('change.registration')).fill('2');
	await dialog.getByText(say.series('change.more.sales')).click();
	await dialog.getByLabel(say.series('change.until', { tier: 'Standing' })).fill('1');
	await check(selma, 'more of following dates');
	await show(selma, 'manage-series-following');
	await dialog.getByRole('button', { name: say.series('change.save') }).click();
	await expect(selma.getByText(say.series('change.done', { n: 3 }))).toBeVisible();
	await expect(rows.filter({ hasText: say.series('list.moved') })).toHaveCount(3);
	const last = await event(dates[3]!);
	expect(Date.parse(last.starts_at) - Date.parse(first.starts_at)).toBeGreaterThan(27 * 86_400_000);
	expect(last).toMatchObject({ description: 'Bring a lamp.', category: 'music', visibility: 'unlisted', currency: 'EUR' });
	expect(last.tiers[0]).toMatchObject({ price: 900 });
	expect(Date.parse(last.starts_at) - Date.parse(last.tiers[0].sale_ends_at)).toBe(3_600_000);
	expect(Date.parse(last.starts_at) - Date.parse(last.registration_cutoff)).toBe(7_200_000);
	expect(await event(dates[0]!), 'the date before stays').toMatchObject({ starts_at: first.starts_at, visibility: 'public' });

	// What is asked at the first is asked at all that follow, by one button.
	await selma.goto(`/manage/events/${first.id}/questions`);
	await selma.getByRole('button', { name: say.questions('editor.add') }).click();
	await selma.getByLabel(say.questions('editor.label'), { exact: true }).fill(question.label);
	await show(selma, 'manage-questions-following');
	await selma.getByRole('button', { name: say.questions('editor.following') }).click();
	await expect(selma.getByText(say.questions('editor.following.done', { n: 4 }))).toBeVisible();
	for (const id of dates) expect((await call('GET', `/v1/events/${id}/questions`)).questions).toHaveLength(1);

	// One file has who comes to any of them.
	const asked = (await call('GET', `/v1/events/${dates[2]}/questions`)).questions[0];
	for (const [i, name] of [
		[0, 'Noor'],
		[2, 'Ola']
	] as const) {
		const tier = (await event(dates[i]!)).tiers[0].id;
		const answers = [{ question: asked.id, unit: asked.scope === 'attendee' ? 1 : 0, value: `Fish for ${name}` }];
		const order = await call('POST', `/v1/events/${dates[i]}/orders`, { email: `${name}@example.org`, name, answers, items: [{ tier_id: tier, quantity: 1 }] });
		if (order.status !== 'confirmed') await call('POST', `/v1/orders/${order.id}:mark-paid`, { reference: 'slip' });
	}
	await selma.goto(`/manage/events/${first.id}/series`);
	await show(selma, 'manage-series-files');
	const guests = await file(selma, t('export.series.guests'));
	expect(guests).toMatch(new RegExp(`${dates[0]},Jazz on the quay,.*Noor.*Fish for Noor`));
	expect(guests).toMatch(new RegExp(`${dates[2]},Jazz on the quay,.*Ola.*Fish for Ola`));
	expect(await file(selma, t('export.series.orders'))).toMatch(new RegExp(`${dates[2]},Jazz on the quay,.*EUR`));
});
