import type { Translation } from '$lib/i18n/translations';
import type english from './embed.en';

export default {
	by: 'von Holdfast',
	whole: 'Seite der Veranstaltung öffnen',
	'pay.tab': 'Die Zahlung öffnet sich in einem neuen Tab. Lass diese Seite offen: Sie zeigt, wenn du bezahlt hast.'
} satisfies Translation<typeof english>;
