// The box office: a till is opened on a phone, tickets are sold for cash, by card and for
// nothing, a sale is taken back, and the cash is counted.
import { patience } from '../fixtures/browser';
import { desktop, phone } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';
import { today } from './door';
import { hall, seat } from './halls';

const t = say.boxoffice;

test('an evening at the box office', async ({ site }) => {
	const { call, mail, person, show } = site;
	const event = await call('POST', '/v1/events', {
		title: 'Quay concert',
		location: 'Old harbour',
		...today(1, 3),
		timezone: 'Europe/Berlin',
		capacity: 8,
		currency: 'EUR',
		tiers: [
			{ name: 'Regular', price: 2400, tax_rate_bp: 1900 },
			{ name: 'Front row', price: 5000, tax_rate_bp: 700, capacity: 2 }
		],
		waitlist: { time_critical: true },
		publish: true
	});
	const here = `/manage/events/${event.id}/box-office`;
	const kim = await person({ storageState: await member(site, 'kim@organizers.example', 'Kim', 'box_office'), viewport: phone });
	await kim.goto(here);
	await expect(kim.getByText(t('empty.text'))).toBeVisible();
	await show(kim, 'manage-box-office');

	// A till is opened by keyboard alone, with some change in it.
	await kim.getByRole('button', { name: t('open'), exact: true }).focus();
	await kim.keyboard.press('Enter');
	const dialog = kim.getByRole('dialog');
	await dialog.getByLabel(t('open.name')).fill('Main entrance');
	await dialog.getByLabel(t('open.float')).fill('150');
	await show(kim, 'manage-till-open');
	await kim.keyboard.press('Enter');
	await expect(kim.getByRole('heading', { name: 'Main entrance' })).toBeVisible();

	// Two tickets for cash: the change is there before it is given, and they come in at once.
	const more = kim.getByRole('button', { name: t('more', { tier: 'Regular' }) });
	await more.click();
	await more.press('Enter');
	await expect(kim.locator('[data-total="4800"]')).toBeVisible();
	await show(kim, 'manage-till-sell');
	await kim.getByRole('button', { name: t('cash'), exact: true }).click();
	await expect(dialog.getByRole('heading')).toContainText('48');
	await dialog.getByLabel(t('cash.given'), { exact: true }).fill('40');
	await expect(dialog.getByText(t('cash.less'))).toBeVisible();
	await dialog.getByRole('button', { name: '50', exact: false }).first().click();
	await expect(dialog.getByText('€2.00', { exact: true })).toBeVisible();
	await show(kim, 'manage-till-cash');
	await dialog.getByRole('button', { name: t('cash.yes') }).click();
	await expect(kim.locator('[data-change="200"]')).toBeVisible({ timeout: patience });
	await expect(kim.getByText(t('done.in', { n: 2 }))).toBeVisible();
	await expect(kim.getByRole('img', { name: t('done.qr') })).toBeVisible();
	await show(kim, 'manage-till-sold');
	expect((await call('GET', `/v1/events/${event.id}/checkins`)).admitted).toBe(2);

	// The next one pays by card and has the ticket mailed.
	await expect(kim.getByRole('button', { name: t('done.next') })).toBeFocused();
	await kim.keyboard.press('Enter');
	await kim.getByRole('button', { name: t('more', { tier: 'Front row' }) }).click();
	await kim.getByText(t('buyer'), { exact: true }).click();
	await kim.getByLabel(t('buyer.email')).fill('ada@example.org');
	await kim.getByRole('checkbox', { name: t('admit') }).uncheck();
	await kim.getByRole('button', { name: t('card'), exact: true }).click();
	await dialog.getByLabel(t('card.reference')).fill('0042');
	await show(kim, 'manage-till-card');
	await dialog.getByRole('button', { name: t('card.yes') }).click();
	await expect(kim.getByText(t('done.mailed', { email: 'ada@example.org' }))).toBeVisible({ timeout: patience });
	await expect(kim.getByRole('img', { name: t('done.ticket', { n: 1 }) })).toBeVisible();
	await show(kim, 'manage-till-mailed');
	const ada = await person({ viewport: phone });
	await ada.goto(await mail('ada@example.org', /\/r\/hl_[A-Za-z0-9_-]+/));
	await expect(ada.getByText('Front row').first()).toBeVisible();
	await kim.getByRole('button', { name: t('done.next') }).click();

	// A box office gives nothing away; whoever runs the event does.
	await kim.getByRole('button', { name: t('more', { tier: 'Regular' }) }).click();
	await expect(kim.getByRole('button', { name: t('give') })).toBeHidden();
	const olga = await person({ storageState: await member(site, 'olga@organizers.example', 'Olga', 'organizer'), viewport: desktop });
	await olga.goto(here);
	await olga.getByRole('button', { name: t('till.sellAt', { name: 'Main entrance' }) }).click();
	await olga.getByRole('button', { name: t('more', { tier: 'Front row' }) }).click();
	await show(olga, 'manage-till-desk');
	await olga.getByRole('button', { name: t('give') }).click();
	const gift = olga.getByRole('dialog');
	await gift.getByLabel(t('give.for')).fill('Press, City Courier');
	await show(olga, 'manage-till-give');
	await gift.getByRole('button', { name: t('give.yes') }).click();
	await expect(olga.getByRole('heading', { name: t('done.given') })).toBeVisible({ timeout: patience });

	// Whoever gave no address has the tickets by the link that is on the screen.
	const till = (await call('GET', `/v1/events/${event.id}/tills`)).items[0].id;
	const walkIn = await call('POST', `/v1/events/${event.id}/tills/${till}/sales`, {
		items: [{ tier_id: event.tiers[0].id, quantity: 1 }],
		payment: 'cash'
	});
	const bo = await person({ viewport: phone });
	await bo.goto(new URL(walkIn.ticket_url).pathname);
	await expect(bo.getByText('Regular').first()).toBeVisible();

	// What is gone is gone at the door too, and what somebody waits for is theirs.
	await expect(kim.locator('[data-tier="Front row"][data-free="0"]')).toContainText(t('soldOut'), { timeout: 2 * patience });
	await call('POST', `/v1/events/${event.id}/waitlist:join`, { user_id: 'dan', email: 'dan@example.org', name: 'Dan', tier_id: event.tiers[1].id });
	await expect(kim.locator('[data-tier="Front row"]')).toContainText(t('held', { n: 1 }), { timeout: 2 * patience });

	// A sale is taken back: its places go on, and the money comes out of the till.
	await kim.getByRole('radio', { name: t('view.sales') }).check({ force: true });
	const first = kim.locator('[data-sale]').last();
	await expect(kim.locator('[data-sale]')).toHaveCount(4);
	await show(kim, 'manage-till-sales');
	await first.getByRole('button', { name: t('void'), exact: false }).click();
	await expect(dialog).toContainText('48');
	// One of two goes back first, and then the other.
	await dialog.getByRole('checkbox').first().uncheck();
	await expect(dialog.getByText(t('void.cash', { amount: '€24.00' }))).toBeVisible();
	await show(kim, 'manage-till-void');
	await dialog.getByRole('button', { name: t('void.yes') }).click();
	await expect(first).toHaveAttribute('data-status', 'partly_voided', { timeout: patience });
	await first.getByRole('button', { name: t('void'), exact: false }).click();
	await dialog.getByRole('button', { name: t('void.yes') }).click();
	await expect(kim.locator('[data-sale][data-status=voided]')).toHaveCount(1, { timeout: patience });

	// The cash is counted, and two euros are missing.
	await kim.getByRole('button', { name: t('close'), exact: true }).click();
	await dialog.getByLabel(t('close.counted')).fill('nothing');
	await dialog.getByRole('button', { name: t('close.yes') }).click();
	await expect(dialog.getByText(t('amount.wrong'))).toBeVisible();
	await dialog.getByLabel(t('close.counted')).fill('172.00');
	await dialog.getByLabel(t('close.note')).fill('Counted twice');
	await show(kim, 'manage-till-close');
	await dialog.getByRole('button', { name: t('close.yes') }).click();
	await expect(kim.locator('[data-difference="-200"]')).toBeVisible({ timeout: patience });
	await show(kim, 'manage-till-report');
	await kim.getByRole('button', { name: t('till.all') }).click();
	await expect(kim.locator('[data-till="Main entrance"][data-status=closed]')).toContainText('short');
	await show(kim, 'manage-tills');
	await olga.goto(here);
	await olga.getByRole('button', { name: t('till.reportOf', { name: 'Main entrance' }) }).click();
	await expect(olga.getByRole('heading', { name: t('report.taxes') })).toBeVisible();
	await show(olga, 'manage-till-report-desk');
	await olga.emulateMedia({ media: 'print' });
	await expect(olga.getByRole('navigation').first(), 'on paper there is the report alone').toBeHidden();
});

test('seats, codes and questions at the till', async ({ site }) => {
	const { call, person, check, show } = site;
	const event = await hall(
		call,
		'Evening recital',
		[
			['Stalls', 3, 6, 'Stalls'],
			['Gallery', 2, 4, 'Gallery']
		],
		{ ...today(1, 3) }
	);
	await call('POST', `/v1/events/${event.id}/codes`, { code: 'STUDENT', kind: 'promo', percent_bp: 5000, max_uses: 1 });
	await call('PUT', `/v1/events/${event.id}/questions`, {
		questions: [
			{ id: 'found', kind: 'text', scope: 'order', label: 'How did you find us?' },
			{
				id: 'diet',
				kind: 'choice',
				scope: 'attendee',
				label: 'What do you eat in the break?',
				required: true,
				options: [
					{ value: 'all', label: 'Everything' },
					{ value: 'vegan', label: 'Vegan' }
				]
			},
			{ id: 'age', kind: 'number', scope: 'attendee', label: 'Age', min: 6, max: 120 }
		]
	});
	const kim = await person({ storageState: await member(site, 'kim@organizers.example', 'Kim', 'box_office'), viewport: phone });
	await kim.goto(`/manage/events/${event.id}/box-office`);
	await kim.getByRole('button', { name: t('open'), exact: true }).click();
	const dialog = kim.getByRole('dialog');
	await dialog.getByLabel(t('open.name')).fill('Main entrance');
	await dialog.getByRole('button', { name: t('open.yes') }).click();

	// A seat is taken on the map with the keys alone, and another from the list.
	const open = kim.getByRole('button', { name: t('seatmap'), exact: true });
	await open.focus();
	await kim.keyboard.press('Enter');
	const map = dialog.getByRole('application', { name: say.seats('map.label') });
	await map.focus();
	await kim.keyboard.press('ArrowRight');
	await kim.keyboard.press('Enter');
	const use = (n: number) => dialog.getByRole('button', { name: t('seatmap.use', { n }) });
	await expect(use(1)).toBeVisible();
	await show(kim, 'manage-till-map');
	await dialog.getByRole('radio', { name: say.seats('page.list') }).check({ force: true });
	await dialog.getByLabel(say.seats('list.section')).selectOption({ label: 'Gallery' });
	const inGallery = (n: number) => say.seats('seat.place', { section: 'Gallery', row: 1, number: n });
	await dialog.getByRole('checkbox', { name: inGallery(2) }).check();
	await show(kim, 'manage-till-list');
	await use(2).click();
	await expect(kim.locator('[data-seat]')).toHaveCount(2);
	await expect(kim.locator('[data-total="5200"]')).toBeVisible();

	// Somebody else takes one of them meanwhile: it is said which, and is not in the sale.
	const gallery = await seat(call, event, 20);
	await call('POST', `/v1/events/${event.id}/orders`, { user_id: 'vic', email: 'vic@example.org', items: [{ seat_id: gallery }] });
	await expect(kim.getByText(t('seatmap.gone', { place: inGallery(2) }))).toBeVisible({ timeout: patience });
	await expect(kim.locator('[data-seat]')).toHaveCount(1);
	await open.click();
	await dialog.getByRole('radio', { name: say.seats('page.list') }).check({ force: true });
	await dialog.getByLabel(say.seats('list.section')).selectOption({ label: 'Gallery' });
	await dialog.getByRole('checkbox', { name: inGallery(3) }).check();
	await use(2).click();

	// Before money is taken, what is required is asked, each answer at its field.
	await kim.getByRole('button', { name: t('cash'), exact: true }).click();
	await expect(dialog).toBeHidden();
	const nth = (n: number) => kim.getByRole('group', { name: say.questions('asked.ticket', { n }) });
	await expect(nth(1).getByText(say.core('field.required'))).toBeVisible();
	await expect(nth(1).getByRole('radiogroup')).toBeFocused();
	await check(kim, 'questions at the till that were not answered');
	await show(kim, 'manage-till-asked');
	await nth(1).getByRole('radio', { name: 'Vegan' }).check();
	await nth(2).getByRole('radio', { name: 'Everything' }).check();
	await nth(2).getByLabel('Age').fill('4');
	await kim.getByRole('button', { name: t('cash'), exact: true }).click();
	await expect(nth(2).getByText(say.core('field.out_of_range'))).toBeVisible();
	await nth(2).getByLabel('Age').fill('41');

	// A code that is not known is refused at its field, and a good one is in the sum.
	await kim.getByText(say.checkout('buy.code'), { exact: true }).click();
	const code = kim.getByLabel(say.checkout('buy.codeLabel'), { exact: true });
	await code.fill('NOTHING');
	await kim.getByRole('button', { name: t('cash'), exact: true }).click();
	await expect(kim.getByText(say.refusals('problem.code_unknown'))).toBeVisible();
	await expect(code).toBeFocused();
	await code.fill('student');
	await code.press('Enter');
	await expect(kim.locator('[data-discount="2600"]')).toBeVisible();
	await show(kim, 'manage-till-code');
	await kim.getByRole('button', { name: t('cash'), exact: true }).click();
	await dialog.getByRole('button', { name: t('cash.yes') }).click();
	await expect(kim.getByText(t('done.in', { n: 2 }))).toBeVisible({ timeout: patience });
	const till = (await call('GET', `/v1/events/${event.id}/tills`)).items[0].id;
	const first = (await call('GET', `/v1/events/${event.id}/tills/${till}/sales`)).items[0];
	expect(first.total).toBe(2600);
	const answered = await call('GET', `/v1/orders/${first.order_id}/answers`);
	expect(answered.answers.map((a: { question: string; unit: number; value: string }) => [a.question, a.unit, a.value])).toEqual(
		expect.arrayContaining([
			['diet', 1, 'vegan'],
			['diet', 2, 'all'],
			['age', 2, '41']
		])
	);

	// The code is used up, and whoever is in a hurry buys without an answer.
	await kim.getByRole('button', { name: t('done.next') }).click();
	await kim.getByRole('button', { name: t('more', { tier: 'Gallery' }) }).click();
	await kim.getByText(say.checkout('buy.code'), { exact: true }).click();
	await code.fill('STUDENT');
	await code.press('Enter');
	await expect(kim.getByText(say.refusals('problem.code_used_up'))).toBeVisible();
	await code.fill('');
	await kim.getByRole('button', { name: t('card'), exact: true }).click();
	await expect(nth(1)).toBeVisible();
	await kim.getByRole('checkbox', { name: t('asked.skip') }).check();
	await kim.getByRole('button', { name: t('card'), exact: true }).click();
	await dialog.getByRole('button', { name: t('card.yes') }).click();
	await expect(kim.getByText(t('done.in', { n: 1 }))).toBeVisible({ timeout: patience });

	// The same on a desk: the plan is beside nothing else, and as large as there is room.
	const olga = await person({ storageState: await member(site, 'olga@organizers.example', 'Olga', 'organizer'), viewport: desktop });
	await olga.goto(`/manage/events/${event.id}/box-office`);
	await olga.getByRole('button', { name: t('till.sellAt', { name: 'Main entrance' }) }).click();
	await olga.getByRole('button', { name: t('seatmap'), exact: true }).click();
	const hers = olga.getByRole('dialog').getByRole('application', { name: say.seats('map.label') });
	await hers.focus();
	// The first seat that the keys come to is the one that Kim has sold: it is said, and not chosen.
	for (const key of ['ArrowRight', 'Enter']) await olga.keyboard.press(key);
	await expect(olga.getByRole('dialog').locator('[data-refused]')).toBeVisible();
	for (const key of ['ArrowRight', 'Enter', 'ArrowRight', 'Enter']) await olga.keyboard.press(key);
	await show(olga, 'manage-till-map-desk');
	await olga
		.getByRole('dialog')
		.getByRole('button', { name: t('seatmap.use', { n: 2 }) })
		.click();
	await show(olga, 'manage-till-seats-desk');
});
