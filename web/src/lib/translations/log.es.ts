import type { Translation } from '$lib/i18n/translations';
import type english from './log.en';

export default {
	title: 'Compruébalo por tu cuenta',
	lead: 'Todo lo que pasa aquí se anota en un registro: cada pedido, cada cancelación, cada paso en la lista de espera. Su huella está firmada. Lo que cubre no puede cambiarlo nadie sin que se descubra, ni el organizador ni quien opera este sitio.',
	'head.title': 'El registro ahora mismo',
	'head.entries': 'Anotaciones',
	'head.root': 'Huella',
	'head.signed': 'Firmado',
	'head.key': 'Clave',
	keep: 'Guarda el número de anotaciones y la huella. También están en tus correos (los 16 primeros caracteres de la huella). Si alguna vez te muestran otra huella para el mismo número de anotaciones, se reescribió la historia, y puedes probarlo.',
	'copy.head': 'Copiar número y huella',
	'copy.key': 'Copiar clave',
	'own.title': 'Tus propias anotaciones',
	'own.text':
		'Abre tu pedido o tu posición en la lista de espera y elige «Descargar prueba». La prueba muestra qué anotación es la tuya, qué dice y que la huella firmada la cubre.',
	'all.title': 'Todas las anotaciones',
	'all.public': 'Cualquiera puede leerlas. No nombran a nadie: las personas aparecen como códigos.',
	'all.people': 'El organizador no las publica. Aun así, nadie puede cambiarlas sin cambiar la huella.',
	'how.title': 'Cómo comprobarlo',
	'how.text': 'Un programa de 200 líneas comprueba pruebas y registros. No usa nada de este sitio. Léelo y ejecútalo después con Python:',
	'how.proof': 'Una prueba que descargaste:',
	'how.log': 'Todo el registro:',
	'how.get': 'Descargar el programa',
	'how.checkpoint': 'La huella firmada',
	'how.formats': 'Los formatos son públicos (C2SP tlog-tiles y tlog-proof), así que también los leen programas de otros.',
	'site.title': 'Un registro para todo el sitio',
	'site.text':
		'Cada diez segundos, las últimas huellas firmadas de todos los eventos entran en un único registro. Si lo sigues, nadie puede mostrarte una historia de un evento distinta de la que ven los demás. Otro programa comprueba la prueba de este evento y el registro completo:',
	'site.witnesses': 'Testigos independientes vigilan que este registro solo crezca y también lo firman. Estos han firmado el estado actual:',
	'site.proof': 'Descargar la prueba de este evento',
	'site.get': 'Descargar el programa (installation.py)',
	'site.checkpoint': 'La huella firmada de todo el sitio',
	'off.title': 'Este evento no lleva un registro público',
	'off.text': 'Así que nadie de fuera puede comprobar lo que pasó aquí.',
	'pending.title': 'El registro está a punto de empezar',
	'pending.text': 'Se firma unos segundos después de que pase algo.',
	'stopped.title': 'El registro se ha detenido',
	'stopped.text':
		'La base de datos no es la que se firmó antes, o falta la clave. No se firma nada hasta que se aclare. Si tienes una huella anterior o una prueba, guárdala.'
} satisfies Translation<typeof english>;
