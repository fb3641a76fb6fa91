// How long an organization keeps things: what a bound would affect is counted before it is said, a
// bound that cannot be is refused at its field, and it is still there afterwards.
import { ahead } from '../fixtures/api';
import { desktop } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

const t = say.retention;

test('people are kept for so long', async ({ site }) => {
	const { call, person, check, show } = site;
	const event = await call('POST', '/v1/events', { title: 'Lantern walk', ...ahead(3, 2), timezone: 'Europe/Berlin', capacity: 9, publish: true });
	await call('POST', `/v1/events/${event.id}/registrations`, { user_id: 'ada', email: 'ada@example.org', name: 'Ada' });
	const olga = await person({ storageState: await member(site, 'olga@owners.example', 'Olga', 'owner'), viewport: desktop });
	await olga.goto('/manage/retention');
	const people = olga.getByLabel(t('kind.people'), { exact: true });
	await olga.getByLabel(t('kind.events'), { exact: true }).fill('400');
	await people.fill('400');
	await people.press('Enter');
	await expect(people, 'a day before the event is archived').toHaveAttribute('aria-invalid', 'true');
	await expect(people).toBeFocused();
	await check(olga, 'people that are kept for too long');
	await people.fill('365');
	await olga.getByRole('button', { name: t('count') }).click();
	await expect(olga.getByText(t('aged.people', { n: 0 }))).toBeVisible();
	await show(olga, 'manage-retention-people');
	await olga.getByRole('button', { name: say.core('save') }).click();
	await expect(olga.getByText(t('saved'))).toBeVisible();
	await olga.reload();
	await expect(olga.getByLabel(t('kind.people'), { exact: true })).toHaveValue('365');
});
