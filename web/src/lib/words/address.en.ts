/** Proving that an address is one's own, for events that ask for it. */
export default {
	'address.title': 'One more step',
	'address.text': 'This event asks everyone to confirm their e-mail address first. We send a link to {email}; what you have filled in stays here.',
	'address.send': 'Send me the link',
	'address.sent.title': 'Look at your mail',
	'address.sent.text': 'The link to {email} works for 10 minutes. You have no place yet: open the link on this device and finish here.',
	'address.mailbox':
		'This server is for trying things out: the link to {email} is in its mailbox, and works for 10 minutes. You have no place yet: open the link on this device and finish here.',
	'address.mailbox.kept': 'This server is for trying things out: mail does not go out, it is kept here.',
	'address.mailbox.open': 'Open the mailbox',
	'address.none.title': 'This server sends no mail',
	'address.none.text': 'So nobody can confirm an address here, which this event asks for. Tell whoever runs it.',
	'address.again': 'Send it again',
	'address.change': 'Use another address',
	'address.confirmed': 'You have confirmed {email}.'
} as const satisfies import('$lib/i18n/words').Dictionary;
