import type { Translation } from '$lib/i18n/translations';
import type english from './log.en';

export default {
	title: 'Verifique por si',
	lead: 'Tudo o que acontece aqui é escrito num registo: cada pedido, cada cancelamento, cada passo na lista de espera. A impressão digital é assinada. O que ela abrange não pode ser alterado sem que se descubra, nem pelo organizador nem por quem opera este site.',
	'head.title': 'O registo neste momento',
	'head.entries': 'Entradas',
	'head.root': 'Impressão digital',
	'head.signed': 'Assinado',
	'head.key': 'Chave',
	keep: 'Guarde o número de entradas e a impressão digital. Também estão nos seus e-mails (os primeiros 16 caracteres da impressão digital). Se alguma vez lhe mostrarem outra impressão digital para o mesmo número de entradas, a história foi reescrita, e pode prová-lo.',
	'copy.head': 'Copiar número e impressão digital',
	'copy.key': 'Copiar chave',
	'own.title': 'As suas entradas',
	'own.text':
		'Abra o seu pedido ou a sua posição na lista de espera, e escolha «Transferir a prova». A prova mostra qual é a sua entrada, o que diz, e que a impressão digital assinada a abrange.',
	'all.title': 'Todas as entradas',
	'all.public': 'Todos podem lê-las. Não identificam ninguém: as pessoas aparecem como códigos.',
	'all.people': 'O organizador não as publica. Ainda assim, ninguém pode alterá-las sem alterar a impressão digital.',
	'how.title': 'Como verificar',
	'how.text': 'Um programa de 200 linhas verifica provas e registos. Não usa nada deste site. Leia-o e depois execute-o com Python:',
	'how.proof': 'Uma prova que transferiu:',
	'how.log': 'O registo completo:',
	'how.get': 'Transferir o programa',
	'how.checkpoint': 'A impressão digital assinada',
	'how.formats': 'Os formatos são públicos (C2SP tlog-tiles e tlog-proof), por isso programas de outras pessoas também os leem.',
	'site.title': 'Um registo para todo o site',
	'site.text':
		'A cada dez segundos, as últimas impressões digitais assinadas de todos os eventos entram num único registo. Se o seguir, ninguém lhe pode mostrar uma história de um evento diferente da que mostra a outros. Outro programa verifica a prova deste evento e o registo completo:',
	'site.witnesses': 'Testemunhas independentes verificam que este registo apenas cresce, e também o assinam. Estas assinaram o estado atual:',
	'site.proof': 'Transferir a prova deste evento',
	'site.get': 'Transferir o programa (installation.py)',
	'site.checkpoint': 'A impressão digital assinada de todo o site',
	'off.title': 'Este evento não mantém um registo público',
	'off.text': 'Por isso, ninguém de fora pode verificar o que aconteceu aqui.',
	'pending.title': 'O registo está prestes a começar',
	'pending.text': 'É assinado alguns segundos depois de algo acontecer.',
	'stopped.title': 'O registo parou',
	'stopped.text':
		'A base de dados não é a que foi assinada antes, ou falta a chave. Nada é assinado até isso ser esclarecido. Se tiver uma impressão digital anterior ou uma prova, guarde-a.'
} satisfies Translation<typeof english>;
