// Questions: an organizer writes them, a guest is asked, the questions change, the
// guest answers what is new, and whoever checks people in sees what is marked for that. What
// was answered is added up, and those who chose something are written to.
import { ahead } from '../fixtures/api';
import { desktop, phone } from '../fixtures/looks';
import { member } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

const q = say.questions;

test('questions of an event', async ({ site }) => {
	const { call, mail, person, check, show } = site;
	const event = await call('POST', '/v1/events', {
		title: 'Harbour dinner',
		...ahead(20, 4),
		timezone: 'Europe/Berlin',
		capacity: 40,
		max_guests: 3,
		publish: true
	});
	const olga = await person({ storageState: await member(site, 'olga@organizers.example', 'Olga', 'organizer'), viewport: desktop });
	await olga.goto(`/manage/events/${event.id}/questions`);
	await expect(olga.getByRole('heading', { name: q('editor.none.title') })).toBeVisible();

	// What each who comes eats, and which fish whoever eats fish wants.
	const row = (n: number) => olga.getByRole('listitem', { name: q('editor.nth', { n }) });
	await olga.getByRole('button', { name: q('editor.add') }).click();
	await expect(row(1).getByLabel(q('editor.label'), { exact: true }), 'the new question has the focus').toBeFocused();
	await olga.keyboard.type('Your company');
	await olga.getByRole('button', { name: q('editor.add') }).click();
	await olga.keyboard.type('What do you eat?');
	await row(2)
		.getByRole('combobox', { name: q('editor.kind') })
		.selectOption('choice');
	await olga.getByRole('button', { name: q('editor.save') }).click();
	await expect(row(2).getByText(say.core('field.required'))).toBeVisible();
	await check(olga, 'a choice without options');
	await row(2).getByLabel(q('editor.options')).fill('Everything\nFish\nVegan');
	await row(2).getByLabel(q('editor.required')).check();
	await row(2).getByLabel(q('editor.attendee')).check();
	await row(2).getByLabel(q('editor.atDoor')).check();
	await olga.getByRole('button', { name: q('editor.add') }).click();
	await olga.keyboard.type('Any bones?');
	await row(3).getByLabel(q('editor.attendee')).check();
	await row(3)
		.getByRole('combobox', { name: q('editor.if') })
		.selectOption({ label: q('editor.is', { label: 'What do you eat?', value: 'Fish' }) });
	// The order is changed by the keyboard alone.
	await row(1)
		.getByRole('button', { name: q('editor.down', { n: 1 }) })
		.focus();
	await olga.keyboard.press('Enter');
	await expect(row(2).getByLabel(q('editor.label'), { exact: true })).toHaveValue('Your company');
	await expect(row(2).getByRole('button', { name: q('editor.down', { n: 2 }) }), 'the button that was pressed keeps the focus').toBeFocused();
	await olga.getByRole('button', { name: q('editor.save') }).click();
	await expect(olga.getByText(q('editor.saved'))).toBeVisible();
	await show(olga, 'manage-questions');

	// Ada registers with a guest, after she forgot what the guest eats.
	const ada = await person({ viewport: phone });
	await ada.goto(`/events/${event.id}`);
	await ada.getByLabel(say.guest('join.name')).fill('Ada Lovelace');
	await ada.getByLabel(say.guest('join.email')).fill('ada@example.org');
	await ada.getByRole('button', { name: /Add a guest/ }).click();
	await ada.keyboard.type('Charles Babbage');
	const hers = ada.getByRole('group', { name: q('asked.you') });
	const his = ada.getByRole('group', { name: q('asked.named', { name: 'Charles Babbage' }) });
	await hers.getByRole('radio', { name: 'Fish' }).check();
	await expect(hers.getByLabel('Any bones?')).toBeVisible();
	await expect(his.getByLabel('Any bones?')).not.toBeAttached();
	await hers.getByLabel('Any bones?').fill('No, thank you');
	const submit = ada.getByRole('button', { name: say.guest('join.submit', { n: 2 }) });
	await submit.click();
	await expect(his.getByText(say.core('field.required'))).toBeVisible();
	await show(ada, 'asked');
	await his.getByRole('radio', { name: 'Vegan' }).check();
	await submit.click();
	await expect(ada.getByRole('heading', { name: say.guest('done.confirmed.title') })).toBeVisible();

	// The questions change: other words, one is gone, one is new and required.
	await olga.reload();
	await row(1).getByLabel(q('editor.label'), { exact: true }).fill('What is your menu?');
	await olga.getByRole('button', { name: q('editor.remove', { n: 2 }) }).click();
	await olga.getByRole('button', { name: q('editor.add') }).click();
	await olga.keyboard.type('May we take photos of you?');
	await row(3)
		.getByRole('combobox', { name: q('editor.kind') })
		.selectOption('consent');
	await row(3).getByLabel(q('editor.required')).check();
	await olga.getByRole('button', { name: q('editor.save') }).click();
	await expect(olga.getByText(q('editor.saved'))).toBeVisible();

	// Ada finds what is new on the page of her registration, and what she said in it.
	await ada.goto(await mail('ada@example.org', /\/r\/hl_[A-Za-z0-9_-]+/));
	await expect(ada.getByText(q('answers.missing', { n: 1 }))).toBeVisible();
	await expect(ada.getByRole('group', { name: q('asked.named', { name: 'Ada Lovelace' }) }).getByRole('radio', { name: 'Fish' })).toBeChecked();
	await ada.getByRole('button', { name: q('answers.save') }).click();
	await expect(ada.getByText(say.core('field.required'))).toBeVisible();
	await ada.getByLabel('May we take photos of you?').check();
	await ada.getByRole('button', { name: q('answers.save') }).click();
	await expect(ada.getByText(q('answers.saved'))).toBeVisible();
	await expect(ada.getByText('What is your menu?').first()).toBeVisible();
	await show(ada, 'answers');

	// Staff read and change them.
	await olga.goto(`/manage/events/${event.id}/guests`);
	await olga.getByRole('link', { name: 'Ada Lovelace' }).first().click();
	const answers = olga.getByRole('region', { name: q('answers.staffTitle') });
	await expect(answers.getByText('No, thank you')).toBeVisible();
	await answers.getByRole('button', { name: q('answers.edit') }).click();
	await answers
		.getByRole('group', { name: q('asked.named', { name: 'Ada Lovelace' }) })
		.getByRole('radio', { name: 'Vegan' })
		.check();
	await answers.getByRole('button', { name: q('answers.save') }).click();
	await expect(olga.getByText(q('answers.saved'))).toBeVisible();
	await expect(answers.getByText('No, thank you')).not.toBeAttached();
	await check(olga, 'answers of a guest');

	// What is marked for the door is seen there.
	const [guest] = (await call('GET', `/v1/events/${event.id}/registrations`)).items;
	const scan = await call('POST', '/v1/checkins', { event_id: event.id, ticket_id: (await call('GET', `/v1/orders/${guest.order.id}/tickets`)).items[0].id });
	expect(scan.answers.map((a: { text: string }) => a.text)).toEqual(['Vegan']);

	// What was answered is added up: those who have chosen something are one press away.
	const a = say.answers;
	const [menu] = (await call('GET', `/v1/events/${event.id}/questions`)).questions;
	await call('POST', `/v1/events/${event.id}/registrations`, {
		email: 'bo@example.org',
		name: 'Bo Eats',
		answers: [{ question: menu.id, unit: 1, value: 'Everything' }]
	});
	await olga.goto(`/manage/events/${event.id}/questions`);
	const answered = olga.getByRole('region', { name: a('title') });
	const eats = answered.getByRole('listitem').filter({ hasText: 'What is your menu?' });
	await expect(eats.getByText(a('answered', { n: 3 }))).toBeVisible();
	await expect(eats.getByRole('definition')).toHaveText(['1', '0', '2']);
	await show(olga, 'manage-answers');
	await eats.getByRole('link', { name: 'Vegan' }).click();
	await expect(olga).toHaveURL(/\/guests\?/); // the page before it has fields with that word, too
	await expect(olga.getByRole('combobox', { name: a('find') })).toHaveValue(`${menu.id}:Vegan`);
	await expect(olga.getByRole('link', { name: 'Ada Lovelace' }).first()).toBeVisible();
	await expect(olga.getByRole('link', { name: 'Bo Eats' })).not.toBeAttached();
	await show(olga, 'guests-by-answer');
	await olga.getByRole('combobox', { name: a('find') }).selectOption({ label: a('find.any') });
	await expect(olga.getByRole('link', { name: 'Bo Eats' }).first()).toBeVisible();

	// She writes to those, and nobody else gets it.
	await olga.goto(`/manage/events/${event.id}/messages`);
	await expect(olga.getByText(say.backoffice('compose.to', { n: 2 }))).toBeVisible();
	await olga.getByRole('combobox', { name: a('find') }).selectOption({ label: 'What is your menu? · Vegan' });
	await expect(olga.getByText(say.backoffice('compose.to', { n: 1 }))).toBeVisible();
	await olga.getByLabel('Subject', { exact: true }).fill('Your menu');
	await olga.getByLabel(say.backoffice('compose.body'), { exact: true }).fill('There is soup without milk.');
	await show(olga, 'message-by-answer');
	await olga.getByRole('button', { name: say.backoffice('compose.send') }).click();
	await olga.getByRole('button', { name: say.backoffice('compose.yes') }).click();
	await expect(olga.getByText('1 sent', { exact: true })).toBeVisible();
	await expect(olga.getByText('What is your menu? · Vegan').last(), 'whom it was for').toBeVisible();
	await mail('ada@example.org', /There is soup without milk/);
	const [sent] = (await call('GET', `/v1/events/${event.id}/announcements`)).items;
	expect([sent.state, sent.made], 'nobody else is written to').toEqual(['done', 1]);
	await check(olga, 'a message by an answer');
});
