package testpay

import "github.com/holdfast-events/holdfast/internal/payment"

var spanish = words{
	Tag: "es", Heading: "Pago de prueba", Lead: "Este es el proveedor de pruebas integrado. No se mueve dinero: elige qué debe pasar.",
	What: "Para", Sum: "Importe", Card: "Número de tarjeta (cualquiera)", Pay: "Pagar {amount}", Slow: "Pagar {amount} con una transferencia lenta", Fail: "Hacer que falle el pago", Back: "Volver sin pagar",
	Arrived: "La transferencia ha llegado", Lost: "La transferencia ha fallado",
	Error: "Algo ha salido mal por nuestra parte. Inténtalo de nuevo.", Gone: "Ese pago no existe.",
	States: map[payment.Kind]string{
		payment.Captured: "Esto está pagado.", payment.Expired: "El plazo para pagar ha terminado.",
		payment.Pending: "La transferencia está en camino. ¿Qué debe pasar con ella?", payment.Failed: "El último intento ha fallado. Puedes intentarlo de nuevo.",
	},
}
