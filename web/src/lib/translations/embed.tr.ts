import type { Translation } from '$lib/i18n/translations';
import type english from './embed.en';

export default {
	by: 'Holdfast ile',
	whole: 'Etkinliğin sayfasını açın',
	'pay.tab': 'Ödeme yeni bir sekmede açılır. Bu sayfayı açık tutun: ödediğinizde burada görünür.'
} satisfies Translation<typeof english>;
