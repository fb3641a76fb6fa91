/** What the settings that bound people and say who sees an event mean, for who sets them. */
export default {
	'form.limit': 'Tickets per person',
	'form.limit.hint': 'Across all orders and the waitlist. Leave empty for no limit.',
	'form.transfers': 'Transfers per ticket',
	'form.transfers.hint': 'How often a ticket can change hands. 0: never.',
	'form.require_confirmed_address': 'Require a confirmed email address',
	'form.require_confirmed_address.hint': 'Guests confirm their email address before they register.',
	'form.require_confirmed_address.advice': 'Recommended for free events: nobody can take tickets for email addresses that aren’t theirs.',
	'form.bounds':
		'Nobody can grab all tickets without paying. Once a network has reached its limit, people there are asked to confirm their email address and can carry on. Staff have no limits. Leave empty for no limit.',
	'form.unpaidPerNetwork': 'Unpaid tickets per network',
	'form.unpaidPerNetwork.hint': 'Ordered by people with the same internet connection, such as an office.',
	'form.unpaidPerPerson': 'Unpaid tickets per person',
	'form.unpaidPerPerson.hint': 'Ordered and not paid for yet.',
	'form.unconfirmedPerNetwork': 'Unconfirmed guests per network',
	'form.unconfirmedPerNetwork.hint': 'Registered or waiting on the same internet connection without a confirmed address.',
	'form.log': 'Public log',
	'form.log.who': 'Who can check what happened',
	'form.log.people': 'Guests check their own',
	'form.log.people.text':
		'Each guest can prove what happened to their own order, ticket or place on the waitlist. Everyone else sees only how many entries there are, and their fingerprint.',
	'form.log.public': 'Everyone can read it',
	'form.log.public.text':
		'Anyone can download every order, cancellation and step on the waitlist: what happened, in which minute, and how many tickets. People appear as codes, never by name or email address. At a small event, someone who watches closely may still guess who it was.',
	'form.log.off': 'No log',
	'form.log.off.text': 'Nobody outside can check that the history of your event was never rewritten.',
	'form.approval': 'Approve each guest',
	'form.approval.hint':
		'Whoever registers applies first, and you approve or decline each. For free tickets without seats; it needs the waitlist, and goes with no waiting room.',
	'form.visibility': 'Who can find it',
	'form.visibility.public': 'Everyone',
	'form.visibility.public.text': 'It’s in the list of events, in searches and on your page.',
	'form.visibility.unlisted': 'Only people with the link',
	'form.visibility.unlisted.text': 'No list, search or search engine shows it. Anyone you send the link to can take part.',
	'form.visibility.invite': 'Only people you invite',
	'form.visibility.invite.text': 'To everyone else it doesn’t exist. You invite people under “Invitations”. It goes with no waiting room.',
	'form.feedback': 'Ask guests how it was',
	'form.feedback.never': 'Don’t ask',
	'form.feedback.hour': 'An hour after the end',
	'form.feedback.morning': '12 hours after the end',
	'form.feedback.day': 'A day after the end',
	'form.feedback.other': '{time} after the end',
	'form.feedback.hint': 'One email with a link. Only you read the answers.',
	'form.demand': 'How many people will come at once?',
	'form.demand.normal': 'As usual',
	'form.demand.normal.text': 'Nothing extra. Visitors are only checked while the server is busy.',
	'form.demand.high': 'Many',
	'form.demand.high.text':
		'From 10 minutes before each start of sale until 30 minutes after, visitors who aren’t signed in are checked for bots, and nobody can try too often.',
	'form.demand.extreme': 'Far more than there are tickets',
	'form.demand.extreme.text':
		'The same from 30 minutes before until 2 hours after, with tighter limits. When you publish, the event also gets a waiting room if it has none: it opens half an hour before the first sale, and people are let in by order of arrival.'
} as const;
