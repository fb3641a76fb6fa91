export default {
	title: 'Rückmeldungen',
	text: 'Gäste werden ab {time} per E-Mail gefragt. Wo du Tickets scannst, nur wer hereinkam. Nichts davon wird veröffentlicht.',
	off: 'Gäste dieser Veranstaltung werden nicht gefragt, wie es war.',
	summary: 'Alle Bewertungen',
	of: 'von 5',
	count: { one: '{n} Gast', other: '{n} Gäste' },
	'rating.1': 'Schlecht',
	'rating.2': 'Mäßig',
	'rating.3': 'In Ordnung',
	'rating.4': 'Gut',
	'rating.5': 'Großartig',
	empty: 'Noch keine Rückmeldungen',
	'empty.text': 'Sie erscheinen hier, sobald der erste Gast die Veranstaltung bewertet hat.',
	'empty.off': 'Schalte sie unter „Bearbeiten“ ein. Ist die Veranstaltung vorbei, werden Gäste sofort gefragt.',
	turnOn: 'Veranstaltung bearbeiten',
	csv: 'CSV herunterladen',
	nameless: 'Ohne Namen'
};
