import { beforeEach, expect, it, vi } from 'vitest';

/** The page as the server wrote it, and the app beside it. */
async function load() {
	document.body.innerHTML = `
		<div id="boot"><h1>Lantern walk</h1><input name="q" value="" /><a href="/hosts/1">Host</a></div>
		<div id="app"><input name="q" /><a href="/hosts/1">Host</a><p class="animate-rise">Lantern walk</p></div>`;
	vi.resetModules(); // it knows of one page
	return import('./arrival');
}
const boot = () => document.getElementById('boot');
const turn = () => new Promise((done) => setTimeout(done));

beforeEach(() => document.body.replaceChildren());

it('keeps what the server wrote until the app has all that it waits for', async () => {
	const { arrived, awaited } = await load();
	const [first, second] = [awaited(), awaited()];
	arrived();
	expect(boot()).toBeTruthy();
	first();
	await turn();
	expect(boot(), 'something is still to come').toBeTruthy();
	second();
	const third = awaited(); // what came in its place waits, too
	await turn();
	expect(boot()).toBeTruthy();
	third();
	await turn();
	expect(boot()).toBeNull();
});

it('does not take its place before it is mounted', async () => {
	const { arrived, awaited } = await load();
	awaited()();
	await turn();
	expect(boot()).toBeTruthy();
	arrived();
	expect(boot()).toBeNull();
	expect(document.querySelector('.animate-rise'), 'what is there does not come in once more').toBeNull();
});

it('takes what was typed meanwhile, and the focus', async () => {
	const { arrived } = await load();
	const [typed, field] = [...document.querySelectorAll('input')] as [HTMLInputElement, HTMLInputElement];
	const heard = vi.fn();
	field.addEventListener('input', heard);
	typed.value = 'lantern';
	typed.focus();
	arrived();
	expect(field.value).toBe('lantern');
	expect(heard).toHaveBeenCalledOnce();
	expect(document.activeElement).toBe(field);
});

it('gives the focus to the same link, and changes no field that nobody has typed in', async () => {
	const { arrived } = await load();
	const field = document.querySelector<HTMLInputElement>('#app input')!;
	field.value = 'kept';
	document.querySelector<HTMLElement>('#boot a')!.focus();
	arrived();
	expect(field.value).toBe('kept');
	expect(document.activeElement).toBe(document.querySelector('#app a'));
});
