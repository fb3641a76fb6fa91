// The journey of a buyer who pays by bank transfer: order, close the page, find in the
// mail how to pay, have it noted by the organizer, get the tickets; and later
// another code for one of them.
import { desktop, phone } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { statement } from '../fixtures/statement';
import { expect, test } from '../fixtures/test';
import type { Mail } from '../fixtures/api';
import { say } from '../fixtures/texts';
import { order, sale } from './buying';

test.use({ serverOptions: { command: 'demo' } });

/** What a reference looks like. */
const groups = /^RF\d\d ([0-9A-Z]{4} ){4}[0-9A-Z]{4}$/;
const account = 'DE02 1203 0000 0000 2020 51';

/** The link to an order in the mail that has these words. */
async function linkIn(mail: Mail, address: string, words: string) {
	const found = await mail(address, new RegExp(`${words}[^]*?/r/hl_[A-Za-z0-9_-]+`));
	return found.slice(found.lastIndexOf('/r/'));
}

test('a payment by bank transfer', async ({ site }) => {
	const { call, mail, person, show } = site;
	const event = await sale(call, {
		title: 'Supper in the yard',
		orders: {
			hold_seconds: 4 * 86_400,
			payment_instructions: `To the account of the yard,\n${account}\n\nor in cash at the box office, Tuesdays from 4 to 7 pm.`
		}
	});
	const lise = await person();
	await order(lise, event, 'Regular', 2, 'Lise Meitner', 'lise@example.org');
	const how = lise.getByRole('region', { name: say.checkout('hand.titleOr') });
	await expect(how.getByText(account)).toBeVisible();
	await expect(how.getByText('€48.00')).toBeVisible();
	const reference = (await how.getByText(groups).textContent())!;
	await show(lise, 'pay-by-hand', true); // what it is about stands at its end
	await lise.goto('about:blank');

	// The mail says the same, and leads back.
	const link = await linkIn(mail, 'lise@example.org', account);
	await lise.goto(link);
	await expect(lise.getByText(account)).toBeVisible();
	await expect(lise.getByText(groups), 'the reference is that of the order').toHaveText(reference);
	const plain = await person({ javaScriptEnabled: false });
	await plain.goto(link);
	for (const text of [account, reference]) await expect(plain.locator('main').getByText(text).first()).toBeVisible();
	await plain.context().close();

	// The page that is open says by itself that the organizer has the money.
	const found = await call('GET', `/v1/events/${event.id}/orders?q=${encodeURIComponent(reference)}`);
	const { id } = found.items[0];
	await call('POST', `/v1/orders/${id}:mark-paid`, { reference: 'Statement 12' });
	await expect(lise.getByRole('heading', { name: say.guest('order.confirmed') })).toBeVisible();
	await expect(lise.getByText(account), 'what is paid is not asked for').toHaveCount(0);

	const { items } = await call('GET', `/v1/orders/${id}/tickets`);
	await call('POST', `/v1/tickets/${items[0].id}:reissue`, { version: 0 });
	await lise.goto(await linkIn(mail, 'lise@example.org', 'has a new code'));
	await expect(lise.getByRole('heading', { name: say.guest('order.confirmed') })).toBeVisible();
});

test('a bank statement and the desk', async ({ site }) => {
	const { call, mail, person, show } = site;
	const t = say.bank;
	const kim = await person({ storageState: await member(site, 'kim@organizers.example', 'Kim', 'owner'), viewport: desktop });
	await kim.goto('/manage/bank');
	await expect(kim.getByText(t('account.none'))).toBeVisible();

	// The account is checked before anybody is told it.
	await kim.getByRole('button', { name: t('account.set') }).click();
	const dialog = kim.getByRole('dialog');
	await dialog.getByLabel(t('iban'), { exact: true }).fill('DE03 1203 0000 0000 2020 51');
	await dialog.getByLabel(t('holder')).fill('Nordlicht e. V.');
	await dialog.getByRole('button', { name: t('account.save') }).click();
	await expect(dialog.getByLabel(t('iban'), { exact: true })).toHaveAttribute('aria-invalid', 'true');
	await dialog.getByLabel(t('iban'), { exact: true }).fill(account);
	await dialog.getByRole('button', { name: t('account.save') }).click();
	await expect(kim.getByText(account)).toBeVisible();

	const event = await sale(call, { title: 'Concert in the yard', orders: { hold_seconds: 4 * 86_400, bank_transfer: true } });
	const references: Record<string, string> = {};
	for (const name of ['Ada', 'Ben', 'Cyd']) {
		const buyer = await person({ viewport: phone });
		await order(buyer, event, 'Regular', 1, name, `${name.toLowerCase()}@example.org`);
		const how = buyer.getByRole('region', { name: say.checkout('hand.titleOr') });
		await expect(how.getByText(account)).toBeVisible();
		await expect(how.getByRole('img', { name: say.checkout('hand.codeAlt') })).toBeVisible();
		references[name] = (await how.getByText(groups).textContent())!;
		if (name === 'Ada') await show(buyer, 'pay-by-transfer', true);
		await buyer.context().close();
	}
	await mail('ada@example.org', new RegExp(`IBAN ${account}[^]*${references.Ada}`));

	// One is right, one has a wrong letter, one is too little, one comes twice, one is for something else.
	const wrong = references.Ben!.replace(/.(?=.{5}$)/, (c) => (c === '4' ? '3' : '4'));
	const file = statement('november.xml', [
		['Ada', 2400, `Tickets ${references.Ada!.toLowerCase()}`],
		['Ada', 2400, `Tickets ${references.Ada!.toLowerCase()}`],
		['Ben', 2400, wrong],
		['Cyd', 2000, references.Cyd!],
		['Gym', 3000, 'Membership']
	]);
	await kim.locator('input[type=file]').setInputFiles({ name: 'broken.txt', mimeType: 'text/plain', buffer: Buffer.from('Date;Payer') });
	await expect(kim.getByText(/line 1/)).toBeVisible();
	await kim.locator('input[type=file]').setInputFiles(file);
	await expect(kim.getByText(t('read', { name: 'november.xml' }))).toBeVisible();
	await mail('ada@example.org', /Your order for Concert in the yard is confirmed/);
	await expect(kim.locator('[data-transaction]')).toHaveCount(4);
	for (const reason of ['already_paid', 'unknown_reference', 'too_little', 'no_reference'] as const)
		await expect(kim.getByText(t(`reason.${reason}`), { exact: true })).toBeVisible();
	await show(kim, 'manage-bank', true);
	await kim.locator('input[type=file]').setInputFiles(file);
	await expect(kim.getByText(t('read.again'))).toBeVisible();

	// The wrong letter: the order it was meant for is the first that is suggested.
	await kim.getByRole('button', { name: t('lookAt', { amount: '€24.00', name: 'Ben' }) }).focus();
	await kim.keyboard.press('Enter');
	await expect(dialog.getByText(new RegExp(t('suggest.reference')))).toBeVisible();
	await show(kim, 'manage-bank-transfer');
	await dialog.getByRole('button', { name: t('assign.to', { name: 'Ben' }) }).click();
	await expect(kim.getByText(t('assigned.matched'))).toBeVisible();
	await expect(kim.locator('[data-transaction]')).toHaveCount(3);

	// Too little waits for more; what was paid twice goes back; the rest is not for tickets.
	await kim.setViewportSize(phone);
	await kim.getByRole('button', { name: t('lookAt', { amount: '€20.00', name: 'Cyd' }) }).click();
	await dialog
		.getByRole('button', { name: t('assign.to', { name: 'Cyd' }) })
		.first()
		.click();
	await expect(kim.getByText(t('assigned.part', { amount: '€4.00' }))).toBeVisible();
	await kim.getByRole('button', { name: t('lookAt', { amount: '€24.00', name: 'Ada' }) }).click();
	await dialog.getByRole('button', { name: t('giveBack') }).click();
	await expect(dialog.getByText(t('note.missing'))).toBeVisible();
	await dialog.getByLabel(t('note')).fill('Paid twice');
	await dialog.getByRole('button', { name: t('giveBack') }).click();
	await expect(kim.getByText(t('gaveBack'))).toBeVisible();
	await kim.getByRole('button', { name: t('lookAt', { amount: '€30.00', name: 'Gym' }) }).click();
	await dialog.getByLabel(t('note')).fill('The gym');
	await dialog.getByRole('button', { name: t('ignore') }).click();
	await expect(kim.getByText(t('ignored'))).toBeVisible();
	await expect(kim.locator('[data-transaction]')).toHaveCount(1);
	await show(kim, 'manage-bank-desk', true);
	await kim.locator('input[type=file]').setInputFiles(statement('rest.xml', [['Cyd', 400, `rest ${references.Cyd}`]]));
	await expect(kim.getByText(t('read', { name: 'rest.xml' }))).toBeVisible();
	await expect(kim.locator('[data-transaction]')).toHaveCount(0);
	const { items } = await call('GET', `/v1/events/${event.id}/orders?status=confirmed`);
	expect(items.length, 'all three have their tickets').toBe(3);

	// The bank takes a transfer back: whose it was is said at the desk, and stands with the order.
	await kim.locator('input[type=file]').setInputFiles(statement('back.xml', [['Ada', -2400, `back ${references.Ada}`]]));
	await expect(kim.getByText(t('read', { name: 'back.xml' }))).toBeVisible();
	await kim.getByRole('button', { name: t('lookAt', { amount: '€24.00', name: 'Ada' }) }).click();
	await expect(dialog.getByText(t('reversal.credit_reversed.why'))).toBeVisible();
	await show(kim, 'manage-bank-reversal');
	await dialog.getByRole('button', { name: t('reversal.to', { name: 'Ada' }) }).click();
	await expect(kim.getByText(t('reversal.credit_reversed', { amount: '€24.00' }))).toBeVisible();
	await expect(kim.locator('[data-transaction]')).toHaveCount(0);
	const ada = items.find((o: { person: { name: string } }) => o.person.name === 'Ada');
	await kim.goto(`/manage/events/${event.id}/orders/${ada.id}`);
	await expect(kim.getByText(say.backoffice('payment.disputed', { amount: '€24.00' }))).toBeVisible();
});
