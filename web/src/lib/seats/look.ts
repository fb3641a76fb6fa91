/** What a chart says of a seat, by the letter that it has there. */
export const available = 'a'.charCodeAt(0);
export const reserved = 'w'.charCodeAt(0);

/** Colours of the map. What is free has the colour of its tier and is large; what is not is small and pale. */
export interface Look {
	ground: string;
	ink: string;
	soft: string;
	taken: string;
	reserved: string;
	on: string;
	focus: string;
	tiers: readonly string[];
}

const light: Look = {
	ground: '#fffdf9',
	ink: '#1b1d18',
	soft: '#585d51',
	taken: '#cdc7ba',
	reserved: '#8a5200',
	on: '#ffffff',
	focus: '#0b57d0',
	tiers: ['#12594a', '#7a3fa0', '#0b57d0', '#a4291d', '#3d5a00', '#8a3d62', '#00677d', '#5b4b8a']
};
const dark: Look = {
	ground: '#1b1c18',
	ink: '#f3f0e7',
	soft: '#b4b6a9',
	taken: '#45473f',
	reserved: '#f2b65a',
	on: '#0c0d0b',
	focus: '#a8c7fa',
	tiers: ['#86d9bf', '#d9b3f0', '#a8c7fa', '#ff9d8f', '#b8d977', '#f0a8c8', '#7fd3e6', '#c4bbf0']
};

/** The colours for how the page looks now. */
export function lookNow(): Look {
	const set = document.documentElement.dataset['theme'];
	const isDark = set === 'dark' || (set !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
	return isDark ? dark : light;
}

/** Calls `changed` when the page begins to look otherwise. Returns how to stop. */
export function whenLookChanges(changed: () => void): () => void {
	const query = matchMedia('(prefers-color-scheme: dark)');
	const theme = new MutationObserver(changed);
	theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
	query.addEventListener('change', changed);
	return () => {
		theme.disconnect();
		query.removeEventListener('change', changed);
	};
}

export const tierColour = (look: Look, tier: number): string => look.tiers[tier % look.tiers.length]!;
