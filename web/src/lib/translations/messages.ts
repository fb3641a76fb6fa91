import { translations } from '$lib/i18n/translations';
import texts from './messages.json';

/** What the messages are called that go out by themselves, and what can stand in them. */
export const messages = translations(texts);
