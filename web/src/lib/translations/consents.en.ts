/** What people agree to for marketing and sponsors. */
export default {
	optional: 'Optional',
	withdrawable: 'You can withdraw this at any time.',
	sponsor: '{name} gets your name and email address.',
	privacy: 'Privacy policy of {name}',
	title: 'What you’ve agreed to',
	since: 'Agreed on {time}',
	withdraw: 'Withdraw consent',
	withdrawn: 'Consent withdrawn.'
} as const satisfies import('$lib/i18n/translations').Dictionary;
