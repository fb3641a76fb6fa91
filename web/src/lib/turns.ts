/**
 * Lets calls about one thing be made one after the other, so that one that is answered late overwrites nothing that
 * was said since. A call that fails holds up nobody.
 */
export function turns(): <T>(thing: string, call: () => Promise<T>) => Promise<T> {
	const last = new Map<string, Promise<unknown>>();
	return (thing, call) => {
		const turn = (last.get(thing) ?? Promise.resolve()).then(call, call);
		last.set(thing, turn);
		return turn;
	};
}
