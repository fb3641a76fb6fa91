package accountmail

import (
	"golang.org/x/text/feature/plural"

	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
)

var portuguese = &accountWords{
	wordings: map[Kind]mailkit.Wording{
		SignInMail: {
			Subject: "A sua ligação para iniciar sessão",
			Heading: "Iniciar sessão",
			Body:    []string{"Esta ligação inicia a sua sessão. Funciona uma vez, durante {life}."},
			Action:  "Iniciar sessão",
			After:   []string{"Ninguém da nossa equipa lhe pedirá alguma vez esta ligação."},
		},
		InvitationMail: {
			Subject: "Convite: {name}",
			Heading: "Boas-vindas a {name}",
			Body:    []string{"Já pode ajudar a gerir os eventos de {name}. A sua função: {role}.", "Inicie sessão com este endereço de e-mail. Não há palavra-passe: recebe uma ligação de cada vez."},
			Action:  "Iniciar sessão",
		},
		ConfirmAddressMail: {
			Subject: "Confirme o seu endereço: {name}",
			Heading: "{name}: mais um passo",
			Body:    []string{"Para participar em {name}, confirme que este endereço é seu. Esta ligação faz isso e leva de volta ao evento. Funciona uma vez, durante {life}.", "Ainda não tem lugar: obtém-no quando concluir lá."},
			Action:  "Confirmar e continuar",
		},
		FreshLinkMail: {
			Subject: "A sua nova ligação: {name}",
			Heading: "A sua nova ligação para {name}",
			Body:    []string{"Com esta ligação pode fazer tudo com os seus bilhetes para {name}: transferi-los, revendê-los ou receber o dinheiro de volta. Funciona durante {life}."},
			Action:  "Abrir",
			After:   []string{"Não a reencaminhe. Ninguém da nossa equipa lhe pedirá alguma vez esta ligação."},
		},
		FoundMail: {
			Subject: "Os seus bilhetes",
			Heading: "Os seus bilhetes",
			Body:    []string{"Eis o que está reservado com este endereço: o que aí vem e o que houve nas últimas semanas. Cada ligação funciona durante {life}."},
			Action:  "Iniciar sessão e ver tudo",
			After:   []string{"Não reencaminhe este e-mail. Ninguém da nossa equipa lhe pedirá alguma vez estas ligações."},
		},
		NothingFoundMail: {
			Subject: "Nenhum bilhete com este endereço",
			Heading: "Nenhum bilhete com este endereço",
			Body:    []string{"Com este endereço não há nada reservado para os próximos eventos. Talvez tenha usado outro: procure o nosso primeiro e-mail sobre os seus bilhetes."},
			Action:  "Procurar com outro endereço",
		},
		RegisteredAlreadyMail: {
			Subject: "Já tem uma inscrição: {name}",
			Heading: "Já tem uma inscrição em {name}",
			Body:    []string{"Alguém acabou de se inscrever em {name} com este endereço. Já tem o seu lugar, por isso nada foi alterado: o que foi introduzido agora, também os acompanhantes, não conta.", "Esta ligação leva à sua inscrição. Funciona durante {life}."},
			Action:  "Abrir a minha inscrição",
			After:   []string{"Não a reencaminhe. Ninguém da nossa equipa lhe pedirá alguma vez esta ligação."},
		},
		WaitingAlreadyMail: {
			Subject: "Já está na lista de espera: {name}",
			Heading: "Já está na lista de espera de {name}",
			Body:    []string{"Alguém acabou de pedir um lugar em {name} com este endereço. Mantém a sua posição na lista de espera; nada foi alterado.", "Esta ligação mostra a sua posição. Funciona durante {life}."},
			Action:  "Ver a minha posição",
			After:   []string{"Não a reencaminhe. Ninguém da nossa equipa lhe pedirá alguma vez esta ligação."},
		},
		LimitReachedMail: {
			Subject: "Não pode ter mais bilhetes: {name}",
			Heading: "Tem todos os bilhetes que pode ter para {name}",
			Body:    []string{"Alguém acabou de pedir mais lugares em {name} com este endereço. Com o que já tem, seriam mais do que uma pessoa pode ter, por isso nada foi acrescentado.", "Esta ligação leva ao que tem. Funciona durante {life}."},
			Action:  "Abrir",
			After:   []string{"Não a reencaminhe. Ninguém da nossa equipa lhe pedirá alguma vez esta ligação."},
		},
		EndpointDisabledMail: {
			Subject: "Os webhooks para {name} pararam",
			Heading: "Os webhooks pararam",
			Body:    []string{"{name} não aceita os nossos webhooks há muito tempo, por isso já não enviamos nenhum para lá.", "Nada se perde: o que aconteceu desde então fica à espera, e é enviado por ordem assim que o endpoint voltar a ser ativado."},
			Action:  "Ver o endpoint",
		},
		RefundAtProviderMail: {
			Subject: "{name}: um reembolso de {amount} fora do Holdfast",
			Heading: "Um reembolso de {amount} foi feito noutro lugar",
			Body: []string{"{amount} de um pedido para {name} foram reembolsados no painel do prestador de pagamentos. Os bilhetes desse pedido continuam válidos, e a venda continua nas contas.",
				"Os bilhetes devem ser cancelados? Então reembolse-os na página do pedido. O que já foi devolvido não é pago outra vez."},
			Action: "Ver o pedido",
		},
		ProviderDeniesMail: {
			Subject: "{name} nega o acesso: pagamentos ou reembolsos parados",
			Heading: "{name} nega o acesso",
			Body: []string{"{name} não aceita a chave definida aqui, ou não permite o que foi pedido com ela. Enquanto isso não mudar, os pedidos não podem ser pagos com {name}, ou os reembolsos não são feitos.",
				"Peça a quem opera este servidor que verifique a chave. O registo do servidor diz o que {name} respondeu. Os reembolsos devidos ficam à espera, e são feitos quando a chave estiver certa."},
			Action: "Ver os eventos",
		},
	},
	minutes: locale.Counted{plural.One: "{n} minuto", plural.Other: "{n} minutos"},
	hours:   locale.Counted{plural.One: "{n} hora", plural.Other: "{n} horas"},
	roles:   map[string]string{"owner": "proprietário", "organizer": "organizador", "box_office": "bilheteira", "door": "entrada", "viewer": "leitor", "events": "eventos específicos"},
	owners:  "Recebe esta mensagem como proprietário de uma organização aqui.",
}
