// An organizer brings a guest list in: a file with faults, which are named by
// line and column; the same file mended; one with too few places; one in the
// letters of an old spreadsheet.
import { accessible, call, expect, focused, mail, person } from './browser.mjs';

const file = (name, text, encoding = 'utf8') => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text, encoding) });

export async function lists(house, state) {
	const { browser, base, key, findings, thorough, shoot } = house;
	const check = thorough ? accessible : async () => {};
	const starts = new Date(Date.now() + 50 * 86_400_000);
	const event = await call(base, key, 'POST', '/v1/events', {
		title: 'Summer school',
		starts_at: starts.toISOString(),
		ends_at: new Date(starts.getTime() + 8 * 3_600_000).toISOString(),
		timezone: 'Europe/Berlin',
		capacity: 5,
		max_guests: 2,
		tiers: [{ name: 'Morning' }, { name: 'Whole day' }],
		publish: true
	});
	const uma = await person(browser, base, findings, { storageState: state, viewport: { width: 1280, height: 900 } });
	await uma.goto(`/manage/events/${event.id}/guests`);
	await uma.getByRole('link', { name: 'Import', exact: true }).click();
	await uma.getByRole('heading', { name: 'Import a guest list' }).waitFor();
	await check(uma, 'importing', findings);
	await shoot?.(uma, 'import');
	const input = uma.locator('input[type=file]');

	// Faults are named where they are, with the line as it stands there.
	await input.setInputFiles(file('school.csv', 'email,name,guests,tier\nada@example.org,Ada Lovelace,Charles Babbage,Morning\nnobody,Nobody,,Morning\ngrace@example.org,Grace Hopper,,Evening\nada@example.org,Ada again,,\n'));
	await uma.getByRole('heading', { name: '3 things to mend' }).waitFor();
	await focused(uma.getByRole('heading', { name: '3 things to mend' }), 'what was found has the focus');
	for (const [place, what] of [
		['Line 3, email', 'Please enter an e-mail address'],
		['Line 4, tier', 'No ticket of this event is called that.'],
		['Line 5', 'This person stands in an earlier line already.']
	]) {
		const row = uma.getByRole('listitem').filter({ hasText: place });
		await row.getByText(what).waitFor();
	}
	await uma.getByText('grace@example.org,Grace Hopper,,Evening').waitFor();
	await check(uma, 'faults of a list', findings);
	await shoot?.(uma, 'import-faults');
	await uma.getByRole('button', { name: 'Choose another file' }).click();
	await input.setInputFiles(file('empty.csv', 'email,name\n'));
	await uma.getByText('It has no line beside the first').waitFor();
	await uma.getByRole('button', { name: 'Choose another file' }).click();
	await input.setInputFiles(file('phones.csv', 'email,phone\nada@example.org,1\n'));
	await uma.getByText('There is a column here that we do not know.').waitFor();
	expect((await call(base, key, 'GET', `/v1/events/${event.id}`)).availability.confirmed === 0, 'looking changes nothing');

	// The mended file: what would happen, then what does, and everybody is told.
	await uma.getByRole('button', { name: 'Choose another file' }).click();
	await input.setInputFiles(file('school.csv', 'email;name;guests;tier\nada@example.org;Ada Lovelace;"Charles Babbage";Morning\ngrace@example.org;Grace Hopper;;Whole day\n'));
	await uma.getByRole('heading', { name: '2 lines, and all of them can be read' }).waitFor();
	await check(uma, 'a list that is good', findings);
	await uma.getByRole('button', { name: 'Register 2 lines' }).click();
	await uma.getByRole('heading', { name: 'Done' }).waitFor();
	await uma.getByText('2 of 2 lines').waitFor();
	await check(uma, 'a list that was imported', findings);
	await mail(base, 'grace@example.org', /\/r\/hl_[A-Za-z0-9_-]+/);
	expect((await call(base, key, 'GET', `/v1/events/${event.id}`)).availability.confirmed === 3, 'three places are taken');

	// The rest of the list, from Windows: who is there already is left out, who comes last waits.
	await uma.getByRole('button', { name: 'Import another list' }).click();
	await input.setInputFiles(file('more.csv', 'email,name,guests\nada@example.org,Ada Lovelace,\nzoe@example.org,Zo\xeb \xd6zt\xfcrk,\nalan@example.org,Alan Turing,Joan Clarke\nmany@example.org,Many,A;B;C\n', 'latin1'));
	await uma.getByText('This file is not in UTF-8').waitFor();
	await uma.getByText('zoe@example.org,Zoë Öztürk,').waitFor();
	await uma.getByRole('heading', { name: '2 lines would be left out' }).waitFor();
	await uma.getByText('1 place too few: who comes last waits in line.').waitFor();
	await check(uma, 'a list with too few places', findings);
	await shoot?.(uma, 'import-report');
	await uma.getByRole('button', { name: 'Register 2 lines' }).click();
	await uma.getByRole('heading', { name: 'Done' }).waitFor();
	await uma.getByRole('heading', { name: 'Refused lines' }).waitFor();
	await shoot?.(uma, 'import-done');
	await check(uma, 'a list with refused lines', findings);
	const { items } = await call(base, key, 'GET', `/v1/events/${event.id}/waitlist`);
	expect(items.length === 1 && items[0].person.name === 'Alan Turing', 'who came last waits');
	await mail(base, 'zoe@example.org', /Zoë Öztürk/);

	// Imports of before can be read again.
	await uma.reload();
	await uma.getByRole('button', { name: /^Show the import of/ }).last().click();
	await uma.getByText('2 of 2 lines').waitFor();
	await uma.getByRole('link', { name: 'See the guests' }).click();
	await uma.getByRole('link', { name: /Zoë Öztürk/ }).waitFor();
	await uma.context().close();
}
