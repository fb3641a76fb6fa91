import type { Widget } from './widget';

/** What pages use of the interface of a company's script. */
interface Company {
	render(container: HTMLElement, options: Record<string, unknown>): string | undefined;
	remove(id: string): void;
}

/** What a widget is told about the page, and whom it tells. */
export interface Shown {
	container: HTMLElement;
	language: string;
	dark: boolean;
	answered(token: string): void;
	failed(): void;
}

/** How long a script may take to come, in ms. */
const patience = 10_000;

const scripts = new Map<string, Promise<Company>>();

/** Loads the script of a company, once. One that did not come is tried again when it is asked for again. */
export function load(w: Pick<Widget, 'kind' | 'script'>, wait = patience): Promise<Company> {
	const known = scripts.get(w.script);
	if (known) return known;
	const loading = new Promise<Company>((resolve, reject) => {
		const script = document.createElement('script');
		const late = setTimeout(() => failed(), wait);
		const failed = () => {
			clearTimeout(late);
			script.remove();
			reject(new Error(`challenge: the script of ${w.kind} cannot be loaded`));
		};
		// A name for each, so that one that comes late tells nobody else.
		const ready = `holdfastWidget${Math.random().toString(36).slice(2)}`;
		const global = window as unknown as Record<string, unknown>;
		global[ready] = () => {
			clearTimeout(late);
			delete global[ready];
			resolve(global[w.kind] as Company);
		};
		const address = new URL(w.script);
		address.searchParams.set('render', 'explicit');
		address.searchParams.set('onload', ready);
		if (w.kind === 'hcaptcha') address.searchParams.set('recaptchacompat', 'off');
		script.src = address.href;
		script.async = true;
		script.onerror = failed;
		document.head.append(script);
	});
	scripts.set(w.script, loading);
	loading.catch(() => scripts.delete(w.script));
	return loading;
}

/** How wide their usual widgets are, in CSS pixels. */
const usual = 300;

/** Shows a widget. What it returns takes it away. */
export function show(company: Company, w: Widget, s: Shown): () => void {
	const options: Record<string, unknown> = {
		sitekey: w.site_key,
		callback: s.answered,
		'error-callback': s.failed,
		theme: s.dark ? 'dark' : 'light',
		size: s.container.clientWidth < usual ? 'compact' : 'normal'
	};
	if (w.kind === 'turnstile') {
		options['language'] = s.language;
		if (w.action) options['action'] = w.action;
		if (w.cdata) options['cData'] = w.cdata;
	} else options['hl'] = s.language;
	const id = company.render(s.container, options);
	if (id === undefined) s.failed();
	return () => {
		if (id !== undefined) company.remove(id);
	};
}
