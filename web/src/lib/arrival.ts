/**
 * How a page changes hands: the server wrote what it says (#boot), and that stays until
 * the app has content of its own (#app), so that nobody ever sees an empty page.
 * What is not there yet says so while it is mounted; Skeleton does.
 */
let waiting = 0;
let ready = false;

/** Says that something that the page is for is still to come; the answer, called once, that it came. */
export function awaited(): () => void {
	waiting++;
	return () => {
		waiting--;
		// What comes in its place is mounted in the same turn, and may itself wait.
		queueMicrotask(change);
	};
}

/** Says that the app is mounted. */
export function arrived(): void {
	ready = true;
	change();
}

function change() {
	const boot = document.getElementById('boot');
	const app = document.getElementById('app');
	if (!ready || waiting > 0 || !boot) return;
	// What is there already does not come in once more.
	for (const e of app?.querySelectorAll('.animate-rise') ?? []) e.classList.remove('animate-rise');
	const before = handOver(boot, app);
	boot.remove();
	before();
}

/**
 * Takes what somebody typed meanwhile into the app's fields of the same names, and
 * finds what has the focus there: the answer gives it the focus, once it can be seen.
 */
function handOver(boot: HTMLElement, app: HTMLElement | null): () => void {
	for (const field of boot.querySelectorAll<HTMLInputElement>('input[name]')) {
		const to = app?.querySelector<HTMLInputElement>(`input[name="${CSS.escape(field.name)}"]`);
		if (!to || !field.value) continue;
		to.value = field.value;
		to.dispatchEvent(new Event('input', { bubbles: true }));
	}
	const focused = document.activeElement;
	if (!focused || !boot.contains(focused)) return () => undefined;
	const same =
		focused instanceof HTMLInputElement
			? app?.querySelector<HTMLElement>(`input[name="${CSS.escape(focused.name)}"]`)
			: app?.querySelector<HTMLElement>(`a[href="${CSS.escape(focused.getAttribute('href') ?? '')}"]`);
	return () => same?.focus({ preventScroll: true });
}
