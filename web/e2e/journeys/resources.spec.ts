// Places that others hold: a restaurant's own system says that a table came free, a guest gets
// it from the link of the mail, and the organizer sees who waits.
import { desktop, phone } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

const t = say.resources;

test('the waitlist of a restaurant', async ({ site }) => {
	const { call, mail, person, show } = site;
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
	await expect(olga.getByText(t('status.accepted'), { exact: true })).toBeVisible();
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
