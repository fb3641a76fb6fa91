// Approval: people apply for an event, and the organizer approves and declines them, one and
// many, with what they answered; whoever was approved comes, waits, or is told why not.
import { desktop, phone } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

const t = say.applications;
const guest = say.guest;

test('an event at which the organizer approves each', async ({ site }) => {
	const { call, mail, person, show } = site;
	const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
	const event = await call('POST', '/v1/events', {
		title: 'A table for three',
		location: 'Old harbour',
		starts_at: at(7 * 86400),
		ends_at: at(7 * 86400 + 7200),
		timezone: 'Europe/Berlin',
		capacity: 3,
		max_guests: 1,
		approval: true,
		waitlist: { time_critical: true },
		publish: true
	});
	await call('PUT', `/v1/events/${event.id}/questions`, {
		questions: [{ id: 'why', label: 'Why would you like to come?', kind: 'text', required: true, scope: 'order' }]
	});

	// Ada applies from her phone, and has a page of her application.
	const ada = await person({ viewport: phone });
	await ada.goto(`/events/${event.id}`);
	await expect(ada.getByRole('heading', { name: guest('join.apply') })).toBeVisible();
	await show(ada, 'apply');
	await ada.getByLabel(guest('join.name')).fill('Ada Lovelace');
	await ada.getByLabel(guest('join.email')).fill('ada@example.org');
	await ada.getByLabel('Why would you like to come?').fill('I have read your book.');
	await ada
		.locator('form')
		.getByRole('button', { name: guest('join.apply') })
		.click();
	await expect(ada.getByRole('heading', { name: guest('done.applied.title') })).toBeVisible();
	await show(ada, 'applied');
	const entry = /\/e\/hl_[A-Za-z0-9_-]+/;
	await ada.goto(await mail('ada@example.org', entry));
	await expect(ada.getByRole('heading', { name: guest('entry.applied') })).toBeVisible();
	await show(ada, 'application');

	// Others apply too.
	for (const [name, guests] of [
		['Ben', 1],
		['Cyd', 0],
		['Dan', 0],
		['Eve', 0]
	] as const) {
		const registered = await ada.request.post(`/v1/events/${event.id}/registrations`, {
			data: {
				name,
				email: `${name.toLowerCase()}@example.org`,
				guests: guests ? [{ name: 'Bo' }] : [],
				answers: [{ question: 'why', value: 'I like suppers.' }]
			}
		});
		expect(registered.status(), await registered.text()).toBe(201);
	}

	// Olga reads what they said, approves one and then two, and declines one with a reason.
	const olga = await person({ storageState: await member(site, 'olga@organizers.example', 'Olga', 'organizer'), viewport: desktop });
	await olga.goto(`/manage/events/${event.id}/applications`);
	await expect(olga.getByText(t('open', { n: 5 }))).toBeVisible();
	await expect(olga.getByText('I have read your book.')).toBeVisible();
	await show(olga, 'manage-applications');
	await olga.getByRole('button', { name: t('approve.who', { name: 'Ada Lovelace' }) }).click();
	await expect(olga.getByText(t('open', { n: 4 }))).toBeVisible();
	// The keyboard does as well.
	await olga.getByRole('checkbox', { name: t('select', { name: 'Ben' }) }).press('Space');
	await olga.getByRole('checkbox', { name: t('select', { name: 'Cyd' }) }).press('Space');
	await olga.getByRole('button', { name: t('approve.chosen', { n: 2 }) }).press('Enter');
	await expect(olga.getByText(t('open', { n: 2 }))).toBeVisible();
	await olga.getByRole('button', { name: t('decline.who', { name: 'Dan' }) }).click();
	await olga.getByText(t('reason.incomplete'), { exact: true }).click();
	await show(olga, 'decline-application');
	await olga.getByRole('button', { name: t('decline.yes', { n: 1 }) }).click();
	await expect(olga.getByText(t('open', { n: 1 }))).toBeVisible();

	// Ada comes, the party of Ben too, Cyd waits because all is taken, and Dan is told why not.
	await ada.goto(await mail('ada@example.org', /\/r\/hl_[A-Za-z0-9_-]+/));
	await expect(ada.getByRole('heading', { name: guest('order.confirmed') })).toBeVisible();
	const cyd = await person({ viewport: phone });
	await cyd.goto(await mail('cyd@example.org', entry));
	await expect(cyd.getByRole('heading', { name: guest('entry.waiting') })).toBeVisible();
	await expect(cyd.getByText('The organizer approved your application.', { exact: false })).toBeVisible();
	const dan = await person({ viewport: phone });
	await dan.goto(await mail('dan@example.org', entry));
	await expect(dan.getByRole('heading', { name: guest('entry.rejected') })).toBeVisible();
	await expect(dan.getByText('it doesn’t say everything that was asked for', { exact: false })).toBeVisible();
	await show(dan, 'application-declined');

	// Eve withdraws hers.
	const eve = await person({ viewport: phone });
	await eve.goto(await mail('eve@example.org', entry));
	await eve.getByRole('button', { name: guest('entry.withdraw') }).click();
	await eve.getByRole('button', { name: guest('entry.withdraw.yes') }).click();
	await expect(eve.getByRole('heading', { name: guest('entry.withdrawn') })).toBeVisible();
	await olga.reload();
	await expect(olga.getByText(t('empty'))).toBeVisible();
});
