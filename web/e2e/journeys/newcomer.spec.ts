// A newcomer with an empty installation: the link that the server printed, a
// first organization, a passkey, and the first event, on sale. The server has no
// way to send mail, which its owner has to hear of.
import { authenticator } from '../fixtures/people';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

test.use({ serverOptions: { host: 'localhost', mailbox: false, organized: false } });

test('a newcomer', async ({ site }) => {
	const { server, person, check, show } = site;
	const link = await server.printed(/http\S+\/setup#[\w-]+/);
	const mae = await person();
	await authenticator(mae);

	// Anyone who comes without the link is told where it is.
	await mae.goto('/manage');
	await expect(mae.getByText(say.organizer('gate.setUp.text'))).toBeVisible();
	await check(mae, 'organizers, not set up');
	await mae.goto(link);
	await expect(mae.getByRole('heading', { name: say.account('setup.title') })).toBeVisible();
	await show(mae, 'set-up-form');
	await mae.getByRole('button', { name: say.account('setup.button') }).click();
	await expect(mae.locator('[aria-invalid=true]'), 'what is missing is said at its field').toHaveCount(2);
	await mae.getByLabel(say.account('setup.organization')).fill('Jemison Observatory');
	await mae.getByLabel(say.account('setup.name')).fill('Mae Jemison');
	await mae.getByLabel(say.account('signIn.email')).fill('mae@example.org');
	await mae.getByRole('button', { name: say.account('setup.button') }).click();

	// She is led to her first event; her list says what else there is to do.
	await expect(mae.getByRole('heading', { name: 'New event', level: 1 })).toBeVisible();
	await mae.goto('/manage');
	await expect(mae.getByRole('heading', { name: say.organizer('first.title', { name: 'Jemison Observatory' }) })).toBeVisible();
	await expect(mae.getByText(say.organizer('mail.none'))).toBeVisible();
	await show(mae, 'first-steps');
	await mae.getByRole('link', { name: say.organizer('first.passkey.button') }).click();
	await mae.getByRole('button', { name: say.organizer('first.passkey.button') }).click();
	await mae.getByLabel(say.privacy('passkeys.name')).fill('Laptop');
	await mae.getByRole('button', { name: say.privacy('passkeys.create') }).click();
	await expect(mae.getByRole('button', { name: 'Remove Laptop' })).toBeVisible();
	await mae.goto('/manage');
	await expect(mae.getByText(say.organizer('first.done'))).toBeVisible();
	await mae.getByRole('link', { name: say.organizer('first.event.button') }).click();
	await expect(mae.getByRole('heading', { name: 'New event', level: 1 })).toBeVisible();
	await mae.getByLabel(say.organizer('form.title')).fill('A night with the telescope');
	await mae.getByLabel(say.organizer('form.capacity')).fill('20');
	await mae
		.getByRole('button', { name: say.organizer('event.publish') })
		.first()
		.click();
	await expect(mae.getByRole('heading', { name: 'A night with the telescope', level: 1 })).toBeVisible();
	const id = new URL(mae.url()).pathname.split('/').at(-1);
	await mae.goto(`/manage/events/${id}/messages`);
	await expect(mae.getByText(say.organizer('mail.none'))).toBeVisible();
	await show(mae, 'mail-missing');

	// Anybody can register, and nobody is told to set anything up any more.
	const guest = await person();
	await guest.goto(`/events/${id}`);
	await expect(guest.getByText(say.guest('event.by', { name: 'Jemison Observatory' }))).toBeVisible();
	await guest.goto(link);
	await expect(guest.getByRole('heading', { name: say.account('setup.title') })).toBeVisible();
	await guest.getByLabel(say.account('setup.organization')).fill('Somebody else');
	await guest.getByLabel(say.account('setup.name')).fill('Somebody');
	await guest.getByLabel(say.account('signIn.email')).fill('else@example.org');
	await guest.getByRole('button', { name: say.account('setup.button') }).click();
	await expect(guest.getByRole('alert')).toBeVisible();
	await mae.goto('/manage');
	await expect(mae.getByRole('link', { name: /A night with the telescope/ })).toBeVisible();

	// Nobody is told to wait for a mail that cannot come: who signs in, and who has to confirm an address.
	await guest.goto('/sign-in');
	await guest.getByLabel(say.account('signIn.email')).fill('guest@example.org');
	await guest.getByRole('button', { name: say.account('signIn.send') }).click();
	const none = guest.getByRole('heading', { name: say.account('signIn.none.title') });
	await expect(none).toBeVisible();
	await expect(none, 'what comes next has the focus').toBeFocused();
	await expect(guest.getByText('--local-mailbox')).toBeVisible();
	expect(await guest.getByText(say.account('signIn.sent.title')).count(), 'and nothing else is said').toBe(0);
	await show(guest, 'sign-in-no-mail');
	const gretel = await person({ locale: 'de-DE' });
	await gretel.goto('/sign-in');
	await gretel.getByLabel('Deine E-Mail-Adresse').fill('gretel@example.org');
	await gretel.getByRole('button', { name: 'Link schicken' }).click();
	await expect(gretel.getByRole('heading', { name: 'Dieser Server verschickt keine E-Mails' })).toBeVisible();
	await check(gretel, 'no mail, in German');
	const closed = await mae.evaluate(async () => {
		const starts = Date.now() + 40 * 86_400_000;
		const body = {
			title: 'Members only',
			starts_at: new Date(starts),
			ends_at: new Date(starts + 7_200_000),
			timezone: 'Europe/Lisbon',
			capacity: 5,
			require_confirmed_address: true,
			publish: true
		};
		const answer = await fetch('/v1/events', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
		return (await answer.json()).id;
	});
	await guest.goto(`/events/${closed}`);
	await guest.getByLabel(say.account('setup.name')).fill('Guest');
	await guest.getByLabel(say.account('settings.email')).fill('guest@example.org');
	await guest.getByRole('button', { name: say.guest('join.title'), exact: true }).click();
	await guest.getByRole('button', { name: say.address('address.send') }).click();
	await expect(guest.getByRole('heading', { name: say.account('signIn.none.title') })).toBeVisible();
	await check(guest, 'an address that cannot be confirmed');
});
