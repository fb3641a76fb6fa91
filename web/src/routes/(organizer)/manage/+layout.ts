import { loadTexts } from '$lib/i18n/translations';
import { account } from '$lib/translations/account';
import { core } from '$lib/translations/core';
import { organizer } from '$lib/translations/organizer';
import { guest } from '$lib/translations/guest';
import { messages } from '$lib/translations/messages';
import { backoffice } from '$lib/translations/backoffice';
import { pictures } from '$lib/translations/pictures';
import { promise } from '$lib/translations/promise';
import { rules } from '$lib/translations/rules';

export async function load({ parent }) {
	await Promise.all([parent(), loadTexts(account, core, organizer, guest, messages, backoffice, pictures, promise, rules)]);
}
