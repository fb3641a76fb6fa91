// Pay what you can: an organizer lets people choose in the form of the event, and a buyer does.
import { ahead } from '../fixtures/api';
import { desktop, phone } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';
import { details } from './buying';

const t = say.checkout;

test('people pay what they can', async ({ site }) => {
	const { call, person, check } = site;
	const event = await call('POST', '/v1/events', {
		title: 'Soup and songs',
		location: 'Old harbour',
		...ahead(20, 3),
		timezone: 'Europe/Berlin',
		capacity: 3,
		currency: 'EUR',
		tiers: [{ name: 'Entry', price: 1500 }],
		publish: true
	});

	// The organizer lets buyers choose, in the form of the event.
	const olga = await person({ storageState: await member(site, 'olga@organizers.example', 'Olga', 'organizer'), viewport: desktop });
	await olga.goto(`/manage/events/${event.id}/edit`);
	await olga.getByRole('checkbox', { name: say.rules('form.tier.chosen') }).check();
	await olga.getByLabel(say.rules('form.tier.ceiling', { currency: 'EUR' })).fill('10');
	await olga.getByRole('button', { name: say.organizer('form.save') }).click();
	await expect(olga.getByLabel(say.rules('form.tier.suggested', { currency: 'EUR' }))).toHaveAttribute('aria-invalid', 'true');
	await olga.getByLabel(say.rules('form.tier.ceiling', { currency: 'EUR' })).fill('60');
	await check(olga, 'manage-event-chosen');
	await olga.getByRole('button', { name: say.organizer('form.save') }).click();
	await expect.poll(async () => (await call('GET', `/v1/events/${event.id}`)).tiers[0].price_max).toBe(6000);

	// Ada sees so at once, and chooses: what is suggested, then more, then what she types.
	const ada = await person({ viewport: phone });
	await ada.goto(`/events/${event.id}`);
	await expect(ada.getByText(t('choose.any'))).toBeVisible();
	await ada.getByRole('button', { name: 'One more: Entry' }).click();
	const price = ada.getByLabel(t('choose.label', { currency: 'EUR' }));
	await expect(price).toHaveValue('15.00');
	await expect(ada.getByRole('button', { name: '€15.00', exact: true })).toHaveAttribute('aria-pressed', 'true');
	await ada.getByRole('button', { name: '€23.00', exact: true }).click();
	await expect(price).toHaveValue('23.00');
	await details(ada, 'Ada Lovelace', 'ada@example.org');
	await price.fill('600');
	await ada.getByRole('button', { name: /^Get 1 ticket/ }).click();
	await expect(price).toBeFocused();
	await expect(price).toHaveAttribute('aria-invalid', 'true');
	await check(ada, 'choose-price');
	await price.fill('17.50');
	await ada.getByRole('button', { name: t('buy.submitPay', { n: 1, amount: '€17.50' }) }).click();
	await expect(ada.getByRole('heading', { name: t('pending.title') })).toBeVisible();

	// Bob has nothing to give, and is in at once.
	const bob = await person({ viewport: desktop });
	await bob.goto(`/events/${event.id}`);
	await bob.getByRole('button', { name: 'One more: Entry' }).click();
	await bob.getByRole('button', { name: t('buy.free'), exact: true }).click();
	await details(bob, 'Bob Noyce', 'bob@example.org');
	await bob.getByRole('button', { name: t('buy.submit', { n: 1 }) }).click();
	await expect(bob.getByRole('heading', { name: t('buy.done') })).toBeVisible();
});
