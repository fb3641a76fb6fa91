import { mount, unmount } from 'svelte';
import Asking from './Asking.svelte';

/** What a company asks, as the API says it. */
export interface Widget {
	kind: 'turnstile' | 'hcaptcha';
	site_key: string;
	script: string;
	action?: string;
	cdata?: string;
}

/** What became of it: the token, or that it cannot be loaded, or that the person wants no more. */
export type Outcome = { token: string } | 'failed' | 'cancelled';

/**
 * Shows what a company asks, and waits for the answer. `stuck` says that it could not be loaded before, so that the person
 * is told and asked whether to try again.
 */
export async function ask(widget: Widget, stuck: boolean): Promise<Outcome> {
	const before = document.activeElement;
	let shown: ReturnType<typeof mount> | undefined;
	try {
		return await new Promise<Outcome>((done) => {
			// An open dialog keeps the focus and what is pressed to itself.
			const target = document.querySelector('[data-dialog-content][data-state="open"]') ?? document.body;
			shown = mount(Asking, { target, props: { widget, stuck, done } });
		});
	} finally {
		if (shown) await unmount(shown);
		if (before instanceof HTMLElement) before.focus({ preventScroll: true });
	}
}
