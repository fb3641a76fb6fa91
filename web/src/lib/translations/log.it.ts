import type { Translation } from '$lib/i18n/translations';
import type english from './log.en';

export default {
	title: 'Verifica di persona',
	lead: 'Tutto ciò che succede qui viene scritto in un registro: ogni ordine, ogni annullamento, ogni passaggio in lista d’attesa. La sua impronta è firmata. Ciò che copre non può essere cambiato senza che si scopra, né dall’organizzatore né da chi gestisce questo sito.',
	'head.title': 'Il registro in questo momento',
	'head.entries': 'Voci',
	'head.root': 'Impronta',
	'head.signed': 'Firmato',
	'head.key': 'Chiave',
	keep: 'Conserva il numero di voci e l’impronta. Sono anche nelle tue email (i primi 16 caratteri dell’impronta). Se un giorno ti viene mostrata un’altra impronta per lo stesso numero di voci, la storia è stata riscritta, e puoi provarlo.',
	'copy.head': 'Copia numero e impronta',
	'copy.key': 'Copia chiave',
	'own.title': 'Le tue voci',
	'own.text':
		'Apri il tuo ordine o la tua posizione in lista d’attesa, e scegli «Scarica la prova». La prova mostra qual è la tua voce, che cosa dice, e che l’impronta firmata la copre.',
	'all.title': 'Tutte le voci',
	'all.public': 'Tutti possono leggerle. Non nominano nessuno: le persone appaiono come codici.',
	'all.people': 'L’organizzatore non le pubblica. Nessuno può comunque cambiarle senza cambiare l’impronta.',
	'how.title': 'Come verificarlo',
	'how.text': 'Un programma di 200 righe verifica prove e registri. Non usa nulla di questo sito. Leggilo, poi eseguilo con Python:',
	'how.proof': 'Una prova che hai scaricato:',
	'how.log': 'L’intero registro:',
	'how.get': 'Scarica il programma',
	'how.checkpoint': 'L’impronta firmata',
	'how.formats': 'I formati sono pubblici (C2SP tlog-tiles e tlog-proof), quindi li leggono anche programmi di altri.',
	'site.title': 'Un registro per tutto il sito',
	'site.text':
		'Ogni dieci secondi le ultime impronte firmate di tutti gli eventi entrano in un unico registro. Se lo segui, nessuno può mostrarti una storia di un evento diversa da quella che vedono gli altri. Un altro programma verifica la prova per questo evento e l’intero registro:',
	'site.witnesses':
		'Testimoni indipendenti controllano che questo registro possa solo crescere e lo firmano anche loro. Questi hanno firmato lo stato attuale:',
	'site.proof': 'Scarica la prova per questo evento',
	'site.get': 'Scarica il programma (installation.py)',
	'site.checkpoint': 'L’impronta firmata di tutto il sito',
	'off.title': 'Questo evento non tiene un registro pubblico',
	'off.text': 'Quindi nessuno dall’esterno può verificare che cosa è successo qui.',
	'pending.title': 'Il registro sta per iniziare',
	'pending.text': 'Viene firmato qualche secondo dopo che succede qualcosa.',
	'stopped.title': 'Il registro si è fermato',
	'stopped.text':
		'La banca dati non è quella firmata prima, o manca la chiave. Nulla viene firmato finché la cosa non è chiarita. Se hai un’impronta precedente o una prova, conservala.'
} satisfies Translation<typeof english>;
