import { vi } from 'vitest';

/** What stands on the canvas of a page since it was last cleared: texts with their places. */
export interface Drawn {
	/** Each text once, in the order in which they were drawn. */
	texts(): string[];
	/** Where a text stands, in pixels. */
	where(text: string): { x: number; y: number } | undefined;
}

/** Has every canvas remember the texts drawn on it: jsdom draws nothing. */
export function rememberTexts(): Drawn {
	let found: { text: string; x: number; y: number }[] = [];
	vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
		// Only the map itself stands in the page: others are the pictures that it keeps.
		const shown = () => this.isConnected;
		const known: Record<string | symbol, unknown> = {
			canvas: this,
			fillRect: (x: number, y: number, width: number) => {
				if (shown() && x === 0 && y === 0 && width === this.width) found = [];
			},
			fillText: (text: string, x: number, y: number) => {
				if (shown()) found.push({ text, x, y });
			}
		};
		return new Proxy(known, {
			get: (has, name) => (name in has ? has[name] : () => undefined),
			set: (has, name, value) => {
				has[name] = value;
				return true;
			}
		}) as never;
	});
	Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
	return {
		texts: () => [...new Set(found.map((f) => f.text))],
		where: (text) => found.find((f) => f.text === text)
	};
}
