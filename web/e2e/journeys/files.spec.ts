// A question that is answered with a file: an organizer asks, a guest sends one by the keyboard, is
// told what is not taken before it is sent, changes it on their own page, and the organizer saves it.
import { readFile } from 'node:fs/promises';
import { ahead } from '../fixtures/api';
import { desktop, phone } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

const q = say.questions;
const pdf = Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\nwhat stands behind it');

test('a file answers a question', async ({ site }) => {
	const { call, mail, person, check, show } = site;
	const event = await call('POST', '/v1/events', { title: 'Student night', ...ahead(20, 4), timezone: 'Europe/Berlin', capacity: 40, publish: true });
	const olga = await person({ storageState: await member(site, 'olga@organizers.example', 'Olga', 'organizer'), viewport: desktop });
	await olga.goto(`/manage/events/${event.id}/questions`);
	await olga.getByRole('button', { name: q('editor.add') }).click();
	await olga.keyboard.type('Student card');
	const row = olga.getByRole('listitem', { name: q('editor.nth', { n: 1 }) });
	await row.getByRole('combobox', { name: q('editor.kind') }).selectOption('file');
	await row.getByLabel(q('editor.size')).fill('50');
	await row.getByLabel(q('editor.required')).check();
	await olga.getByRole('button', { name: q('editor.save') }).click();
	await expect(row.getByText(say.core('field.out_of_range'))).toBeVisible();
	await row.getByLabel(q('editor.size')).fill('1');
	await olga.getByRole('button', { name: q('editor.save') }).click();
	await expect(olga.getByText(q('editor.saved'))).toBeVisible();
	await check(olga, 'asking for a file');
	await show(olga, 'manage-file-question');

	const ada = await person({ viewport: phone });
	await ada.goto(`/events/${event.id}`);
	await ada.getByLabel(say.guest('join.name')).fill('Ada Lovelace');
	await ada.getByLabel(say.guest('join.email')).fill('ada@example.org');
	const card = ada.getByRole('group', { name: 'Student card' });
	const choose = card.locator('input[type=file]');
	await ada
		.locator('#register')
		.getByRole('button', { name: say.guest('join.submit', { n: 1 }) })
		.click();
	await expect(card.getByText(say.core('field.required'))).toBeVisible();
	await choose.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') });
	await expect(card.getByText(q('file.type.both'))).toBeVisible();
	await choose.setInputFiles({ name: 'large.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(1_200_000, 'x') });
	await expect(card.getByText(/too large/)).toBeVisible();
	await choose.setInputFiles({ name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') });
	await expect(card.getByText(q('problem.file_broken'))).toBeVisible();
	await check(ada, 'a file that is not taken');
	await choose.setInputFiles({ name: 'card.pdf', mimeType: 'application/pdf', buffer: pdf });
	await expect(card.getByText('card.pdf', { exact: true })).toBeVisible();
	const remove = card.getByRole('button', { name: q('file.remove') });
	await expect(remove, 'what was sent can be removed at once').toBeFocused();
	await ada.keyboard.press('Enter');
	await expect(choose, 'and another be chosen').toBeFocused();
	await choose.setInputFiles({ name: 'mine.pdf', mimeType: 'application/pdf', buffer: pdf });
	await expect(remove).toBeFocused();
	await show(ada, 'asked-file');
	await check(ada, 'a file that was sent');
	await ada
		.locator('#register')
		.getByRole('button', { name: say.guest('join.submit', { n: 1 }) })
		.click();
	await expect(ada.getByRole('heading', { name: say.guest('done.confirmed.title') })).toBeVisible();

	// On her own page she finds it, and sends another.
	await ada.goto(await mail('ada@example.org', /\/r\/hl_[A-Za-z0-9_-]+/));
	await expect(ada.getByRole('button', { name: q('file.save', { name: 'mine.pdf' }) })).toBeVisible();
	await ada.getByRole('button', { name: q('answers.edit') }).click();
	await card.getByRole('button', { name: q('file.remove') }).click();
	await card.locator('input[type=file]').setInputFiles({ name: 'newer.pdf', mimeType: 'application/pdf', buffer: pdf });
	await expect(remove).toBeFocused();
	await ada.getByRole('button', { name: q('answers.save') }).click();
	await expect(ada.getByText(q('answers.saved'))).toBeVisible();
	await show(ada, 'answers-file');

	// The organizer saves it, up to its end.
	await olga.goto(`/manage/events/${event.id}/guests`);
	await olga.getByRole('link', { name: 'Ada Lovelace' }).first().click();
	const saving = olga.waitForEvent('download');
	await olga.getByRole('button', { name: q('file.save', { name: 'newer.pdf' }) }).click();
	const saved = await saving;
	expect(saved.suggestedFilename()).toBe('newer.pdf');
	expect((await readFile(await saved.path())).toString()).toMatch(/%%EOF\n$/);
	await check(olga, 'a file of a guest');
});
