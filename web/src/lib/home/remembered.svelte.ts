const stored = 'city';

function read(): string {
	try {
		return localStorage.getItem(stored) ?? '';
	} catch {
		return ''; // the browser keeps nothing
	}
}

let current = $state(read());

/** The city that somebody chose on the home page: in this browser, and nowhere else. */
export const remembered = {
	/** The id of the city; '': none. */
	get city(): string {
		return current;
	},
	/** Keeps a city until another one is chosen; '': forgets it. */
	keep(city: string): void {
		current = city;
		try {
			if (city) localStorage.setItem(stored, city);
			else localStorage.removeItem(stored);
		} catch {
			// Then the choice lasts as long as the page.
		}
	}
};
