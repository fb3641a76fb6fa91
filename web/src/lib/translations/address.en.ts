/** Proving that an address is one's own, for events that ask for it. */
export default {
	'address.title': 'One more step',
	'address.text': 'This event asks everyone to confirm their email address first. We’ll send a link to {email}. What you’ve entered stays here.',
	'address.send': 'Send me the link',
	'address.sent.title': 'Check your inbox',
	'address.sent.text': 'The link to {email} works for 10 minutes. You’re not registered yet: open the link on this device and finish here.',
	'address.mailbox':
		'This is a demo server: the link to {email} is in its mailbox and works for 10 minutes. You’re not registered yet: open the link on this device and finish here.',
	'address.mailbox.kept': 'This is a demo server: emails aren’t sent, they’re kept here.',
	'address.mailbox.open': 'Open mailbox',
	'address.none.title': 'This server doesn’t send email',
	'address.none.text': 'This event requires a confirmed email address, which isn’t possible here right now. Please contact the organizer.',
	'address.again': 'Send it again',
	'address.change': 'Use another address',
	'address.confirmed': '{email} is confirmed.'
} as const satisfies import('$lib/i18n/translations').Dictionary;
