/** What can be seen to be wrong with an e-mail address before it is sent, by the API's code; undefined: nothing. */
export function emailProblem(address: string): 'required' | 'bad_format' | undefined {
	if (!address) return 'required';
	return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address) ? undefined : 'bad_format';
}
