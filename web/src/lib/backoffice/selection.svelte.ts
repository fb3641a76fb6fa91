/** Somebody who was picked from a list, to be written to. */
export interface Picked {
	/** Id of the person. */
	id: string;
	name: string;
}

let picked = $state.raw<{ event: string; people: Picked[] }>({ event: '', people: [] });

/** Who was picked on the guest list, for the page that writes to them. */
export const selection = {
	of(event: string): readonly Picked[] {
		return picked.event === event ? picked.people : [];
	},
	set(event: string, people: Picked[]): void {
		picked = { event, people };
	}
};
