import { afterEach, expect, it, vi } from 'vitest';
import { load, show } from './widgets';

const widget = (kind: 'turnstile' | 'hcaptcha', script: string) => ({ kind, script, site_key: 'key', action: 'join', cdata: 'evt_1' });
const global = window as unknown as Record<string, unknown>;
const last = () => [...document.head.querySelectorAll('script')].at(-1)!;
/** What the script of a company does when it has come. */
function comes(kind: string, company: unknown) {
	global[kind] = company;
	(global[new URL(last().src).searchParams.get('onload')!] as () => void)();
}
afterEach(() => vi.useRealTimers());

it('loads a script once', async () => {
	const company = {};
	const w = widget('hcaptcha', 'https://a.example/1/api.js');
	const loading = load(w);
	expect(load(w)).toBe(loading);
	const address = new URL(last().src);
	expect([address.origin + address.pathname, address.searchParams.get('render'), address.searchParams.get('recaptchacompat')]).toEqual([
		w.script,
		'explicit',
		'off'
	]);
	comes('hcaptcha', company);
	expect(await loading).toBe(company);
	expect(await load(w)).toBe(company);
});
it('loads one again that did not come, or came too late', async () => {
	vi.useFakeTimers();
	const w = widget('turnstile', 'https://b.example/api.js');
	const first = load(w);
	last().dispatchEvent(new Event('error'));
	await expect(first).rejects.toThrow('turnstile');
	const second = load(w, 1000);
	const late = expect(second).rejects.toThrow('turnstile');
	await vi.advanceTimersByTimeAsync(1000);
	await late;
	expect(document.head.querySelectorAll('script[src^="https://b.example"]')).toHaveLength(0);
	const third = load(w);
	comes('turnstile', {});
	await third;
});
it('renders what each company understands, as wide as there is room', () => {
	for (const kind of ['turnstile', 'hcaptcha'] as const) {
		for (const width of [248, 300]) {
			const container = document.createElement('div');
			Object.defineProperty(container, 'clientWidth', { value: width });
			const render = vi.fn(() => 'w1');
			const remove = vi.fn();
			const [answered, failed] = [vi.fn(), vi.fn()];
			const away = show({ render, remove }, widget(kind, 'x'), { container, language: 'de', dark: true, answered, failed });
			expect(render).toHaveBeenCalledWith(container, {
				sitekey: 'key',
				callback: answered,
				'error-callback': failed,
				theme: 'dark',
				size: width < 300 ? 'compact' : 'normal',
				...(kind === 'turnstile' ? { language: 'de', action: 'join', cData: 'evt_1' } : { hl: 'de' })
			});
			away();
			expect(remove).toHaveBeenCalledWith('w1');
		}
	}
});
it('says when nothing could be shown', () => {
	const failed = vi.fn();
	show({ render: () => undefined, remove: () => undefined }, widget('turnstile', 'x'), {
		container: document.createElement('div'),
		language: 'en',
		dark: false,
		answered: () => undefined,
		failed
	})();
	expect(failed).toHaveBeenCalled();
});
