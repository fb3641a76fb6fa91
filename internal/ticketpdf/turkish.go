package ticketpdf

import "golang.org/x/text/language"

var turkish = &words{
	tag: language.Turkish, ticket: "Bilet", when: "Ne zaman", where: "Nerede", name: "Ad", tier: "Bilet", seat: "Koltuk",
	number: "Bilet numarası", order: "Sipariş", code: "Biletin QR kodu",
	ask:     "Bu kodu girişte kâğıt üzerinde veya ekranda gösterin. Bir kişiyi bir kez içeri alır. Kimseyle paylaşmayın.",
	squares: "□ burada basılamayan bir karakterin yerini tutar. Kod eksiksizdir ve girişte geçerli olan koddur.",
	log:     "Bu basıldığında etkinliğin herkese açık günlüğünde {n} kayıt vardı ve parmak izi {root} idi.",
}
