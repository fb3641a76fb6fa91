import { loadTexts } from '$lib/i18n/translations';
import { backoffice } from '$lib/translations/backoffice';
import { calendar } from '$lib/translations/calendar';
import { resources } from '$lib/translations/resources';
import { resourceSettings } from '$lib/translations/resourcesettings';

export async function load({ parent }) {
	await Promise.all([parent(), loadTexts(backoffice, calendar, resources, resourceSettings)]);
}
