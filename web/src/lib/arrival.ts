/**
 * How a page changes hands: the server wrote what it says (#boot), and that stays until
 * the app has content of its own (#app), so that nobody ever sees an empty page. What is
 * still to come says so while it is mounted (Skeleton does).
 */
let waiting = 0;
let mounted = false;

/** Says that something that the page is for is still to come; what it returns, called once, that it came. */
export function awaited(): () => void {
	waiting++;
	return () => {
		waiting--;
		// What comes in its place is mounted in the same turn, and may itself wait.
		queueMicrotask(handOver);
	};
}

/** Says that the app is mounted. */
export function arrived(): void {
	mounted = true;
	handOver();
}

function handOver() {
	const boot = document.getElementById('boot');
	if (!boot || !mounted || waiting > 0) return;
	const app = document.getElementById('app');
	// What is there already does not come in once more.
	for (const e of app?.querySelectorAll('.animate-rise') ?? []) e.classList.remove('animate-rise');
	const refocus = takeOver(boot, app);
	boot.remove();
	refocus();
}

/**
 * Takes what somebody has typed meanwhile into the app's field of the same name, and finds
 * what has the focus there. What it returns gives it the focus, once it can be seen.
 */
function takeOver(boot: HTMLElement, app: HTMLElement | null): () => void {
	const among = <T extends HTMLElement>(kind: string) => [...(app?.querySelectorAll<T>(kind) ?? [])];
	const same = (e: Element): HTMLElement | undefined =>
		e instanceof HTMLInputElement
			? among<HTMLInputElement>('input').find((other) => other.name === e.name)
			: among('a').find((other) => other.getAttribute('href') === e.getAttribute('href'));
	for (const field of boot.querySelectorAll<HTMLInputElement>('input[name]:not([type=checkbox])')) {
		const to = same(field);
		if (!(to instanceof HTMLInputElement) || field.value === field.defaultValue) continue;
		to.value = field.value;
		to.dispatchEvent(new Event('input', { bubbles: true }));
	}
	const focused = document.activeElement;
	const to = focused && boot.contains(focused) ? same(focused) : undefined;
	return () => to?.focus({ preventScroll: true });
}
