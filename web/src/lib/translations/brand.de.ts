export default {
	title: 'Marke',
	text: 'Wie deine E-Mails aussehen und wohin Antworten darauf gehen.',
	name: 'Name des Absenders',
	'name.hint': 'Steht als Absender und oben in jeder E-Mail.',
	reply_to: 'Antwortadresse',
	'reply_to.hint': 'Hierhin gehen Antworten, und Kalender zeigen sie als Veranstalter. Ohne sie gehen Antworten an die Absenderadresse dieses Servers.',
	colour: 'Farbe des Buttons',
	'colour.hint': 'Wie #1d4ed8. Weißer Text muss darauf lesbar sein.',
	'colour.pick': 'Farbe auswählen',
	address: 'Postanschrift',
	'address.hint': 'Steht am Ende jeder E-Mail.',
	sample: 'Tickets ansehen',
	saved: 'Marke gespeichert',
	'field.bad_colour': 'Gib eine ausreichend dunkle Farbe wie #1d4ed8 ein, damit weißer Text darauf lesbar ist.',
	'field.bad_format': 'Gib eine einzelne E-Mail-Adresse ohne Umlaute vor dem @ ein, wie hallo@example.org.'
};
