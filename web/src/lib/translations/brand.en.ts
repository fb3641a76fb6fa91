export default {
	title: 'Brand',
	text: 'How your emails look, and where answers to them go.',
	name: 'Sender name',
	'name.hint': 'Shown as the sender, and at the top of each email.',
	reply_to: 'Reply-to address',
	'reply_to.hint': 'Answers go here, and calendars show it as the organizer. Without one, they go to the sender address of this server.',
	colour: 'Button color',
	'colour.hint': 'Like #1d4ed8. White text must be readable on it.',
	'colour.pick': 'Choose a color',
	address: 'Postal address',
	'address.hint': 'Shown at the end of each email.',
	sample: 'View tickets',
	saved: 'Brand saved',
	'field.bad_colour': 'Enter a dark enough color like #1d4ed8, so that white text is readable on it.',
	'field.bad_format': 'Enter one email address without accents before the @, like hello@example.org.'
};
