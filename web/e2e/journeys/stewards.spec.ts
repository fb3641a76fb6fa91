// Stewards' phones: an organizer lets a phone in by a code for one evening, the phone checks
// people in without an account, and is signed out in the middle of the evening.
import { desktop, phone } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { patience } from '../fixtures/browser';
import { expect } from '../fixtures/test';
import { say } from '../fixtures/texts';
import { doorNight, type, test } from './door';

const t = say.phones;

test('a phone is let in for the evening, and signed out', async ({ site, north }) => {
	const { call, person, show } = site;
	const { event, tickets } = await doorNight(site);
	const olga = await person({ storageState: await member(site, 'olga@organizers.example', 'Olga', 'organizer'), viewport: desktop });
	await olga.goto(`/manage/events/${event.id}/phones`);
	await expect(olga.getByText(t('empty.text'))).toBeVisible();

	// By keyboard alone: a name, a gate, and the code is there.
	await olga.getByRole('button', { name: t('new') }).focus();
	await olga.keyboard.press('Enter');
	const dialog = olga.getByRole('dialog');
	await dialog.getByLabel(t('name')).fill('Gate A, Mia');
	await dialog.getByLabel(t('gate')).fill('North');
	await show(olga, 'manage-phones-new');
	await olga.keyboard.press('Enter');
	await expect(dialog.getByRole('img', { name: t('code.qr') })).toBeVisible();
	await show(olga, 'manage-phones-code');
	const link = new URL(await dialog.getByRole('textbox').inputValue());
	expect(link.hash, 'the secret stands behind the #').toMatch(/^#hq_[\w-]{22}$/);
	await dialog.getByRole('button', { name: say.backoffice('secret.kept') }).click();
	const row = olga.locator('[data-pass="Gate A, Mia"]');
	await expect(row).toHaveAttribute('data-status', 'waiting');

	// Mia opens the link on her phone: the door is there at once, by the name of the pass.
	const mia = await person({ viewport: phone, baseURL: north.base });
	await mia.goto(`/door${link.hash}`);
	await expect(mia.getByRole('heading', { name: event.title })).toBeVisible({ timeout: 2 * patience });
	await expect(mia.getByText('Gate A, Mia · North')).toBeVisible();
	expect(new URL(mia.url()).hash, 'the code stays in no history').toBe('');
	await expect(mia.locator('[data-network=online]')).toBeVisible();
	await type(mia, tickets[0]!.token, 'admit');
	await show(mia, 'door-phone');
	await mia.reload();
	await expect(mia.getByText('Gate A, Mia · North')).toBeVisible();

	// Another phone is too late, and the organizer sees that it tried, and what Mia does.
	const otto = await person({ viewport: phone });
	await otto.goto(`/door${link.hash}`);
	await expect(otto.getByRole('heading', { name: say.door('phone.code.used') })).toBeVisible();
	await show(otto, 'door-phone-refused');
	await expect(row).toHaveAttribute('data-status', 'in_use', { timeout: 2 * patience });
	await expect(row.getByText(t('scans', { n: 1 }))).toBeVisible({ timeout: 2 * patience });
	await expect(row.getByText(/Another phone tried its code/)).toBeVisible({ timeout: 2 * patience });
	await show(olga, 'manage-phones');

	// Without a network she goes on, also while Olga signs her out.
	await expect(mia.getByText(say.door('gate.shell.ready'))).toBeAttached({ timeout: 2 * patience });
	north.be('cut');
	await expect(mia.locator('[data-network=offline]')).toBeVisible({ timeout: 2 * patience });
	await type(mia, tickets[2]!.token, 'admit', false);
	await row.getByRole('button', { name: t('end.which', { name: 'Gate A, Mia' }) }).click();
	await show(olga, 'manage-phones-end');
	await olga
		.getByRole('dialog')
		.getByRole('button', { name: t('end.yes') })
		.click();
	await expect(row).toHaveAttribute('data-status', 'ended');
	await type(mia, tickets[4]!.token, 'admit', false);
	// She meets the server: what she scanned before is taken, what came later stays with her.
	north.be('up');
	await expect(mia.getByRole('heading', { name: say.door('phone.ended') })).toBeVisible({ timeout: 4 * patience });
	await expect(mia.locator('[data-waiting="0"][data-odd="1"]')).toBeVisible({ timeout: 2 * patience });
	await show(mia, 'door-phone-ended');
	expect((await call('GET', `/v1/events/${event.id}/checkins`)).admitted, 'two are in: one online, one before the end').toBe(2);
	await mia.reload();
	await expect(mia.getByRole('heading', { name: say.door('phone.ended') })).toBeVisible();
	const left = await mia.evaluate(async () => {
		const db = await new Promise<IDBDatabase>((done) => {
			const request = indexedDB.open('holdfast-door');
			request.onsuccess = () => done(request.result);
		});
		const count = (store: string) =>
			new Promise<number>((done) => {
				const request = db.transaction(store).objectStore(store).count();
				request.onsuccess = () => done(request.result);
			});
		return [await count('bundles'), await count('scans')];
	});
	expect(left, 'nothing of the event is left on the phone but the scan that was not taken').toEqual([0, 1]);
	await expect(row.getByText(t('scans', { n: 2 }))).toBeVisible({ timeout: 2 * patience });
});
