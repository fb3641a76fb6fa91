import { core } from '$lib/translations/core';
import { toasts } from './toasts.svelte';

/** Copies a text, and says so. Where there is no clipboard, `'clipboard' in navigator` is false. */
export async function copy(text: string): Promise<void> {
	await navigator.clipboard.writeText(text);
	toasts.show(core('copied'));
}
