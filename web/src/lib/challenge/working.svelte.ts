let share = $state<number>();

/** The work on a challenge that is under way, for the page to show. */
export const working = {
	/** How likely it was that it is done by now, from 0 to 1; undefined: there is none. */
	get share(): number | undefined {
		return share;
	},
	set(to: number | undefined): void {
		share = to;
	}
};
