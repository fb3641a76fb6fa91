import { mount } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import type { Source } from '$lib/live';
import { connection } from '$lib/translations/connection';
import Reconnecting from './Reconnecting.svelte';

/** When to come back to a server that refuses, in ms: doubled each time, up to a minute, and different for each page. */
const [soonest, latest] = [3000, 60_000];

/** What watches over the streams of the page that are broken. */
export const lost = new SvelteSet<object>();

let shown = false;

/**
 * Returns what watches over a stream: it is called with each new source of it, and
 * what opens another when the server has refused that one; without a source when
 * there is none.
 *
 * What tells of broken streams is put on the page before there is anything to say,
 * so that it is read out.
 */
export async function watching(): Promise<(source?: Source, again?: () => void) => void> {
	await connection.load();
	if (!shown) mount(Reconnecting, { target: document.body });
	shown = true;
	const stream = {};
	let watched: Source | undefined;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let refused = 0;
	return (source, again) => {
		if (watched === source && source) return;
		watched = source;
		clearTimeout(timer);
		if (!source) {
			lost.delete(stream);
			return;
		}
		const opened = () => {
			if (watched !== source) return;
			lost.delete(stream);
			refused = 0;
		};
		const broken = () => {
			if (watched !== source) return;
			if (source.readyState !== 2 || !source.covered) lost.add(stream);
			else lost.delete(stream);
			if (source.readyState === 2 && again) timer = setTimeout(again, Math.min(soonest * 2 ** refused++, latest) * (0.5 + Math.random()));
		};
		source.addEventListener('open', opened);
		source.addEventListener('error', broken);
		if (source.readyState === 2) broken(); // before anybody watched
	};
}
