// The journey of an organizer whose events take rooms: one is published in a room, another wants
// it at the same time and is told what is in the way, the first is moved and its booking with it.
import { desktop } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

/** A date so many days ahead on the clocks of Berlin. */
const date = (days: number) => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(Date.now() + days * 86_400_000);

test('events take rooms', async ({ site }) => {
	const { call, check, person, show } = site;
	const day = date(20);
	const venue = await call('POST', '/v1/venues', {
		name: 'Old harbour',
		address: 'Quay 1, Hamburg',
		timezone: 'Europe/Berlin',
		default_setup_minutes: 30,
		coordinates: '53.5436,9.9889',
		facilities: ['step_free', 'Grand piano'],
		house_rules: 'No dogs.\nShoes on.'
	});
	const room = async (name: string, part_of = '', facilities: string[] = []) =>
		(await call('POST', `/v1/venues/${venue.id}/rooms`, { name, part_of, facilities })).id;
	const hall = await room('Hall', '', ['hearing_loop']);
	await room('Stage', hall);
	const petra = await person({ viewport: desktop, storageState: await member(site, 'petra@organizers.example', 'Petra', 'organizer') });
	const form = petra.getByRole('main');
	const when = async (from: string, to: string) => {
		for (const [label, value] of [
			['form.date', day],
			['form.time', from],
			['form.endDate', day],
			['form.endTime', to]
		] as const)
			await form.getByLabel(say.organizer(label), { exact: true }).fill(value);
	};
	const fill = async (title: string, rooms: string, from: string, to: string) => {
		await petra.goto('/manage/events/new');
		await form.getByLabel(say.organizer('form.title'), { exact: true }).fill(title);
		await form.getByLabel(say.calendar('event.venue')).selectOption('Old harbour');
		await when(from, to);
		await form.getByRole('checkbox', { name: rooms }).check();
	};

	// Petra picks the hall: it is free, and where the event is comes from the venue.
	await fill('Choir of the harbour', 'Hall', '19:00', '21:00');
	await expect(form.getByText(say.calendar('event.free'), { exact: true })).toBeVisible();
	await expect(form.getByLabel(say.organizer('form.location'), { exact: false }).first()).toHaveValue('Old harbour, Quay 1, Hamburg');
	await check(petra, 'rooms of a new event');
	await show(petra, 'event-rooms-free', true);
	await form.getByRole('button', { name: say.organizer('form.publish') }).click();
	const place = petra.getByRole('region', { name: say.calendar('event.place') });
	await expect(place.getByText('Old harbour · Hall')).toBeVisible();
	await expect(place.getByText(say.calendar('status.confirmed'))).toBeVisible();
	await check(petra, 'an event in its room');
	await show(petra, 'event-rooms');
	const first = petra.url();

	// A guest reads what there is at the venue, and in the hall, and what the house asks for.
	const ada = await person();
	await ada.goto(`/events/${new URL(first).pathname.split('/').at(-1)}`);
	const there = ada.getByRole('region', { name: say.guest('event.place') });
	await expect(there.getByRole('listitem')).toHaveText([say.guest('facility.step_free'), say.guest('facility.hearing_loop'), 'Grand piano']);
	await expect(there.getByText('Hall', { exact: true })).toBeVisible();
	await there.getByText(say.guest('event.houseRules')).click();
	await expect(there.getByText('Shoes on.')).toBeVisible();
	await show(ada, 'event-at-venue', true);

	// Another one wants a part of the hall at that time: what is in the way is said before anything
	// is stored, and publishing is refused.
	await fill('Tango on the stage', 'Stage', '20:00', '22:00');
	await expect(form.getByText(say.refusals('problem.room_taken'))).toBeVisible();
	await expect(form.getByText(say.calendar('conflict.part', { booked: 'Hall', room: 'Stage' }))).toBeVisible();
	await expect(form.getByText('Choir of the harbour'), 'what is in the way is called as its event').toBeVisible();
	await check(petra, 'what is in the way of an event');
	await show(petra, 'event-rooms-taken', true);
	await form.getByRole('button', { name: say.organizer('form.publish') }).click();
	await expect(form.getByText(say.refusals('problem.room_taken'))).toHaveCount(2);
	expect((await call('GET', '/v1/events')).items, 'nothing was made').toHaveLength(1);
	// By keyboard, the next free time is taken.
	await form.getByRole('button', { name: new RegExp(`^${say.calendar('free.after')}.*21:30$`) }).press('Enter');
	await expect(form.getByText(say.calendar('event.free'), { exact: true })).toBeVisible();
	await form.getByRole('button', { name: say.organizer('form.publish') }).click();
	await expect(place.getByText('Old harbour · Stage')).toBeVisible();

	// The choir is moved: onto the tango it cannot be, before it it can, and its booking goes along.
	await petra.goto(`${first}/edit`);
	await when('20:30', '22:00');
	await expect(form.getByText(say.refusals('problem.room_taken'))).toBeVisible();
	await form.getByRole('button', { name: say.organizer('form.save') }).click();
	await expect(form.getByText(say.refusals('problem.room_taken'))).toHaveCount(2);
	await when('17:00', '20:00');
	await expect(form.getByText(say.calendar('event.moves'))).toBeVisible();
	await form.getByRole('button', { name: say.organizer('form.save') }).click();
	await expect(petra.getByText(say.core('saved'))).toBeVisible();
	await petra.goto(first);
	await place.getByRole('link', { name: say.calendar('event.calendar') }).click();
	await expect(petra.getByRole('gridcell', { name: /^Hall, 17:00/ }).first()).toBeAttached();
	await show(petra, 'event-rooms-calendar');

	// The booking leads to its event, and moves with that alone.
	await petra
		.getByRole('gridcell', { name: /^Hall, 17:00/ })
		.first()
		.press('Enter');
	const dialog = petra.getByRole('dialog');
	await expect(dialog.getByText(say.calendar('event.follows'))).toBeVisible();
	await check(petra, 'a booking that follows its event');
	await dialog.getByRole('button', { name: say.calendar('cancel'), exact: true }).click();
	await dialog.getByRole('button', { name: say.calendar('cancel.yes') }).click();
	await expect(dialog).toBeHidden();

	// Without its booking the event has no room, which its page says, on a phone too.
	const phone = await person({ storageState: await petra.context().storageState() });
	await phone.goto(first);
	await expect(phone.getByText(say.calendar('event.noRoom'))).toBeVisible();
	await check(phone, 'an event without a room');
	await show(phone, 'event-rooms-none');
	await phone.getByRole('button', { name: say.calendar('event.book') }).click();
	await expect(phone.getByText('Old harbour · Hall')).toBeVisible();
	await phone.getByRole('link', { name: say.calendar('event.edit') }).click();
	await expect(phone.getByText(say.calendar('event.moves'))).toBeVisible();
	await show(phone, 'event-rooms-phone', true);
});
