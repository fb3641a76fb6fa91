// An organizer brings a guest list in: a file with faults, which are named by
// line and column; the same file mended; one with too few places; one in the
// letters of an old spreadsheet.
import { ahead } from '../fixtures/api';
import { desktop, phone } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

const file = (name: string, text: string, encoding: BufferEncoding = 'utf8') => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text, encoding) });

test('a guest list brought in', async ({ site }) => {
	const { call, mail, person, check, show } = site;
	const state = await member(site, 'uma@organizers.example', 'Uma', 'organizer');
	const event = await call('POST', '/v1/events', {
		title: 'Summer school',
		...ahead(50, 8),
		timezone: 'Europe/Berlin',
		capacity: 5,
		max_guests: 2,
		tiers: [{ name: 'Morning' }, { name: 'Whole day' }],
		publish: true
	});
	await call('PUT', `/v1/events/${event.id}/questions`, {
		questions: [
			{ id: 'lunch', kind: 'choice', scope: 'attendee', label: 'Lunch?', options: ['Soup', 'Salad'].map((label) => ({ value: label.toLowerCase(), label })) },
			{ id: 'school', kind: 'text', scope: 'order', label: 'Your school' }
		]
	});
	const uma = await person({ storageState: state, viewport: desktop });
	await uma.goto(`/manage/events/${event.id}/guests`);
	await uma.getByRole('link', { name: say.backoffice('guests.import'), exact: true }).click();
	await expect(uma.getByRole('heading', { name: say.guestlist('title') })).toBeVisible();
	await show(uma, 'import');
	const input = uma.locator('input[type=file]');

	// Faults are named where they are, with the line as it stands there.
	await input.setInputFiles(
		file(
			'school.csv',
			'email,name,guests,tier\nada@example.org,Ada Lovelace,Charles Babbage,Morning\nnobody,Nobody,,Morning\ngrace@example.org,Grace Hopper,,Evening\nada@example.org,Ada again,,\n'
		)
	);
	await expect(uma.getByRole('heading', { name: say.guestlist('faults', { n: 3 }) })).toBeVisible();
	await expect(uma.getByRole('heading', { name: say.guestlist('faults', { n: 3 }) }), 'what was found has the focus').toBeFocused();
	for (const [place, what] of [
		['Row 3, email', 'Please enter an email address'],
		['Row 4, tier', 'This event has no such ticket.'],
		['Row 5', 'This person is already in an earlier row.']
	] as const) {
		const row = uma.getByRole('listitem').filter({ hasText: place });
		await expect(row.getByText(what)).toBeVisible();
	}
	await expect(uma.getByText('grace@example.org,Grace Hopper,,Evening')).toBeVisible();
	await show(uma, 'import-faults');
	await uma.getByRole('button', { name: say.guestlist('again') }).click();
	await input.setInputFiles(file('empty.csv', 'email,name\n'));
	await expect(uma.getByText('The file has no rows below the header')).toBeVisible();
	await uma.getByRole('button', { name: say.guestlist('again') }).click();
	await input.setInputFiles(file('phones.csv', 'email,phone\nada@example.org,1\n'));
	await expect(uma.getByText(say.guestlist('mapping.left', { n: 1, columns: 'phone' }))).toBeVisible();

	// A spreadsheet in German, with a column that nobody knows: understood, changed, and the good rows go in.
	await uma.getByRole('button', { name: say.guestlist('again') }).click();
	await input.setInputFiles(file('verein.csv', 'Vorname;Nachname;Kontakt;Begleitung\nKurt;Gödel;kurt@example.org;1,0\nEmmy;Noether;nobody;\n'));
	await expect(uma.getByText(say.guestlist('fault.noPerson'))).toBeVisible();
	await uma.getByLabel(say.guestlist('mapping.is', { column: 'Kontakt' })).selectOption('email');
	await expect(uma.getByText('Row 3, email')).toBeVisible();
	await expect(uma.getByRole('button', { name: say.guestlist('go.good', { n: 1 }) })).toBeVisible();
	await check(uma, 'a list with columns of its own');
	const saved = uma.waitForEvent('download');
	await uma.getByRole('button', { name: say.guestlist('mend.save') }).click();
	expect((await saved).suggestedFilename()).toBe('verein-to-fix.csv');
	expect((await call('GET', `/v1/events/${event.id}`)).availability.confirmed, 'looking changes nothing').toBe(0);

	// The mended file: what would happen, then what does, and everybody is told.
	await uma.getByRole('button', { name: say.guestlist('again') }).click();
	await input.setInputFiles(
		file(
			'school.csv',
			'email;name;guests;tier;Your school;Essen\nada@example.org;Ada Lovelace;"Charles Babbage";Morning;Analytical;Salad\ngrace@example.org;Grace Hopper;;Whole day;;Steak\n'
		)
	);
	// Answers to the questions come along: a column is known by the words of its question, or is said to be one.
	await expect(uma.getByLabel(say.guestlist('mapping.is', { column: 'Your school' }))).toHaveValue('question:school');
	await uma.getByLabel(say.guestlist('mapping.is', { column: 'Essen' })).selectOption({ label: 'Lunch?' });
	await expect(uma.getByText('Row 3, question:lunch')).toBeVisible();
	await check(uma, 'a list with an answer that is none');
	await uma.getByRole('button', { name: say.guestlist('again') }).click();
	await input.setInputFiles(
		file(
			'school.csv',
			'email;name;guests;tier;Your school;Lunch?\nada@example.org;Ada Lovelace;"Charles Babbage";Morning;Analytical;Salad\ngrace@example.org;Grace Hopper;;Whole day;;\n'
		)
	);
	await expect(uma.getByRole('heading', { name: say.guestlist('good', { n: 2 }) })).toBeVisible();
	await check(uma, 'a list that is good');
	await uma.getByRole('button', { name: say.guestlist('go', { n: 2 }) }).click();
	await expect(uma.getByRole('heading', { name: say.guestlist('state.done') })).toBeVisible();
	await expect(uma.getByText(say.guestlist('progress', { n: 2, of: 2 }))).toBeVisible();
	await check(uma, 'a list that was imported');
	await mail('grace@example.org', /\/r\/hl_[A-Za-z0-9_-]+/);
	expect((await call('GET', `/v1/events/${event.id}`)).availability.confirmed, 'three places are taken').toBe(3);
	const { questions } = await call('GET', `/v1/events/${event.id}/questions/summary`);
	expect(
		questions.map((q: { answered: number }) => q.answered),
		'what was answered came along'
	).toEqual([1, 1]);

	// The rest of the list, from Windows: whoever is there already is left out, whoever comes last waits.
	await uma.getByRole('button', { name: say.guestlist('next') }).click();
	await input.setInputFiles(
		file(
			'more.csv',
			'email,name,guests\nada@example.org,Ada Lovelace,\nzoe@example.org,Zo\xeb \xd6zt\xfcrk,\nalan@example.org,Alan Turing,Joan Clarke\nmany@example.org,Many,A;B;C\n',
			'latin1'
		)
	);
	await expect(uma.getByText('This file isn’t UTF-8')).toBeVisible();
	await expect(uma.getByText('zoe@example.org,Zoë Öztürk,')).toBeVisible();
	await expect(uma.getByRole('heading', { name: say.guestlist('left', { n: 2 }) })).toBeVisible();
	await expect(uma.getByText(say.guestlist('short.wait', { n: 1 }))).toBeVisible();
	await show(uma, 'import-report');
	await uma.getByRole('button', { name: say.guestlist('go', { n: 2 }) }).click();
	await expect(uma.getByRole('heading', { name: say.guestlist('state.done') })).toBeVisible();
	await expect(uma.getByRole('heading', { name: say.guestlist('refused') })).toBeVisible();
	await show(uma, 'import-done');
	await check(uma, 'a list with refused lines');
	const { items } = await call('GET', `/v1/events/${event.id}/waitlist`);
	expect(items.length, 'who came last waits').toBe(1);
	expect(items[0].person.name, 'who came last waits').toBe('Alan Turing');
	await mail('zoe@example.org', /Zoë Öztürk/);

	// Earlier imports can be read again.
	await uma.reload();
	await uma
		.getByRole('button', { name: /^View import of/ })
		.last()
		.click();
	await expect(uma.getByText(say.guestlist('progress', { n: 2, of: 2 }))).toBeVisible();
	await uma.getByRole('link', { name: say.guestlist('toGuests') }).click();
	await expect(uma.getByRole('link', { name: /Zoë Öztürk/ })).toBeVisible();
});

// Files of a real pretix become a draft with its orders and its waitlist; the same files
// again find everything there.
test('a sale moved in from another shop', async ({ site }) => {
	const { call, person, check, show, mail } = site;
	const state = await member(site, 'vera@organizers.example', 'Vera', 'organizer');
	const data = '../internal/saleimport/testdata/';
	const vera = await person({ storageState: state, viewport: desktop });
	await vera.goto('/manage');
	await vera.getByRole('link', { name: say.organizer('list.import') }).click();
	await vera.getByRole('button', { name: say.saleimport('check') }).click();
	await expect(vera.getByText(say.saleimport('noFile'))).toBeVisible();
	const [orders, waitlist] = [vera.locator('input[type=file]').first(), vera.locator('input[type=file]').last()];
	await orders.setInputFiles(file('orders.json', '{"event": {}}'));
	await vera.getByRole('button', { name: say.saleimport('check') }).click();
	await expect(vera.getByRole('heading', { name: say.saleimport('faults', { n: 1 }) })).toBeFocused();
	await check(vera, 'files with faults');
	await vera.getByRole('button', { name: say.saleimport('again') }).click();
	await orders.setInputFiles(`${data}pretix.json`);
	await waitlist.setInputFiles(`${data}pretix-waitinglist.de.csv`);
	await check(vera, 'files of another shop');
	await vera.getByRole('button', { name: say.saleimport('check') }).click();
	await expect(vera.getByRole('heading', { name: say.saleimport('good', { n: 8 }) })).toBeFocused();
	await expect(vera.getByText(say.saleimport('left.test', { n: 1 }))).toBeVisible();
	await show(vera, 'move-in');
	await vera.getByRole('button', { name: say.saleimport('go.new', { n: 8 }) }).click();
	await expect(vera.getByRole('heading', { name: say.guestlist('state.done') })).toBeVisible();
	await check(vera, 'a sale that was imported');
	const made = (await call('GET', '/v1/events?limit=200')).items.find((e: { title: string }) => e.title === 'Nordlicht Festival 2027');
	expect([made.status, made.availability.confirmed, made.availability.held], 'a draft with what was sold').toEqual(['draft', 11, 1]);

	// From the event, the same again: all is here.
	await vera.getByRole('link', { name: say.saleimport('toEvent') }).click();
	await vera.goto(`/manage/events/${made.id}/imports`);
	await vera.getByRole('link', { name: say.guestlist('elsewhere') }).click();
	await orders.setInputFiles(`${data}pretix.json`);
	await vera.getByRole('button', { name: say.saleimport('check') }).click();
	await expect(vera.getByText(say.saleimport('count.known'))).toBeVisible();
	await vera.getByRole('button', { name: say.saleimport('go', { n: 8 }) }).click();
	await expect(vera.getByText(say.guestlist('result.known', { n: 8 }))).toBeVisible();
	expect((await call('GET', `/v1/events/${made.id}`)).availability.confirmed, 'nothing came twice').toBe(11);

	// A list of Meetup has no addresses: people are invited, and Vera hands each their link.
	const walk = await call('POST', '/v1/events', { title: 'Lantern walk', ...ahead(20, 2), timezone: 'Europe/Berlin', capacity: 5, publish: true });
	await vera.goto(`/manage/import?event=${walk.id}`);
	await vera.getByLabel(say.saleimport('from'), { exact: true }).selectOption('meetup');
	await orders.setInputFiles(file('attendees.tsv', 'Name\tUser ID\tRSVP\tGuests\nAda Lovelace\tuser 1815\tYes\t1\nCy\tuser 1912\tNo\t0\n'));
	await vera.getByRole('button', { name: say.saleimport('check') }).click();
	await expect(vera.getByRole('heading', { name: say.saleimport('good.invite', { n: 1 }) })).toBeFocused();
	await show(vera, 'move-in-meetup');
	await vera.getByRole('button', { name: say.saleimport('go.invite', { n: 1 }) }).click();
	await expect(vera.getByText(say.guestlist('result.invited', { n: 1 }))).toBeVisible();
	await expect(vera.getByRole('link', { name: say.guestlist('toGuests') })).toBeVisible(); // it is done
	await vera.getByRole('link', { name: say.saleimport('toInvitations') }).click();
	await expect(vera.getByText(say.invitations('noEmail'))).toBeVisible();
	await show(vera, 'manage-invitations-handed');
	const [handed] = (await call('GET', `/v1/events/${walk.id}/invitation-links`)).items;
	const ada = await person({ viewport: phone });
	await ada.goto(handed.url);
	await ada.getByLabel(say.account('signIn.email')).fill('ada@meetup.example');
	await show(ada, 'invitation-handed');
	await ada.getByRole('button', { name: 'Continue' }).click();
	await expect(ada.getByRole('heading', { name: say.account('signIn.sent.title') })).toBeVisible();
	await ada.goto(await mail('ada@meetup.example', /\/c\/ho_[A-Za-z0-9_-]+/));
	await ada.getByRole('button', { name: 'Confirm my address' }).click();
	await expect(ada.getByText('2 of 2 left')).toBeVisible();
});
