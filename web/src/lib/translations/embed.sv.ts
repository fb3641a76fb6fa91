import type { Translation } from '$lib/i18n/translations';
import type english from './embed.en';

export default {
	by: 'av Holdfast',
	whole: 'Öppna evenemangets sida',
	'pay.tab': 'Betalningen öppnas i en ny flik. Håll den här sidan öppen: den visar när du har betalat.'
} satisfies Translation<typeof english>;
