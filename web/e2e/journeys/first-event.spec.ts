// The first event of somebody new: from an empty server without an account to an event
// that guests see, with a cover, a price and a question. It counts what has to be decided.
import { phone } from '../fixtures/looks';
import { Decisions } from '../fixtures/decisions';
import { drawn } from '../fixtures/pictures';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

test.use({ serverOptions: { organized: false } });

/** At most so many decisions, and so many seconds of a person. */
const decisions = 12;
const seconds = 180;

test('the first event', async ({ site }) => {
	const { server, person, check, show } = site;
	const link = await server.printed(/http\S+\/setup#[\w-]+/);
	const noor = await person();
	const picture = await drawn(noor, 'image/jpeg');

	const count = new Decisions();
	await noor.goto(link);
	const main = noor.getByRole('main');
	await count.fill('her name', main.getByLabel(say.account('setup.name')), 'Noor Haddad');
	await count.fill('her address', main.getByLabel(say.account('signIn.email')), 'noor@example.org');
	await show(noor, 'setup-name');
	await count.click('begin', main.getByRole('button', { name: say.account('setup.button') }));

	// She is where the event is made; nothing stands between.
	await expect(main.getByRole('heading', { name: say.organizer('form.new'), level: 1 })).toBeVisible();
	await count.fill('the title', main.getByLabel(say.organizer('form.title')), 'Bread, from flour to crust');
	await count.file('the cover', main.locator('input[type=file]'), { name: 'oven.jpg', mimeType: 'image/jpeg', buffer: picture });
	await count.fill('what the cover shows', main.getByLabel(say.pictures('alt'), { exact: true }), 'A loaf on the table of a bakery');
	const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
	await count.fill('the day', main.getByLabel(say.organizer('form.date'), { exact: true }), day);
	await count.fill('the time', main.getByLabel(say.organizer('form.time'), { exact: true }), '18:30');
	await count.fill('the place', main.getByLabel(say.organizer('form.location')), 'Mill Lane 4, Bristol');
	await count.fill('the price', main.getByLabel(say.organizer('form.tier.price', { currency: 'EUR' })), '35');
	await count.fill('the question', main.getByLabel(say.organizer('form.ask', { n: 1 })), 'Anything you can’t eat?');
	await check(noor, 'the first event, filled in');
	await show(noor, 'first-event', true);
	await count.click('publish', main.getByRole('button', { name: say.organizer('form.publish') }));
	await expect(main.getByRole('heading', { name: 'Bread, from flour to crust', level: 1 })).toBeVisible();
	await expect(noor.getByText(say.organizer('event.published'))).toBeVisible();
	const id = new URL(noor.url()).pathname.split('/').at(-1)!;

	const took = count.seconds();
	const said =
		`the first event: ${count.list.length} decisions, ${took.all.toFixed(0)} s ` +
		`(the pages ${took.pages.toFixed(1)} s, a person ${took.person.toFixed(0)} s): ${count.list.join(', ')}`;
	console.log(said);
	expect(count.list.length, said).toBeLessThanOrEqual(decisions);
	expect(took.all, said).toBeLessThanOrEqual(seconds);

	// A guest sees all of it: the picture, the price, the host, and is asked.
	const guest = await person({ viewport: phone });
	await guest.goto(`/events/${id}`);
	const page = guest.locator('#app');
	await expect(page.getByRole('img', { name: 'A loaf on the table of a bakery' })).toBeVisible();
	await expect(page.getByText(say.guest('event.by', { name: 'Noor Haddad' }))).toBeVisible();
	await expect(page.getByText('€35', { exact: false }).first()).toBeVisible();
	await show(guest, 'first-event-public');
	const asked = await (await fetch(`${site.base}/v1/events/${id}/questions`)).json();
	expect(asked.questions.map((q: { label: string }) => q.label)).toEqual(['Anything you can’t eat?']);

	// Her list says what comes next, until a second event.
	await noor.goto('/manage');
	await expect(main.getByRole('link', { name: /Bread, from flour/ })).toBeVisible();
	await expect(main.getByRole('heading', { name: say.organizer('first.next') })).toBeVisible();
	await show(noor, 'first-next');
});
