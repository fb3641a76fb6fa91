package message

import (
	"fmt"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
)

var portuguese = &dictionary{
	tag:         language.Portuguese,
	hello:       "Olá {name},",
	helloNobody: "Olá,",

	places:     locale.Counted{plural.One: "{n} bilhete", plural.Other: "{n} bilhetes"},
	guests:     locale.Counted{plural.One: "para si e {n} acompanhante", plural.Other: "para si e {n} acompanhantes"},
	minutes:    locale.Counted{plural.One: "{n} minuto", plural.Other: "{n} minutos"},
	hours:      locale.Counted{plural.One: "{n} hora", plural.Other: "{n} horas"},
	days:       locale.Counted{plural.One: "{n} dia", plural.Other: "{n} dias"},
	placesHeld: locale.Counted{plural.One: "tem {n} bilhete reservado", plural.Other: "tem {n} bilhetes reservados"},

	when: "Quando", where: "Onde", what: "Bilhete", with: "Acompanhantes",
	until: "Aceitar até", cancelUntil: "Cancelar até",
	amount: "Montante", reference: "Referência", payBefore: "Pagar até", howToPay: "Como pagar",
	cost: "Preço", order: "O seu pedido", discount: "Desconto", tax: "Impostos", taxIncluded: "Impostos incluídos", rounding: "Arredondamento", total: "Total",
	point: ",", thousands: ".",
	ticketOf: "Bilhete {n} de {of}", codeAlt: "Código QR: {ticket}.", shortCode: "Código para introduzir:", seat: "{section}, fila {row}, lugar {number}",

	preferences:     "Deixar de receber lembretes",
	noAnnouncements: "Deixar de receber mensagens como esta",
	unfollow:        "Deixar de seguir {organization}",
	grounds: [grounds]string{
		groundKnown:    "Recebe este e-mail porque este endereço foi indicado para {title}.",
		groundOrder:    "Recebe este e-mail porque foram pedidos com este endereço bilhetes para {title}.",
		groundWaitlist: "Recebe este e-mail porque este endereço está na lista de espera de {title}.",
		groundOffered:  "Recebe este e-mail porque alguém está a enviar para este endereço um bilhete para {title}.",
		groundReceived: "Recebe este e-mail porque um bilhete para {title} foi transferido para este endereço.",
		groundHeld:     "Recebe este e-mail porque este endereço tem um bilhete para {title}.",
		groundGiven:    "Recebe este e-mail porque um bilhete para {title} foi transferido a partir deste endereço.",
		groundReturned: "Recebe este e-mail porque um bilhete deste endereço para {title} foi posto à venda para a lista de espera.",
		groundFollows:  "Recebe este e-mail porque segue {organization}.",
	},
	footerLog:     "Quando este e-mail foi enviado, o registo público do evento tinha {n} entradas e a impressão digital {root}.",
	footerOther:   "Não fez isto? Alguém pode ter-se enganado no endereço, e pode ignorar este e-mail.",
	footerFollows: "Pode deixar de seguir a qualquer momento.",
	footerOffered: "Não é para si? Alguém pode ter-se enganado no endereço, e pode ignorar este e-mail.",
	somebody:      "Alguém",
	moreGuests:    "{names} e mais {count}",
	and:           " e ",

	weekdays: [7]string{"domingo", "segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira", "sábado"},
	months: [12]string{"janeiro", "fevereiro", "março", "abril", "maio", "junho",
		"julho", "agosto", "setembro", "outubro", "novembro", "dezembro"},
	date: func(d *dictionary, t time.Time) string {
		return fmt.Sprintf("%s, %d de %s de %d", d.weekdays[t.Weekday()], t.Day(), d.months[t.Month()-1], t.Year())
	},
	shortDate: func(_ *dictionary, t time.Time) string { return t.Format("02/01") },
	clock:     "15:04", between: "–",

	wordings: map[wordingKey]wording{
		{inv.MsgConfirmed, ""}: {
			subject: "Confirmado: {title}",
			heading: "Está confirmado!",
			body:    []string{"A sua inscrição em {title} está confirmada: {places}.", "Mostre o código QR à entrada, no telemóvel ou em papel. O botão abre todos os seus bilhetes."},
			action:  "Ver ou cancelar bilhetes",
			after:   []string{"Não pode ir? Cancele nessa página, para que a pessoa seguinte da lista de espera possa ter o seu bilhete."},
		},
		{inv.MsgConfirmed, inv.ReasonPromoted}: {
			subject: "Já tem bilhete: {title}",
			heading: "Está confirmado!",
			body:    []string{"Ficou livre um bilhete, e era a sua vez: a sua inscrição em {title} está confirmada, {places}.", "Mostre o código QR à entrada, no telemóvel ou em papel. O botão abre todos os seus bilhetes."},
			action:  "Ver ou cancelar bilhetes",
			after:   []string{"Já não pode ir? Cancele nessa página, para que a pessoa seguinte da lista de espera possa ter o seu bilhete."},
		},
		{inv.MsgWaitlisted, ""}: {
			subject: "Está na lista de espera: {title}",
			heading: "Está na lista de espera.",
			body: []string{
				"Está na lista de espera de {title}, para {places}.",
				"Não precisa de fazer mais nada. Quando for a sua vez, avisamos por e-mail e reservamos os seus bilhetes durante {window}, para que os possa aceitar.",
			},
			action: "Ver a sua posição",
			after:  []string{"Essa página mostra a sua posição e o motivo de cada alteração. Também aí pode sair da lista de espera."},
		},
		{inv.MsgWaitlisted, inv.ReasonPromoted}: {
			subject: "Está na lista de espera: {title}",
			heading: "Está na lista de espera.",
			body: []string{
				"Está na lista de espera de {title}, para {places}.",
				"Não precisa de fazer mais nada. Quando for a sua vez, os seus bilhetes ficam logo confirmados, e avisamos por e-mail.",
			},
			action: "Ver a sua posição",
			after:  []string{"Essa página mostra a sua posição e o motivo de cada alteração. Também aí pode sair da lista de espera."},
		},
		{inv.MsgOffer, ""}: {
			subject: "É a sua vez: aceite o bilhete até {deadline_short} – {title}",
			heading: "É a sua vez!",
			body: []string{
				"Ficou livre um bilhete para {title}, e é a sua vez: {held}.",
				"Aceite até {deadline}. Depois passa para a pessoa seguinte da lista de espera.",
			},
			action: "Aceitar ou recusar",
			after:  []string{"Não pode ir? Recuse nessa página, para que a pessoa seguinte não tenha de esperar."},
		},
		{inv.MsgOfferExtended, ""}: {
			subject: "Mais tempo para aceitar, até {deadline_short} – {title}",
			heading: "Tem mais tempo.",
			body: []string{
				"O organizador de {title} deu-lhe mais tempo: {held}.",
				"Aceite até {deadline}.",
			},
			action: "Aceitar ou recusar",
		},
		{inv.MsgOfferExpired, ""}: {
			subject: "A sua oferta expirou: {title}",
			heading: "A sua oferta expirou.",
			body:    []string{"Tínhamos reservado para si {places} para {title}. O prazo para aceitar passou, e a pessoa seguinte da lista de espera recebe uma oferta."},
			action:  "Ver detalhes",
			after:   []string{"Ainda quer ir? Pode voltar a entrar na lista de espera enquanto as inscrições estiverem abertas."},
		},
		{inv.MsgCancelled, ""}: {
			subject: "Cancelado: {title}",
			heading: "A sua inscrição está cancelada.",
			body:    []string{"Cancelou {places} para {title}. Obrigado por avisar: agora pode ir outra pessoa."},
			action:  "Ver a sua inscrição",
		},
		{inv.MsgCancelled, inv.ReasonCancelledByStaff}: {
			subject: "A sua inscrição foi cancelada: {title}",
			heading: "A sua inscrição foi cancelada.",
			body:    []string{"O organizador cancelou a sua inscrição em {title} ({places}). Se acha que é um erro, contacte o organizador."},
			action:  "Ver a sua inscrição",
		},
		{inv.MsgGuestCancelled, ""}: {
			subject: "Menos um bilhete: {title}",
			heading: "Um bilhete foi cancelado.",
			body:    []string{"Um bilhete da sua inscrição em {title} foi cancelado: {other}. O código já não funciona, e agora pode ir outra pessoa.", "Os outros bilhetes mantêm os seus códigos: {places}."},
			action:  "Ver a sua inscrição",
			after:   []string{"Não estava à espera disto? Contacte o organizador."},
		},
		{inv.MsgEntryRemoved, ""}: {
			subject: "Já não está na lista de espera: {title}",
			heading: "Já não está na lista de espera.",
			body:    []string{"O organizador retirou o seu nome da lista de espera de {title}. Se acha que é um erro, contacte o organizador."},
			action:  "Ver detalhes",
		},
		{inv.MsgWaitlistClosed, ""}: {
			subject: "A lista de espera encerrou: {title}",
			heading: "A lista de espera encerrou.",
			body:    []string{"As inscrições em {title} encerraram, e nenhum bilhete ficou livre para si a tempo. Lamentamos."},
			action:  "Ver detalhes",
		},
		{inv.MsgWaitlistClosed, inv.ReasonPartyTooLarge}: {
			subject: "O seu grupo é agora demasiado grande: {title}",
			heading: "O seu grupo é agora demasiado grande.",
			body:    []string{"{title} tem agora uma lotação menor e não comporta um grupo com o tamanho do seu ({places}), por isso já não está na lista de espera. Pode voltar a entrar com menos acompanhantes."},
			action:  "Ver detalhes",
		},
		{inv.MsgOrderPending, ""}: {
			subject: "Pague até {deadline_short}: {title}",
			heading: "Os seus bilhetes estão à espera de pagamento.",
			body:    []string{"Obrigado pelo seu pedido para {title}: {held}.", "Pague {total} até {deadline} com a referência {reference}, para podermos encontrar o seu pagamento."},
			action:  "Ver pedido",
			after:   []string{"Recebe os bilhetes assim que o organizador registar o pagamento. Os bilhetes por pagar ficam livres."},
		},
		{inv.MsgOrderConfirmed, ""}: {
			subject: "Os seus bilhetes: {title}",
			heading: "Está confirmado!",
			body:    []string{"O seu pedido para {title} está confirmado: {places}, {total} no total.", "Mostre o código QR à entrada, no telemóvel ou em papel. O botão abre todos os seus bilhetes."},
			action:  "Ver bilhetes",
		},
		{inv.MsgOrderExpired, ""}: {
			subject: "O seu pedido expirou: {title}",
			heading: "O seu pedido expirou.",
			body:    []string{"Tínhamos reservado para si {places} para {title}. O prazo para pagar passou, e os bilhetes ficaram livres."},
			action:  "Ver pedido",
			after:   []string{"Se entretanto pagou, recebe os bilhetes se ainda estiverem disponíveis, ou um reembolso se não estiverem. Em ambos os casos avisamos por e-mail."},
		},
		{inv.MsgOrderCancelled, ""}: {
			subject: "Cancelado: {title}",
			heading: "Foram cancelados bilhetes do seu pedido.",
			body:    []string{"Foram cancelados bilhetes do seu pedido para {title}, que já não são válidos."},
			action:  "Ver pedido",
		},
		{inv.MsgOrderRefunded, ""}: {
			subject: "O seu reembolso: {title}",
			heading: "Vai receber um reembolso.",
			body:    []string{"Pelo seu pedido para {title}, reembolsamos {refund} para o método de pagamento original. Os bilhetes devolvidos já não são válidos."},
			action:  "Ver pedido",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentLate}: {
			subject: "O seu reembolso: {title}",
			heading: "O seu pagamento chegou tarde demais.",
			body:    []string{"O seu pagamento de {refund} para {title} chegou depois de o pedido ter terminado, e os bilhetes já não estavam disponíveis. Recebe um reembolso total no método de pagamento original. Lamentamos."},
			action:  "Ver pedido",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentMismatch}: {
			subject: "O seu reembolso: {title}",
			heading: "O seu pagamento não correspondia ao pedido.",
			body:    []string{"O seu pedido para {title} custa {total}, e o seu pagamento foi de {refund}. Recebe um reembolso total no método de pagamento original. Enquanto o pedido estiver aberto, pode voltar a pagar."},
			action:  "Ver pedido",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentAgain}: {
			subject: "O seu reembolso: {title}",
			heading: "Pagou duas vezes.",
			body:    []string{"O seu pedido para {title} já estava pago. O segundo pagamento de {refund} está a ser reembolsado para o método de pagamento original. Os seus bilhetes continuam válidos."},
			action:  "Ver pedido",
		},
		{Announcement, ""}: {
			subject: "{title}",
			heading: "{title}",
			action:  "Ver os seus bilhetes",
		},
		{NewEvent, ""}: {
			subject: "Novidade de {organization}: {title}, {starts_short}",
			heading: "{title}",
			body:    []string{"{organization} anunciou um novo evento: {title}, {starts}."},
			action:  "Ver evento",
		},
		{NewEvent, newDates}: {
			subject: "Novidade de {organization}: {series}",
			heading: "{series}",
			body:    []string{"{organization} anunciou novas datas de {series}, a partir de {starts}."},
			action:  "Ver todas as datas",
		},
		{Reminder, ""}: {
			subject: "Lembrete: {title}, {starts_short}",
			heading: "Até breve.",
			body:    []string{"{title} começa {starts}. Tem {places}."},
			action:  "Ver ou cancelar bilhetes",
			after:   []string{"Não pode ir? Cancele nessa página, para que possa ir outra pessoa."},
		},
		{Reminder, inv.ReasonTicketReceived}: {
			subject: "Lembrete: {title}, {starts_short}",
			heading: "Até breve.",
			body:    []string{"{title} começa {starts}. Tem o bilhete que {other} lhe deu."},
			action:  "Ver bilhete",
		},
		{EventChanged, ""}: {
			subject: "Alterado: {title}, {starts_short}",
			heading: "A hora ou o local mudou.",
			body:    []string{"O organizador alterou a hora ou o local de {title}. Novo início: {starts}.", "A sua inscrição continua válida: {places}. A entrada de calendário em anexo substitui a anterior."},
			action:  "Ver ou cancelar bilhetes",
			after:   []string{"Se já não pode ir, cancele nessa página."},
		},
		{EventChanged, inv.ReasonTicketReceived}: {
			subject: "Alterado: {title}, {starts_short}",
			heading: "A hora ou o local mudou.",
			body:    []string{"O organizador alterou a hora ou o local de {title}. Novo início: {starts}.", "O bilhete que {other} lhe deu continua válido. A entrada de calendário em anexo substitui a anterior."},
			action:  "Ver bilhete",
		},
		{inv.MsgEventCancelled, ""}: {
			subject: "Cancelado: {title}",
			heading: "Este evento está cancelado.",
			body:    []string{"O organizador cancelou {title}. A sua inscrição ({places}) já não é válida, e não precisa de fazer nada."},
		},
		{inv.MsgEventCancelled, inv.ReasonTicketReceived}: {
			subject: "Cancelado: {title}",
			heading: "Este evento está cancelado.",
			body:    []string{"O organizador cancelou {title}. O bilhete que {other} lhe deu já não é válido, e não precisa de fazer nada. Um eventual reembolso vai para quem pagou."},
		},
		{inv.MsgTransferOffered, ""}: {
			subject: "{other} tem um bilhete para si: {title}",
			heading: "Um bilhete para si.",
			body:    []string{"{other} está a enviar-lhe um bilhete para {title}. Aceite-o com o botão abaixo, e é seu para mostrar à entrada."},
			action:  "Aceitar ou recusar",
			after:   []string{"Não estava à espera disto? Não precisa de fazer nada: se não aceitar, {other} fica com o bilhete."},
		},
		{inv.MsgTransferAccepted, ""}: {
			subject: "{other} aceitou o seu bilhete: {title}",
			heading: "O seu bilhete foi transferido.",
			body:    []string{"{other} aceitou o seu bilhete para {title}. O seu código desse bilhete já não funciona."},
			action:  "Ver transferência",
		},
		{inv.MsgTicketReceived, ""}: {
			subject: "O seu bilhete: {title}",
			heading: "O bilhete é seu.",
			body:    []string{"O bilhete de {other} para {title} é agora seu, com um novo código. O anterior já não funciona.", "Abra-o com o botão abaixo, e mostre-o à entrada, no telemóvel ou em papel."},
			action:  "Ver bilhete",
		},
		{inv.MsgTransferDeclined, ""}: {
			subject: "{other} recusou o seu bilhete: {title}",
			heading: "O bilhete ainda é seu.",
			body:    []string{"{other} recusou o seu bilhete para {title}. Ainda é seu, e o código continua a funcionar."},
			action:  "Ver detalhes",
		},
		{inv.MsgTicketReissued, ""}: {
			subject: "O seu novo bilhete: {title}",
			heading: "O seu bilhete tem um novo código.",
			body:    []string{"Um dos seus bilhetes para {title} foi emitido de novo. O código antigo já não funciona, nem em papel nem no telemóvel.", "Abra o novo com o botão abaixo, e mostre-o à entrada."},
			action:  "Ver bilhete",
			after:   []string{"Não pediu isto? Contacte o organizador."},
		},
		{inv.MsgTicketVoided, ""}: {
			subject: "O seu bilhete foi cancelado: {title}",
			heading: "O seu bilhete foi cancelado.",
			body:    []string{"O bilhete para {title} que {other} lhe deu foi cancelado. O código já não funciona.", "Um eventual reembolso vai para quem pagou."},
			action:  "Ver detalhes",
			after:   []string{"Não era o que esperava? Fale com {other} ou com o organizador."},
		},
		{inv.MsgExchanged, ""}: {
			subject: "O seu bilhete foi vendido: {title}",
			heading: "O seu bilhete foi vendido.",
			body:    []string{"Alguém da lista de espera comprou o seu bilhete para {title}. Reembolsamos {refund} para o método de pagamento original.", "O seu código desse bilhete já não funciona."},
			action:  "Ver pedido",
		},
		{inv.MsgExchanged, inv.ReasonItemsCancelled}: {
			subject: "O seu bilhete foi vendido: {title}",
			heading: "O seu bilhete foi vendido.",
			body:    []string{"Alguém da lista de espera ficou com o seu bilhete para {title}. Já tinha recebido um reembolso total.", "O seu código desse bilhete já não funciona."},
			action:  "Ver pedido",
		},
		{inv.MsgExchangeClosed, ""}: {
			subject: "Fica com o seu bilhete: {title}",
			heading: "O bilhete ainda é seu.",
			body:    []string{"Ninguém da lista de espera comprou o seu bilhete para {title} antes de as inscrições encerrarem. Ainda é seu, e o código funciona."},
			action:  "Ver pedido",
		},
		{inv.MsgTransferCancelled, ""}: {
			subject: "Transferência de bilhete cancelada: {title}",
			heading: "A transferência foi cancelada.",
			body:    []string{"{other} cancelou a transferência de um bilhete para {title}. Não precisa de fazer nada."},
			action:  "Ver detalhes",
		},
	},

	account: accountMailWords{
		wordings: map[AccountMailKind]wording{
			SignInMail: {
				subject: "A sua ligação para iniciar sessão",
				heading: "Iniciar sessão",
				body:    []string{"Esta ligação inicia a sua sessão. Funciona uma vez, durante {life}."},
				action:  "Iniciar sessão",
				after:   []string{"Ninguém da nossa equipa lhe pedirá alguma vez esta ligação."},
			},
			InvitationMail: {
				subject: "Convite: {name}",
				heading: "Boas-vindas a {name}",
				body:    []string{"Já pode ajudar a gerir os eventos de {name}. A sua função: {role}.", "Inicie sessão com este endereço de e-mail. Não há palavra-passe: recebe uma ligação de cada vez."},
				action:  "Iniciar sessão",
			},
			ConfirmAddressMail: {
				subject: "Confirme o seu endereço: {name}",
				heading: "{name}: mais um passo",
				body:    []string{"Para participar em {name}, confirme que este endereço é seu. Esta ligação faz isso e leva de volta ao evento. Funciona uma vez, durante {life}.", "Ainda não tem lugar: obtém-no quando concluir lá."},
				action:  "Confirmar e continuar",
			},
			FreshLinkMail: {
				subject: "A sua nova ligação: {name}",
				heading: "A sua nova ligação para {name}",
				body:    []string{"Com esta ligação pode fazer tudo com os seus bilhetes para {name}: transferi-los, revendê-los ou receber o dinheiro de volta. Funciona durante {life}."},
				action:  "Abrir",
				after:   []string{"Não a reencaminhe. Ninguém da nossa equipa lhe pedirá alguma vez esta ligação."},
			},
			RegisteredAlreadyMail: {
				subject: "Já tem uma inscrição: {name}",
				heading: "Já tem uma inscrição em {name}",
				body:    []string{"Alguém acabou de se inscrever em {name} com este endereço. Já tem o seu lugar, por isso nada foi alterado: o que foi introduzido agora, também os acompanhantes, não conta.", "Esta ligação leva à sua inscrição. Funciona durante {life}."},
				action:  "Abrir a minha inscrição",
				after:   []string{"Não a reencaminhe. Ninguém da nossa equipa lhe pedirá alguma vez esta ligação."},
			},
			WaitingAlreadyMail: {
				subject: "Já está na lista de espera: {name}",
				heading: "Já está na lista de espera de {name}",
				body:    []string{"Alguém acabou de pedir um lugar em {name} com este endereço. Mantém a sua posição na lista de espera; nada foi alterado.", "Esta ligação mostra a sua posição. Funciona durante {life}."},
				action:  "Ver a minha posição",
				after:   []string{"Não a reencaminhe. Ninguém da nossa equipa lhe pedirá alguma vez esta ligação."},
			},
			LimitReachedMail: {
				subject: "Não pode ter mais bilhetes: {name}",
				heading: "Tem todos os bilhetes que pode ter para {name}",
				body:    []string{"Alguém acabou de pedir mais lugares em {name} com este endereço. Com o que já tem, seriam mais do que uma pessoa pode ter, por isso nada foi acrescentado.", "Esta ligação leva ao que tem. Funciona durante {life}."},
				action:  "Abrir",
				after:   []string{"Não a reencaminhe. Ninguém da nossa equipa lhe pedirá alguma vez esta ligação."},
			},
			EndpointDisabledMail: {
				subject: "Os webhooks para {name} pararam",
				heading: "Os webhooks pararam",
				body:    []string{"{name} não aceita os nossos webhooks há muito tempo, por isso já não enviamos nenhum para lá.", "Nada se perde: o que aconteceu desde então fica à espera, e é enviado por ordem assim que o endpoint voltar a ser ativado."},
				action:  "Ver o endpoint",
			},
			RefundAtProviderMail: {
				subject: "{name}: um reembolso de {amount} fora do Holdfast",
				heading: "Um reembolso de {amount} foi feito noutro lugar",
				body: []string{"{amount} de um pedido para {name} foram reembolsados no painel do prestador de pagamentos. Os bilhetes desse pedido continuam válidos, e a venda continua nas contas.",
					"Os bilhetes devem ser cancelados? Então reembolse-os na página do pedido. O que já foi devolvido não é pago outra vez."},
				action: "Ver o pedido",
			},
			ProviderDeniesMail: {
				subject: "{name} nega o acesso: pagamentos ou reembolsos parados",
				heading: "{name} nega o acesso",
				body: []string{"{name} não aceita a chave definida aqui, ou não permite o que foi pedido com ela. Enquanto isso não mudar, os pedidos não podem ser pagos com {name}, ou os reembolsos não são feitos.",
					"Peça a quem opera este servidor que verifique a chave. O registo do servidor diz o que {name} respondeu. Os reembolsos devidos ficam à espera, e são feitos quando a chave estiver certa."},
				action: "Ver os eventos",
			},
		},
		minutes: locale.Counted{plural.One: "{n} minuto", plural.Other: "{n} minutos"},
		hours:   locale.Counted{plural.One: "{n} hora", plural.Other: "{n} horas"},
		roles:   map[string]string{"owner": "proprietário", "organizer": "organizador", "box_office": "bilheteira", "door": "entrada", "viewer": "leitor"},
		footer:  "Recebe esta mensagem porque alguém introduziu este endereço.",
		other:   "Não pediu isto? Ignore esta mensagem, e nada acontecerá.",
		owners:  "Recebe esta mensagem como proprietário de uma organização aqui.",
	},
}
