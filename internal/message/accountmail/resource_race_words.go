package message

// raceWordings are the mails about what is offered to several people at once, who all wait for a
// resource, by language.
var raceWordings = map[*dictionary]map[AccountMailKind]wording{
	english: {
		ResourceRaceMail:   {subject: "Be quick: first to accept – {name}", heading: "Be quick!", body: []string{"{name}{times} has become available. We’re offering it to {people} people at once: the first to accept gets it.", "You can accept until {until}, as long as nobody else has. If someone else is faster, you keep your place on the waitlist, and nothing is charged."}, action: "Accept or decline", after: []string{"Can’t make it? Please decline on that page."}},
		ResourceFasterMail: {subject: "Someone else was faster: {name}", heading: "Someone else was faster.", body: []string{"{name}{times} was offered to several people at once, and someone else accepted first.", "You keep your place on the waitlist. When something else becomes available and it’s your turn, we’ll email you."}, action: "View your position"},
	},
	german: {
		ResourceRaceMail:   {subject: "Sei schnell: Wer zuerst annimmt – {name}", heading: "Sei schnell!", body: []string{"{name}{times} ist frei geworden. Wir bieten es {people} Personen gleichzeitig an: Wer zuerst annimmt, bekommt es.", "Du kannst bis {until} annehmen, solange es sonst niemand getan hat. Ist jemand schneller, behältst du deinen Platz auf der Warteliste und zahlst nichts."}, action: "Annehmen oder ablehnen", after: []string{"Du kannst nicht kommen? Bitte lehne auf dieser Seite ab."}},
		ResourceFasterMail: {subject: "Jemand war schneller: {name}", heading: "Jemand war schneller.", body: []string{"{name}{times} wurde mehreren Personen gleichzeitig angeboten, und jemand anderes hat zuerst angenommen.", "Du behältst deinen Platz auf der Warteliste. Sobald wieder etwas frei wird und du dran bist, schreiben wir dir."}, action: "Meine Position ansehen"},
	},
	french: {
		ResourceRaceMail:   {subject: "Faites vite : au premier qui accepte – {name}", heading: "Faites vite !", body: []string{"{name}{times} s’est libéré. Nous le proposons à {people} personnes en même temps : la première à accepter l’obtient.", "Vous pouvez accepter jusqu’au {until}, tant que personne d’autre ne l’a fait. Si quelqu’un est plus rapide, vous gardez votre place sur la liste d’attente et rien n’est débité."}, action: "Accepter ou refuser", after: []string{"Vous ne pouvez pas venir ? Refusez sur cette page."}},
		ResourceFasterMail: {subject: "Quelqu’un a été plus rapide : {name}", heading: "Quelqu’un a été plus rapide.", body: []string{"{name}{times} a été proposé à plusieurs personnes en même temps, et quelqu’un d’autre a accepté en premier.", "Vous gardez votre place sur la liste d’attente. Dès qu’autre chose se libère et que c’est votre tour, nous vous écrivons."}, action: "Voir votre position"},
	},
	spanish: {
		ResourceRaceMail:   {subject: "Date prisa: para quien acepte primero – {name}", heading: "¡Date prisa!", body: []string{"{name}{times} ha quedado libre. Se lo ofrecemos a {people} personas a la vez: se lo queda quien acepte primero.", "Puedes aceptar hasta el {until}, mientras nadie más lo haya hecho. Si alguien es más rápido, conservas tu puesto en la lista de espera y no se te cobra nada."}, action: "Aceptar o rechazar", after: []string{"¿No puedes ir? Recházalo en esa página."}},
		ResourceFasterMail: {subject: "Alguien fue más rápido: {name}", heading: "Alguien fue más rápido.", body: []string{"{name}{times} se ofreció a varias personas a la vez y otra persona aceptó primero.", "Conservas tu puesto en la lista de espera. Cuando quede algo libre y sea tu turno, te escribiremos."}, action: "Ver tu posición"},
	},
	italian: {
		ResourceRaceMail:   {subject: "Fai presto: al primo che accetta – {name}", heading: "Fai presto!", body: []string{"Si è liberato: {name}{times}. Lo offriamo a {people} persone contemporaneamente: va a chi accetta per primo.", "Puoi accettare fino al {until}, finché nessun altro l’ha fatto. Se qualcuno è più veloce, mantieni il tuo posto in lista d’attesa e non paghi nulla."}, action: "Accetta o rifiuta", after: []string{"Non puoi venire? Rifiuta su quella pagina."}},
		ResourceFasterMail: {subject: "Qualcuno è stato più veloce: {name}", heading: "Qualcuno è stato più veloce.", body: []string{"{name}{times} è stato offerto a più persone contemporaneamente e qualcun altro ha accettato per primo.", "Mantieni il tuo posto in lista d’attesa. Quando si libera altro e tocca a te, ti scriviamo."}, action: "Vedi la tua posizione"},
	},
	dutch: {
		ResourceRaceMail:   {subject: "Wees snel: wie het eerst accepteert – {name}", heading: "Wees snel!", body: []string{"{name}{times} is vrijgekomen. We bieden het {people} mensen tegelijk aan: wie het eerst accepteert, krijgt het.", "Je kunt tot {until} accepteren, zolang niemand anders dat heeft gedaan. Is iemand sneller, dan houd je je plek op de wachtlijst en betaal je niets."}, action: "Accepteren of afwijzen", after: []string{"Kun je niet? Wijs het dan op die pagina af."}},
		ResourceFasterMail: {subject: "Iemand was sneller: {name}", heading: "Iemand was sneller.", body: []string{"{name}{times} is aan meerdere mensen tegelijk aangeboden, en iemand anders accepteerde eerst.", "Je houdt je plek op de wachtlijst. Zodra er iets vrijkomt en je aan de beurt bent, mailen we je."}, action: "Je positie bekijken"},
	},
	portuguese: {
		ResourceRaceMail:   {subject: "Seja rápido: para quem aceitar primeiro – {name}", heading: "Seja rápido!", body: []string{"{name}{times} ficou livre. Oferecemos a {people} pessoas ao mesmo tempo: fica para quem aceitar primeiro.", "Pode aceitar até {until}, enquanto ninguém mais o tiver feito. Se alguém for mais rápido, mantém o seu lugar na lista de espera e nada é cobrado."}, action: "Aceitar ou recusar", after: []string{"Não pode vir? Recuse nessa página."}},
		ResourceFasterMail: {subject: "Alguém foi mais rápido: {name}", heading: "Alguém foi mais rápido.", body: []string{"{name}{times} foi oferecido a várias pessoas ao mesmo tempo, e outra pessoa aceitou primeiro.", "Mantém o seu lugar na lista de espera. Quando algo ficar livre e for a sua vez, avisamos por e-mail."}, action: "Ver a sua posição"},
	},
	polish: {
		ResourceRaceMail:   {subject: "Kto pierwszy, ten lepszy: {name}", heading: "Pospiesz się!", body: []string{"Zwolniło się: {name}{times}. Proponujemy to {people} osobom naraz: dostanie je ten, kto pierwszy przyjmie ofertę.", "Ofertę można przyjąć do {until}, o ile nie zrobił tego nikt inny. Jeśli ktoś będzie szybszy, zachowasz swoje miejsce na liście oczekujących i nic nie zapłacisz."}, action: "Przyjmij lub odrzuć", after: []string{"Nie możesz przyjść? Odrzuć ofertę na tej stronie."}},
		ResourceFasterMail: {subject: "Ktoś był szybszy: {name}", heading: "Ktoś był szybszy.", body: []string{"Ofertę {name}{times} dostało naraz kilka osób i ktoś inny przyjął ją pierwszy.", "Zachowujesz swoje miejsce na liście oczekujących. Gdy coś się zwolni i przyjdzie Twoja kolej, napiszemy."}, action: "Zobacz swoją pozycję"},
	},
	czech: {
		ResourceRaceMail:   {subject: "Pospěšte si, rozhoduje rychlost: {name}", heading: "Pospěšte si!", body: []string{"Uvolnilo se: {name}{times}. Nabízíme to {people} lidem najednou: získá to ten, kdo nabídku přijme první.", "Nabídku můžete přijmout do {until}, dokud to neudělá někdo jiný. Bude-li někdo rychlejší, své místo na čekací listině si ponecháte a nic neplatíte."}, action: "Přijmout nebo odmítnout", after: []string{"Nemůžete přijít? Odmítněte nabídku na této stránce."}},
		ResourceFasterMail: {subject: "Někdo byl rychlejší: {name}", heading: "Někdo byl rychlejší.", body: []string{"Nabídku {name}{times} dostalo víc lidí najednou a někdo jiný ji přijal první.", "Své místo na čekací listině si ponecháváte. Až se něco uvolní a přijdete na řadu, napíšeme vám."}, action: "Zobrazit pořadí"},
	},
	swedish: {
		ResourceRaceMail:   {subject: "Skynda dig: först till kvarn – {name}", heading: "Skynda dig!", body: []string{"{name}{times} har blivit ledigt. Vi erbjuder det till {people} personer samtidigt: den som tackar ja först får det.", "Du kan tacka ja fram till {until}, så länge ingen annan har gjort det. Om någon är snabbare behåller du din plats på väntelistan och betalar ingenting."}, action: "Tacka ja eller nej", after: []string{"Kan du inte? Tacka nej på den sidan."}},
		ResourceFasterMail: {subject: "Någon var snabbare: {name}", heading: "Någon var snabbare.", body: []string{"{name}{times} erbjöds till flera personer samtidigt, och någon annan tackade ja först.", "Du behåller din plats på väntelistan. När något blir ledigt och det är din tur mejlar vi dig."}, action: "Se din plats"},
	},
	turkish: {
		ResourceRaceMail:   {subject: "Acele edin: ilk kabul eden alır – {name}", heading: "Acele edin!", body: []string{"{name}{times} boşaldı. Bunu aynı anda {people} kişiye sunuyoruz: ilk kabul eden alır.", "Başka kimse kabul etmediği sürece şu zamana kadar kabul edebilirsiniz: {until}. Biri daha hızlı olursa bekleme listesindeki sıranızı korursunuz ve hiçbir ücret alınmaz."}, action: "Kabul et veya reddet", after: []string{"Gelemiyor musunuz? Lütfen o sayfada reddedin."}},
		ResourceFasterMail: {subject: "Başka biri daha hızlıydı: {name}", heading: "Başka biri daha hızlıydı.", body: []string{"{name}{times} aynı anda birkaç kişiye sunuldu ve ilk kabul eden başka biri oldu.", "Bekleme listesindeki sıranızı koruyorsunuz. Bir yer açılıp sıra size gelince size yazacağız."}, action: "Sıranızı görün"},
	},
	arabic: {
		ResourceRaceMail:   {subject: "أسرع: لمن يقبل أولاً – {name}", heading: "أسرع!", body: []string{"أصبح متاحاً: {name}{times}. نعرضه على عدة أشخاص في الوقت نفسه (العدد: {people}): ومن يقبل أولاً يحصل عليه.", "يمكنك القبول حتى {until} ما لم يسبقك غيرك. إن كان غيرك أسرع، تحتفظ بمكانك في قائمة الانتظار ولا تدفع شيئاً."}, action: "القبول أو الرفض", after: []string{"لا يمكنك الحضور؟ يُرجى الرفض في تلك الصفحة."}},
		ResourceFasterMail: {subject: "كان غيرك أسرع: {name}", heading: "كان غيرك أسرع.", body: []string{"عُرض {name}{times} على عدة أشخاص في الوقت نفسه، وقبله شخص آخر أولاً.", "تحتفظ بمكانك في قائمة الانتظار. عندما يتوفر شيء آخر ويحين دورك، سنراسلك."}, action: "عرض مكانك"},
	},
}

// raceRules say to somebody who joins that others are offered the same at once, by language.
var raceRules = map[*dictionary]string{
	english:    "What becomes available is offered to up to {people} people at once. The first to accept gets it; the others keep their places.",
	german:     "Was frei wird, wird bis zu {people} Personen gleichzeitig angeboten. Wer zuerst annimmt, bekommt es; die anderen behalten ihren Platz.",
	french:     "Ce qui se libère est proposé à {people} personnes au plus en même temps. La première à accepter l’obtient ; les autres gardent leur place.",
	spanish:    "Lo que queda libre se ofrece a un máximo de {people} personas a la vez. Se lo queda quien acepte primero; las demás conservan su puesto.",
	italian:    "Ciò che si libera viene offerto a un massimo di {people} persone contemporaneamente. Va a chi accetta per primo; gli altri mantengono il loro posto.",
	dutch:      "Wat vrijkomt, wordt aan hoogstens {people} mensen tegelijk aangeboden. Wie het eerst accepteert, krijgt het; de anderen houden hun plek.",
	portuguese: "O que fica livre é oferecido a um máximo de {people} pessoas ao mesmo tempo. Fica para quem aceitar primeiro; as outras mantêm o seu lugar.",
	polish:     "To, co się zwolni, proponujemy najwyżej {people} osobom naraz. Dostaje je ten, kto pierwszy przyjmie ofertę; pozostali zachowują swoje miejsca.",
	czech:      "Co se uvolní, nabízíme nejvýše {people} lidem najednou. Získá to ten, kdo nabídku přijme první; ostatní si své místo ponechají.",
	swedish:    "Det som blir ledigt erbjuds till högst {people} personer samtidigt. Den som tackar ja först får det; de andra behåller sina platser.",
	turkish:    "Boşalan yer aynı anda en fazla {people} kişiye sunulur. İlk kabul eden alır; diğerleri sıralarını korur.",
	arabic:     "ما يتوفر يُعرض على عدة أشخاص في الوقت نفسه (العدد الأقصى: {people}). من يقبل أولاً يحصل عليه، ويحتفظ الآخرون بأماكنهم.",
}
