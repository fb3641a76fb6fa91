export default {
	by: 'by Holdfast',
	whole: 'Open this event’s own page',
	'pay.tab': 'Payment opens in a new tab. Keep this page open: it shows when you’ve paid.'
} as const satisfies import('$lib/i18n/translations').Dictionary;
