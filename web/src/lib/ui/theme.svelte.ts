export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const stored = 'theme'; // static/theme.js reads it before the first paint

function read(): Theme {
	const set = document.documentElement.dataset['theme'];
	return set === 'light' || set === 'dark' ? set : 'system';
}

let current = $state<Theme>(read());

export const theme = {
	get current(): Theme {
		return current;
	},
	/** Shows it, without keeping it. */
	wear(t: Theme): void {
		current = t;
		const root = document.documentElement;
		if (t === 'system') delete root.dataset['theme'];
		else root.dataset['theme'] = t;
	},
	choose(t: Theme): void {
		theme.wear(t);
		try {
			if (t === 'system') localStorage.removeItem(stored);
			else localStorage.setItem(stored, t);
		} catch {
			// Then the choice lasts as long as the page.
		}
	}
};
