// The journey of a picture: an organizer drops one on the form of an event, says what is seen
// and what has to stay visible, and a guest sees it before any script, on the page and in lists.
import type { Locator } from '@playwright/test';
import { desktop, phone } from '../fixtures/looks';
import { drawn } from '../fixtures/pictures';
import { member } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

test('an event gets a picture', async ({ site }) => {
	const { check, person, show } = site;
	const petra = await person({ viewport: desktop, storageState: await member(site, 'petra@organizers.example', 'Petra', 'organizer') });
	const form = petra.getByRole('main');
	await petra.goto('/manage/events/new');
	await form.getByLabel(say.organizer('form.title'), { exact: true }).fill('Lantern walk');

	// What is not a picture is refused in words, and nothing is lost.
	const file = form.locator('input[type=file]');
	await file.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="alert(1)"/>') });
	await expect(form.getByText(say.pictures('problem.picture_unsupported'))).toBeVisible();

	await file.setInputFiles({ name: 'harbour.webp', mimeType: 'image/webp', buffer: await drawn(petra, 'image/webp') });
	await expect(form.getByText(say.pictures('problem.picture_unsupported'))).toBeHidden();
	const alt = form.getByLabel(say.pictures('alt'), { exact: true });
	await expect(alt).toBeVisible();

	// Without words it is not sent.
	await form.getByRole('button', { name: say.organizer('form.publish') }).click();
	await expect(alt).toHaveAttribute('aria-invalid', 'true');
	await alt.fill('The moon over the harbour');

	// What matters is clicked, and moved by the keyboard.
	await form.getByText(say.pictures('focus'), { exact: true }).click();
	const image = form.getByTestId('focus');
	await image.scrollIntoViewIfNeeded();
	const box = (await image.boundingBox())!;
	await image.click({ position: { x: box.width * 0.2, y: box.height * 0.6 } });
	const across = form.getByRole('slider', { name: say.pictures('focus.x') });
	await expect(across).toHaveValue('20');
	await across.press('ArrowRight');
	await expect(across).toHaveValue('21');
	await check(petra, 'the picture of a new event');
	await show(petra, 'event-picture', true);
	await form.getByRole('button', { name: say.organizer('form.publish') }).click();
	await expect(petra).toHaveURL(/\/manage\/events\/evt_/);
	const event = /evt_[0-9a-z]+/.exec(petra.url())![0];

	// A guest without a script has it in the first HTML; one with a script sees the same file, in its place.
	const plain = await person({ viewport: phone, javaScriptEnabled: false });
	await plain.goto(`/events/${event}`);
	const first = plain.getByRole('img', { name: 'The moon over the harbour' });
	await expect(first).toBeVisible();
	const seen = (image: Locator) => expect.poll(() => image.evaluate((i: HTMLImageElement) => [i.naturalWidth > 0, getComputedStyle(i).objectPosition]));
	await expect(first).toHaveAttribute('width', '1600');
	await seen(first).toEqual([true, '20% 60%']);
	for (const viewport of [phone, desktop]) {
		const guest = await person({ viewport });
		await guest.goto(`/events/${event}`);
		const hero = guest.locator('#app').getByRole('img', { name: 'The moon over the harbour' });
		await expect(hero).toBeVisible();
		await seen(hero).toEqual([true, '21% 60%']);
		await check(guest, 'an event with a picture');
		await show(guest, 'event-with-picture');
		await guest.goto('/');
		await expect(guest.locator(`#app img[src*="/media/"]`).first()).toBeVisible();
		await show(guest, 'home-with-picture');
	}

	// It is taken away again, and the drawn one is back.
	await petra.goto(`/manage/events/${event}/edit`);
	await form.getByRole('button', { name: say.pictures('remove') }).click();
	await form.getByRole('button', { name: say.organizer('form.save') }).click();
	await expect(async () => {
		await plain.goto(`/events/${event}`);
		await expect(plain.getByRole('img', { name: 'The moon over the harbour' })).toHaveCount(0);
	}).toPass();
});
