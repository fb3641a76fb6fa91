import { loadForStaff } from '$lib/i18n/translations';
import { account } from '$lib/translations/account';
import { core } from '$lib/translations/core';
import { desk } from '$lib/translations/desk';
import { guest } from '$lib/translations/guest';
import { letters } from '$lib/translations/letters';
import { office } from '$lib/translations/office';
import { promise } from '$lib/translations/promise';
import { rules } from '$lib/translations/rules';

export async function load({ parent }) {
	await Promise.all([parent(), loadForStaff(account, core, desk, guest, letters, office, promise, rules)]);
}
