// The journey of somebody whose tab was closed: the place in a waiting room comes by mail, and
// its link shows one's own number and lets in, with and without a script.
import { ahead } from '../fixtures/api';
import { desktop, narrowest } from '../fixtures/looks';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

test('a place that was mailed @waits', async ({ site }) => {
	const { call, person, check, show, mail } = site;
	const event = await call('POST', '/v1/events', { title: 'Reunion concert', ...ahead(30, 3), timezone: 'Europe/Berlin', capacity: 40, publish: true });
	const from = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
	await call('PUT', `/v1/events/${event.id}/onsale`, {
		mode: 'queue',
		identity: 'none',
		max_inside: 1,
		admission_seconds: 60,
		opens_at: from(-1),
		serves_at: from(20)
	});
	const room = `/events/${event.id}/waiting-room`;

	// Ada joins and says where the receipt goes; her page keeps its code, too.
	const ada = await person({ viewport: narrowest });
	await ada.goto(room);
	await ada.getByLabel(say.room('join.email')).fill('ada.queue@example.org');
	await ada.getByRole('button', { name: say.room('join') }).click();
	await expect(ada.getByText(say.room('receipt.mailed'))).toBeVisible();
	await ada.getByText(say.room('receipt.title'), { exact: true }).click();
	await expect(ada.getByRole('img', { name: say.room('receipt.qr.alt') })).toBeVisible();
	await check(ada, 'receipt with its code');
	await show(ada, 'receipt');

	// Without a script the link shows her number at once.
	const link = (await mail('ada.queue@example.org', /\/q\/hq_[A-Za-z0-9_-]+/)).replace(/^[^]*\/q\//, '/q/');
	const plain = await person({ viewport: desktop, javaScriptEnabled: false });
	await plain.goto(link);
	await expect(plain.getByText('Your number', { exact: true })).toBeVisible();
	await plain.getByRole('link', { name: 'Stop updating' }).click();
	await expect(plain.getByRole('link', { name: 'Update by itself' })).toBeVisible();

	// It is her turn: a form lets her in, and says that ordering takes a script.
	await expect(async () => {
		await plain.goto(link);
		await expect(plain.getByRole('button', { name: 'Go in' })).toBeVisible({ timeout: 500 });
	}).toPass();
	expect(await plain.locator('body').innerText()).toContain('Ordering takes JavaScript.');
	await plain.getByRole('button', { name: 'Go in' }).click();
	await expect(plain.getByRole('heading', { name: 'You’re in' })).toBeVisible();

	// On another device with a script the same link goes on to the room, where the place is hers. It
	// asks where the browser keeps another place already.
	const phone = await person({ viewport: narrowest });
	await phone.goto(room);
	await phone.getByRole('button', { name: say.room('join') }).click();
	await expect(phone.locator('p', { hasText: say.room('place.yours') })).toBeVisible();
	await phone.goto(link);
	await expect(phone.getByRole('heading', { name: say.room('receipt.other.title') })).toBeVisible();
	await show(phone, 'mailed-place');
	await phone.getByRole('button', { name: say.room('receipt.other.take', { n: '1', kept: '2' }) }).click();
	await expect(phone).toHaveURL(new RegExp(`${room}$`));
	await phone.getByRole('button', { name: say.room('turn.go') }).click();
	await expect(phone.getByRole('heading', { name: say.room('in.title') })).toBeVisible();
	await check(phone, 'inside, by a link');
});
