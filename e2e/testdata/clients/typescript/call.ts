// Makes and reads an event with the types that openapi-typescript made of the document,
// and takes what is sent to webhook endpoints apart by them.
import createClient from 'openapi-fetch'
import type { paths, webhooks } from './schema.js'

type Sent = webhooks['order']['post']['requestBody']['content']['application/json']

function told(sent: Sent): string {
	switch (sent.type) {
		case 'order.paid':
			return `${sent.data.subject} is paid`
		default:
			return sent.data.reason
	}
}

const client = createClient<paths>({
	baseUrl: process.env.HOLDFAST_URL,
	headers: { Authorization: `Bearer ${process.env.HOLDFAST_KEY}` },
})
const starts = new Date(Date.now() + 365 * 86_400_000)
const made = await client.POST('/v1/events', {
	body: {
		title: 'An evening of short films',
		starts_at: starts.toISOString(),
		ends_at: new Date(starts.getTime() + 3_600_000).toISOString(),
		timezone: 'Europe/Berlin',
		capacity: 3,
	},
})
if (!made.data) throw new Error(`create-event: ${JSON.stringify(made.error)}`)
const event_id = made.data.id
const read = await client.GET('/v1/events/{event_id}', { params: { path: { event_id } } })
if (read.data?.title !== 'An evening of short films') throw new Error(`get-event: ${JSON.stringify(read.error)}`)
const orders = await client.GET('/v1/events/{event_id}/orders', { params: { path: { event_id }, query: { status: 'pending' } } })
if (orders.data?.items.length !== 0) throw new Error(`list-orders: ${JSON.stringify(orders.error)}`)
const missing = await client.GET('/v1/events/{event_id}', { params: { path: { event_id: 'evt_000000000000' } } })
if (missing.error?.code !== 'not_found') throw new Error('get-event: an event that is not there')
if (told({ type: 'order.paid', timestamp: '', data: { subject: 'ord_1' } as Sent['data'] }) !== 'ord_1 is paid') throw new Error('webhook')
