import type { Translation } from '$lib/i18n/translations';
import type english from './connection.en';

export default {
	reconnecting: 'A restabelecer a ligação… O que vê pode estar desatualizado.'
} satisfies Translation<typeof english>;
