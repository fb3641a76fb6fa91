import { account } from '$lib/translations/account';
import { desk } from '$lib/translations/desk';
import { letters } from '$lib/translations/letters';
import { office } from '$lib/translations/office';
import { promise } from '$lib/translations/promise';
import { refusals } from '$lib/translations/refusals';

export async function load({ parent }) {
	await Promise.all([parent(), ...[account, desk, letters, office, promise, refusals].map((texts) => texts.load())]);
}
