// The journey of an organizer who repeats an event, and of a guest who looks for a date.

import { ahead } from '../fixtures/api';
import { withoutScript } from '../fixtures/loading';
import { signIn } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

const email = 'selma@organizers.example';

test('a series', async ({ site }) => {
	const { call, mail, person, check, show, visit } = site;
	await call('POST', '/v1/members', { email, name: 'Selma', role: 'organizer' });
	const event = await call('POST', '/v1/events', {
		title: 'Jazz on the quay',
		location: 'Old Harbour',
		...ahead(10, 2),
		timezone: 'Europe/Berlin',
		capacity: 40,
		currency: 'EUR',
		tiers: [{ name: 'Standing', price: 1200 }],
		publish: true
	});

	// Selma repeats it every week, and sees which dates that comes to before she does.
	const selma = await person();
	await selma.goto(`/manage/events/${event.id}/series`);
	await signIn(selma, mail, email);
	await expect(selma.getByText(say.series('plan.preview', { n: 10 }), { exact: true })).toBeVisible();
	await selma.getByLabel(say.series('plan.count'), { exact: true }).fill('');
	await selma.getByRole('button', { name: /^Create series/ }).click();
	await expect(selma.getByText(say.core('field.required'))).toBeVisible();
	await check(selma, 'new series with an error');
	await selma.getByLabel(say.series('plan.count'), { exact: true }).fill('4');
	await expect(selma.getByText(say.series('plan.preview', { n: 4 }), { exact: true })).toBeVisible();
	await selma.getByLabel(say.series('new.title')).fill('Jazz all summer');
	await selma.getByRole('button', { name: say.series('new.make', { n: 4 }) }).click();
	await expect(selma.getByRole('heading', { name: 'Jazz all summer', level: 1 })).toBeVisible();
	const rows = selma.getByRole('main').getByRole('listitem');
	await expect(rows).toHaveCount(4);

	// The third date and all that follow become dearer and later; one of them was cancelled, and says so.
	const series = (await call('GET', `/v1/events/${event.id}`)).series.id;
	const dates = (await call('GET', `/v1/series/${series}`)).items;
	await call('POST', `/v1/events/${dates[3].event_id}:cancel`);
	await selma.reload();
	await rows
		.nth(2)
		.getByRole('button', { name: /^Change from here on/ })
		.click();
	await selma.getByRole('dialog').getByLabel(say.series('change.time')).fill('21:15');
	await selma.getByRole('dialog').getByLabel('Price of Standing (EUR)').fill('15');
	await check(selma, 'change of dates');
	await selma.getByRole('button', { name: say.series('change.save') }).click();
	await expect(selma.getByText(say.series('change.refused', { n: 1 }))).toBeVisible();
	await expect(rows.filter({ hasText: '21:15' })).toHaveCount(1);
	const third = await call('GET', `/v1/events/${dates[2].event_id}`);
	expect(third.tiers[0].price).toBe(1500);
	expect((await call('GET', `/v1/events/${dates[1].event_id}`)).tiers[0].price, 'the date before stays').toBe(1200);

	// Two more are added behind the last that takes place.
	await selma.getByRole('button', { name: say.series('list.extend') }).click();
	await selma.getByRole('dialog').getByLabel(say.series('plan.count.more')).fill('2');
	await check(selma, 'more dates');
	await selma
		.getByRole('dialog')
		.getByRole('button', { name: say.series('extend.make') })
		.click();
	await expect(selma.getByText(say.series('extend.done'))).toBeVisible();

	// One date is moved by itself: whoever has a ticket is told, the series shows its new day, and says that it was moved.
	const second = dates[1];
	const order = await call('POST', `/v1/events/${second.event_id}/orders`, {
		email: 'noor@example.org',
		name: 'Noor',
		items: [{ tier_id: (await call('GET', `/v1/events/${second.event_id}`)).tiers[0].id, quantity: 1 }]
	});
	await call('POST', `/v1/orders/${order.id}:mark-paid`, { reference: 'slip' });
	await mail('noor@example.org', /\/r\/hl_[A-Za-z0-9_-]+/);
	const other = new Date(new Date(second.starts_at).getTime() + 2 * 86_400_000);
	const [, month, number] = /^(\p{L}+) (\d+)$/u.exec(
		new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'long', timeZone: 'Europe/Berlin' }).format(other)
	)!;
	const shown = new RegExp(`${month} ${number}\\b|\\b${number} ${month}`);
	await selma.goto(`/manage/events/${second.event_id}/edit`);
	await selma.getByLabel(say.organizer('form.date'), { exact: true }).fill(new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' }).format(other));
	await selma.getByRole('button', { name: say.organizer('form.save') }).click();
	await expect(selma.getByText(say.core('saved'))).toBeVisible();
	await selma.goto(`/manage/events/${event.id}/series`);
	const moved = rows.filter({ hasText: say.series('list.moved') });
	await expect(moved.getByRole('link', { name: shown })).toHaveAttribute('href', new RegExp(second.event_id));
	await show(selma, 'manage-series-moved');
	expect(await mail('noor@example.org', shown), 'she is told of the new day').toBeTruthy();

	// The series has a German name, which whoever reads German sees.
	await selma.getByRole('button', { name: say.organizer('nav.languages') }).click();
	const translating = selma.getByRole('dialog');
	await translating.getByLabel(say.languages('choose')).selectOption('de');
	await translating.getByLabel(say.languages('field.title')).fill('Jazz den ganzen Sommer');
	await show(selma, 'manage-series-languages');
	await translating.getByRole('button', { name: say.languages('save') }).click();
	await expect(selma.getByText(say.languages('saved'))).toBeVisible();
	const gerda = await person({ locale: 'de-DE' });
	await gerda.goto(`/series/${series}`);
	await expect(gerda.getByRole('heading', { name: 'Jazz den ganzen Sommer', level: 1 })).toBeVisible();
	await gerda.context().close();

	// A guest comes to one date, and from there to the others.
	const guest = await person();
	await guest.goto(`/events/${event.id}`);
	const others = guest.getByRole('region', { name: say.guest('series.others') });
	await expect(others.getByRole('link').first()).toBeVisible();
	await check(guest, 'event of a series');
	await guest.getByRole('link', { name: say.guest('series.part', { title: 'Jazz all summer' }) }).click();
	await expect(guest.getByRole('heading', { name: 'Jazz all summer', level: 1 })).toBeVisible();
	await expect(
		guest
			.getByRole('region', { name: say.guest('series.dates') })
			.getByText('€15.00')
			.first()
	).toBeVisible();
	await expect(guest.getByText(say.guest('event.cancelled'), { exact: true })).toBeVisible();
	await expect(guest.getByRole('region', { name: say.guest('series.dates') }).getByRole('link', { name: shown })).toBeVisible();

	// The list of the host has the series once, and says how many more dates it has.
	await guest
		.getByRole('link', { name: /^Hosted by/ })
		.first()
		.click();
	const more = guest.getByRole('link', { name: /^and \d+ more dates$/ });
	await expect(more).toHaveCount(1);
	await check(guest, 'a host with a series');
	await show(guest, 'host-with-series');
	await more.click();
	await expect(guest.getByRole('heading', { name: 'Jazz all summer', level: 1 })).toBeVisible();

	// Selma follows it, and finds it among what she follows.
	await selma.goto(`/series/${series}`);
	await selma.getByRole('button', { name: say.guest('follow.host', { name: 'Jazz all summer' }) }).click();
	await expect(selma.getByText(say.guest('follow.series.done', { name: 'Jazz all summer' }))).toBeVisible();
	await check(selma, 'a series that is followed');
	await show(selma, 'series-followed');
	await selma.goto('/me');
	await expect(selma.getByRole('link', { name: 'Jazz all summer' })).toHaveAttribute('href', `/series/${series}`);

	await withoutScript(site, `/series/${series}`, ['Jazz all summer', '€12.00']);
	await withoutScript(site, `/hosts/${(await call('GET', '/v1/organization')).id}`, ['more dates']);
	await visit(
		[
			['series', `/series/${series}`],
			['manage-series', `/manage/events/${event.id}/series`]
		],
		await selma.context().storageState()
	);
});
