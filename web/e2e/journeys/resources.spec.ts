// Places that others hold: a restaurant's own system says that a table came free, a guest gets
// it from the link of the mail, and the organizer sees who waits.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { desktop, phone } from '../fixtures/looks';
import { member, signedIn } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

const t = say.resources;
const rules = say.resourceSettings;

test('the waitlist of a restaurant', async ({ site }) => {
	const { call, check, mail, person, show } = site;
	const olga = await person({ storageState: await member(site, 'olga@organizers.example', 'Olga', 'organizer'), viewport: desktop });
	await olga.goto('/manage/resources');
	await expect(olga.getByText(t('empty'), { exact: true })).toBeVisible();
	const path = '/v1/resources/harbour-tables';
	await call('PUT', path, { name: 'Table at the Old Harbour', timezone: 'Europe/Berlin', window_seconds: 900 });
	const join = (user_id: string, name: string, attributes = {}) =>
		call('POST', `${path}/waitlist:join`, { user_id, name, email: `${user_id}@example.org`, units: 2, attributes });
	await join('ada', 'Ada Lovelace', { area: 'terrace' });
	await join('bob', 'Bob Noyce');
	await join('cyd', 'Cyd Charisse');

	// Ada waits: the mail leads to her place.
	const ada = await person({ viewport: phone });
	await ada.goto(await mail('ada@example.org', /\/w\/hp_[A-Za-z0-9_-]+/));
	await expect(ada.getByRole('heading', { name: 'You’re on the waitlist' })).toBeVisible();
	await expect(ada.getByText('#1')).toBeVisible();
	await show(ada, 'resource-waiting');

	// The restaurant has no events. She would rather be texted, signs in and says so; from then on the page of her
	// place asks by which way.
	await expect(ada.getByLabel(say.privacy('preferences.first'))).toHaveCount(0);
	await expect(ada.getByRole('link', { name: 'Sign in to add text messages or browser notifications' })).toHaveAttribute('href', '/me/preferences');
	const host = String((await call('GET', '/v1/organization')).name);
	const herself = await person({ storageState: await signedIn(site, 'ada@example.org'), viewport: phone });
	await herself.goto('/me/preferences');
	const form = herself.getByRole('form', { name: host });
	await expect(form.getByLabel(say.privacy('preferences.reminders'))).toHaveCount(0);
	await form.getByLabel(say.privacy('preferences.sms')).check();
	await form.getByLabel(say.privacy('preferences.phone')).fill('+44 7700 900123');
	await form.getByRole('radio', { name: say.privacy('preferences.first.sms') }).check();
	await form.getByRole('button', { name: say.core('save') }).press('Enter');
	await expect(herself.getByText(say.privacy('preferences.saved', { name: host }))).toBeVisible();
	await show(herself, 'me-preferences-of-a-guest');
	await ada.reload();
	const way = ada.getByLabel(say.privacy('preferences.first'));
	await expect(way).toHaveValue('sms');
	await way.selectOption('mail');
	await ada.getByRole('button', { name: 'Save' }).press('Enter');
	await expect(ada.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
	await expect(way).toHaveValue('mail');
	await check(ada, 'the place of somebody who chooses how they are told');
	await show(ada, 'resource-waiting-told');
	await herself.reload();
	await expect(form.getByRole('radio', { name: say.privacy('preferences.first.mail') })).toBeChecked();

	// A table in the hall does not suit her, so it is offered to Bob, who accepts without a script.
	await call('POST', `${path}:capacity-released`, { event_id: 'cancel-8812', units: 4, attributes: { area: 'hall' } });
	const bob = await person({ viewport: desktop, javaScriptEnabled: false });
	await bob.goto(await mail('bob@example.org', /\/w\/hp_[A-Za-z0-9_-]+/));
	await expect(bob.getByRole('heading', { name: 'It’s your turn' })).toBeVisible();
	await bob.getByRole('button', { name: 'Accept' }).click();
	await expect(bob.getByRole('heading', { name: 'It’s yours' })).toBeVisible();

	// Cyd has an offer, too, until the restaurant takes the rest back.
	const cyd = await person({ viewport: phone });
	await cyd.goto(await mail('cyd@example.org', /\/w\/hp_[A-Za-z0-9_-]+/));
	await expect(cyd.getByRole('heading', { name: 'It’s your turn' })).toBeVisible();
	await show(cyd, 'resource-offered');
	await olga.goto('/manage/resources');
	await expect(olga.getByRole('link', { name: 'Table at the Old Harbour' })).toBeVisible();
	await show(olga, 'manage-resources');
	await olga.getByRole('link', { name: 'Table at the Old Harbour' }).click();
	await expect(olga.getByText('Ada Lovelace')).toBeVisible();
	await expect(olga.getByText(t('status.offered'), { exact: true })).toBeVisible();
	await expect(olga.getByText(t('status.accepted'), { exact: true }).first()).toBeVisible(); // the figures say so, too
	await show(olga, 'manage-resource');
	await call('POST', `${path}:capacity-withdrawn`, { event_id: 'walk-in', release_event_id: 'cancel-8812', units: 2 });
	await cyd.reload();
	await expect(cyd.getByRole('heading', { name: 'You’re on the waitlist' })).toBeVisible();
	await expect(cyd.getByText('What you were offered was taken back.')).toBeVisible();

	// The organizer removes Ada.
	await olga.reload();
	await olga
		.getByRole('button', { name: t('remove') })
		.first()
		.click();
	await expect(olga.getByText('Ada Lovelace')).not.toBeAttached();
	await ada.reload();
	await expect(ada.getByRole('heading', { name: 'You were removed from the waitlist' })).toBeVisible();
});

test('somebody joins the waitlist of a restaurant by themselves', async ({ site }) => {
	const { call, check, mail, person, show } = site;
	const path = '/v1/resources/harbour-tables';
	const olga = await person({ storageState: await member(site, 'olga@organizers.example', 'Olga', 'organizer'), viewport: desktop });
	// Olga makes the waitlist, and keeps the secret that is shown this once.
	await olga.goto('/manage/resources');
	await olga.getByRole('button', { name: rules('new') }).click();
	await olga.getByLabel(rules('name'), { exact: true }).fill('Table at the Old Harbour');
	await expect(olga.getByLabel(rules('key'), { exact: true })).toHaveValue('table-at-the-old-harbour');
	await olga.getByLabel(rules('key'), { exact: true }).fill('harbour-tables');
	await show(olga, 'manage-resource-new');
	await olga.getByRole('button', { name: rules('new.go') }).click();
	await expect(olga.getByRole('textbox', { name: say.backoffice('secret.label') })).toHaveValue(/^whsec_/);
	await olga.getByRole('button', { name: say.backoffice('secret.kept') }).click();
	await expect(olga).toHaveURL(/\/manage\/resources\/harbour-tables\/settings$/);
	const made = await call('GET', path);
	const grace = await person({ viewport: phone, locale: 'en-GB' });
	expect((await grace.goto(`/resources/${made.id}`))!.status()).toBe(404);

	// What the public page says, what people can ask for there, and how long an offer stands.
	await olga.getByLabel(rules('public.show')).check();
	await olga.getByLabel(rules('description')).fill('Sixty seats by the water.\n\nThe kitchen closes at ten.');
	await olga.getByRole('button', { name: rules('attribute.add') }).click();
	await olga.getByLabel(rules('attribute.name')).fill('area');
	await olga.getByLabel(rules('attribute.label')).fill('Where');
	await olga.getByLabel(rules('attribute.values')).fill('terrace\nhall');
	await olga.getByLabel(rules('terms')).fill('We keep your table for fifteen minutes.');
	await olga.getByLabel(rules('window')).fill('soon');
	await olga.getByRole('button', { name: say.core('save') }).click();
	await expect(olga.getByLabel(rules('window'))).toBeFocused();
	await expect(olga.getByLabel(rules('window'))).toHaveAttribute('aria-invalid', 'true');
	await olga.getByLabel(rules('window')).fill('15');
	await olga.getByLabel(rules('units')).fill('6');
	await olga.getByLabel(rules('atOnce')).fill('2');
	await olga.getByRole('button', { name: say.core('save') }).click();
	await expect(olga.getByText(say.core('saved'), { exact: true })).toBeVisible();
	const kept = (await call('GET', path)) as { version: number };
	expect(kept).toMatchObject({
		first_to_accept: 2,
		public_page: true,
		window_seconds: 900,
		max_units: 6,
		attributes: [{ name: 'area', label: 'Where', values: ['terrace', 'hall'] }]
	});
	await check(olga, 'the settings of a resource');
	await show(olga, 'manage-resource-settings');
	// Somebody else changes them meanwhile: what they did is not overwritten.
	const { name, timezone, window_seconds, max_units, public_page, description, attributes, terms } = await call('GET', path);
	const rest = { name, timezone, window_seconds, max_units, public_page, description, attributes, terms };
	await call('PUT', path, { ...rest, first_to_accept: 2, waitlist_limit: 50, version: kept.version });
	await olga.getByLabel(rules('units')).fill('7');
	await olga.getByRole('button', { name: say.core('save') }).click();
	await expect(olga.getByText(rules('problem.resource_changed'))).toBeVisible();
	expect(await call('GET', path)).toMatchObject({ waitlist_limit: 50, max_units: 6 });
	await olga.goto('/manage/resources/harbour-tables');
	await olga.getByRole('link', { name: t('public.open') }).click();
	await expect(olga.getByRole('heading', { level: 1, name: 'Table at the Old Harbour' })).toBeVisible();
	await check(olga, 'the public page of a resource, on a desktop');
	await show(olga, 'resource-public-desktop');

	await grace.goto(`/resources/${made.id}`);
	await expect(grace.getByText('Sixty seats by the water.')).toBeVisible();
	await expect(grace.getByText('is offered to up to 2 people at once. The first to accept gets it')).toBeVisible();
	await check(grace, 'the public page of a resource');
	await show(grace, 'resource-public');
	await grace.getByLabel('Your name').fill('Grace Hopper');
	await grace.getByLabel('Your email address').fill('grace@example.org');
	await grace.getByLabel('How many').fill('2');
	await grace.getByLabel('Where').selectOption('terrace');
	await grace.getByLabel('I agree to the terms').check();
	await grace.getByRole('button', { name: 'Continue' }).click();
	await expect(grace.getByRole('heading', { level: 1, name: 'Check your inbox' })).toBeVisible();
	await show(grace, 'resource-sent');
	expect((await call('GET', `${path}/waitlist`)).items).toHaveLength(0);
	const link = await mail('grace@example.org', /\/w\/hp_[A-Za-z0-9_-]+/);
	await grace.goto(link);
	await check(grace, 'what somebody asks for');
	await show(grace, 'resource-confirm');
	await grace.getByRole('button', { name: 'Confirm and join' }).click();
	await expect(grace.getByRole('heading', { name: 'You’re on the waitlist' })).toBeVisible();
	await expect(grace.getByText('#1')).toBeVisible();
	await check(grace, 'the place of somebody who joined');

	// A table comes free, and is offered to two at once: Ada is faster, and Grace keeps her place.
	await call('POST', `${path}/waitlist:join`, { user_id: 'ada', name: 'Ada Lovelace', email: 'ada@example.org', units: 2 });
	await call('POST', `${path}:capacity-released`, { event_id: 'cancel-8811', units: 2, attributes: { area: 'terrace' } });
	await mail('grace@example.org', /Be quick!/);
	await grace.goto(link);
	await expect(grace.getByText('This is offered to 2 people at once: the first to accept gets it.')).toBeVisible();
	await check(grace, 'what is offered to two at once');
	await show(grace, 'resource-race');
	const places = (await call('GET', `${path}/waitlist`)) as { items: { user_id: string; offer_id: string }[] };
	await call('POST', `/v1/resource-offers/${places.items.find((e) => e.user_id === 'ada')!.offer_id}:accept`);
	await grace.getByRole('button', { name: 'Accept' }).click();
	await expect(grace.getByRole('heading', { name: 'You’re on the waitlist' })).toBeVisible();
	await expect(grace.getByText('Someone else accepted first. You kept your place.').first()).toBeVisible();
	await show(grace, 'resource-too-late');
	await mail('grace@example.org', /Someone else was faster/);

	// Another table comes free; the mail of the offer leads to the same page, where she accepts.
	await call('POST', `${path}:capacity-released`, { event_id: 'cancel-8812', units: 2, attributes: { area: 'terrace' } });
	await mail('grace@example.org', /It’s your turn!/);
	await grace.goto(link);
	await expect(grace.getByRole('heading', { name: 'It’s your turn' })).toBeVisible();
	await show(grace, 'resource-own-offer');
	await grace.getByRole('button', { name: 'Accept' }).click();
	await expect(grace.getByRole('heading', { name: 'It’s yours' })).toBeVisible();
	await grace.getByText('Delete my data').first().click();
	await grace.getByRole('button', { name: 'Delete my data' }).click();
	await expect(grace.getByRole('heading', { name: 'Your data was deleted' })).toBeVisible();
	expect((await call('GET', `${path}/waitlist?everybody=true`)).items[0].name).toBeUndefined();
});

test.describe('a restaurant that is asked first', () => {
	test.use({ serverOptions: { inside: true } });

	test('what somebody accepts is theirs when the restaurant says so', async ({ site }) => {
		const { call, check, mail, person, show } = site;
		// The restaurant's own system: it answers each guest as it likes, and the first
		// question about a guest once more when it is asked again.
		const answers: Record<string, [status: number, body?: object]> = {
			ada: [201],
			bob: [409],
			cyd: [422, { reason: 'payment_failed', message: 'The card has expired.' }],
			dan: [418],
			eve: [418]
		};
		const book = new Map<string, string>();
		const restaurant = createServer((request, response) => {
			let text = '';
			request.on('data', (part: Buffer) => (text += part.toString()));
			request.on('end', () => {
				const { user_id } = (JSON.parse(text) as { data: { user_id: string } }).data;
				book.set(user_id, String(request.headers['idempotency-key']));
				const [status, body] = answers[user_id]!;
				response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body ?? {}));
			});
		});
		restaurant.listen(0, '127.0.0.1');
		await once(restaurant, 'listening');
		const confirm_url = `http://127.0.0.1:${(restaurant.address() as AddressInfo).port}/confirm`;

		const path = '/v1/resources/harbour-tables';
		await call('PUT', path, { name: 'Table at the Old Harbour', timezone: 'Europe/Berlin', window_seconds: 900, confirm_url });
		const names = { ada: 'Ada Lovelace', bob: 'Bob Noyce', cyd: 'Cyd Charisse', dan: 'Dan Bricklin', eve: 'Eve Arden' };
		for (const [user_id, name] of Object.entries(names)) await call('POST', `${path}/waitlist:join`, { user_id, name, email: `${user_id}@example.org` });
		await call('POST', `${path}:capacity-released`, { event_id: 'cancel-8812', units: 5 });
		const accept = async (user: string, device = phone) => {
			const guest = await person({ viewport: device });
			await guest.goto(await mail(`${user}@example.org`, /\/w\/hp_[A-Za-z0-9_-]+/));
			await guest.getByRole('button', { name: 'Accept' }).click();
			return guest;
		};
		const becomes = async (guest: Awaited<ReturnType<typeof accept>>, heading: string) => {
			await expect(async () => {
				await guest.reload();
				await expect(guest.getByRole('heading', { name: heading })).toBeVisible({ timeout: 100 });
			}).toPass();
		};

		const ada = await accept('ada');
		await becomes(ada, 'It’s yours');
		await expect(ada.getByText('It was confirmed.')).toBeVisible();
		const bob = await accept('bob');
		await becomes(bob, 'You’re on the waitlist');
		await expect(bob.getByText('It was gone by the time you accepted.')).toBeVisible();
		const cyd = await accept('cyd', desktop);
		await becomes(cyd, 'It couldn’t be confirmed');
		await expect(cyd.getByText('The payment didn’t go through.')).toBeVisible();
		await expect(cyd.getByText('The card has expired.')).toBeVisible();
		await show(cyd, 'resource-refused');
		await mail('cyd@example.org', /didn’t go through/);

		// What cyd had went to Bob. Of Dan and Eve the restaurant says nothing that decides.
		const dan = await accept('dan');
		const eve = await accept('eve');
		await becomes(dan, 'Somebody has to decide it');
		await expect(dan.getByText('No clear answer came, so somebody has to decide')).toBeVisible();
		await check(dan, 'a place that somebody decides');
		await show(dan, 'resource-undecided');
		const olga = await person({ storageState: await member(site, 'olga@organizers.example', 'Olga', 'organizer'), viewport: desktop });
		// The first page says that there is something to decide, and leads there; so does the list.
		await expect(async () => {
			await olga.goto('/manage');
			await expect(olga.getByText(say.organizer('decisions', { n: 2, name: 'Table at the Old Harbour' }))).toBeVisible({ timeout: 1000 });
		}).toPass();
		await check(olga, 'accepted offers to decide');
		await show(olga, 'manage-decision-notice');
		await olga.goto('/manage/resources');
		await expect(olga.getByText(t('undecided', { n: 2 }))).toBeVisible();
		await show(olga, 'manage-resources-undecided');
		await olga.goto('/manage');
		await olga.getByRole('link', { name: say.organizer('decisions.look') }).click();
		await expect(olga.getByText(t('confirmation.failed'), { exact: true })).toHaveCount(2);
		await expect(olga.getByText(book.get('dan')!)).toBeVisible();
		await show(olga, 'manage-resource-decisions');
		answers['dan'] = [201];
		const of = (name: string) =>
			olga
				.getByRole('listitem')
				.filter({ hasText: name })
				.filter({ hasText: t('confirmation.failed') });
		await of('Dan Bricklin')
			.getByRole('button', { name: t('resolve.retry') })
			.click();
		await becomes(dan, 'It’s yours');
		await of('Eve Arden')
			.getByRole('button', { name: t('resolve.returned') })
			.click();
		await expect(olga.getByRole('dialog')).toBeVisible();
		await show(olga, 'manage-resource-decide');
		await olga
			.getByRole('dialog')
			.getByRole('button', { name: t('resolve.returned') })
			.click();
		await expect(olga.getByText(t('decided.returned'), { exact: true })).toBeVisible();
		await becomes(eve, 'You’re on the waitlist');
		// What became of it all, and why two did not get what they had accepted.
		await olga.reload();
		const failures = olga.getByRole('region', { name: rules('figures') });
		await expect(failures.getByText(rules('cause.taken'))).toBeVisible();
		await expect(failures.getByText(t('cause.payment_failed'))).toBeVisible();
		await expect(failures.getByText(rules('cause.decided_by_staff'))).toBeVisible();
		await show(olga, 'manage-resource-figures');
		restaurant.closeAllConnections();
		restaurant.close();
	});
});

test('somebody who is signed in answers an offer where they look', async ({ site }) => {
	const { call, check, person, show } = site;
	const path = '/v1/resources/harbour-tables';
	await call('PUT', path, { name: 'Table at the Old Harbour', timezone: 'Europe/Berlin', window_seconds: 900, price: { amount: 4500, currency: 'EUR' } });
	await call('POST', `${path}/waitlist:join`, { user_id: 'bob', name: 'Bob', email: 'bob@example.org' });
	await call('POST', `${path}/waitlist:join`, { user_id: 'ada', name: 'Ada Lovelace', email: 'ada@example.org', units: 2 });
	const ada = await person({ storageState: await signedIn(site, 'ada@example.org'), viewport: phone });
	await ada.goto('/me');
	await expect(ada.getByRole('heading', { name: say.account('me.places') })).toBeVisible();
	await expect(ada.getByText(say.account('me.status.place', { n: 2 }))).toBeVisible();
	await expect(ada.getByText(say.account('me.empty.title'))).not.toBeAttached();
	await call('POST', `${path}:capacity-released`, { event_id: 'cancel-8812', units: 3 });
	await ada.reload();
	const accept = ada.getByRole('button', { name: say.account('me.place.accept') });
	await expect(accept).toBeVisible();
	await expect(ada.getByText('€45')).toBeVisible();
	await check(ada, 'an offer of a resource, where one looks');
	await show(ada, 'me-resource-offered');
	await accept.press('Enter');
	await expect(ada.getByText(say.account('me.place.accepted'))).toBeVisible();
	await expect(ada.getByRole('link', { name: 'Table at the Old Harbour × 2' })).toBeFocused();
	await show(ada, 'me-resource-accepted');
	await ada.goto('/me/inbox');
	await expect(ada.getByRole('link', { name: say.account('kind.resource_offer') })).toBeVisible();
	await expect(ada.getByText('Table at the Old Harbour')).toBeVisible();
	// The mail leads to the same place.
	await ada.goto('/me');
	await ada.getByRole('link', { name: 'Table at the Old Harbour × 2' }).click();
	await expect(ada.getByRole('heading', { name: 'It’s yours' })).toBeVisible();
});
