// A refund that the provider refuses: the organizer sees that it failed, why, and tries it again.
import { desktop, phone } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';
import { order, sale } from './buying';

test.use({ serverOptions: { command: 'demo' } });

const t = say.failedRefunds;

test('a refund that fails is seen and tried again', async ({ site }) => {
	const { call, person, check, show } = site;
	const event = await sale(call);
	const state = await member(site, 'olga@organizers.example', 'Olga', 'organizer');

	// Ada pays with the card to which refunds fail, and a colleague with one that takes them.
	const ada = await person({ viewport: phone });
	await order(ada, event, 'Regular', 1, 'Ada Lovelace', 'ada@example.org');
	await ada.getByRole('button', { name: /^Pay €/ }).click();
	await ada.waitForURL(/\/testpay\//);
	await ada.locator('input[name=card]').fill('4000 0000 0000 5126');
	await ada.getByRole('button', { name: /^Pay €[0-9.,]+$/ }).click();
	await expect(ada.getByRole('heading', { name: /^(Paid\. See you there!|You’re going)$/ })).toBeVisible();

	// Nothing has failed yet.
	const olga = await person({ storageState: state, viewport: desktop });
	await olga.goto('/manage/refunds');
	await expect(olga.getByText(t('empty.title'))).toBeVisible();
	await check(olga, 'no failed refunds');

	const [bought] = (await call('GET', `/v1/events/${event.id}/orders`)).items;
	await call('POST', `/v1/orders/${bought.id}:cancel`);
	await expect(async () => {
		expect((await call('GET', '/v1/refunds?refund_state=failed')).items).toHaveLength(1);
	}).toPass();

	// The first page says so, and leads there.
	await olga.goto('/manage');
	await expect(olga.getByText(say.organizer('refunds.failed', { n: 1 }))).toBeVisible();
	await check(olga, 'a refund has failed');
	await show(olga, 'manage-refund-notice');
	await olga.getByRole('link', { name: say.organizer('refunds.look') }).click();
	await expect(olga.getByRole('heading', { name: t('title'), level: 1 })).toBeVisible();
	await expect(olga.getByText('Ada Lovelace')).toBeVisible();
	await expect(olga.getByText('€24.00', { exact: true })).toBeVisible();
	await expect(olga.getByText(t('why.card_closed'))).toBeVisible();
	await expect(olga.getByText(/: the card takes none \(expired_or_canceled_card\)$/)).toBeVisible();
	await expect(olga.getByRole('button', { name: t('otherwise') })).not.toBeAttached(); // that is for owners
	await check(olga, 'failed refunds');
	await show(olga, 'manage-refunds');

	// It is looked at, and tried again with the keyboard: it leaves the list, and arrives.
	await olga.getByRole('link', { name: t('open') }).click();
	await expect(olga.getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible();
	await olga.goBack();
	await olga.getByRole('button', { name: say.backoffice('refund.retry') }).focus();
	await olga.keyboard.press('Enter');
	await expect(olga.getByText(t('retried'))).toBeVisible();
	await expect(olga.getByText(t('empty.title'))).toBeVisible();
	await expect(async () => {
		expect((await call('GET', `/v1/orders/${bought.id}/payments`)).items[0].refunds[0].status).toBe('done');
	}).toPass();
	await olga.goto('/manage');
	await expect(olga.getByRole('heading', { name: say.organizer('list.title') })).toBeVisible();
	await expect(olga.getByRole('link', { name: say.organizer('refunds.look') })).not.toBeAttached();
});

test('an owner pays otherwise what the provider refuses', async ({ site }) => {
	const { call, person, check, show } = site;
	const event = await sale(call);
	const state = await member(site, 'owen@organizers.example', 'Owen', 'owner');
	const ada = await person({ viewport: phone });
	await order(ada, event, 'Regular', 1, 'Ada Lovelace', 'ada@example.org');
	await ada.getByRole('button', { name: /^Pay €/ }).click();
	await ada.waitForURL(/\/testpay\//);
	await ada.locator('input[name=card]').fill('4000 0000 0000 5126');
	await ada.getByRole('button', { name: /^Pay €[0-9.,]+$/ }).click();
	await expect(ada.getByRole('heading', { name: /^(Paid\. See you there!|You’re going)$/ })).toBeVisible();
	const [bought] = (await call('GET', `/v1/events/${event.id}/orders`)).items;
	await call('POST', `/v1/orders/${bought.id}:cancel`);
	await expect(async () => {
		expect((await call('GET', '/v1/refunds?refund_state=failed')).items).toHaveLength(1);
	}).toPass();

	const owen = await person({ storageState: state, viewport: desktop });
	await owen.goto('/manage/refunds');
	await owen.getByRole('button', { name: t('otherwise') }).focus();
	await owen.keyboard.press('Enter');
	const dialog = owen.getByRole('dialog', { name: t('otherwise.title') });
	await expect(dialog).toBeVisible();
	await dialog.getByRole('button', { name: t('otherwise.yes') }).click();
	await expect(dialog.getByLabel(t('otherwise.day'))).toHaveAttribute('aria-invalid', 'true');
	await dialog.getByLabel(t('otherwise.day')).fill(new Date().toISOString().slice(0, 10));
	await dialog.getByLabel(t('otherwise.reference')).fill('Transfer of today');
	await check(owen, 'paid by other means');
	await show(owen, 'manage-refund-otherwise');
	await dialog.getByRole('button', { name: t('otherwise.yes') }).click();
	await expect(owen.getByText(t('otherwise.done'))).toBeVisible();
	await expect(owen.getByText(t('empty.title'))).toBeVisible();
	const [refund] = (await call('GET', `/v1/orders/${bought.id}/payments`)).items[0].refunds;
	expect(refund).toMatchObject({ status: 'done', reference: 'Transfer of today', paid_on: new Date().toISOString().slice(0, 10) });
});
