export default {
	title: 'Feedback',
	text: 'Guests are asked by email from {time} on. Where you scan tickets, only those who came in are asked. Nothing here is published.',
	off: 'Guests of this event aren’t asked how it was.',
	summary: 'All ratings',
	of: 'of 5',
	count: { one: '{n} guest', other: '{n} guests' },
	'rating.1': 'Bad',
	'rating.2': 'Poor',
	'rating.3': 'OK',
	'rating.4': 'Good',
	'rating.5': 'Great',
	empty: 'No feedback yet',
	'empty.text': 'It appears here as soon as the first guest has rated the event.',
	'empty.off': 'Turn it on under “Edit”. If the event is over, guests are asked right away.',
	turnOn: 'Edit event',
	csv: 'Download CSV',
	nameless: 'No name given'
} as const satisfies import('$lib/i18n/translations').Dictionary;
