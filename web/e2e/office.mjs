// The working day of an organizer: find guests, refund one item of an order,
// look after the line, read a story.
import { accessible, call, expect, mail, person } from './browser.mjs';
import { signIn } from './organizer.mjs';
import { pages } from './pages.mjs';

/** An event with a price, and one that is full with a line. */
async function prepare(base, key) {
	const starts = new Date(Date.now() + 25 * 86_400_000);
	const times = { starts_at: starts.toISOString(), ends_at: new Date(starts.getTime() + 3 * 3_600_000).toISOString(), timezone: 'Europe/Berlin', publish: true };
	const concert = await call(base, key, 'POST', '/v1/events', {
		...times, title: 'Concert in the boiler house', location: 'Boiler house', capacity: 60, currency: 'EUR',
		tiers: [{ name: 'Standing', price: 2400, tax_rate_bp: 700 }, { name: 'Balcony', price: 4200, tax_rate_bp: 700 }]
	});
	const [standing, balcony] = concert.tiers;
	const order = (name, email, ...items) => call(base, key, 'POST', `/v1/events/${concert.id}/orders`, { user_id: email, email, name, items });
	const ordered = await order('Nele Brandt', 'nele@example.org', { tier_id: standing.id, quantity: 2 }, { tier_id: balcony.id, quantity: 1 });
	const late = await order('Jonas Weiß', 'jonas@example.org', { tier_id: balcony.id, quantity: 2 });
	const paid = await order('Aylin Öztürk', 'aylin@example.org', { tier_id: standing.id, quantity: 1 });
	await call(base, key, 'POST', `/v1/orders/${paid.id}:mark-paid`, { reference: 'Box office 7' });

	const walk = await call(base, key, 'POST', '/v1/events', { ...times, title: 'Night walk through the archive', location: 'City archive', capacity: 3, max_guests: 2 });
	const join = (name, email, ...guests) => call(base, key, 'POST', `/v1/events/${walk.id}/registrations`, { user_id: email, email, name, guests: guests.map((g) => ({ name: g })), join_waitlist: true });
	await join('Ines Kaya', 'ines@example.org', 'Mara Kaya');
	await join('Tom Ferrand', 'tom@example.org');
	for (const [name, email, ...guests] of [['Priya Nair', 'priya@example.org'], ['Luc Moreau', 'luc@example.org', 'Zoé Moreau'], ['Hana Sato', 'hana@example.org']]) await join(name, email, ...guests);
	return { concert, ordered, late, walk };
}

export async function office(house, state) {
	const { browser, base, key, findings, thorough } = house;
	const check = thorough ? accessible : async () => {};
	const { concert, ordered, late, walk } = await prepare(base, key);
	const of = (event) => `/manage/events/${event.id}`;
	const olga = await person(browser, base, findings, { storageState: state, viewport: { width: 1280, height: 900 } });

	// She finds the order by a name without its accents, and notes that it was paid.
	await olga.goto(`${of(concert)}/orders`);
	await olga.getByRole('link', { name: /Jonas Weiß/ }).waitFor();
	await olga.getByRole('searchbox').fill('brandt');
	await olga.getByRole('link', { name: /Jonas Weiß/ }).waitFor({ state: 'detached' });
	await olga.getByRole('link', { name: /Nele Brandt/ }).click();
	await olga.getByRole('heading', { name: 'Nele Brandt' }).waitFor();
	await olga.getByRole('button', { name: 'Mark as paid' }).click();
	await olga.getByRole('button', { name: 'It is paid' }).click();
	await olga.getByText('Please say what to find it by.').waitFor();
	await check(olga, 'mark as paid', findings);
	await olga.getByLabel('Reference').fill('Transfer of 3 May');
	await olga.getByRole('button', { name: 'It is paid' }).click();
	await olga.getByText('Paid. The tickets are on their way.').waitFor();

	// One item goes back; the rest stays.
	await olga.getByRole('button', { name: 'Refund items' }).click();
	await olga.getByRole('checkbox', { name: /Balcony/ }).check();
	await olga.getByText('€42.00').first().waitFor();
	await check(olga, 'refund of an item', findings);
	await olga.getByRole('button', { name: 'Refund 1 item' }).click();
	await olga.getByText('goes back to the buyer').waitFor();
	await olga.getByText('given back').waitFor();
	const after = await call(base, key, 'GET', `/v1/orders/${ordered.id}`);
	expect(after.refunded > 0 && after.items.filter((i) => i.status === 'live').length === 2, `one item was refunded: ${JSON.stringify(after)}`);
	await mail(base, 'nele@example.org', /Your money back/);
	await olga.getByText('Hand it over').waitFor();
	await olga.getByRole('button', { name: 'It was handed over' }).click();
	await olga.getByLabel('Reference').fill('Cash, 4 May');
	await olga.getByRole('button', { name: 'Note it' }).click();
	await olga.getByText('Cash, 4 May').waitFor();
	await check(olga, 'an order', findings);

	// Its story says all of that in plain words.
	await olga.getByRole('link', { name: 'Story', exact: true }).last().click();
	await olga.getByRole('heading', { name: 'The story of Nele Brandt' }).waitFor();
	await olga.getByText('1 place of it was refunded').waitFor();
	await olga.getByText('Paid: the order is confirmed').waitFor();
	await check(olga, 'the story of an order', findings);

	// The line: she removes one, and cancels for two; then a place is offered, and she extends the offer.
	await olga.goto(`${of(walk)}/line`);
	await olga.getByRole('button', { name: 'Remove Luc Moreau from the line' }).click();
	await check(olga, 'question before removing', findings);
	await olga.getByRole('button', { name: 'Yes, remove' }).click();
	await olga.getByText('Luc Moreau is no longer in line.').waitFor();
	await olga.getByRole('button', { name: 'Add somebody' }).click();
	await olga.getByRole('button', { name: 'Put them in line' }).click();
	await olga.getByRole('dialog').locator('[aria-invalid=true]').first().waitFor();
	await olga.getByLabel('Name', { exact: true }).fill('Wim Janssen');
	await olga.getByLabel('E-mail').fill('wim@example.org');
	await olga.getByLabel('Priority').selectOption('2');
	await check(olga, 'adding to the line', findings);
	await olga.getByRole('button', { name: 'Put them in line' }).click();
	await olga.getByText('In line at place').waitFor();
	await olga.getByRole('link', { name: 'Wim Janssen' }).waitFor();

	await olga.goto(`${of(walk)}/guests`);
	await olga.getByRole('checkbox', { name: 'Pick Tom Ferrand' }).check();
	await olga.getByRole('button', { name: 'Cancel places' }).click();
	await olga.getByText('1 place comes back').waitFor();
	await check(olga, 'cancelling guests', findings);
	await olga.getByRole('button', { name: 'Yes, cancel' }).click();
	await olga.getByText('Offered').nth(1).waitFor();
	await olga.getByRole('searchbox').fill('mara kaya');
	await olga.getByRole('link', { name: /Priya Nair/ }).waitFor({ state: 'detached' });
	await olga.getByRole('link', { name: /Ines Kaya/ }).click();
	await olga.getByText('Mara Kaya').waitFor();
	await check(olga, 'a guest', findings);
	await olga.goto(`${of(walk)}/line`);
	await olga.getByRole('button', { name: /^Extend the offer of/ }).click();
	await check(olga, 'extending an offer', findings);
	await olga.getByRole('dialog').getByRole('button', { name: 'Extend' }).click();
	await olga.getByText(/^Kept until .*\.$/).waitFor();

	// She writes to everybody with a place at the concert, tries it on herself, and sees it arrive.
	await olga.goto(`${of(concert)}/messages`);
	await olga.getByText('It goes to 2 people.').waitFor();
	await olga.getByRole('button', { name: 'Send …' }).click();
	await olga.getByText('Please fill this in.').first().waitFor();
	await check(olga, 'a message with nothing in it', findings);
	await olga.getByLabel('Subject', { exact: true }).fill('Doors open at six');
	await olga.getByLabel('Text', { exact: true }).fill('Dear {name},\n\nplease come through the {yard}.');
	await olga.getByText('This names something that cannot be filled in here').waitFor();
	await olga.getByLabel('Text', { exact: true }).fill('Please come through the yard, ');
	await olga.getByRole('group', { name: 'Insert' }).getByRole('button', { name: 'Name' }).click();
	await olga.getByText('Please come through the yard, Grace Hopper').waitFor();
	await check(olga, 'a message and its preview', findings);
	await olga.getByRole('button', { name: 'Send me a test' }).click();
	await olga.getByText('A test is on its way to').waitFor();
	await mail(base, 'olga@organizers.example', /come through the yard/);
	await olga.getByRole('button', { name: 'Send …' }).click();
	await check(olga, 'question before sending', findings);
	await olga.getByRole('button', { name: 'Yes, send' }).click();
	await olga.getByText('2 sent', { exact: true }).waitFor();
	await mail(base, 'nele@example.org', /Please come through the yard, Nele Brandt/);
	await mail(base, 'aylin@example.org', /Please come through the yard, Aylin Öztürk/);
	await check(olga, 'messages that were sent', findings);

	// One person from the list is written to alone, later; it is stopped in time.
	await olga.goto(`${of(concert)}/guests`);
	await olga.getByRole('checkbox', { name: 'Pick Nele Brandt' }).check();
	await olga.getByRole('button', { name: 'Message' }).click();
	await olga.getByText('It goes to 1 person.').waitFor();
	await olga.getByLabel('Subject', { exact: true }).fill('Your seat');
	await olga.getByLabel('Text', { exact: true }).fill('It has moved.');
	await olga.getByLabel(/Not before/).fill('2099-01-01T10:00');
	await olga.getByText('This number is out of range.').waitFor();
	await olga.getByLabel(/Not before/).fill(new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 16));
	await olga.getByText('This number is out of range.').waitFor({ state: 'detached' });
	await olga.getByRole('button', { name: 'Plan it' }).click();
	await olga.getByRole('dialog').getByRole('button', { name: 'Plan it' }).click();
	await olga.getByRole('button', { name: 'Stop it' }).click();
	await olga.getByText('Stopped', { exact: true }).waitFor();

	// Her own words for a confirmation.
	await olga.getByRole('link', { name: 'Automatic messages' }).click();
	await olga.getByRole('heading', { name: 'Automatic messages' }).waitFor();
	await olga.getByLabel('Message', { exact: true }).selectOption('order_confirmed');
	await olga.getByLabel('Subject', { exact: true }).fill('See you at {title}');
	await olga.getByText('See you at Concert in the boiler house').waitFor();
	await check(olga, 'own words', findings);
	await olga.getByRole('button', { name: 'Save' }).click();
	await olga.getByText('From now on it goes out like this.').waitFor();
	await call(base, key, 'POST', `/v1/orders/${late.id}:mark-paid`, { reference: 'Box office 8' });
	await mail(base, 'jonas@example.org', /See you at Concert in the boiler house/);

	// A file of the guests.
	await olga.goto(`${of(concert)}/guests`);
	await olga.getByRole('button', { name: 'Export' }).click();
	await olga.getByRole('button', { name: 'Make the file' }).click();
	const link = olga.getByRole('link', { name: 'Download' });
	await link.waitFor();
	const [download] = await Promise.all([olga.waitForEvent('download'), link.click()]);
	expect(download.suggestedFilename().endsWith('.csv'), `a file: ${download.suggestedFilename()}`);
	await check(olga, 'a file', findings);
	await olga.context().close();

	const { endpoint, owner } = await organization(house, state, check);
	if (thorough) {
		await pages(house, [
			['manage-event-paid', of(concert)],
			['manage-guests', `${of(walk)}/guests`],
			['manage-guests-none', `${of(walk)}/guests?q=zzz`],
			['manage-guest', `${of(concert)}/guests/nele%40example.org`],
			['manage-orders', `${of(concert)}/orders`],
			['manage-orders-empty', `${of(walk)}/orders`],
			['manage-order', `${of(concert)}/orders/${ordered.id}`],
			['manage-order-pending', `${of(concert)}/orders/${late.id}`],
			['manage-line', `${of(walk)}/line`],
			['manage-story', `${of(concert)}/story?subject=${ordered.id}`],
			['manage-story-event', `${of(concert)}/story`],
			['manage-messages', `${of(concert)}/messages`],
			['manage-words', `${of(concert)}/messages/words`],
			['manage-webhooks', '/manage/webhooks'],
			['manage-webhook', `/manage/webhooks/${endpoint.id}`],
			['manage-undelivered', '/manage/undelivered']
		], state);
		await pages(house, [
			['manage-members', '/manage/members'],
			['manage-keys', '/manage/keys']
		], owner);
	}
}

/** What belongs to the organization: members, keys, webhooks. */
async function organization(house, state, check) {
	const { browser, base, key, findings } = house;
	const boss = 'ottilie@organizers.example';
	await call(base, key, 'POST', '/v1/members', { email: boss, name: 'Ottilie', role: 'owner' });
	const page = await person(browser, base, findings);
	await page.goto('/manage/members');
	await signIn(page, base, boss);
	await page.getByRole('heading', { name: 'Members' }).waitFor();
	await page.getByRole('button', { name: 'Invite' }).click();
	await page.getByLabel('E-mail').fill('nobody');
	await page.getByRole('button', { name: 'Send the invitation' }).click();
	await page.getByText('Please enter an e-mail address').waitFor();
	await check(page, 'inviting', findings);
	await page.getByLabel('E-mail').fill('dora@organizers.example');
	await page.getByRole('combobox', { name: 'Role' }).selectOption('door');
	await page.getByRole('button', { name: 'Send the invitation' }).click();
	await page.getByText('An invitation is on its way').waitFor();
	await mail(base, 'dora@organizers.example', /invited to/);
	await page.getByRole('button', { name: 'Change the role of dora@organizers.example' }).click();
	await page.getByRole('combobox', { name: 'Role' }).selectOption('box_office');
	await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
	await page.getByRole('listitem').filter({ hasText: 'dora@organizers.example' }).getByText('Box office').waitFor();
	await page.getByRole('button', { name: 'Remove dora@organizers.example' }).click();
	await check(page, 'removing a member', findings);
	await page.getByRole('button', { name: 'Yes, remove' }).click();
	await page.getByRole('main').getByText('dora@organizers.example').first().waitFor({ state: 'detached' });

	// A key is shown once, works, and stops when it is revoked.
	await page.goto('/manage/keys');
	await page.getByRole('button', { name: 'New key' }).first().click();
	await page.getByLabel('What is it for?').fill('Door, tablet 3');
	await page.getByRole('button', { name: 'Make the key' }).click();
	const made = await page.getByRole('textbox', { name: 'The secret' }).inputValue();
	await check(page, 'a new key', findings);
	await call(base, made, 'GET', '/v1/events');
	await page.getByRole('button', { name: 'I have kept it' }).click();
	expect(!(await page.content()).includes(made), 'the key is still on the page');
	await page.getByRole('button', { name: 'Revoke Door, tablet 3' }).click();
	await page.getByRole('button', { name: 'Yes, revoke' }).click();
	await page.getByRole('region', { name: 'No longer valid' }).getByText('Door, tablet 3').waitFor();

	// An endpoint: a bad address, a good one, another secret, a test that nobody takes.
	const hooks = await person(browser, base, findings, { storageState: state, viewport: { width: 1280, height: 900 } });
	await hooks.goto('/manage/webhooks');
	await hooks.getByRole('button', { name: 'New endpoint' }).first().click();
	await hooks.getByLabel('Address').fill('http://127.0.0.1/x');
	await hooks.getByRole('button', { name: 'Make the endpoint' }).click();
	await hooks.locator('[aria-invalid=true]').waitFor();
	await check(hooks, 'a bad endpoint', findings);
	await hooks.getByLabel('Address').fill('https://hooks.example/holdfast');
	await hooks.getByRole('checkbox', { name: 'The line', exact: true }).check();
	await hooks.getByRole('button', { name: 'Make the endpoint' }).click();
	expect((await hooks.getByRole('textbox', { name: 'The secret' }).inputValue()).startsWith('whsec_'), 'the secret of an endpoint');
	await hooks.getByRole('button', { name: 'I have kept it' }).click();
	await hooks.getByRole('link', { name: /hooks.example/ }).click();
	await hooks.getByText('entry.*').waitFor();
	await hooks.getByRole('button', { name: 'Pause' }).click();
	await hooks.getByText('Paused').waitFor();
	await hooks.getByRole('button', { name: 'New secret' }).click();
	await hooks.getByRole('button', { name: 'Change it' }).click();
	expect((await hooks.getByRole('textbox', { name: 'The secret' }).inputValue()).startsWith('whsec_'), 'another secret');
	await check(hooks, 'another secret', findings);
	await hooks.getByRole('button', { name: 'I have kept it' }).click();
	await hooks.getByRole('button', { name: 'Send a test' }).click();
	await hooks.getByText(/^Not taken/).waitFor();
	const { items } = await call(base, key, 'GET', '/v1/webhook-endpoints');
	const owner = await page.context().storageState();
	for (const p of [page, hooks]) await p.context().close();
	return { endpoint: items[0], owner };
}
