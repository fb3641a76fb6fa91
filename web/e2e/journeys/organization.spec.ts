// What belongs to an organization: members, keys, webhooks.
import { ahead, caller } from '../fixtures/api';
import { desktop } from '../fixtures/looks';
import { member, signIn } from '../fixtures/signing-in';
import { expect, test } from '../fixtures/test';
import { say } from '../fixtures/texts';

test.use({ serverOptions: { open: true } });

test('an organization', async ({ site }) => {
	const { base, call, mail, person, check, visit } = site;
	const boss = 'ottilie@organizers.example';
	await call('POST', '/v1/members', { email: boss, name: 'Ottilie', role: 'owner' });
	const page = await person();
	await page.goto('/manage/members');
	await signIn(page, mail, boss);
	await expect(page.getByRole('heading', { name: say.backoffice('members.title') })).toBeVisible();
	await page.getByRole('button', { name: say.backoffice('members.invite') }).click();
	await page.getByLabel('Email').fill('nobody');
	await page.getByRole('button', { name: say.backoffice('members.invite.yes') }).click();
	await expect(page.getByText('Please enter an email address')).toBeVisible();
	await check(page, 'inviting');
	await page.getByLabel('Email').fill('dora@organizers.example');
	await page.getByRole('combobox', { name: say.backoffice('members.role') }).selectOption('door');
	await page.getByRole('button', { name: say.backoffice('members.invite.yes') }).click();
	await expect(page.getByText('Invitation sent to')).toBeVisible();
	await mail('dora@organizers.example', /invited to/);
	await page.getByRole('button', { name: say.backoffice('members.changeWho', { name: 'dora@organizers.example' }) }).click();
	await page.getByRole('combobox', { name: say.backoffice('members.role') }).selectOption('box_office');
	await page
		.getByRole('dialog')
		.getByRole('button', { name: say.core('save') })
		.click();
	await expect(page.getByRole('listitem').filter({ hasText: 'dora@organizers.example' }).getByText(say.account('role.box_office'))).toBeVisible();
	await page.getByRole('button', { name: 'Remove dora@organizers.example' }).click();
	await check(page, 'removing a member');
	await page.getByRole('button', { name: 'Yes, remove' }).click();
	await expect(page.getByRole('main').getByText('dora@organizers.example').first()).not.toBeAttached();

	// A key for one event is shown once, works there, and stops when it is revoked.
	for (const title of ['Open evening', 'Closed evening']) await call('POST', '/v1/events', { title, ...ahead(20, 2), timezone: 'UTC', capacity: 5 });
	await page.goto('/manage/keys');
	await page
		.getByRole('button', { name: say.backoffice('keys.new') })
		.first()
		.click();
	await page.getByLabel('What is it for?').fill('Door, tablet 3');
	await page.getByLabel(say.backoffice('members.event'), { exact: true }).selectOption('Open evening');
	await page.getByRole('button', { name: say.backoffice('keys.make') }).click();
	const made = await page.getByRole('textbox', { name: say.backoffice('secret.label') }).inputValue();
	await check(page, 'a new key');
	expect((await caller(base, made)('GET', '/v1/events')).items.map((e: { title: string }) => e.title)).toEqual(['Open evening']);
	await page.getByRole('button', { name: say.backoffice('secret.kept') }).click();
	expect(await page.content(), 'the key is still on the page').not.toContain(made);
	await expect(page.getByRole('listitem').filter({ hasText: 'Door, tablet 3' })).toContainText('Open evening');
	await page.getByRole('button', { name: 'Revoke Door, tablet 3' }).click();
	await page.getByRole('button', { name: say.backoffice('keys.revoke.yes') }).click();
	await expect(page.getByRole('region', { name: say.backoffice('keys.over') }).getByText(say.backoffice('keys.name.example'))).toBeVisible();

	// A website that may register people, after one that is more than a website.
	const websites = page.getByRole('region', { name: say.backoffice('websites.title') });
	await websites.getByLabel(say.backoffice('websites.field')).fill('https://riverside.example/shop');
	await websites.getByRole('button', { name: say.core('save') }).click();
	await expect(websites.getByText('Line 1, “https://riverside.example/shop”')).toBeVisible();
	await check(page, 'a website that is none');
	await websites.getByLabel(say.backoffice('websites.field')).fill('https://Riverside.example:443');
	await websites.getByRole('button', { name: say.core('save') }).click();
	await expect(websites.getByLabel(say.backoffice('websites.field'))).toHaveValue('https://riverside.example');

	// A payment account: a key of another kind, then one that is shown with its address and never again.
	await page.goto('/manage/payments');
	await page
		.getByRole('button', { name: say.merchant('add') })
		.first()
		.click();
	await page.getByLabel(say.merchant('secret_key')).fill('pk_live_published');
	await page.getByRole('button', { name: say.merchant('add.yes') }).click();
	await expect(page.getByText(say.merchant('field.bad_format'))).toBeVisible();
	await check(page, 'a key of another kind');
	await page.getByLabel(say.merchant('secret_key')).fill('rk_test_kept_to_itself');
	await page.getByRole('button', { name: say.merchant('add.yes') }).click();
	await expect(page.getByText(say.merchant('status.setup'))).toBeVisible();
	await expect(page.getByRole('textbox', { name: say.merchant('webhook') })).toHaveValue(/\/v1\/webhooks\/stripe\/pac_/);
	await page.getByRole('button', { name: say.merchant('finish') }).click();
	await page.getByLabel(say.merchant('webhook_secret')).fill('whsec_kept_too');
	await page.getByRole('button', { name: say.merchant('save') }).click();
	await expect(page.getByText(say.merchant('status.active'))).toBeVisible();
	expect(await page.content(), 'keys on the page').not.toContain('kept');
	await check(page, 'a payment account');
	await page.getByRole('button', { name: say.merchant('removeWhich', { name: 'Stripe' }) }).click();
	await check(page, 'removing a payment account');
	await page.getByRole('button', { name: say.merchant('remove.yes') }).click();
	await expect(page.getByText(say.merchant('empty.title'))).toBeVisible();

	// Where answers to mails go: one plain address, said to be wrong at its field.
	await page.goto('/manage/brand');
	const reply = page.getByLabel(say.brand('reply_to'));
	await reply.fill('grüße@harbour.example');
	await page.getByLabel(say.brand('colour'), { exact: true }).fill('#ffff00');
	await page.getByRole('button', { name: say.core('save') }).click();
	await expect(page.getByText(say.brand('field.bad_format'))).toBeVisible();
	await expect(page.getByText(say.brand('field.bad_colour'))).toBeVisible();
	await expect(reply).toBeFocused();
	await check(page, 'a brand that is wrong');
	await reply.fill('hello@harbour.example');
	await page.getByLabel(say.brand('colour'), { exact: true }).fill('#1d4ed8');
	await page.getByRole('button', { name: say.core('save') }).click();
	await expect(page.getByText(say.brand('saved'))).toBeVisible();
	expect((await call('GET', '/v1/brand')).reply_to).toBe('hello@harbour.example');

	// An endpoint: a bad address, a good one, another secret, a test that nobody takes.
	const state = await member(site, 'olga@organizers.example', 'Olga', 'organizer');
	const hooks = await person({ storageState: state, viewport: desktop });
	await hooks.goto('/manage/webhooks');
	await hooks
		.getByRole('button', { name: say.backoffice('hooks.new') })
		.first()
		.click();
	await hooks.getByLabel(say.backoffice('hooks.url')).fill('http://127.0.0.1/x');
	await hooks.getByRole('button', { name: say.backoffice('hooks.make') }).click();
	await expect(hooks.locator('[aria-invalid=true]')).toBeVisible();
	await check(hooks, 'a bad endpoint');
	await hooks.getByLabel(say.backoffice('hooks.url')).fill('https://hooks.example/holdfast');
	await hooks.getByRole('checkbox', { name: 'Waitlist', exact: true }).check();
	await hooks.getByRole('button', { name: say.backoffice('hooks.make') }).click();
	await expect(hooks.getByRole('textbox', { name: say.backoffice('secret.label') }), 'the secret of an endpoint').toHaveValue(/^whsec_/);
	await hooks.getByRole('button', { name: say.backoffice('secret.kept') }).click();
	await hooks.getByRole('link', { name: /hooks.example/ }).click();
	await expect(hooks.getByText('entry.*')).toBeVisible();
	await hooks.getByRole('button', { name: say.backoffice('hooks.pause') }).click();
	await expect(hooks.getByText(say.backoffice('hooks.paused'))).toBeVisible();
	await hooks.getByRole('button', { name: say.backoffice('hooks.rotate') }).click();
	await hooks
		.getByRole('dialog')
		.getByRole('button', { name: say.backoffice('hooks.rotate.yes') })
		.click();
	await expect(hooks.getByRole('textbox', { name: say.backoffice('secret.label') }), 'another secret').toHaveValue(/^whsec_/);
	await check(hooks, 'another secret');
	await hooks.getByRole('button', { name: say.backoffice('secret.kept') }).click();
	await hooks.getByRole('button', { name: say.backoffice('hooks.test') }).click();
	await expect(hooks.getByText(/^Not delivered/)).toBeVisible();
	const { items } = await call('GET', '/v1/webhook-endpoints');

	// Where her role does not reach, she reads which one does and who gives it.
	for (const [path, role] of [
		['/manage/keys', 'owner'],
		['/manage/security', 'owner']
	] as const) {
		await hooks.goto(path);
		await expect(hooks.getByText(say.core(`needs.${role}`))).toBeVisible();
	}
	const viewer = await person({ storageState: await member(site, 'viola@organizers.example', 'Viola', 'viewer') });
	for (const path of ['/manage/members', '/manage/events/new']) {
		await viewer.goto(path);
		await expect(viewer.getByText(say.core('needs.organizer'))).toBeVisible();
	}
	await check(viewer, 'a page for organizers');
	await visit(
		[
			['manage-webhooks', '/manage/webhooks'],
			['manage-webhook', `/manage/webhooks/${items[0].id}`],
			['manage-undelivered', '/manage/undelivered']
		],
		state
	);
	await visit(
		[
			['manage-members', '/manage/members'],
			['manage-keys', '/manage/keys'],
			['manage-payments', '/manage/payments'],
			['manage-security', '/manage/security'],
			['manage-retention', '/manage/retention'],
			['manage-brand', '/manage/brand']
		],
		await page.context().storageState()
	);

	// Somebody who is a member of nothing creates an organization, and begins there.
	const founder = await person();
	await founder.goto('/manage');
	await signIn(founder, mail, 'freya@organizers.example');
	await expect(founder.getByRole('heading', { name: say.organizer('found.title') })).toBeVisible();
	await founder.getByRole('button', { name: say.organizer('found.button') }).click();
	await expect(founder.getByRole('textbox', { name: say.account('setup.organization') })).toHaveAttribute('aria-invalid', 'true');
	await check(founder, 'a new organization without a name');
	await founder.getByRole('textbox', { name: say.account('setup.organization') }).fill('Freya’s Supper Club');
	await founder.getByRole('button', { name: say.organizer('found.button') }).click();
	await expect(founder.getByRole('heading', { name: say.organizer('form.new'), level: 1 })).toBeVisible();
	await founder.goto('/manage');
	await expect(founder.getByRole('heading', { name: say.organizer('first.title', { name: 'Freya’s Supper Club' }) })).toBeVisible();
	await founder.reload();
	await expect(founder.getByRole('heading', { name: say.organizer('first.title', { name: 'Freya’s Supper Club' }) })).toBeVisible();
});
