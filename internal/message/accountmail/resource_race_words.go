package accountmail

import (
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
)

// raceWordings are the mails about what is offered to several people at once, who all wait for a
// resource, by language.
var raceWordings = map[*mailkit.Language]map[Kind]mailkit.Wording{
	mailkit.English: {
		ResourceRaceMail:   {Subject: "Be quick: first to accept – {name}", Heading: "Be quick!", Body: []string{"{name}{times} has become available. We’re offering it to {people} people at once: the first to accept gets it.", "You can accept until {until}, as long as nobody else has. If someone else is faster, you keep your place on the waitlist, and nothing is charged."}, Action: "Accept or decline", After: []string{"Can’t make it? Please decline on that page."}},
		ResourceFasterMail: {Subject: "Someone else was faster: {name}", Heading: "Someone else was faster.", Body: []string{"{name}{times} was offered to several people at once, and someone else accepted first.", "You keep your place on the waitlist. When something else becomes available and it’s your turn, we’ll email you."}, Action: "View your position"},
	},
	mailkit.German: {
		ResourceRaceMail:   {Subject: "Sei schnell: Wer zuerst annimmt – {name}", Heading: "Sei schnell!", Body: []string{"{name}{times} ist frei geworden. Wir bieten es {people} Personen gleichzeitig an: Wer zuerst annimmt, bekommt es.", "Du kannst bis {until} annehmen, solange es sonst niemand getan hat. Ist jemand schneller, behältst du deinen Platz auf der Warteliste und zahlst nichts."}, Action: "Annehmen oder ablehnen", After: []string{"Du kannst nicht kommen? Bitte lehne auf dieser Seite ab."}},
		ResourceFasterMail: {Subject: "Jemand war schneller: {name}", Heading: "Jemand war schneller.", Body: []string{"{name}{times} wurde mehreren Personen gleichzeitig angeboten, und jemand anderes hat zuerst angenommen.", "Du behältst deinen Platz auf der Warteliste. Sobald wieder etwas frei wird und du dran bist, schreiben wir dir."}, Action: "Meine Position ansehen"},
	},
	mailkit.French: {
		ResourceRaceMail:   {Subject: "Faites vite : au premier qui accepte – {name}", Heading: "Faites vite !", Body: []string{"{name}{times} s’est libéré. Nous le proposons à {people} personnes en même temps : la première à accepter l’obtient.", "Vous pouvez accepter jusqu’au {until}, tant que personne d’autre ne l’a fait. Si quelqu’un est plus rapide, vous gardez votre place sur la liste d’attente et rien n’est débité."}, Action: "Accepter ou refuser", After: []string{"Vous ne pouvez pas venir ? Refusez sur cette page."}},
		ResourceFasterMail: {Subject: "Quelqu’un a été plus rapide : {name}", Heading: "Quelqu’un a été plus rapide.", Body: []string{"{name}{times} a été proposé à plusieurs personnes en même temps, et quelqu’un d’autre a accepté en premier.", "Vous gardez votre place sur la liste d’attente. Dès qu’autre chose se libère et que c’est votre tour, nous vous écrivons."}, Action: "Voir votre position"},
	},
	mailkit.Spanish: {
		ResourceRaceMail:   {Subject: "Date prisa: para quien acepte primero – {name}", Heading: "¡Date prisa!", Body: []string{"{name}{times} ha quedado libre. Se lo ofrecemos a {people} personas a la vez: se lo queda quien acepte primero.", "Puedes aceptar hasta el {until}, mientras nadie más lo haya hecho. Si alguien es más rápido, conservas tu puesto en la lista de espera y no se te cobra nada."}, Action: "Aceptar o rechazar", After: []string{"¿No puedes ir? Recházalo en esa página."}},
		ResourceFasterMail: {Subject: "Alguien fue más rápido: {name}", Heading: "Alguien fue más rápido.", Body: []string{"{name}{times} se ofreció a varias personas a la vez y otra persona aceptó primero.", "Conservas tu puesto en la lista de espera. Cuando quede algo libre y sea tu turno, te escribiremos."}, Action: "Ver tu posición"},
	},
	mailkit.Italian: {
		ResourceRaceMail:   {Subject: "Fai presto: al primo che accetta – {name}", Heading: "Fai presto!", Body: []string{"Si è liberato: {name}{times}. Lo offriamo a {people} persone contemporaneamente: va a chi accetta per primo.", "Puoi accettare fino al {until}, finché nessun altro l’ha fatto. Se qualcuno è più veloce, mantieni il tuo posto in lista d’attesa e non paghi nulla."}, Action: "Accetta o rifiuta", After: []string{"Non puoi venire? Rifiuta su quella pagina."}},
		ResourceFasterMail: {Subject: "Qualcuno è stato più veloce: {name}", Heading: "Qualcuno è stato più veloce.", Body: []string{"{name}{times} è stato offerto a più persone contemporaneamente e qualcun altro ha accettato per primo.", "Mantieni il tuo posto in lista d’attesa. Quando si libera altro e tocca a te, ti scriviamo."}, Action: "Vedi la tua posizione"},
	},
	mailkit.Dutch: {
		ResourceRaceMail:   {Subject: "Wees snel: wie het eerst accepteert – {name}", Heading: "Wees snel!", Body: []string{"{name}{times} is vrijgekomen. We bieden het {people} mensen tegelijk aan: wie het eerst accepteert, krijgt het.", "Je kunt tot {until} accepteren, zolang niemand anders dat heeft gedaan. Is iemand sneller, dan houd je je plek op de wachtlijst en betaal je niets."}, Action: "Accepteren of afwijzen", After: []string{"Kun je niet? Wijs het dan op die pagina af."}},
		ResourceFasterMail: {Subject: "Iemand was sneller: {name}", Heading: "Iemand was sneller.", Body: []string{"{name}{times} is aan meerdere mensen tegelijk aangeboden, en iemand anders accepteerde eerst.", "Je houdt je plek op de wachtlijst. Zodra er iets vrijkomt en je aan de beurt bent, mailen we je."}, Action: "Je positie bekijken"},
	},
	mailkit.Portuguese: {
		ResourceRaceMail:   {Subject: "Seja rápido: para quem aceitar primeiro – {name}", Heading: "Seja rápido!", Body: []string{"{name}{times} ficou livre. Oferecemos a {people} pessoas ao mesmo tempo: fica para quem aceitar primeiro.", "Pode aceitar até {until}, enquanto ninguém mais o tiver feito. Se alguém for mais rápido, mantém o seu lugar na lista de espera e nada é cobrado."}, Action: "Aceitar ou recusar", After: []string{"Não pode vir? Recuse nessa página."}},
		ResourceFasterMail: {Subject: "Alguém foi mais rápido: {name}", Heading: "Alguém foi mais rápido.", Body: []string{"{name}{times} foi oferecido a várias pessoas ao mesmo tempo, e outra pessoa aceitou primeiro.", "Mantém o seu lugar na lista de espera. Quando algo ficar livre e for a sua vez, avisamos por e-mail."}, Action: "Ver a sua posição"},
	},
	mailkit.Polish: {
		ResourceRaceMail:   {Subject: "Kto pierwszy, ten lepszy: {name}", Heading: "Pospiesz się!", Body: []string{"Zwolniło się: {name}{times}. Proponujemy to {people} osobom naraz: dostanie je ten, kto pierwszy przyjmie ofertę.", "Ofertę można przyjąć do {until}, o ile nie zrobił tego nikt inny. Jeśli ktoś będzie szybszy, zachowasz swoje miejsce na liście oczekujących i nic nie zapłacisz."}, Action: "Przyjmij lub odrzuć", After: []string{"Nie możesz przyjść? Odrzuć ofertę na tej stronie."}},
		ResourceFasterMail: {Subject: "Ktoś był szybszy: {name}", Heading: "Ktoś był szybszy.", Body: []string{"Ofertę {name}{times} dostało naraz kilka osób i ktoś inny przyjął ją pierwszy.", "Zachowujesz swoje miejsce na liście oczekujących. Gdy coś się zwolni i przyjdzie Twoja kolej, napiszemy."}, Action: "Zobacz swoją pozycję"},
	},
	mailkit.Czech: {
		ResourceRaceMail:   {Subject: "Pospěšte si, rozhoduje rychlost: {name}", Heading: "Pospěšte si!", Body: []string{"Uvolnilo se: {name}{times}. Nabízíme to {people} lidem najednou: získá to ten, kdo nabídku přijme první.", "Nabídku můžete přijmout do {until}, dokud to neudělá někdo jiný. Bude-li někdo rychlejší, své místo na čekací listině si ponecháte a nic neplatíte."}, Action: "Přijmout nebo odmítnout", After: []string{"Nemůžete přijít? Odmítněte nabídku na této stránce."}},
		ResourceFasterMail: {Subject: "Někdo byl rychlejší: {name}", Heading: "Někdo byl rychlejší.", Body: []string{"Nabídku {name}{times} dostalo víc lidí najednou a někdo jiný ji přijal první.", "Své místo na čekací listině si ponecháváte. Až se něco uvolní a přijdete na řadu, napíšeme vám."}, Action: "Zobrazit pořadí"},
	},
	mailkit.Swedish: {
		ResourceRaceMail:   {Subject: "Skynda dig: först till kvarn – {name}", Heading: "Skynda dig!", Body: []string{"{name}{times} har blivit ledigt. Vi erbjuder det till {people} personer samtidigt: den som tackar ja först får det.", "Du kan tacka ja fram till {until}, så länge ingen annan har gjort det. Om någon är snabbare behåller du din plats på väntelistan och betalar ingenting."}, Action: "Tacka ja eller nej", After: []string{"Kan du inte? Tacka nej på den sidan."}},
		ResourceFasterMail: {Subject: "Någon var snabbare: {name}", Heading: "Någon var snabbare.", Body: []string{"{name}{times} erbjöds till flera personer samtidigt, och någon annan tackade ja först.", "Du behåller din plats på väntelistan. När något blir ledigt och det är din tur mejlar vi dig."}, Action: "Se din plats"},
	},
	mailkit.Turkish: {
		ResourceRaceMail:   {Subject: "Acele edin: ilk kabul eden alır – {name}", Heading: "Acele edin!", Body: []string{"{name}{times} boşaldı. Bunu aynı anda {people} kişiye sunuyoruz: ilk kabul eden alır.", "Başka kimse kabul etmediği sürece şu zamana kadar kabul edebilirsiniz: {until}. Biri daha hızlı olursa bekleme listesindeki sıranızı korursunuz ve hiçbir ücret alınmaz."}, Action: "Kabul et veya reddet", After: []string{"Gelemiyor musunuz? Lütfen o sayfada reddedin."}},
		ResourceFasterMail: {Subject: "Başka biri daha hızlıydı: {name}", Heading: "Başka biri daha hızlıydı.", Body: []string{"{name}{times} aynı anda birkaç kişiye sunuldu ve ilk kabul eden başka biri oldu.", "Bekleme listesindeki sıranızı koruyorsunuz. Bir yer açılıp sıra size gelince size yazacağız."}, Action: "Sıranızı görün"},
	},
	mailkit.Arabic: {
		ResourceRaceMail:   {Subject: "أسرع: لمن يقبل أولاً – {name}", Heading: "أسرع!", Body: []string{"أصبح متاحاً: {name}{times}. نعرضه على عدة أشخاص في الوقت نفسه (العدد: {people}): ومن يقبل أولاً يحصل عليه.", "يمكنك القبول حتى {until} ما لم يسبقك غيرك. إن كان غيرك أسرع، تحتفظ بمكانك في قائمة الانتظار ولا تدفع شيئاً."}, Action: "القبول أو الرفض", After: []string{"لا يمكنك الحضور؟ يُرجى الرفض في تلك الصفحة."}},
		ResourceFasterMail: {Subject: "كان غيرك أسرع: {name}", Heading: "كان غيرك أسرع.", Body: []string{"عُرض {name}{times} على عدة أشخاص في الوقت نفسه، وقبله شخص آخر أولاً.", "تحتفظ بمكانك في قائمة الانتظار. عندما يتوفر شيء آخر ويحين دورك، سنراسلك."}, Action: "عرض مكانك"},
	},
}

// raceRules say to somebody who joins that others are offered the same at once, by language.
var raceRules = map[*mailkit.Language]string{
	mailkit.English:    "What becomes available is offered to up to {people} people at once. The first to accept gets it; the others keep their places.",
	mailkit.German:     "Was frei wird, wird bis zu {people} Personen gleichzeitig angeboten. Wer zuerst annimmt, bekommt es; die anderen behalten ihren Platz.",
	mailkit.French:     "Ce qui se libère est proposé à {people} personnes au plus en même temps. La première à accepter l’obtient ; les autres gardent leur place.",
	mailkit.Spanish:    "Lo que queda libre se ofrece a un máximo de {people} personas a la vez. Se lo queda quien acepte primero; las demás conservan su puesto.",
	mailkit.Italian:    "Ciò che si libera viene offerto a un massimo di {people} persone contemporaneamente. Va a chi accetta per primo; gli altri mantengono il loro posto.",
	mailkit.Dutch:      "Wat vrijkomt, wordt aan hoogstens {people} mensen tegelijk aangeboden. Wie het eerst accepteert, krijgt het; de anderen houden hun plek.",
	mailkit.Portuguese: "O que fica livre é oferecido a um máximo de {people} pessoas ao mesmo tempo. Fica para quem aceitar primeiro; as outras mantêm o seu lugar.",
	mailkit.Polish:     "To, co się zwolni, proponujemy najwyżej {people} osobom naraz. Dostaje je ten, kto pierwszy przyjmie ofertę; pozostali zachowują swoje miejsca.",
	mailkit.Czech:      "Co se uvolní, nabízíme nejvýše {people} lidem najednou. Získá to ten, kdo nabídku přijme první; ostatní si své místo ponechají.",
	mailkit.Swedish:    "Det som blir ledigt erbjuds till högst {people} personer samtidigt. Den som tackar ja först får det; de andra behåller sina platser.",
	mailkit.Turkish:    "Boşalan yer aynı anda en fazla {people} kişiye sunulur. İlk kabul eden alır; diğerleri sıralarını korur.",
	mailkit.Arabic:     "ما يتوفر يُعرض على عدة أشخاص في الوقت نفسه (العدد الأقصى: {people}). من يقبل أولاً يحصل عليه، ويحتفظ الآخرون بأماكنهم.",
}
