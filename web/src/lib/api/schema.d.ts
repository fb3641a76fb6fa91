// Code generated from api/openapi.json by web/scripts/client.mjs. DO NOT EDIT.

export interface paths {
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Is the process alive
         * @description Answers as long as the process serves requests.
         */
        get: operations["health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Can it serve
         * @description Asks the database; 503 when it does not answer or its schema is not current.
         */
        get: operations["ready"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description All keys of the organization, without their secrets.
         *
         *     For keys and members with the role `owner`.
         */
        get: operations["list-api-keys"];
        put?: never;
        /**
         * Make an API key
         * @description The key is shown once. A repetition with the same `Idempotency-Key` shows it again.
         *
         *     For keys and members with the role `owner`.
         */
        post: operations["create-api-key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description Ends a key. Every server refuses it within 5 seconds.
         *
         *     For keys and members with the role `owner`.
         */
        delete: operations["revoke-api-key"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a link to sign in
         * @description Mails a link that signs in once, within 10 minutes. The answer is the same for every address. The token stands behind the # of the link: a page sends it, when the person asks for that, to `POST /v1/auth/sessions`.
         */
        post: operations["send-sign-in-link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a passkey
         * @description With what the browser answered: sets the cookie of a new session. A session that the browser had ends.
         */
        post: operations["sign-in-with-passkey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/passkeys/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to sign in with a passkey
         * @description What `navigator.credentials.get` is to ask.
         */
        post: operations["challenge-passkey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign out
         * @description Ends the session of the cookie, if there is one.
         */
        delete: operations["sign-out"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description Uses the token of a link up and sets the cookie of a new session. A session that the browser had ends.
         */
        post: operations["sign-in"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/brand": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How messages look
         * @description Name, colour and address of the organization in its messages.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        get: operations["get-brand"];
        /**
         * Change how messages look
         * @description White text has to be readable on the colour: a contrast of 4.5 at least.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        put: operations["put-brand"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulletins/{bulletin_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A message to guests
         * @description With how far it is, and what became of it.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        get: operations["get-bulletin"];
        put?: never;
        post?: never;
        /**
         * Stop a message to guests
         * @description It goes to nobody else. What is on its way is not called back.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        delete: operations["stop-bulletin"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Everything that happened
         * @description The feed of all changes in the organization's events, with the same content as webhooks. Keep `next_cursor`, and ask again with it as `after`: nothing is missed and nothing comes twice.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        get: operations["list-changes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkin-lists/{list_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a list of the door
         * @description What is absent stays as it is. To close a list, set `closes_at`.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        patch: operations["change-checkin-list"];
        trace?: never;
    };
    "/v1/checkins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a ticket in
         * @description Says whether somebody with this ticket may come in now, and records it. Of all who ask for one ticket at once, one is admitted. The same `device_id` and `scan_id` again, or the same `Idempotency-Key`, is answered `admit` again.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`, `door`.
         */
        post: operations["check-in"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkins:override": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a ticket in against the rules
         * @description For supervisors: whoever it is comes in, whatever the list says, and who said so and why is kept. Only a ticket that was issued can be let in.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`.
         */
        post: operations["override-check-in"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkins:sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send scans made offline
         * @description Stores what a device decided without a network. Scans may be sent in any order and again; the same set of scans always leads to the same state. Of the scans that admitted one ticket the earliest stands, and each other is flagged as a double admission.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`, `door`.
         */
        post: operations["sync-checkins"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dead-letters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Messages that did not arrive
         * @description Deliveries that failed or bounced, the latest first, each with the reason.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        get: operations["list-dead-letters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dead-letters:replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send it again
         * @description Queues a delivery that failed or bounced. An address that is suppressed stays so: lift it first.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        post: operations["replay-dead-letter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description The organization's events by id.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`, `door`, `viewer`.
         */
        get: operations["list-events"];
        put?: never;
        /**
         * Create an event
         * @description Creates an event as a draft, or published when `publish` is true. Whatever is left out has the default that its field states. With an `Idempotency-Key` a repetition answers with the same event.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        post: operations["create-event"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an event
         * @description The event, its rules, and what is left. The public sees published events.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`, `door`, `viewer`; the person of a signed link, or signed in; the public.
         */
        get: operations["get-event"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an event
         * @description What is absent stays as it is. `capacity` is that of the event-wide pool. Raising it offers the new places to the line at once.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        patch: operations["change-event"];
        trace?: never;
    };
    "/v1/events/{event_id}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the audit log
         * @description With `subject` the story of one order, block, entry, offer, seat or pool, its last 200 rows (that of a seat is told by the orders and blocks that had it); without, the whole log in pages. Each row's hash covers the row before it, and the last is signed.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        get: operations["read-audit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/blocks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List blocks
         * @description The blocks that stand.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`, `door`, `viewer`.
         */
        get: operations["list-blocks"];
        put?: never;
        /**
         * Block units or seats
         * @description Takes free units, or seats by name, out of circulation until the block is deleted.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`.
         */
        post: operations["create-block"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/blocks/{block_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Unblock units or seats
         * @description Gives all that the block has back; the line comes first.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`.
         */
        delete: operations["delete-block"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/blocks/{block_id}:unblock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unblock some seats
         * @description Gives some of the seats of a block back; the line comes first. The block goes on with the others and ends with its last.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`.
         */
        post: operations["unblock-seats"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/bulletins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was written to guests
         * @description With how far it is, and what became of it.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        get: operations["list-bulletins"];
        put?: never;
        /**
         * Write to guests
         * @description A message to everybody at an event whom the audience fits, by the channel that suits each of them, within the rates, and not in their quiet hours. Who has opted out of such messages is left out; each has a link to do so. Whoever comes to the event after it began to go out is not written to.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        post: operations["create-bulletin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/bulletins:preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * See a message to guests
         * @description As a guest who does not exist would read it, and how many it would go to. Nothing is sent.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        post: operations["preview-bulletin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/bulletins:test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message to guests to oneself
         * @description By mail, to an address of yours.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        post: operations["test-bulletin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/checkin-bundle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a scanner needs offline
         * @description The public key of the event's tokens, the rules of a list, and hashes of the tickets that are good there, that are good elsewhere, and that are void, in pages. No personal data. Has an `ETag`: ask again with `If-None-Match`.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`, `door`.
         */
        get: operations["get-checkin-bundle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/checkin-lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The lists of the door
         * @description All of them, at most 50, by id.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`, `door`, `viewer`.
         */
        get: operations["list-checkin-lists"];
        put?: never;
        /**
         * Make a list of the door
         * @description A list has tiers, hours and gates of its own, and lets each ticket in by itself: a day of a festival, a lounge, a stage. `re_entry` cannot be changed later.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        post: operations["create-checkin-list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/checkins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is in
         * @description How many came in at a list, by gate, and the double admissions in pages, each with the scan that it repeats.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`, `door`, `viewer`.
         */
        get: operations["read-checkins"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List codes
         * @description The event's codes by id.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`.
         */
        get: operations["list-codes"];
        put?: never;
        /**
         * Make a promo or access code
         * @description A promo code takes a percentage or an amount off each unit it applies to; an access code opens hidden tiers. With `max_uses` no more orders than that can have it at once: a pending order counts, and gives its use back when it expires.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        post: operations["create-code"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/codes/{code_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a code
         * @description Its terms, and how many orders have it.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`.
         */
        get: operations["get-code"];
        put?: never;
        post?: never;
        /**
         * Disable a code
         * @description No further order can have it. Those that do keep their price.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        delete: operations["delete-code"];
        options?: never;
        head?: never;
        /**
         * Change a code
         * @description What is absent stays. `max_uses` cannot fall below the orders that have the code.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        patch: operations["change-code"];
        trace?: never;
    };
    "/v1/events/{event_id}/codes:try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a code is good for
         * @description What it takes off, and the tiers it is for, hidden ones among them. It reserves nothing: the order decides.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`, `door`, `viewer`; the public.
         */
        post: operations["try-code"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List files
         * @description The latest first.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        get: operations["list-exports"];
        put?: never;
        /**
         * Make a file
         * @description Of the guests, orders, line, check-ins or audit log. It is made in the background: ask `GET /v1/exports/{export_id}` how far it is and where it can be fetched.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        post: operations["create-export"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/figures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What an event adds up to
         * @description Places and takings by tier, who waits, what became of offers, and how all of it went over time.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`, `door`, `viewer`.
         */
        get: operations["read-figures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/guests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Everybody at an event
         * @description Each person with what they have there: registration, orders, place in line, tickets, and whether they came in. The latest first. `q` finds by name, address, `user_id`, guests who come along and ids of orders: every word must occur; case and accents do not matter.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`, `door`, `viewer`.
         */
        get: operations["list-guests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/guests/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A guest
         * @description All that an event knows of a person: tickets, what is live and what is over.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`, `door`, `viewer`.
         */
        get: operations["get-guest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List imports
         * @description The latest first.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        get: operations["list-imports"];
        put?: never;
        /**
         * Bring a guest list in
         * @description Registers the people of a CSV file, line by line in its order; every limit of the event holds. A file with a fault is refused as a whole, and each fault is named by line and column. The work is done in the background: ask `GET /v1/imports/{import_id}` how far it is and which lines were refused. With `dry_run` nothing is changed, and the answer is 200.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        post: operations["create-import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/journal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The accounting journal
         * @description Double entry, in the order in which it was booked, with the sums of each account. Lines are only ever added.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        get: operations["read-journal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/journal.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The accounting journal as CSV
         * @description All of it (RFC 4180, UTF-8), with amounts as decimals, sent while it is read. A connection that ends early is an answer that is not whole.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        get: operations["read-journal-csv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/notices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reminders and their progress
         * @description What everybody registered is told at a time, how far it is, and what became of it.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`, `door`, `viewer`.
         */
        get: operations["list-notices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List orders
         * @description The orders of an event by id, or with `sort=newest` the latest first; with `status` those that are pending, confirmed or ended. `q` finds by the buyer's name and address, and by the ids of orders and seats: every word must occur. A search can answer with fewer than limit and still have more. Registrations are not among them.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`, `door`, `viewer`.
         */
        get: operations["list-orders"];
        put?: never;
        /**
         * Order
         * @description Takes units of one or more tiers, all or nothing, and holds them until `expires_at`: paid by then the order is confirmed, else it expires and its units go to the line, or to everybody. `payment_url` is the page on which the buyer pays. An order with nothing to pay is confirmed at once. While people wait for a tier its units are theirs; join the line instead. Without a key an address and a name are needed and the rate is limited.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`; the public.
         */
        post: operations["place-order"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/overrides": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who came in against the rules
         * @description By time, with who said so and why.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`.
         */
        get: operations["list-overrides"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/people/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Erase a person
         * @description Removes a person's data from the event for good. A live registration or entry ends first. The audit log names people by id only, so its chain still verifies.
         *
         *     For keys and members with the role `owner`.
         */
        delete: operations["erase-person"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/people/{user_id}/contact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How a person is reached
         * @description What the organization knows of a person's ways to be reached, in all its events.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`; the person of a signed link, or signed in.
         */
        get: operations["get-contact"];
        /**
         * Say how a person is reached
         * @description Replaces it. SMS goes out only with a phone number and `sms_consent`, push only with `push_consent` and a browser that subscribed. Reminders can be left out; what concerns a person's own place is always told.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`; the person of a signed link, or signed in.
         */
        put: operations["put-contact"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/people/{user_id}/data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Everything that is stored of a person
         * @description At this event, as a file: for when somebody asks for their data.
         *
         *     For keys and members with the role `owner`; the person of a signed link, or signed in.
         */
        get: operations["get-person-data"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/people/{user_id}/push-subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Subscribe a browser
         * @description What the browser's PushManager returned, subscribed with the key of `GET /v1/push-key`. It is consent to be told by push.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`; the person of a signed link, or signed in.
         */
        post: operations["add-push-subscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/pools/{pool_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a pool
         * @description `capacity = available + held + confirmed + blocked`, unless it is overcommitted.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`, `door`, `viewer`.
         */
        get: operations["get-pool"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a pool
         * @description Sets its capacity.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        patch: operations["change-pool"];
        trace?: never;
    };
    "/v1/events/{event_id}/registrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List registrations
         * @description The guest list: registrations that are confirmed, or with `status=released` those that ended.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`, `door`, `viewer`.
         */
        get: operations["list-registrations"];
        put?: never;
        /**
         * Register
         * @description Takes a place for a person and one for each guest, all or none. When it is full, `join_waitlist` puts the party in line instead. Without a key an address and a name are needed and the rate is limited; the way to cancel later is the link in the message.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`; the public.
         */
        post: operations["register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/registrations/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where a person stands
         * @description The live registration or place in line of a person, or the latest that ended.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`, `door`, `viewer`; the person of a signed link, or signed in.
         */
        get: operations["get-registration"];
        put?: never;
        post?: never;
        /**
         * Cancel a registration
         * @description Gives the places back. In the same step they are offered to the line. Who only waits leaves with `DELETE /v1/waitlist/{entry_id}`.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`; the person of a signed link, or signed in.
         */
        delete: operations["cancel-registration"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/reminders/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a reminder to oneself
         * @description The reminder of the event as people get it, to an address of yours.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        post: operations["test-reminder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/seats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where the seats stand
         * @description A letter for each seat, in the order of the plan that `GET …/seats/layout` answers. It is encoded once for all readers, compressed with gzip for who accepts that, has an ETag, and may be a fifth of a second old: what counts is what an order is answered. With `at_least` it is not older than that change.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`, `door`, `viewer`; the person of a signed link, or signed in; the public.
         */
        get: operations["get-seats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/seats/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which seats changed
         * @description The seats that changed after `since`, each as it stands now. The stream of the event tells the same.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`, `door`, `viewer`; the person of a signed link, or signed in; the public.
         */
        get: operations["get-seat-changes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/seats/layout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where the seats are
         * @description Sections, rows, numbers and positions of the seats, as the event copied them. It never changes.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`, `door`, `viewer`; the person of a signed link, or signed in; the public.
         */
        get: operations["get-seat-layout"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/seats/{seat_id}/reserve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reserve a seat
         * @description An order of one seat, or of several when `seat_ids` names more; all or nothing. As `POST …/orders` with seats, which can have other items beside them.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`; the public.
         */
        post: operations["reserve-seat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/seats/{seat_id}/waitlist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Wait for a seat
         * @description Takes a place in the line for this seat. When it is free at once and nobody is before, it is offered in the same step.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`; the public.
         */
        post: operations["wait-for-seat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/seats:wait": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Wait for any of several seats, sections or tiers
         * @description Takes a place in the line for seats. Seats that come free go to the first in line who waits for them and for whom there are enough, in the same step in which they come free.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`; the public.
         */
        post: operations["wait-for-seats"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow an event
         * @description Server-sent events. `availability_changed` says how many places are left (`LiveAvailability`), at once and after each change, at most four times a second. In an event with a seating plan `seat_status_changed` says which seats are another's now (`SeatChanges`), to readers that name a seq to begin at, such as that of the chart they have; `complete: false` means that the whole chart is to be read again. With `only` it is one of the two. The id of an event is its ledger_seq: a reader that comes back with it as Last-Event-ID, or names it as `after_seq`, is told only what is newer. A comment comes every 15 seconds. Who does not keep up is disconnected.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`, `door`, `viewer`; the person of a signed link, or signed in; the public.
         */
        get: operations["stream-event"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find a ticket
         * @description By words that the names begin with, in any script, with or without accents; by a whole e-mail address; by the id of an order or a ticket. Addresses are shown to the box office, not to the door.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`, `door`.
         */
        get: operations["search-tickets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/waitlist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The line
         * @description Who waits, in order: priority class as it has aged, then arrival.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`, `door`, `viewer`.
         */
        get: operations["list-waitlist"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/waitlist:join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Join the line
         * @description Takes a place in line. When the party fits at once and nobody is before it, it is promoted in the same step.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`; the public.
         */
        post: operations["join-waitlist"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/wordings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An event's words
         * @description Its own and those of the organization, over which its own go.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        get: operations["list-event-wordings"];
        /**
         * Change words in an event
         * @description Replaces the words for a kind in a language; what is empty is said in ours, and all empty goes back to ours. Only the placeholders of the kind are allowed: `GET` lists them.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        put: operations["put-event-wording"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/wordings:preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * See a message
         * @description A sample in the words that are given, or else in those that are stored.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        post: operations["preview-wording"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/wordings:test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message to oneself
         * @description A sample by mail, to an address of yours.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        post: operations["test-wording"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}:cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an event
         * @description Ends every registration, entry and offer, and tells everybody. It cannot be undone.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        post: operations["cancel-event"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}:publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish an event
         * @description From then on people can register.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        post: operations["publish-event"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exchanges/{exchange_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an exchange
         * @description For who gives the ticket, and staff.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`; the person of a signed link, or signed in.
         */
        get: operations["get-exchange"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exchanges/{exchange_id}:withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep a ticket after all
         * @description While nobody is offered a place for it. Again it answers the same.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`; the person of a signed link, or signed in.
         */
        post: operations["withdraw-exchange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exports/{export_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far a file is
         * @description Once it is done, with an address that works for 15 minutes.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        get: operations["get-export"];
        put?: never;
        post?: never;
        /**
         * Stop making a file
         * @description One that is done stays until it expires.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        delete: operations["cancel-export"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/imports/{import_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far an import is
         * @description And what became of its lines.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        get: operations["get-import"];
        put?: never;
        post?: never;
        /**
         * Stop an import
         * @description Who was registered stays registered. One that is done stays done.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        delete: operations["cancel-import"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who am I
         * @description Who the caller is, whatever the credentials: a key, a link, a person who is signed in, or the public. Never 401 for want of any.
         */
        get: operations["get-me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change one's name and language
         * @description What is absent stays.
         *
         *     For whoever is signed in.
         */
        patch: operations["change-me"];
        trace?: never;
    };
    "/v1/me/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How one is reached
         * @description By each organization that one has to do with. Change it with `PUT /v1/events/{event_id}/people/{user_id}/contact`, for each of `people`.
         *
         *     For whoever is signed in.
         */
        get: operations["list-my-contacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Everything that is stored of oneself
         * @description Of the account and of every event that one has registered, ordered or waited for, as a file.
         *
         *     For whoever is signed in.
         */
        get: operations["get-my-data"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * My places in line
         * @description Over all events of all organizations: what belongs to people with the address that one is signed in with. Each can be acted on with the same calls as with a signed link.
         *
         *     For whoever is signed in.
         */
        get: operations["list-my-entries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/inbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one's messages
         * @description What the person of a signed link was told about the event, or who is signed in about all events.
         *
         *     For the person of a signed link, or signed in.
         */
        get: operations["read-inbox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * My orders
         * @description Over all events of all organizations: what belongs to people with the address that one is signed in with. Each can be acted on with the same calls as with a signed link.
         *
         *     For whoever is signed in.
         */
        get: operations["list-my-orders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One's passkeys
         * @description The oldest first.
         *
         *     For whoever is signed in.
         */
        get: operations["list-passkeys"];
        put?: never;
        /**
         * Add a passkey
         * @description With what the browser answered.
         *
         *     For whoever is signed in.
         */
        post: operations["add-passkey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/passkeys/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to add a passkey
         * @description What `navigator.credentials.create` is to ask. Where an organization asks for passkeys, a second one can be added only by who signed in with the first.
         *
         *     For whoever is signed in.
         */
        post: operations["challenge-new-passkey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/passkeys/{passkey_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a passkey
         * @description It signs nobody in any more. Sessions that it opened go on.
         *
         *     For whoever is signed in.
         */
        delete: operations["remove-passkey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/registrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where I am registered
         * @description Over all events of all organizations: what belongs to people with the address that one is signed in with. Each can be acted on with the same calls as with a signed link.
         *
         *     For whoever is signed in.
         */
        get: operations["list-my-registrations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where one is signed in
         * @description One's sessions, the oldest first.
         *
         *     For whoever is signed in.
         */
        get: operations["list-sessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign out elsewhere
         * @description Ends one of one's sessions. Every server refuses it within 5 seconds.
         *
         *     For whoever is signed in.
         */
        delete: operations["end-session"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow what is one's own
         * @description Server-sent events for the person of a signed link, or for who is signed in, over the next 50 events: `waitlist_offer`, `booking_confirmed` and `message` tell of new messages (`LiveMessage`), `place_changed` of the place in line, at once and after each change (`LivePlace`), `reservation_expiring` of what ends soon (`LiveExpiry`). Last-Event-ID resumes; without it the stream begins now.
         *
         *     For the person of a signed link, or signed in.
         */
        get: operations["stream-me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * My tickets
         * @description Over all events of all organizations: what belongs to people with the address that one is signed in with. Each can be acted on with the same calls as with a signed link.
         *
         *     For whoever is signed in.
         */
        get: operations["list-my-tickets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me:erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase oneself
         * @description Removes one's data from every event and ends the account, for good. Registrations and places in line end first, and what comes free goes to the line. Refused while one has paid tickets of an event that is still to come, or is the only owner of an organization. A backup that is restored does not bring the data back.
         *
         *     For whoever is signed in.
         */
        post: operations["erase-me"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members
         * @description Who may act for the organization, and as what.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        get: operations["list-members"];
        put?: never;
        /**
         * Invite a member
         * @description Makes an address that of a member and mails an invitation. The person then signs in with it.
         *
         *     For keys and members with the role `owner`.
         */
        post: operations["invite-member"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members/{member_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member
         * @description Every server knows within 5 seconds. The last owner cannot be removed.
         *
         *     For keys and members with the role `owner`.
         */
        delete: operations["remove-member"];
        options?: never;
        head?: never;
        /**
         * Change a member
         * @description Name and role; what is absent stays. Every server knows within 5 seconds. The last owner stays one.
         *
         *     For keys and members with the role `owner`.
         */
        patch: operations["change-member"];
        trace?: never;
    };
    "/v1/offers/{offer_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an offer
         * @description A place that is kept for a person until `expires_at`.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`, `door`, `viewer`; the person of a signed link, or signed in.
         */
        get: operations["get-offer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/offers/{offer_id}:accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an offer
         * @description Confirms the place. Accepting again answers the same.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`; the person of a signed link, or signed in.
         */
        post: operations["accept-offer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/offers/{offer_id}:decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decline an offer
         * @description Gives the place to the next in line.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`; the person of a signed link, or signed in.
         */
        post: operations["decline-offer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/offers/{offer_id}:extend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Extend an offer
         * @description Moves the end of the claim window later: to `until`, or by `by_seconds`. Never past the registration cutoff. The person is told.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        post: operations["extend-offer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{order_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an order
         * @description Its items, what they cost, and until when it can be paid. A registration is an order that costs nothing and has no items.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`, `door`, `viewer`; the person of a signed link, or signed in.
         */
        get: operations["get-order"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{order_id}/exchanges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the exchanges of an order
         * @description What became of the tickets of an order that were given to the line, and of those that still are. The latest first.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`; the person of a signed link, or signed in.
         */
        get: operations["list-exchanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{order_id}/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The payments of an order
         * @description What came in for it, and what goes back.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`; the person of a signed link, or signed in.
         */
        get: operations["list-order-payments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{order_id}/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The tickets of an order
         * @description One for each unit of a confirmed order, with what its QR code says. Whoever has a token can come in with it.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`; the person of a signed link, or signed in.
         */
        get: operations["list-tickets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{order_id}/tickets.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The tickets of an order to print
         * @description A PDF of A4 pages, one ticket on each, in the language of `Accept-Language` (English or German). Those that somebody else holds are not in it.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`; the person of a signed link, or signed in.
         */
        get: operations["print-tickets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{order_id}:cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an order
         * @description Gives everything back. What was paid is due back; a buyer alone can do that where the event allows it. Of a registration it is `DELETE …/registrations/{user_id}`, by the order's id.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`; the person of a signed link, or signed in.
         */
        post: operations["cancel-order"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{order_id}:checkout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Where an order is paid
         * @description Makes the page at the provider on which a pending order is paid, or answers with the one that is open. Asking again leads to the same page.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`; the person of a signed link, or signed in.
         */
        post: operations["checkout-order"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{order_id}:mark-paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Money came by hand
         * @description By bank transfer or in cash. The order is confirmed. One that has lapsed gets its places again when they are free; when they are not, `status` is `refund`: give the money back.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`.
         */
        post: operations["mark-order-paid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{order_id}:refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund an order or items of it
         * @description Ends items of a confirmed order, offers their units to the line in the same step, and makes money due back. Items that were given back before are left alone.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`; the person of a signed link, or signed in.
         */
        post: operations["refund-order"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the organization
         * @description How it shows itself, what it wants of its members, and where mail of this installation goes.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`, `door`, `viewer`.
         */
        get: operations["get-organization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the organization
         * @description What is absent stays. Passkeys can be made a duty only by somebody who is signed in with one, or with a key.
         *
         *     For keys and members with the role `owner`.
         */
        patch: operations["change-organization"];
        trace?: never;
    };
    "/v1/public/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is on
         * @description Published events of all organizations that are not over, by start. `q` searches title, place and organization: every word must stand in one of them; case and accents do not matter.
         */
        get: operations["list-public-events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/push-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The key of web push
         * @description `applicationServerKey` for a browser's subscription.
         */
        get: operations["get-push-key"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/refunds/{refund_id}:mark-given": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A refund was given by hand
         * @description Of money that came by bank transfer or in cash.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`.
         */
        post: operations["mark-refund-given"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/refunds/{refund_id}:retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a refund again
         * @description One that has failed. Money goes back once, however often it is tried.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`.
         */
        post: operations["retry-refund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rooms/{room_id}/seating-plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the seating plans of a room
         * @description The newest version of each, without its seats.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`, `door`, `viewer`.
         */
        get: operations["list-seating-plans"];
        put?: never;
        /**
         * Create a seating plan
         * @description Stores version 1 of a new plan. Give either `sections` or `csv`. A CSV file has a header line and one seat a line: `section,row,number,tier` and, where wanted, `x,y,accessible,companion,obstructed_view,aisle_after`; fields are separated by commas or semicolons. What is wrong is told with its line, as `csv[7].number`, and nothing is stored.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        post: operations["create-seating-plan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rooms/{room_id}/seating-plans:check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a seating plan
         * @description Checks a plan as creating it would, and stores nothing. Give either `sections` or `csv`. A CSV file has a header line and one seat a line: `section,row,number,tier` and, where wanted, `x,y,accessible,companion,obstructed_view,aisle_after`; fields are separated by commas or semicolons. What is wrong is told with its line, as `csv[7].number`, and nothing is stored.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        post: operations["check-seating-plan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/seating-plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all seating plans
         * @description The newest version of each plan of the organization by id, without its seats, and where its room is.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`, `door`, `viewer`.
         */
        get: operations["list-all-seating-plans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/seating-plans/{plan_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a seating plan
         * @description A version of the plan, with its seats.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`, `door`, `viewer`.
         */
        get: operations["get-seating-plan"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/seating-plans/{plan_id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change a seating plan
         * @description Stores the next version of a plan. Events that copied an earlier one keep it. `replaces` is the version that the change began with: when there is a later one, somebody else was faster. Give either `sections` or `csv`. A CSV file has a header line and one seat a line: `section,row,number,tier` and, where wanted, `x,y,accessible,companion,obstructed_view,aisle_after`; fields are separated by commas or semicolons. What is wrong is told with its line, as `csv[7].number`, and nothing is stored.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        post: operations["change-seating-plan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set up a new installation
         * @description With the token that `holdfast serve` prints while nobody is a member: makes an organization (or takes over the one with `organization_id`), its first owner, and signs that person in.
         */
        post: operations["set-up"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/suppressions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write to an address no more
         * @description Whatever it is of. Addresses that bounce are suppressed by themselves.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        post: operations["suppress-address"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/suppressions:lift": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write to an address again
         * @description 404 when it is not suppressed.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        post: operations["lift-suppression"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets/{ticket_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A ticket
         * @description For who holds it: whoever has the token can come in with it.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`; the person of a signed link, or signed in.
         */
        get: operations["get-ticket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Say who comes in
         * @description Sets name and address of who comes in with a ticket; a field that is absent stays. Both empty takes back what was said.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`; the person of a signed link, or signed in.
         */
        patch: operations["change-ticket"];
        trace?: never;
    };
    "/v1/tickets/{ticket_id}/google-wallet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A ticket for Google Wallet
         * @description The address that adds it to a wallet, where the installation has the keys for it. Long texts are cut.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`; the person of a signed link, or signed in.
         */
        get: operations["get-google-wallet-link"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets/{ticket_id}/pass.pkpass": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A ticket for Apple Wallet
         * @description A signed pass, where the installation has the keys for it.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`; the person of a signed link, or signed in.
         */
        get: operations["get-apple-pass"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets/{ticket_id}/qr.png": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * QR code as PNG
         * @description Black on white, with its quiet zone, 8 pixels a module.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`; the person of a signed link, or signed in.
         */
        get: operations["get-ticket-png"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets/{ticket_id}/qr.svg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * QR code as SVG
         * @description Black on white, with its quiet zone.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`; the person of a signed link, or signed in.
         */
        get: operations["get-ticket-svg"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets/{ticket_id}/ticket.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A ticket to print
         * @description A PDF of one A4 page, in the language of `Accept-Language` (English or German).
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`; the person of a signed link, or signed in.
         */
        get: operations["print-ticket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets/{ticket_id}:exchange": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a ticket to the line for its money
         * @description By who bought it. The ticket stays theirs, and lets them in, until somebody of the line has paid for the place: then it is void and what it cost is due back, in one step. Nobody but the line can have it; one with a named seat goes to who waits for that seat, or for any of its section or tier, once no free seat suits them. Asked again, it answers with the exchange that is open. A ticket that cost nothing is given back at once.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`; the person of a signed link, or signed in.
         */
        post: operations["exchange-ticket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets/{ticket_id}:reissue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reissue a ticket
         * @description Makes the token void, for example because it was posted in public, and answers with the next.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`.
         */
        post: operations["reissue-ticket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets/{ticket_id}:transfer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Offer a ticket to somebody
         * @description The first of two steps: a link goes to that address, and nothing changes until it is accepted. Then the token that there was is void. Offered to the same address again, it answers with the offer that stands. It works when the event is sold out.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`; the person of a signed link, or signed in.
         */
        post: operations["transfer-ticket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/transfers/{transfer_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a transfer
         * @description For both persons, and staff.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`; the person of a signed link, or signed in.
         */
        get: operations["get-transfer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/transfers/{transfer_id}:accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept a ticket
         * @description The second step, by who it was offered to: the ticket is theirs, with a new token. Again it answers the same.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`; the person of a signed link, or signed in.
         */
        post: operations["accept-transfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/transfers/{transfer_id}:cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take an offer back
         * @description By who made it. The link that was sent no longer does anything.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`; the person of a signed link, or signed in.
         */
        post: operations["cancel-transfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/transfers/{transfer_id}:decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decline a ticket
         * @description By who it was offered to. The ticket stays where it is.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`; the person of a signed link, or signed in.
         */
        post: operations["decline-transfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/venues": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List venues
         * @description The organization's venues by id, with their rooms.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`, `door`, `viewer`.
         */
        get: operations["list-venues"];
        put?: never;
        /**
         * Create a venue
         * @description A building or place with rooms.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        post: operations["create-venue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/venues/{venue_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a venue
         * @description The venue with its rooms.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`, `door`, `viewer`.
         */
        get: operations["get-venue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/venues/{venue_id}/rooms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a room
         * @description A room of a venue, for which there can be seating plans.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        post: operations["create-room"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlist/{entry_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a place in line
         * @description State, place and open offer. A person sees the place as the event shows it: exactly, as a band, or not.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`, `door`, `viewer`; the person of a signed link, or signed in.
         */
        get: operations["get-entry"];
        put?: never;
        post?: never;
        /**
         * Leave the line
         * @description Ends an entry, and the open offer if there is one. By staff it is a removal, and the person is told.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`; the person of a signed link, or signed in.
         */
        delete: operations["leave-waitlist"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlist/{entry_id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Why the place changed
         * @description Each change of place and its reason, newest first. Other people appear under names that mean nothing elsewhere.
         *
         *     For keys and members with the role `owner`, `organizer`, `box_office`, `door`, `viewer`; the person of a signed link, or signed in.
         */
        get: operations["get-entry-history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List endpoints
         * @description All of the organization.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        get: operations["list-webhooks"];
        put?: never;
        /**
         * Be told of changes
         * @description Changes from now on are sent to the address, signed as Standard Webhooks says (standardwebhooks.com), within an event in ledger order, and again for up to three days until the answer is 2xx. The same change always has the same `webhook-id`: do once what you do for it.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        post: operations["create-webhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An endpoint
         * @description As it stands, without its secret.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        get: operations["get-webhook"];
        put?: never;
        post?: never;
        /**
         * Remove an endpoint
         * @description With the record of what was sent to it.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        delete: operations["delete-webhook"];
        options?: never;
        head?: never;
        /**
         * Change an endpoint
         * @description Its address, what it is told of, and whether it is. One that was disabled goes on where it was.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        patch: operations["change-webhook"];
        trace?: never;
    };
    "/v1/webhook-endpoints/{webhook_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was sent
         * @description What became of each change, the latest first.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        get: operations["list-webhook-deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{webhook_id}:replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send again
         * @description Sends the changes of an event from a ledger seq on again, with the ids that they had.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        post: operations["replay-webhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{webhook_id}:rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Another secret
         * @description The secret before signs beside the new one for 24 hours.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        post: operations["rotate-webhook-secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{webhook_id}:test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test
         * @description Sends a change of type `webhook.test`, which did not happen, and says how it was answered.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        post: operations["test-webhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a payment provider says
         * @description For `stripe`, `paypal` and `testpay`. The signature is checked on the body as it came, before anything is stored; what it says is stored in one transaction, and then answered. Duplicates and any order are harmless. A payment that no order can have is answered with a problem, and recorded and given back all the same.
         */
        post: operations["receive-webhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wordings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An organization's words
         * @description Those for all its events, and which kinds, languages and placeholders there are.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        get: operations["list-wordings"];
        /**
         * Change words in all events
         * @description Replaces the words for a kind in a language; what is empty is said in ours, and all empty goes back to ours. Only the placeholders of the kind are allowed: `GET` lists them.
         *
         *     For keys and members with the role `owner`, `organizer`.
         */
        put: operations["put-wording"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        APIKey: {
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at?: string;
            /** @example key_3k9q0a7c1v5m */
            id: string;
            name: string;
            /** Format: date-time */
            revoked_at?: string;
            /** @enum {string} */
            role: "owner" | "organizer" | "box_office" | "door" | "viewer";
        };
        APIKeyList: {
            items: components["schemas"]["APIKey"][];
        };
        Accepted: {
            /** @example accepted */
            status: string;
        };
        Account: {
            email: string;
            /** @example acc_3k9q0a7c1v5m */
            id: string;
            locale: string;
            name: string;
        };
        AccountBalance: {
            account: string;
            /** Format: int64 */
            credit: number;
            currency: string;
            /** Format: int64 */
            debit: number;
        };
        Address: {
            address: string;
            /** @enum {string} */
            channel: "mail" | "sms";
        };
        Admission: {
            /** Format: date-time */
            at: string;
            device_id: string;
            gate: string;
            /** @description This server decided, at that moment. */
            online: boolean;
            scan_id: string;
        };
        Attendance: {
            /**
             * Format: int64
             * @description Tickets with which somebody came in.
             */
            admitted: number;
            /**
             * Format: int64
             * @description How often somebody came in with a ticket that was in already.
             */
            double_admissions: number;
            gates: components["schemas"]["GateCount"][];
            /**
             * Format: int64
             * @description Those of them that have not gone out since.
             */
            inside: number;
            /** @description The double admissions, by ticket. */
            items: components["schemas"]["DoubleAdmission"][];
            /** @description Where the next page begins; absent on the last. */
            next_cursor?: string;
            /**
             * Format: int64
             * @description How often a supervisor let somebody in against the rules.
             */
            overrides: number;
            /**
             * Format: int64
             * @description Tickets that are good.
             */
            tickets: number;
        };
        Audience: {
            /**
             * @description yes: somebody came in with a ticket of theirs. no: a ticket of theirs has not been used.
             * @enum {string}
             */
            checked_in?: "yes" | "no";
            /** @description Only these, of those whom the rest fits: ids of persons, as the guest list has them. */
            person_ids?: string[];
            /**
             * @description Only guests of this standing. Absent: everybody but those who have nothing any more.
             * @enum {string}
             */
            standing?: "confirmed" | "ticket_holder" | "offered" | "pending" | "waiting" | "ended";
            /** @description Only guests with something of this tier. */
            tier_id?: string;
        };
        AuditHead: {
            /** @description Of the last row, in hexadecimal. */
            hash: string;
            /** @description Of this installation, in base64. */
            public_key?: string;
            /** Format: int64 */
            seq: number;
            /** @description Ed25519 over the event, seq and hash, in base64. */
            signature: string;
        };
        AuditPage: {
            head: components["schemas"]["AuditHead"];
            /** @description In ledger order. */
            items: components["schemas"]["AuditRow"][];
            /** @description Where the next page begins; absent on the last. */
            next_cursor?: string;
        };
        AuditRow: {
            /**
             * @description system, public, or the id of a key or person.
             * @example key_3k9q0a7c1v5m
             */
            actor: string;
            /** Format: date-time */
            at: string;
            /** @description State before; empty for what came into being. */
            from: string;
            /** @description SHA-256 over the previous row's hash and every field of this one, in hexadecimal. */
            hash: string;
            /**
             * Format: int64
             * @description The subject's previous row; 0 for its first, or where none is kept.
             */
            prev_seq: number;
            /**
             * @description From a closed list.
             * @example registered
             */
            reason: string;
            /** @description The other thing concerned: the offer, the entry that passed, the hold. */
            related?: string;
            /**
             * Format: int64
             * @description The fairness rules that were followed.
             */
            rule_version: number;
            /**
             * Format: int64
             * @description 1, 2, 3, … within the event, without gaps.
             */
            seq: number;
            /** @description What changed: an event, pool, order, block, entry, offer or person. */
            subject: string;
            /** @description State after. */
            to: string;
            /**
             * Format: int64
             * @description How many units moved.
             */
            units: number;
        };
        Availability: {
            /**
             * Format: int64
             * @description Free. While people wait these are owed to the line.
             */
            available: number;
            /**
             * Format: int64
             * @description Taken out of circulation by the organizer.
             */
            blocked: number;
            /** Format: int64 */
            capacity: number;
            /** Format: int64 */
            confirmed: number;
            /**
             * Format: int64
             * @description In open offers.
             */
            held: number;
            /**
             * Format: int64
             * @description By how much more is taken than the capacity, after it was lowered.
             */
            overcommit?: number;
            /**
             * Format: int64
             * @description Entries in line.
             */
            waiting: number;
        };
        BestSeats: {
            /** @description A wheelchair space among them. */
            accessible?: boolean;
            /** @description Name of a section. Default: any. */
            section?: string;
        };
        Block: {
            event_id: string;
            /** @example blk_3k9q0a7c1v5m06f2w8d4xk1n7p9s */
            id: string;
            /**
             * Format: int64
             * @description The number of the audit row of its last change.
             */
            ledger_seq: number;
            /** @description Of a block of seats: those that it has. */
            seat_ids?: string[];
            /** @enum {string} */
            status: "held" | "released";
            tier_id?: string;
            /** Format: int64 */
            units: number;
        };
        BlockList: {
            items: components["schemas"]["Block"][];
        };
        Brand: {
            /** @description Shown at the end of mails. */
            address?: string;
            /**
             * @description Of buttons, as #rrggbb.
             * @example #1d4ed8
             */
            colour?: string;
            /** @description Shown on top of mails, and as their sender. */
            name?: string;
        };
        Bulletin: {
            audience: components["schemas"]["Audience"];
            body: string[];
            /** Format: date-time */
            created_at: string;
            /** @description Id of the member or key. */
            created_by: string;
            /** @description What became of it, by state. */
            deliveries: {
                [key: string]: number;
            };
            event_id: string;
            /** @example bul_3k9q0a7c1v5m06f2w8d4xk1n7p9s */
            id: string;
            locale: string;
            /**
             * Format: int64
             * @description How many people it went to so far, or is on its way to.
             */
            made: number;
            /** Format: date-time */
            send_at: string;
            /**
             * @description done: everybody is on the way, which is not: has arrived.
             * @enum {string}
             */
            state: "planned" | "sending" | "done" | "stopped";
            subject: string;
        };
        BulletinList: {
            /** @description The newest first, at most 100. */
            items: components["schemas"]["Bulletin"][];
        };
        BulletinPreview: {
            html: string;
            /**
             * Format: int64
             * @description How many people it would go to now. Some may have opted out, or have no address.
             */
            recipients: number;
            /** @description There may be more: no more than 20,000 people are looked at. */
            recipients_at_least?: boolean;
            /** @description What an SMS would say. */
            sms: string;
            subject: string;
            text: string;
        };
        Bundle: {
            /** @description Tickets of every tier come in at the list. Then a ticket with a good signature that stands nowhere in this bundle was issued since, and is good too. */
            all_tiers: boolean;
            /** @description Pages with one as_of belong together; when it differs, start again. */
            as_of: string;
            /**
             * Format: date-time
             * @description Let nobody in from then on.
             */
            closes_at?: string;
            /** @description The same of good tickets whose tier does not come in at this list. */
            elsewhere: string[];
            event_id: string;
            /** @description The list that it is for; absent for the event's own. */
            list_id?: string;
            /** @description Where the next page begins; absent on the last. */
            next_cursor?: string;
            /**
             * Format: date-time
             * @description Let nobody in before.
             */
            opens_at?: string;
            /** @description Ed25519, base64url: tokens are signed with it. */
            public_key: string;
            /**
             * @description How often a ticket lets somebody in: once; again after an exit was scanned; as often as somebody comes.
             * @enum {string}
             */
            re_entry: "none" | "exit" | "free";
            /** @description The same of tickets that are void: cancelled, or reissued since. */
            revoked: string[];
            /** @description Of each good ticket the first 8 bytes, in hex, of the SHA-256 of its id, a dot, and its version in decimal. */
            valid: string[];
        };
        Change: {
            /** @description system, public, or the id of a key or person. */
            actor: string;
            /** Format: date-time */
            at: string;
            event_id: string;
            /** @description State before; empty for what came into being. */
            from: string;
            /**
             * @description The same each time this change is told: do once what you do for it.
             * @example chg_3k9q0a7c1v5m00000000000000016
             */
            id: string;
            /**
             * Format: int64
             * @description 1, 2, 3, … within the event, without gaps.
             */
            ledger_seq: number;
            reason: string;
            /** @description The other thing concerned. */
            related?: string;
            /** @description The id of the thing. */
            subject: string;
            /** @description State after. */
            to: string;
            /**
             * @description The thing (event, tier, pool, code, order, block, entry, offer, transfer, exchange or person), a dot, and the reason.
             * @example order.registered
             */
            type: string;
            /** Format: int64 */
            units: number;
        };
        ChangePage: {
            /** @description Within an event in ledger order. */
            items: components["schemas"]["Change"][];
            /** @description What to send as after next time. Always there: when nothing is new it is the same again. */
            next_cursor: string;
        };
        Checkin: {
            /**
             * Format: date-time
             * @description When somebody came in with it.
             */
            admitted_at?: string;
            /** @description The name on the ticket. */
            attendee?: string;
            /** @description And by which device. */
            device_id?: string;
            /** @description And where. */
            gate?: string;
            /** @description The list that decided; absent for the event's own. */
            list_id?: string;
            /**
             * Format: date-time
             * @description With not_yet: when.
             */
            opens_at?: string;
            /** @description The named seat. */
            seat?: string;
            /** @description When the ticket is one of this event. */
            ticket_id?: string;
            tier?: string;
            /**
             * Format: int64
             * @description Of the order, from 1.
             */
            unit?: number;
            /**
             * Format: int64
             * @description How many the order has.
             */
            units?: number;
            /** @enum {string} */
            verdict: "admit" | "exit" | "already_admitted" | "invalid" | "wrong_event" | "not_yet" | "too_late" | "wrong_list" | "not_inside";
        };
        Checkout: {
            /**
             * Format: int64
             * @description In minor units of the currency.
             */
            amount: number;
            /** @example EUR */
            currency: string;
            /**
             * Format: date-time
             * @description When the order lapses. The page closes a moment before.
             */
            expires_at: string;
            /** @example chk_3k9q0a7c1v5m06f2w8d4xk1n7p9s */
            id: string;
            order_id: string;
            /** @description Where the buyer pays. */
            payment_url: string;
            /** @example stripe */
            provider: string;
        };
        CheckoutState: {
            /** @example chk_3k9q0a7c1v5m06f2w8d4xk1n7p9s */
            id: string;
            /** @description While somebody may pay there. */
            payment_url?: string;
            /** @example stripe */
            provider: string;
            /**
             * @description open: nobody has paid. pending: paid by something slow, or agreed to, and the money has not come. failed: a try did not work; another may. paid: its payment is among the items. closed: nobody can pay there any more.
             * @enum {string}
             */
            status: "open" | "pending" | "failed" | "paid" | "closed";
        };
        Code: {
            /** Format: int64 */
            amount?: number;
            /** @example EARLYBIRD */
            code: string;
            disabled: boolean;
            /**
             * Format: date-time
             * @description null: no bound.
             */
            ends_at: string | null;
            event_id: string;
            /** @example cod_3k9q0a7c1v5m06f2w8d4xk1n7p9s */
            id: string;
            /** @enum {string} */
            kind: "promo" | "access";
            /**
             * Format: int64
             * @description 0: no bound.
             */
            max_uses: number;
            /** Format: int64 */
            percent_bp?: number;
            /**
             * Format: date-time
             * @description null: no bound.
             */
            starts_at: string | null;
            /** @description Empty: all. */
            tier_ids: string[];
            /**
             * Format: int64
             * @description Orders that have it now, pending ones included.
             */
            used: number;
        };
        CodeList: {
            items: components["schemas"]["Code"][];
            /** @description Where the next page begins; absent on the last. */
            next_cursor?: string;
        };
        CodeTerms: {
            /**
             * Format: int64
             * @description Of a promo code: off each unit, in minor units of the event's currency, never below nothing. Either this or percent_bp.
             */
            amount?: number;
            /** @description Default false. */
            disabled?: boolean;
            /**
             * Format: date-time
             * @description Not valid from then on. Default: no bound.
             */
            ends_at?: string | null;
            /**
             * Format: int64
             * @description In how many orders it may be at once, pending ones included. Default 0: no bound.
             */
            max_uses?: number;
            /**
             * Format: int64
             * @description Of a promo code: off each unit, in basis points. 2500 is 25 %.
             */
            percent_bp?: number;
            /**
             * Format: date-time
             * @description Not valid before. Default: no bound.
             */
            starts_at?: string | null;
            /** @description The tiers it makes cheaper, or opens. Default, and empty: all. */
            tier_ids?: string[];
        };
        CodeTyped: {
            code: string;
        };
        CodeWorth: {
            /** Format: int64 */
            amount?: number;
            /** @enum {string} */
            kind: "promo" | "access";
            /** Format: int64 */
            percent_bp?: number;
            /** @description The tiers that it makes cheaper or opens. */
            tiers: components["schemas"]["Tier"][];
        };
        Contact: {
            /** @description Which, and in which order. Absent: mail, push, sms. */
            channels?: ("mail" | "sms" | "push")[];
            /** @description The person wants no reminders. */
            no_reminders?: boolean;
            /** @description With + and country code. */
            phone?: string;
            /** @description The person agreed to be told by push. false forgets the browsers. */
            push_consent?: boolean;
            /** @description The person agreed to be told by SMS. */
            sms_consent?: boolean;
            /** @description The person's IANA time zone, for quiet hours. Absent: the event's. */
            timezone?: string;
        };
        ContactOut: {
            /**
             * Format: int64
             * @description How many browsers take push messages.
             */
            browsers: number;
            /** @description Which, and in which order. Absent: mail, push, sms. */
            channels?: ("mail" | "sms" | "push")[];
            event_timezone: string;
            /** @description The address bounced, or was suppressed. */
            mail_suppressed: boolean;
            /** @description The person wants no reminders. */
            no_reminders?: boolean;
            /** Format: date-time */
            no_reminders_since: string | null;
            /** @description With + and country code. */
            phone?: string;
            /** @description The person agreed to be told by push. false forgets the browsers. */
            push_consent?: boolean;
            /** Format: date-time */
            push_consent_at: string | null;
            /** @description The person agreed to be told by SMS. */
            sms_consent?: boolean;
            /** Format: date-time */
            sms_consent_at: string | null;
            sms_suppressed: boolean;
            /** @description The person's IANA time zone, for quiet hours. Absent: the event's. */
            timezone?: string;
        };
        CreatedAPIKey: {
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at?: string;
            /** @example key_3k9q0a7c1v5m */
            id: string;
            /**
             * @description The key itself. It is shown this once; only its SHA-256 is stored.
             * @example hf_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY
             */
            key: string;
            name: string;
            /** Format: date-time */
            revoked_at?: string;
            /** @enum {string} */
            role: "owner" | "organizer" | "box_office" | "door" | "viewer";
        };
        DeadLetter: {
            /** Format: int64 */
            attempts: number;
            /** @enum {string} */
            channel: "mail" | "sms" | "push";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            ended_at: string;
            event_id: string;
            kind: string;
            message: string;
            person_id: string;
            /** @description The provider's answer, without addresses. */
            reason: string;
            /** @enum {string} */
            state: "failed" | "bounced";
        };
        DeadLetterList: {
            /** @description The latest first. */
            items: components["schemas"]["DeadLetter"][];
            /** @description Where the next page begins; absent on the last. */
            next_cursor?: string;
        };
        DeliveryName: {
            /** @enum {string} */
            channel: "mail" | "sms" | "push";
            event_id: string;
            message: string;
        };
        Document: {
            /**
             * Format: int64
             * @description How many there are.
             */
            seats: number;
            /** @description The best first. */
            sections: components["schemas"]["DocumentSection"][];
            /** @description Names of the tiers, which rows name by their place in this list, from 0. */
            tiers: string[];
        };
        DocumentRow: {
            /** @description Which of its seats, from 0, are wheelchair spaces. */
            accessible?: number[];
            /** @description After which there is an aisle. */
            aisle_after?: number[];
            /** @description Which are for companions. */
            companion?: number[];
            /**
             * Format: int64
             * @description How many seats it has.
             */
            count: number;
            name: string;
            /**
             * Format: int64
             * @description The number of its first seat.
             */
            number: number;
            /** @description Which have no free view. */
            obstructed_view?: number[];
            /**
             * Format: int64
             * @description The place of its first seat in the plan, from 1. The others follow.
             */
            seat: number;
            /**
             * Format: int64
             * @description By how much numbers rise: 1 or 2.
             */
            step: number;
            /** @description Runs: a tier, how many seats have it, the next tier, …; of the last run the count is left out. */
            tiers: number[];
            /** @description Position of the first seat, then the differences from seat to seat; the last one goes on to the end of the row, none is 0. */
            x: number[];
            /** @description As x. */
            y: number[];
        };
        DocumentSection: {
            name: string;
            /** @description The best first. */
            rows: components["schemas"]["DocumentRow"][];
        };
        DoubleAdmission: {
            /** @description The scan that stands. */
            first: components["schemas"]["Admission"];
            /** @description The scan that should not have admitted. */
            scan: components["schemas"]["Admission"];
            ticket_id: string;
        };
        Ended: {
            /** Format: int64 */
            ledger_seq: number;
            /**
             * @description The new state.
             * @example released
             */
            status: string;
        };
        Entry: {
            event_id: string;
            guests: components["schemas"]["Guest"][];
            /** @example wle_3k9q0a7c1v5m06f2w8d4xk1n7p9s */
            id: string;
            /** Format: date-time */
            joined_at: string;
            /**
             * Format: int64
             * @description How many wait in this line, where places are shown exactly.
             */
            line?: number;
            /** @description The open offer. */
            offer?: components["schemas"]["Offer"];
            person?: components["schemas"]["Person"];
            /**
             * Format: int64
             * @description Place in line while waiting, 1 for the head.
             */
            position?: number;
            position_band?: components["schemas"]["PositionBand"];
            /** Format: int64 */
            priority_class: number;
            /**
             * @description Of the last change.
             * @example joined
             */
            reason: string;
            /** @enum {string} */
            status: "waiting" | "offered" | "accepted" | "declined" | "expired" | "left" | "removed" | "closed";
            tier_id: string;
            /**
             * Format: int64
             * @description How often a smaller party that fitted has passed.
             */
            times_passed: number;
            /** Format: int64 */
            units: number;
            /** Format: date-time */
            updated_at: string;
        };
        EntryList: {
            /** @description In the order of the line. */
            items: components["schemas"]["Entry"][];
            /** @description Where the next page begins; absent on the last. */
            next_cursor?: string;
        };
        EraseMe: {
            /** @description The address of the account, once more: this cannot be undone. */
            email: string;
        };
        ErasedMe: {
            /**
             * Format: int64
             * @description At how many events something was stored.
             */
            events: number;
            /** @enum {string} */
            status: "erased";
        };
        Event: {
            /** @description Of the event-wide pool. */
            availability: components["schemas"]["Availability"];
            /**
             * Format: date-time
             * @description null: the end of the event.
             */
            cancellation_cutoff: string | null;
            /**
             * Format: int64
             * @description Places in all: the capacity of the event-wide pool.
             */
            capacity: number;
            /** Format: date-time */
            created_at: string;
            /**
             * @description ISO 4217, of every price; absent while all is free.
             * @example EUR
             */
            currency?: string;
            description: string;
            /**
             * Format: date-time
             * @description null: the door is always open.
             */
            doors_open_at: string | null;
            /** Format: date-time */
            ends_at: string;
            /** @example evt_3k9q0a7c1v5m */
            id: string;
            /**
             * Format: int64
             * @description The number of the event's last audit row.
             * @example 42
             */
            ledger_seq: number;
            /**
             * Format: int64
             * @description 0: no bound.
             */
            limit_per_person: number;
            location: string;
            /** Format: int64 */
            max_guests: number;
            /**
             * Format: int64
             * @description How often a ticket may go to somebody else.
             */
            max_transfers: number;
            no_single_seats: boolean;
            orders: components["schemas"]["OrdersOut"];
            /** @description Who runs it. */
            organization: components["schemas"]["Organization"];
            /** @description The event-wide pool first. */
            pools: components["schemas"]["Pool"][];
            /**
             * Format: date-time
             * @description null: the end of the event.
             */
            registration_cutoff: string | null;
            reminder_offsets_seconds: number[];
            /** @description Whoever takes part without staff must be signed in with the address that is given. */
            require_confirmed_address: boolean;
            /** @description The seating plan that it copied; absent without one. */
            seating?: components["schemas"]["EventSeating"];
            /** Format: date-time */
            starts_at: string;
            /** @enum {string} */
            status: "draft" | "published" | "cancelled";
            tiers: components["schemas"]["Tier"][];
            /** @example Europe/Berlin */
            timezone: string;
            title: string;
            /** Format: date-time */
            updated_at: string;
            waitlist: components["schemas"]["WaitlistOut"];
        };
        EventBrief: {
            /** Format: date-time */
            ends_at: string;
            /** @example evt_3k9q0a7c1v5m */
            id: string;
            location: string;
            organization: components["schemas"]["Organization"];
            /** Format: date-time */
            starts_at: string;
            /** @enum {string} */
            status: "draft" | "published" | "cancelled";
            /** @example Europe/Berlin */
            timezone: string;
            title: string;
        };
        EventChange: {
            /**
             * Format: date-time
             * @description null: the end of the event.
             */
            cancellation_cutoff?: string | null;
            /**
             * Format: int64
             * @description Places in all. Below what is taken it is allowed, and recorded as an overcommit.
             */
            capacity?: number;
            /** @description ISO 4217. It cannot become another once places are taken. */
            currency?: string;
            /** @description Plain text. */
            description?: string;
            /**
             * Format: date-time
             * @description null: the door is always open.
             */
            doors_open_at?: string | null;
            /**
             * Format: date-time
             * @description When it ends.
             */
            ends_at?: string;
            /**
             * Format: int64
             * @description 0: no bound.
             */
            limit_per_person?: number;
            /** @description Where it is. */
            location?: string;
            /**
             * Format: int64
             * @description Guests one person may bring.
             */
            max_guests?: number;
            /**
             * Format: int64
             * @description How often a ticket may go to somebody else.
             */
            max_transfers?: number;
            /** @description Refuse a choice of seats that leaves one seat alone which could have been avoided. */
            no_single_seats?: boolean;
            /** @description The rules of orders; what is absent stays. */
            orders?: components["schemas"]["OrdersIn"];
            /**
             * Format: date-time
             * @description null: the end of the event.
             */
            registration_cutoff?: string | null;
            /** @description Replaces the list. */
            reminder_offsets_seconds?: number[];
            /** @description Whoever takes part from now on without staff must be signed in with the address that is given. Who is in or waits stays. */
            require_confirmed_address?: boolean;
            /**
             * Format: date-time
             * @description When it starts.
             */
            starts_at?: string;
            /** @description Tiers to change, by id, and tiers to add, without one. What is not named stays. Orders keep the price they were made at. */
            tiers?: components["schemas"]["TierChange"][];
            /** @description The event's IANA time zone. */
            timezone?: string;
            /** @description What the event is called. */
            title?: string;
            /** @description The rules of the line; what is absent stays. */
            waitlist?: components["schemas"]["WaitlistIn"];
        };
        EventGuest: {
            /**
             * Format: int64
             * @description How many of them came in, at any list of the door.
             */
            checked_in: number;
            /** @description The live place in line, without its position. */
            entry?: components["schemas"]["Entry"];
            /** @description The person's data was removed. */
            erased?: boolean;
            /** @description That are live: registrations, open offers and orders. */
            orders: components["schemas"]["Order"][];
            person: components["schemas"]["Person"];
            /**
             * @description What counts most of it. confirmed: has a place. ticket_holder: has tickets that somebody else ordered. offered: a place is kept for them. pending: has an order to pay. waiting: stands in line. ended: has nothing any more.
             * @enum {string}
             */
            standing: "confirmed" | "ticket_holder" | "offered" | "pending" | "waiting" | "ended";
            /**
             * Format: int64
             * @description How many good tickets the person holds.
             */
            tickets: number;
        };
        EventGuestList: {
            /** @description The latest first. A search can answer with fewer than limit, or none, and still have more. */
            items: components["schemas"]["EventGuest"][];
            /** @description Where the next page begins; absent on the last. */
            next_cursor?: string;
        };
        EventList: {
            items: components["schemas"]["Event"][];
            /** @description Where the next page begins; absent on the last. */
            next_cursor?: string;
        };
        EventSeating: {
            /** @example pla_3k9q0a7c1v5m */
            plan_id: string;
            /** Format: int64 */
            version: number;
        };
        EventState: {
            event_id: string;
            /** Format: int64 */
            ledger_seq: number;
            /** @enum {string} */
            status: "draft" | "published" | "cancelled";
        };
        Exchange: {
            currency?: string;
            /** Format: date-time */
            ended_at?: string;
            event_id: string;
            /**
             * @description Absent when the ticket cost nothing and was given back at once.
             * @example exc_3k9q0a7c1v5m06f2w8d4xk1n7p9s
             */
            id?: string;
            /**
             * Format: int64
             * @description The number of the audit row of this change.
             */
            ledger_seq?: number;
            /** Format: date-time */
            opened_at?: string;
            order_id: string;
            /**
             * Format: int64
             * @description What was due back for it, in minor units, once it is exchanged.
             */
            refund?: number;
            /**
             * @description open: the line can have it. matched: somebody is offered a place for it. exchanged: they have paid, the ticket is void and its money due back. closed: nobody took it in time, or it was given back otherwise. released: it cost nothing and was given back at once.
             * @enum {string}
             */
            status: "open" | "matched" | "exchanged" | "withdrawn" | "closed" | "released";
            ticket_id: string;
            /**
             * Format: int64
             * @description The ticket's number within the order, from 1.
             * @example 1
             */
            unit: number;
        };
        ExchangeList: {
            /** @description The latest first, at most 100. */
            items: components["schemas"]["Exchange"][];
        };
        Export: {
            /**
             * Format: int64
             * @description Of the file; 0: it is not there yet.
             */
            bytes: number;
            /** Format: date-time */
            created_at: string;
            event_id: string;
            /**
             * Format: date-time
             * @description When the file is deleted; a day after it was made, or when a person of the event is erased.
             */
            expires_at: string | null;
            /** Format: date-time */
            finished_at: string | null;
            /** @enum {string} */
            format: "csv" | "xlsx";
            /** @example exp_3k9q0a7c1v5m06f2w8d4xk1n7p9s */
            id: string;
            /** @enum {string} */
            kind: "guests" | "orders" | "waitlist" | "checkins" | "audit";
            /**
             * Format: int64
             * @description How many are written so far.
             */
            rows: number;
            /** @enum {string} */
            state: "queued" | "running" | "done" | "failed" | "cancelled" | "expired";
            /** @description Where the file can be fetched for the next 15 minutes, without credentials. Ask again for another. */
            url?: string;
        };
        ExportList: {
            /** @description The latest first, at most 50. */
            items: components["schemas"]["Export"][];
        };
        Extended: {
            /** Format: int64 */
            ledger_seq: number;
            offer: components["schemas"]["Offer"];
        };
        Extension: {
            /**
             * Format: int64
             * @description How much longer.
             */
            by_seconds?: number;
            /**
             * Format: date-time
             * @description The new end. Either this or by_seconds.
             */
            until?: string;
        };
        FieldError: {
            /**
             * @description What is wrong, for programs.
             * @example too_long
             */
            code: string;
            /**
             * @description The field, as guests[0].name. Of a header or parameter, its name.
             * @example guests[0].name
             */
            field: string;
            /**
             * @description What is wrong, for people.
             * @example must have at most 200 characters
             */
            message: string;
        };
        FigurePoint: {
            /**
             * Format: date-time
             * @description The end of the stretch.
             */
            at: string;
            /**
             * Format: int64
             * @description Places that were taken.
             */
            confirmed: number;
            /**
             * Format: int64
             * @description Places that were taken in the stretch, those of people from the line too.
             */
            gained: number;
            /**
             * Format: int64
             * @description Places that were given back in it.
             */
            lost: number;
            /**
             * Format: int64
             * @description Offers that were made in it.
             */
            offered: number;
            /**
             * Format: int64
             * @description Entries that waited.
             */
            waiting: number;
        };
        Figures: {
            /**
             * Format: date-time
             * @description When they were added up: they may be a few seconds old.
             */
            at: string;
            /**
             * Format: date-time
             * @description When the first stretch begins, before which there was nothing.
             */
            begins_at: string;
            /** Format: int64 */
            capacity: number;
            event_id: string;
            line: components["schemas"]["LineFigures"];
            /** @description Absent while nothing was ever sold for money. */
            money?: components["schemas"]["MoneyFigures"];
            offers: components["schemas"]["OfferFigures"];
            /** @description By time; stretches in which nothing moved are left out. */
            points: components["schemas"]["FigurePoint"][];
            /**
             * Format: int64
             * @description How long the stretches of time are that points are made of: from 15 seconds to a week, by the age of the event.
             */
            step_seconds: number;
            /** @description In the order of the event's tiers. */
            tiers: components["schemas"]["TierFigures"][];
        };
        FoundTicket: {
            /** Format: date-time */
            admitted_at?: string;
            attendee?: string;
            /** @description For the box office. */
            attendee_email?: string;
            gate?: string;
            order_id: string;
            seat?: string;
            /**
             * @description inside: came in at the list. admitted: came in, and has gone out since.
             * @enum {string}
             */
            status: "good" | "inside" | "admitted" | "void";
            ticket_id: string;
            tier: string;
            tier_id: string;
            /** Format: int64 */
            unit: number;
            /** Format: int64 */
            units: number;
        };
        FoundTickets: {
            /** @description At most 50. */
            items: components["schemas"]["FoundTicket"][];
            /** @description There are more: say more of who you look for. */
            more?: boolean;
        };
        GateCount: {
            /**
             * Format: int64
             * @description Tickets that came in there; where people come in again, by their latest stay.
             */
            admitted: number;
            /**
             * Format: int64
             * @description Exits that were scanned there.
             */
            exits: number;
            gate: string;
            /**
             * Format: int64
             * @description Those of them that have not gone out since.
             */
            inside: number;
        };
        GivenByHand: {
            /**
             * @description What to find it by.
             * @example Transfer of 3 May
             */
            reference: string;
        };
        Guest: {
            /**
             * @description Plain text.
             * @example Grace Hopper
             */
            name: string;
        };
        GuestRecord: {
            /**
             * Format: int64
             * @description How many of them came in, at any list of the door.
             */
            checked_in: number;
            /** @description The live place in line, without its position. */
            entry?: components["schemas"]["Entry"];
            /** @description The person's data was removed. */
            erased?: boolean;
            /** @description The tickets of the person's orders and those given to them. */
            guest_tickets: components["schemas"]["GuestTicket"][];
            /** @description That are live: registrations, open offers and orders. */
            orders: components["schemas"]["Order"][];
            /** @description Places in line that are over, the latest first, at most 50. */
            past_entries: components["schemas"]["Entry"][];
            /** @description Those that are over, the latest first, at most 50. */
            past_orders: components["schemas"]["Order"][];
            person: components["schemas"]["Person"];
            /**
             * @description What counts most of it. confirmed: has a place. ticket_holder: has tickets that somebody else ordered. offered: a place is kept for them. pending: has an order to pay. waiting: stands in line. ended: has nothing any more.
             * @enum {string}
             */
            standing: "confirmed" | "ticket_holder" | "offered" | "pending" | "waiting" | "ended";
            /**
             * Format: int64
             * @description How many good tickets the person holds.
             */
            tickets: number;
        };
        GuestTicket: {
            /**
             * Format: date-time
             * @description When it first came in.
             */
            admitted_at?: string;
            /** @description Who comes in with it. */
            attendee?: string;
            attendee_email?: string;
            /** @description Where. */
            gate?: string;
            /** @description The guest holds it; else it was given to somebody else. */
            held: boolean;
            /** @example tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01 */
            id: string;
            order_id: string;
            /** @description Somebody else ordered it. */
            received: boolean;
            /** @description The named seat. */
            seat?: string;
            tier_id: string;
            /** Format: int64 */
            unit: number;
        };
        Health: {
            /** @enum {string} */
            status: "ok";
            version?: string;
        };
        History: {
            /** @description Newest first. */
            items: components["schemas"]["HistoryStep"][];
            /** @description Where the next page begins; absent on the last. */
            next_cursor?: string;
        };
        HistoryStep: {
            /** Format: date-time */
            at: string;
            /** @description State of the entry concerned before. */
            from: string;
            /**
             * @description The other person, by a name that is stable within this history and means nothing elsewhere.
             * @example guest 4f2a91
             */
            other?: string;
            /** @description It happened to this entry; else to one that stood or came before it. */
            own: boolean;
            /** Format: int64 */
            position_after?: number;
            position_after_band?: components["schemas"]["PositionBand"];
            /**
             * Format: int64
             * @description Place before; absent when not in line, or not shown.
             */
            position_before?: number;
            position_before_band?: components["schemas"]["PositionBand"];
            /**
             * @description From a closed list.
             * @example left
             */
            reason: string;
            /**
             * Format: int64
             * @description The ledger seq of the audit row that tells of it.
             */
            seq: number;
            /**
             * @description The same in words, in the language of Accept-Language.
             * @example guest 4f2a91 left the line. You moved from place 3 to place 2.
             */
            text: string;
            /** @description State after. */
            to: string;
        };
        ImportList: {
            /** @description The latest first, at most 50, without their refused lines. */
            items: components["schemas"]["ImportReport"][];
        };
        ImportRefusal: {
            /**
             * @description The code of the problem that registering the person alone would have met.
             * @example sold_out
             */
            code: string;
            /**
             * Format: int64
             * @example 17
             */
            line: number;
        };
        ImportReport: {
            /**
             * Format: int64
             * @description How many have a place.
             */
            confirmed: number;
            /** Format: date-time */
            created_at?: string;
            event_id: string;
            /**
             * Format: int64
             * @description How many faults there are.
             */
            fault_count?: number;
            /** @description After a dry run: what is wrong with the file, at most 100. csv[3].email is the column email of line 3. */
            faults?: components["schemas"]["FieldError"][];
            /** Format: date-time */
            finished_at?: string;
            /**
             * @description Absent after a dry run.
             * @example imp_3k9q0a7c1v5m06f2w8d4xk1n7p9s
             */
            id?: string;
            /**
             * Format: int64
             * @description Of the file, without the header.
             */
            lines: number;
            /** @description The first 200 of them. */
            refusals: components["schemas"]["ImportRefusal"][];
            /**
             * Format: int64
             * @description How many the event's rules refused. After a dry run: how many would be, by what can be known before.
             */
            refused: number;
            /**
             * @description checked: a dry run.
             * @enum {string}
             */
            state: "checked" | "queued" | "running" | "done" | "failed" | "cancelled";
            /** @description After a dry run: what it takes of each tier, and what is free. */
            tiers?: components["schemas"]["ImportTier"][];
            /**
             * Format: int64
             * @description After a dry run: how many places the list takes, guests included.
             */
            units?: number;
            /**
             * Format: int64
             * @description How many wait in line.
             */
            waiting: number;
            /**
             * Format: int64
             * @description How many have been registered or refused so far.
             */
            worked: number;
        };
        ImportTier: {
            /** Format: int64 */
            available: number;
            name: string;
            tier_id: string;
            /** Format: int64 */
            units: number;
        };
        Inbox: {
            /** @description Newest first. */
            items: components["schemas"]["Message"][];
            /** @description Where the next page begins; absent on the last. */
            next_cursor?: string;
        };
        Item: {
            /** @description Of a pending order: who was said to come in with it. */
            attendee?: string;
            /** @description The address of who comes in. */
            attendee_email?: string;
            /** Format: int64 */
            discount: number;
            /**
             * Format: int64
             * @description What the buyer pays for it.
             */
            gross: number;
            /** Format: int64 */
            net: number;
            /**
             * Format: int64
             * @description From 1; never another's.
             */
            no: number;
            /**
             * Format: int64
             * @description As the tier cost it.
             */
            price: number;
            seat_id?: string;
            /** @enum {string} */
            status: "live" | "released";
            /** Format: int64 */
            tax: number;
            /** Format: int64 */
            tax_rate_bp: number;
            /** @description Of a live item. While the order is pending it is a ticket to come, of which can be said who comes in with it. */
            ticket_id?: string;
            tier_id: string;
            /** @description Of an order that is read by itself: what its event, which leaves hidden tiers out, may not say. */
            tier_name?: string;
        };
        Journal: {
            /** @description The sums of all pages. For each currency debit and credit are the same. */
            accounts: components["schemas"]["AccountBalance"][];
            event_id: string;
            items: components["schemas"]["JournalLine"][];
            next_cursor?: string;
        };
        JournalLine: {
            /**
             * @description buyers (owed to them), sales (net), tax, goodwill, disputes, or provider: and its name.
             * @example sales
             */
            account: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
            /** Format: date-time */
            booked_at: string;
            /** Format: int64 */
            credit: number;
            /** @example EUR */
            currency: string;
            /**
             * Format: int64
             * @description In minor units of the currency.
             */
            debit: number;
            /** Format: int64 */
            line: number;
            order_id?: string;
            payment_id?: string;
            /**
             * @description What is booked: capture, sale, refund, payout, payout-lost or dispute, and its key. The lines of one ref balance.
             * @example sale:stripe:pi_3N0a
             */
            ref: string;
        };
        LetterReplayed: {
            /** @enum {string} */
            channel: "mail" | "sms" | "push";
            event_id: string;
            message: string;
            /** @enum {string} */
            state: "queued";
        };
        LineFigures: {
            /** Format: int64 */
            entries: number;
            /**
             * Format: date-time
             * @description When the entry that waits longest joined; null: nobody waits.
             */
            oldest_joined_at: string | null;
            /** @description The smallest first. */
            parties: components["schemas"]["PartyOfSize"][];
            /**
             * Format: int64
             * @description How many places they want.
             */
            units: number;
        };
        List: {
            /**
             * Format: date-time
             * @description null: never.
             */
            closes_at: string | null;
            /** Format: date-time */
            created_at: string;
            event_id: string;
            gates: string[];
            /** @example lst_3k9q0a7c1v5m06f2w8d4xk1n7p9s */
            id: string;
            name: string;
            /**
             * Format: date-time
             * @description null: with the event's doors.
             */
            opens_at: string | null;
            /** @enum {string} */
            re_entry: "none" | "exit" | "free";
            /** @description None: all tiers. */
            tier_ids: string[];
            /** Format: date-time */
            updated_at: string;
        };
        ListChange: {
            /**
             * Format: date-time
             * @description null: never.
             */
            closes_at?: string | null;
            /** @description Replaces the list. */
            gates?: string[];
            name?: string;
            /**
             * Format: date-time
             * @description null: with the event's doors.
             */
            opens_at?: string | null;
            /** @description Replaces the list; [] is all tiers. */
            tier_ids?: string[];
        };
        Lists: {
            items: components["schemas"]["List"][];
        };
        LiveAvailability: {
            availability: components["schemas"]["Availability"];
            event_id: string;
            /** Format: int64 */
            ledger_seq: number;
            /** @enum {string} */
            status: "draft" | "published" | "cancelled";
            tiers: components["schemas"]["LiveTier"][];
        };
        LiveExpiry: {
            event_id: string;
            /** Format: date-time */
            expires_at: string;
            /** @description The offer or the order. */
            ref: string;
        };
        LiveMessage: {
            /** Format: date-time */
            at: string;
            event_id: string;
            kind: string;
            /** Format: int64 */
            ledger_seq: number;
            /** @description The order, entry or offer that it is about. */
            ref: string;
        };
        LivePlace: {
            entry_id: string;
            event_id: string;
            /** Format: int64 */
            line?: number;
            /** Format: int64 */
            position?: number;
            position_band?: components["schemas"]["PositionBand"];
        };
        LiveTier: {
            /** Format: int64 */
            available: number;
            id: string;
            /** Format: int64 */
            waiting: number;
        };
        Me: {
            /** @description Of who is signed in. */
            account?: components["schemas"]["Account"];
            /** @description Of a link. */
            event_id?: string;
            /**
             * @description public: nobody in particular. key: an API key. link: the person of a signed link. person: somebody who is signed in.
             * @enum {string}
             */
            kind: "public" | "key" | "link" | "person";
            /** @description Of who is signed in; of a key its one organization. */
            memberships: components["schemas"]["Membership"][];
            /** @description Of a link. */
            person_id?: string;
            /** @description Of who is signed in: this one. */
            session?: components["schemas"]["Session"];
            /** @description Nobody is a member of anything yet: this installation waits to be set up. */
            setup_required: boolean;
        };
        MeChange: {
            /** @description The language, as in BCP 47. */
            locale?: string;
            /** @description Plain text. */
            name?: string;
        };
        Member: {
            /** Format: date-time */
            created_at: string;
            email: string;
            /**
             * @description The name that the audit log uses.
             * @example mem_3k9q0a7c1v5m
             */
            id: string;
            name: string;
            /** @enum {string} */
            role: "owner" | "organizer" | "box_office" | "door" | "viewer";
            /** @description Whether somebody has ever signed in with the address. */
            signed_in: boolean;
        };
        MemberChange: {
            /** @description Plain text. */
            name?: string;
            /**
             * @description What the person may do.
             * @enum {string}
             */
            role?: "owner" | "organizer" | "box_office" | "door" | "viewer";
        };
        MemberList: {
            items: components["schemas"]["Member"][];
        };
        Membership: {
            /** @example mem_3k9q0a7c1v5m */
            member_id?: string;
            organization: components["schemas"]["Organization"];
            /** @description The role cannot be used before signing in with a passkey. */
            passkey_required: boolean;
            /** @enum {string} */
            role: "owner" | "organizer" | "box_office" | "door" | "viewer";
        };
        Message: {
            /** Format: date-time */
            at: string;
            /** @description What became of it on each channel; empty until the first is chosen. */
            deliveries: components["schemas"]["MessageDelivery"][];
            event_id: string;
            /**
             * @description registration_confirmed, waitlisted, waitlist_offer, offer_extended, offer_expired, registration_cancelled, waitlist_removed, waitlist_closed, event_cancelled, reminder, event_changed, and more to come.
             * @example waitlist_offer
             */
            kind: string;
            /** @description The order, entry or offer that it is about. */
            ref: string;
            /**
             * Format: int64
             * @description The audit row that it tells of; 0 for what everybody was told: reminders and changes of the event.
             */
            seq: number;
        };
        MessageDelivery: {
            /** @enum {string} */
            channel: "mail" | "sms" | "push";
            /** Format: date-time */
            sent_at?: string;
            /** @enum {string} */
            state: "queued" | "sent" | "delivered" | "bounced" | "failed" | "suppressed";
        };
        MoneyFigures: {
            /** @example EUR */
            currency: string;
            /**
             * Format: int64
             * @description For orders, before refunds.
             */
            paid: number;
            /**
             * Format: int64
             * @description In orders that are held until they are paid.
             */
            pending: number;
            /**
             * Format: int64
             * @description Given back, or on its way.
             */
            refunded: number;
        };
        MyContact: {
            /** @description Under the first of the names. */
            contact: components["schemas"]["ContactOut"];
            organization: components["schemas"]["Organization"];
            /** @description The names that one has there, each with the latest event under it. */
            people: components["schemas"]["MyName"][];
        };
        MyContactList: {
            /** @description Those of the latest events first. */
            items: components["schemas"]["MyContact"][];
        };
        MyData: {
            account: components["schemas"]["Account"];
            /** Format: date-time */
            account_since: string;
            /** @description What is stored at each event, under each of the names that you have there. */
            events: components["schemas"]["PersonData"][];
            /** Format: date-time */
            made_at: string;
            memberships: components["schemas"]["Membership"][];
            /** @description Their names; what is stored of the key itself means nothing without your device. */
            passkeys: components["schemas"]["Passkey"][];
            /** @description Where you are signed in. */
            sessions: components["schemas"]["Session"][];
        };
        MyEntry: {
            entry: components["schemas"]["Entry"];
            event: components["schemas"]["EventBrief"];
        };
        MyEntryList: {
            /** @description Those of the latest events first. */
            items: components["schemas"]["MyEntry"][];
            /** @description Where the next page begins; absent on the last. */
            next_cursor?: string;
        };
        MyName: {
            event_id: string;
            user_id: string;
        };
        MyOrder: {
            event: components["schemas"]["EventBrief"];
            order: components["schemas"]["Order"];
        };
        MyOrderList: {
            /** @description Those of the latest events first. */
            items: components["schemas"]["MyOrder"][];
            /** @description Where the next page begins; absent on the last. */
            next_cursor?: string;
        };
        MyRegistration: {
            entry?: components["schemas"]["Entry"];
            event: components["schemas"]["EventBrief"];
            order?: components["schemas"]["Order"];
            person: components["schemas"]["Person"];
            /**
             * @description Of the entry while it is live, else of the order, else of the latest entry.
             * @enum {string}
             */
            status: "held" | "confirmed" | "released" | "waiting" | "offered" | "accepted" | "declined" | "expired" | "left" | "removed" | "closed";
        };
        MyRegistrationList: {
            /** @description Those of the latest events first. */
            items: components["schemas"]["MyRegistration"][];
            /** @description Where the next page begins; absent on the last. */
            next_cursor?: string;
        };
        MyTicket: {
            event: components["schemas"]["EventBrief"];
            ticket: components["schemas"]["Ticket"];
        };
        MyTicketList: {
            /** @description Those of the latest events first. */
            items: components["schemas"]["MyTicket"][];
            /** @description Where the next page begins; absent on the last. */
            next_cursor?: string;
        };
        NewAPIKey: {
            /**
             * Format: date-time
             * @description When it stops working. Default: never.
             */
            expires_at?: string;
            /**
             * @description What the key is for.
             * @example Door, tablet 3
             */
            name: string;
            /**
             * @description What the key may do.
             * @enum {string}
             */
            role: "owner" | "organizer" | "box_office" | "door" | "viewer";
        };
        NewBlock: {
            /** @description The seats to block, instead of tier_id and units, all or none. They must be free. */
            seat_ids?: string[];
            /** @description Which tier. Default: the event's first. */
            tier_id?: string;
            /**
             * Format: int64
             * @description How many. They must be free.
             */
            units?: number;
        };
        NewBulletin: {
            /** @description Who is written to, as it stands when the message goes out. */
            audience?: components["schemas"]["Audience"];
            /** @description Paragraphs of plain text; markup is shown as it is written. {name}, {title}, {starts}, {starts_short}, {location} and {organization} are filled in. */
            body: string[];
            /**
             * @description The language that it is written in; what stands around it is in the same.
             * @example en
             */
            locale: string;
            /**
             * Format: date-time
             * @description Not before then. Default: now.
             */
            send_at?: string;
            /** @description Also the heading. */
            subject: string;
        };
        NewCheckin: {
            /** @description Which device. Default: the API key or member. */
            device_id?: string;
            /**
             * @description exit at a list that counts who goes out. Default entry.
             * @enum {string}
             */
            direction?: "entry" | "exit";
            /** @description The event of this door. */
            event_id: string;
            /** @description Where, for the counts. */
            gate?: string;
            /** @description Which list of the door. Default: the list that the gate belongs to, else the event's own. */
            list_id?: string;
            /** @description The device's own name for this scan: repeat it to repeat the question. */
            scan_id?: string;
            /** @description Instead of a token, for who was found on the list. This or token. */
            ticket_id?: string;
            /** @description What the QR code says. This or ticket_id. */
            token?: string;
        };
        NewCheckout: {
            /**
             * @description stripe, paypal or testpay, of those that are switched on. May be left out when there is one.
             * @example stripe
             */
            provider?: string;
        };
        NewCode: {
            /**
             * Format: int64
             * @description Of a promo code: off each unit, in minor units of the event's currency, never below nothing. Either this or percent_bp.
             */
            amount?: number;
            /**
             * @description What people type. Stored in capitals; capitals do not matter.
             * @example EARLYBIRD
             */
            code: string;
            /** @description Default false. */
            disabled?: boolean;
            /**
             * Format: date-time
             * @description Not valid from then on. Default: no bound.
             */
            ends_at?: string | null;
            /**
             * @description promo: makes it cheaper. access: opens hidden tiers.
             * @enum {string}
             */
            kind: "promo" | "access";
            /**
             * Format: int64
             * @description In how many orders it may be at once, pending ones included. Default 0: no bound.
             */
            max_uses?: number;
            /**
             * Format: int64
             * @description Of a promo code: off each unit, in basis points. 2500 is 25 %.
             */
            percent_bp?: number;
            /**
             * Format: date-time
             * @description Not valid before. Default: no bound.
             */
            starts_at?: string | null;
            /** @description The tiers it makes cheaper, or opens. Default, and empty: all. */
            tier_ids?: string[];
        };
        NewEvent: {
            /**
             * Format: date-time
             * @description From then on a person cannot cancel alone. Default: the end of the event.
             */
            cancellation_cutoff?: string | null;
            /**
             * Format: int64
             * @description How many places there are in all.
             */
            capacity: number;
            /**
             * @description ISO 4217: of every price of the event. Required when a tier has one.
             * @example EUR
             */
            currency?: string;
            /** @description Plain text; markup is shown as it is written. */
            description?: string;
            /**
             * Format: date-time
             * @description Nobody is let in before. Default: the door is always open.
             */
            doors_open_at?: string | null;
            /**
             * Format: date-time
             * @description When it ends; after starts_at.
             */
            ends_at: string;
            /**
             * Format: int64
             * @description How many places one person may hold or wait for, together. Default 0: no bound beside max_guests.
             */
            limit_per_person?: number;
            /** @description Where it is. */
            location?: string;
            /**
             * Format: int64
             * @description How many guests one person may bring. Default 0.
             */
            max_guests?: number;
            /**
             * Format: int64
             * @description How often a ticket may go to somebody else. Default 1.
             */
            max_transfers?: number;
            /** @description Refuse a choice of seats that leaves one seat alone which could have been avoided. Default false. */
            no_single_seats?: boolean;
            /** @description The rules of orders. */
            orders?: components["schemas"]["OrdersIn"];
            /** @description Pools that several tiers share, beside the event-wide one. */
            pools?: components["schemas"]["NewPool"][];
            /** @description Publish at once. Default false: the event is a draft. */
            publish?: boolean;
            /**
             * Format: date-time
             * @description From then on nobody registers, joins or claims. Default: the end of the event.
             */
            registration_cutoff?: string | null;
            /** @description How many seconds before the start people are reminded. */
            reminder_offsets_seconds?: number[];
            /** @description Whoever takes part without staff must be signed in with the address that is given. Default false: the address is proven by using the links of the messages only. */
            require_confirmed_address?: boolean;
            /** @description The seating plan that the event copies. Its tiers are sold by seats; those that tiers does not list are made, free of charge. Later versions of the plan do not change the event. */
            seating?: components["schemas"]["SeatingIn"];
            /**
             * Format: date-time
             * @description When it starts.
             */
            starts_at: string;
            /** @description What people can pick. Without any there is one tier, General, that draws from all places. */
            tiers?: components["schemas"]["NewTier"][];
            /** @description The event's IANA time zone. Times are shown in it, and quiet hours are in it. */
            timezone: string;
            /** @description What the event is called. */
            title: string;
            /** @description The rules of the line. */
            waitlist?: components["schemas"]["WaitlistIn"];
        };
        NewExport: {
            /**
             * @description Default csv: UTF-8, commas, a header, texts that a spreadsheet could take for a formula with an apostrophe in front.
             * @enum {string}
             */
            format?: "csv" | "xlsx";
            /**
             * @description What is in it. guests: a row for each ticket.
             * @enum {string}
             */
            kind: "guests" | "orders" | "waitlist" | "checkins" | "audit";
        };
        NewImport: {
            /** @description The file: UTF-8, a header, then a line for each party of at most 50,000. Columns: email or user_id (one of them in each line), name, guests (names with semicolons between), tier (name or id; default the first), locale, priority_class. */
            csv: string;
            /** @description Only say what is wrong and what would happen. Nothing is changed. */
            dry_run?: boolean;
            /** @description Who finds no place waits in line. Default false: the line is refused. */
            join_waitlist?: boolean;
        };
        NewList: {
            /**
             * Format: date-time
             * @description Nobody is let in from then on. Default: never.
             */
            closes_at?: string | null;
            /** @description Names of gates whose scans belong to the list without saying so. At a list with gates a scan may name no other. */
            gates?: string[];
            /**
             * @description What the list is called.
             * @example Lounge
             */
            name: string;
            /**
             * Format: date-time
             * @description Nobody is let in before. Default: doors_open_at of the event.
             */
            opens_at?: string | null;
            /**
             * @description How often a ticket lets somebody in: once; again after an exit was scanned; as often as somebody comes. Default none.
             * @enum {string}
             */
            re_entry?: "none" | "exit" | "free";
            /** @description Whose tickets come in. Default: those of all tiers. */
            tier_ids?: string[];
        };
        NewMember: {
            /** @description The address that the person signs in with. */
            email: string;
            /** @description Plain text. */
            name?: string;
            /**
             * @description What the person may do.
             * @enum {string}
             */
            role: "owner" | "organizer" | "box_office" | "door" | "viewer";
        };
        NewOrder: {
            /** @description Opens hidden tiers. Capitals do not matter. */
            access_code?: string;
            /** @description What the caller counts in. When it is named and not the event's, the order is refused. */
            currency?: string;
            /** @description Where messages go. Required without a key. */
            email?: string;
            /** @description What is ordered, all or nothing. */
            items: components["schemas"]["NewOrderItem"][];
            /** @description The language of messages, as in BCP 47. Default: the first of Accept-Language for the public, else that of the server. */
            locale?: string;
            /** @description Plain text. Required without a key. */
            name?: string;
            /** @description Makes it cheaper. Capitals do not matter. */
            promo_code?: string;
            /** @description The caller's own name for the buyer, unique in the organization. With a key it may be left out when email is given; without a key it is refused, and the address names the buyer. */
            user_id?: string;
        };
        NewOrderItem: {
            /** @description The best seats side by side, as many as quantity says, in a tier or in any. */
            best?: components["schemas"]["BestSeats"];
            /**
             * Format: int64
             * @description How many units of it; of seats at most 10. Default 1 for a seat that is named, else required.
             */
            quantity?: number;
            /** @description A seat by name, instead of a tier and a quantity. One order can have 10 seats. */
            seat_id?: string;
            /** @description Which tier. Default: the event's first. Of a tier with seats, the best that are side by side are chosen. */
            tier_id?: string;
        };
        NewOverride: {
            /** @description Which device. Default: the API key. */
            device_id?: string;
            /** @description The event of this door. */
            event_id: string;
            gate?: string;
            /** @description Which list of the door. Default: the list that the gate belongs to, else the event's own. */
            list_id?: string;
            /** @description Why. It is kept with your name, and names of guests have no place in it. */
            reason: string;
            /** @description The device's own name for this scan: repeat it to repeat the request. */
            scan_id?: string;
            ticket_id: string;
        };
        NewPasskey: {
            /** @description Of the challenge. */
            challenge_id: string;
            /** @description What the browser answered. */
            credential: {
                [key: string]: unknown;
            };
            /**
             * @description What the person calls it.
             * @example Phone
             */
            name?: string;
        };
        NewPool: {
            /**
             * Format: int64
             * @description How many units it holds.
             */
            capacity: number;
            /**
             * @description The name that tiers refer to.
             * @example Balcony
             */
            name: string;
        };
        NewRegistration: {
            /** @description Where messages go. Required without a key. */
            email?: string;
            /** @description Who comes along. Each takes a place. */
            guests?: components["schemas"]["Guest"][];
            /** @description Wait in line when it is full. Default false. */
            join_waitlist?: boolean;
            /** @description The language of messages, as in BCP 47. Default: the first of Accept-Language for the public, else that of the server. */
            locale?: string;
            /** @description Plain text. Required without a key. */
            name?: string;
            /**
             * Format: int64
             * @description Priority in line; keys only. Default 0.
             */
            priority_class?: number;
            /** @description Which tier. Default: the event's first. */
            tier_id?: string;
            /** @description The caller's own name for the person, unique in the organization. With a key it may be left out when email is given; without a key it is refused, and the address names the person. */
            user_id?: string;
        };
        NewRoom: {
            /** @description What it is called. */
            name: string;
        };
        NewSeatingPlan: {
            /** @description The plan as CSV, instead of sections. */
            csv?: string;
            /** @description What it is called. */
            name: string;
            /** @description The best first; in each the best row first. */
            sections?: components["schemas"]["Section"][];
        };
        NewSecret: {
            /**
             * Format: int64
             * @description The version to replace, as the endpoint says. So a repetition changes nothing more.
             * @example 1
             */
            secret_version: number;
        };
        NewTier: {
            /**
             * Format: int64
             * @description Places of this tier alone. Without it the tier is bounded by the event and its shared pools only.
             */
            capacity?: number;
            /** @description May be named, and must then be the event's: an event has one currency. */
            currency?: string;
            /** @description Shown to staff and sold with an access code only. Default false. */
            hidden?: boolean;
            /**
             * Format: int64
             * @description Units of it in one order. Default 0: no bound beside 100.
             */
            max_per_order?: number;
            /**
             * @description What people pick.
             * @example VIP
             */
            name: string;
            /** @description Names of shared pools that a place of this tier takes from as well. */
            pools?: string[];
            /**
             * Format: int64
             * @description Of one unit, in minor units (cents) of the event's currency. Default 0: free.
             */
            price?: number;
            /**
             * Format: date-time
             * @description The public can take none from then on. Default: no bound.
             */
            sale_ends_at?: string | null;
            /**
             * Format: date-time
             * @description The public can take none before. Default: no bound.
             */
            sale_starts_at?: string | null;
            /** @description Whether price contains the tax; else it comes on top. Default true. */
            tax_included?: boolean;
            /**
             * Format: int64
             * @description In basis points: 1900 is 19 %. Each unit is rounded by itself, half a minor unit up. Default 0.
             */
            tax_rate_bp?: number;
        };
        NewTransfer: {
            /** @description Who may have the ticket: a link to accept it goes there. */
            email: string;
            /** @description The language of the message, as in BCP 47. Default: that of who gives the ticket. */
            locale?: string;
            /** @description Plain text. Not used when the event knows the address. */
            name?: string;
        };
        NewVenue: {
            /** @description Where it is. */
            address?: string;
            /** @description What it is called. */
            name: string;
        };
        NewWebhook: {
            /** @description What it is for. */
            description?: string;
            /** @description Which changes: a type (order.registered), a thing with all its changes (order.*; event, tier, pool, code, block, entry, offer, transfer, exchange and person are the others), or *. Default: everything. */
            types?: string[];
            /**
             * @description Where changes are sent: an https address that is not inside a private network.
             * @example https://example.org/holdfast
             */
            url: string;
        };
        NewWording: {
            /** @description The label of the button. */
            action?: string;
            /** @description Paragraphs below it. */
            after?: string[];
            /** @description Paragraphs of plain text; markup is shown as it is written. */
            body?: string[];
            heading?: string;
            /** @example waitlist_offer */
            kind: string;
            /** @example en */
            locale: string;
            subject?: string;
        };
        Notice: {
            /** @description What became of it, by state. */
            deliveries: {
                [key: string]: number;
            };
            /** Format: date-time */
            due_at: string;
            id: string;
            /** @enum {string} */
            kind: "reminder" | "event_changed";
            /**
             * Format: int64
             * @description How many people it reached so far, or is on its way to.
             */
            made: number;
            /**
             * Format: int64
             * @description Of a reminder: how long before the start.
             */
            offset_seconds?: number;
            /**
             * @description missed: it was due before it was planned, or the event was not held. void: a later change took its place.
             * @enum {string}
             */
            state: "planned" | "sending" | "done" | "missed" | "void";
        };
        NoticeList: {
            /** @description By when they are due. */
            items: components["schemas"]["Notice"][];
        };
        Offer: {
            /** Format: date-time */
            ended_at?: string;
            entry_id: string;
            event_id: string;
            /**
             * Format: date-time
             * @description The first moment at which it can no longer be claimed.
             */
            expires_at: string;
            /** Format: int64 */
            extensions: number;
            /** @example off_3k9q0a7c1v5m06f2w8d4xk1n7p9s */
            id: string;
            /** Format: date-time */
            opened_at: string;
            /** @description The hold that keeps the place, and the order once it is accepted. */
            order_id: string;
            /**
             * Format: int64
             * @description The fairness rules that made it.
             */
            rule_version: number;
            /** @enum {string} */
            status: "open" | "accepted" | "declined" | "expired" | "revoked";
            /**
             * Format: date-time
             * @description Later than opened_at when quiet hours delay it.
             */
            window_starts_at: string;
        };
        OfferFigures: {
            /** Format: int64 */
            accepted: number;
            /** Format: int64 */
            declined: number;
            /**
             * Format: int64
             * @description Otherwise: the person left or was removed, or the event was cancelled.
             */
            ended: number;
            /** Format: int64 */
            expired: number;
            /** Format: int64 */
            made: number;
            /** Format: int64 */
            open: number;
            /**
             * Format: int64
             * @description Entries that were given their place at once, without an offer.
             */
            promoted: number;
        };
        OneTimeToken: {
            /**
             * @description What stands behind the # of the link.
             * @example ho_3k9q0a7c1v5mAQ0P6quJq83v0P6qvUAniavN7wACAAAAASF6YNX7yf6y
             */
            token: string;
        };
        Order: {
            /** Format: date-time */
            created_at: string;
            /** @example EUR */
            currency?: string;
            /**
             * Format: int64
             * @description What a promo code took off them.
             */
            discount: number;
            /** @description The place in line it came from. */
            entry_id?: string;
            event_id: string;
            /**
             * Format: date-time
             * @description While it is held or pending: until when.
             */
            expires_at?: string;
            guests: components["schemas"]["Guest"][];
            /** @example ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s */
            id: string;
            /** @description One for each unit. */
            items: components["schemas"]["Item"][];
            /** @enum {string} */
            kind: "registration" | "order";
            /**
             * Format: int64
             * @description Without tax.
             */
            net: number;
            /** @description The offer it came from. */
            offer_id?: string;
            /**
             * Format: int64
             * @description What was paid for it.
             */
            paid: number;
            /** @description While it is pending: those with a page to pay on, to choose from with :checkout. None: the organizer is paid by hand. */
            payment_providers?: string[];
            /** @description While it is pending: the page on which the buyer pays, and sees how the payment stands. Whoever has this address can read, pay and cancel the order, and nothing else of the buyer. */
            payment_url?: string;
            person?: components["schemas"]["Person"];
            /**
             * @description Of the last change.
             * @example registered
             */
            reason: string;
            /**
             * Format: int64
             * @description How much of it was given back, or is on its way.
             */
            refunded: number;
            /** @description Everything that is or was due back, payments that came too late among them. */
            refunds: components["schemas"]["RefundDue"][];
            /**
             * @description Of an order: pending until it is paid, confirmed, and cancelled, refunded or expired when it is over. Of a registration: held, confirmed or released.
             * @enum {string}
             */
            status: "held" | "confirmed" | "released" | "pending" | "cancelled" | "refunded" | "expired";
            /**
             * Format: int64
             * @description The prices of all items, as ordered, before a code.
             */
            subtotal: number;
            /**
             * Format: int64
             * @description The sum of the items' tax, each rounded by itself.
             */
            tax: number;
            /** @description Of a registration. */
            tier_id?: string;
            /**
             * Format: int64
             * @description What is to be paid for the whole: net and tax.
             */
            total: number;
            /**
             * Format: int64
             * @description Of an order: the items that it has, or had at its end.
             */
            units: number;
            /** Format: date-time */
            updated_at: string;
        };
        OrderList: {
            items: components["schemas"]["Order"][];
            /** @description Where the next page begins; absent on the last. */
            next_cursor?: string;
        };
        OrdersIn: {
            /** @description Buyers may give tickets to the line for their money: they keep them until somebody has paid. Default true. */
            exchange?: boolean;
            /**
             * Format: int64
             * @description How long an order waits for its payment. Default 900, 15 minutes.
             */
            hold_seconds?: number;
            /**
             * Format: int64
             * @description The same for an order that names seats. Default 120, 2 minutes.
             */
            seat_hold_seconds?: number;
            /** @description Buyers may give places back for their money, until the cancellation cutoff. Default false: only staff refunds. */
            self_refund?: boolean;
        };
        OrdersOut: {
            exchange: boolean;
            /** Format: int64 */
            hold_seconds: number;
            /** Format: int64 */
            seat_hold_seconds: number;
            self_refund: boolean;
        };
        Organization: {
            /**
             * @description Its colour, as #rrggbb; empty: that of the house.
             * @example #0f766e
             */
            color: string;
            /** @example org_3k9q0a7c1v5m */
            id: string;
            /** @example Riverside Workshop */
            name: string;
            /** @description Its members must sign in with a passkey to act for it. */
            passkey_required: boolean;
        };
        OrganizationChange: {
            /** @description #rrggbb; empty: that of the house. */
            color?: string;
            /** @description What it is called. */
            name?: string;
            /** @description Whether its members must sign in with a passkey to act for it. */
            passkey_required?: boolean;
        };
        OverrideShown: {
            /** Format: date-time */
            at: string;
            /** @description Id of the key of who said so. */
            by: string;
            device_id: string;
            gate: string;
            list_id?: string;
            /** @description This server decided, at that moment. */
            online: boolean;
            reason: string;
            scan_id: string;
            ticket_id: string;
        };
        Overrides: {
            items: components["schemas"]["OverrideShown"][];
            /** @description Where the next page begins; absent on the last. */
            next_cursor?: string;
        };
        OwnOrganization: {
            /**
             * @description Its colour, as #rrggbb; empty: that of the house.
             * @example #0f766e
             */
            color: string;
            /** @example org_3k9q0a7c1v5m */
            id: string;
            /**
             * @description Where mail of this installation goes. server: to a mail server. mailbox: it is kept and shown at /mailbox, for trying things out. none: nowhere, links to sign in included; messages are in people's inboxes only.
             * @example server
             * @enum {string}
             */
            mail: "server" | "mailbox" | "none";
            /** @example Riverside Workshop */
            name: string;
            /** @description Its members must sign in with a passkey to act for it. */
            passkey_required: boolean;
        };
        PaidByHand: {
            /**
             * Format: int64
             * @description In minor units. Default: what the order costs; anything else is refused.
             */
            amount?: number;
            /**
             * @description What to find it by: the transfer's text, the number of the receipt. The same text for the same order is the same money.
             * @example Receipt 2027-0142
             */
            reference: string;
        };
        PartyIn: {
            /** @description Where messages go. Required without a key. */
            email?: string;
            /** @description Who comes along. Each takes a place. */
            guests?: components["schemas"]["Guest"][];
            /** @description The language of messages, as in BCP 47. Default: the first of Accept-Language for the public, else that of the server. */
            locale?: string;
            /** @description Plain text. Required without a key. */
            name?: string;
            /**
             * Format: int64
             * @description Priority in line; keys only. Default 0.
             */
            priority_class?: number;
            /** @description Which tier. Default: the event's first. */
            tier_id?: string;
            /** @description The caller's own name for the person, unique in the organization. With a key it may be left out when email is given; without a key it is refused, and the address names the person. */
            user_id?: string;
        };
        PartyOfSize: {
            /** Format: int64 */
            entries: number;
            /** Format: int64 */
            units: number;
        };
        Passkey: {
            /** Format: date-time */
            created_at: string;
            /** @example psk_3k9q0a7c1v5m */
            id: string;
            name: string;
            /**
             * Format: date-time
             * @description When somebody last signed in with it.
             */
            used_at?: string;
        };
        PasskeyAnswer: {
            /** @description Of the challenge. */
            challenge_id: string;
            /** @description What the browser answered. */
            credential: {
                [key: string]: unknown;
            };
        };
        PasskeyChallenge: {
            /**
             * @description To be sent back with the answer, within 5 minutes, once.
             * @example chl_3k9q0a7c1v5m
             */
            challenge_id: string;
            /** @description The argument of navigator.credentials.create or get, as parseCreationOptionsFromJSON and parseRequestOptionsFromJSON of publicKey take it. */
            options: {
                [key: string]: unknown;
            };
        };
        PasskeyList: {
            items: components["schemas"]["Passkey"][];
        };
        Payment: {
            /**
             * Format: int64
             * @description In minor units of the currency.
             */
            amount: number;
            /** Format: date-time */
            captured_at: string;
            /** @example EUR */
            currency: string;
            /**
             * Format: int64
             * @description What the payer's bank has taken back.
             */
            disputed?: number;
            /** @example stripe:pi_3N0a */
            id: string;
            order_id?: string;
            /** @description Why it goes back. */
            problem?: string;
            /** @example stripe */
            provider: string;
            /** @description Of money that came by hand. */
            reference?: string;
            refunds: components["schemas"]["RefundPayout"][];
            /** Format: date-time */
            settled_at?: string;
            /**
             * @description captured: being decided. tickets: the order has it. refund: it goes back as a whole.
             * @enum {string}
             */
            status: "captured" | "tickets" | "refund" | "foreign";
        };
        Payments: {
            /** @description The pages on which somebody went to pay, oldest first, and how each was last heard to stand. */
            checkouts: components["schemas"]["CheckoutState"][];
            items: components["schemas"]["Payment"][];
        };
        Person: {
            email?: string;
            /**
             * @description The name that the audit log uses.
             * @example per_3k9q0a7c1v5m06f2w8d4xk1n7p9s
             */
            id: string;
            locale?: string;
            name?: string;
            user_id: string;
        };
        PersonData: {
            /** @description How the organization of the event reaches you, in all its events. */
            contact: components["schemas"]["ContactOut"];
            /** @description Places in line, those that ended too. */
            entries: components["schemas"]["Entry"][];
            event: components["schemas"]["EventBrief"];
            /** @description What the audit log says of you and of what is yours. It names people by id only. */
            history: components["schemas"]["PersonHistory"][];
            /** @description What you were told, and on which ways. */
            messages: components["schemas"]["Message"][];
            /** @description Registrations and orders, those that ended too. */
            orders: components["schemas"]["Order"][];
            payments: components["schemas"]["Payment"][];
            person: components["schemas"]["Person"];
            /** @description When your tickets were scanned at the door. */
            scans: components["schemas"]["PersonScan"][];
            /** @description With who comes in with each. Their codes are left out: this file lets nobody in. */
            tickets: components["schemas"]["Ticket"][];
        };
        PersonHistory: {
            /** Format: date-time */
            at: string;
            from: string;
            reason: string;
            /** Format: int64 */
            seq: number;
            subject: string;
            to: string;
        };
        PersonScan: {
            /** Format: date-time */
            at: string;
            gate: string;
            ticket_id: string;
            verdict: string;
        };
        PlacedOrder: {
            /** @description For who orders without credentials: as a bearer token it reads, pays and cancels this one order, for a day beyond its deadline. The tickets come by mail. */
            access_token?: string;
            /** Format: date-time */
            created_at: string;
            /** @example EUR */
            currency?: string;
            /**
             * Format: int64
             * @description What a promo code took off them.
             */
            discount: number;
            /** @description The place in line it came from. */
            entry_id?: string;
            event_id: string;
            /**
             * Format: date-time
             * @description While it is held or pending: until when.
             */
            expires_at?: string;
            guests: components["schemas"]["Guest"][];
            /** @example ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s */
            id: string;
            /** @description One for each unit. */
            items: components["schemas"]["Item"][];
            /** @enum {string} */
            kind: "registration" | "order";
            /**
             * Format: int64
             * @description The number of the audit row of this change.
             * @example 43
             */
            ledger_seq: number;
            /**
             * Format: int64
             * @description Without tax.
             */
            net: number;
            /** @description The offer it came from. */
            offer_id?: string;
            /**
             * Format: int64
             * @description What was paid for it.
             */
            paid: number;
            /** @description While it is pending: those with a page to pay on, to choose from with :checkout. None: the organizer is paid by hand. */
            payment_providers?: string[];
            /** @description While it is pending: the page on which the buyer pays, and sees how the payment stands. Whoever has this address can read, pay and cancel the order, and nothing else of the buyer. */
            payment_url?: string;
            person?: components["schemas"]["Person"];
            /**
             * @description Of the last change.
             * @example registered
             */
            reason: string;
            /**
             * Format: int64
             * @description How much of it was given back, or is on its way.
             */
            refunded: number;
            /** @description Everything that is or was due back, payments that came too late among them. */
            refunds: components["schemas"]["RefundDue"][];
            /**
             * @description Of an order: pending until it is paid, confirmed, and cancelled, refunded or expired when it is over. Of a registration: held, confirmed or released.
             * @enum {string}
             */
            status: "held" | "confirmed" | "released" | "pending" | "cancelled" | "refunded" | "expired";
            /**
             * Format: int64
             * @description The prices of all items, as ordered, before a code.
             */
            subtotal: number;
            /**
             * Format: int64
             * @description The sum of the items' tax, each rounded by itself.
             */
            tax: number;
            /** @description Of a registration. */
            tier_id?: string;
            /**
             * Format: int64
             * @description What is to be paid for the whole: net and tax.
             */
            total: number;
            /**
             * Format: int64
             * @description Of an order: the items that it has, or had at its end.
             */
            units: number;
            /** Format: date-time */
            updated_at: string;
        };
        PlacedPlan: {
            /** Format: date-time */
            created_at: string;
            /** @example pla_3k9q0a7c1v5m */
            id: string;
            name: string;
            /** @description Name of the room. */
            room: string;
            room_id: string;
            /** Format: int64 */
            seats: number;
            /** @description Name of the venue. */
            venue: string;
            venue_id: string;
            /** Format: int64 */
            version: number;
        };
        PlacedPlanList: {
            items: components["schemas"]["PlacedPlan"][];
            /** @description Where the next page begins; absent on the last. */
            next_cursor?: string;
        };
        Pool: {
            /** Format: int64 */
            available: number;
            /** Format: int64 */
            blocked: number;
            /** Format: int64 */
            capacity: number;
            /** Format: int64 */
            confirmed: number;
            /** Format: int64 */
            held: number;
            /** @example pol_3k9q0a7c1v5m06f2w8d4xk1n7p9s */
            id: string;
            name: string;
            /** Format: int64 */
            overcommit?: number;
        };
        PoolChange: {
            /**
             * Format: int64
             * @description Below what is taken it is allowed, and recorded as an overcommit: nothing new is given until it is gone.
             */
            capacity: number;
        };
        PoolChanged: {
            /** Format: int64 */
            available: number;
            /** Format: int64 */
            blocked: number;
            /** Format: int64 */
            capacity: number;
            /** Format: int64 */
            confirmed: number;
            /** Format: int64 */
            held: number;
            /** @example pol_3k9q0a7c1v5m06f2w8d4xk1n7p9s */
            id: string;
            /** Format: int64 */
            ledger_seq: number;
            name: string;
            /** Format: int64 */
            overcommit?: number;
        };
        PositionBand: {
            /**
             * Format: int64
             * @example 11
             */
            from: number;
            /**
             * Format: int64
             * @example 50
             */
            to: number;
        };
        Preview: {
            html: string;
            /** @description What an SMS would say. */
            sms: string;
            subject: string;
            text: string;
        };
        Problem: {
            /**
             * @description The kind of problem, for programs. Stable.
             * @example sold_out
             */
            code: string;
            /**
             * @description What happened this time.
             * @example No units are left, and join_waitlist was not set.
             */
            detail?: string;
            /** @description What is wrong with which field. */
            errors?: components["schemas"]["FieldError"][];
            /**
             * Format: int64
             * @description The HTTP status.
             * @example 409
             */
            status: number;
            /**
             * @description The kind of problem in a few words.
             * @example Sold out
             */
            title: string;
            /**
             * @description A stable address of the kind of problem. It leads to a page that explains it.
             * @example /problems/sold_out
             */
            type: string;
        };
        PublicEvent: {
            /**
             * Format: int64
             * @description Free. While people wait these are owed to the line.
             */
            available: number;
            /** Format: int64 */
            capacity: number;
            /** Format: date-time */
            ends_at: string;
            /** @example evt_3k9q0a7c1v5m */
            id: string;
            location: string;
            organization: components["schemas"]["Organization"];
            /** @description The registration cutoff has not passed. */
            registration_open: boolean;
            /** Format: date-time */
            starts_at: string;
            /** @enum {string} */
            status: "draft" | "published" | "cancelled";
            /** @example Europe/Berlin */
            timezone: string;
            title: string;
            /**
             * Format: int64
             * @description Entries in line.
             */
            waiting: number;
            /** @description The event keeps a line, and it is not full. */
            waitlist_open: boolean;
        };
        PublicEventList: {
            /** @description By start. With q a page may have fewer than limit, and still not be the last. */
            items: components["schemas"]["PublicEvent"][];
            /** @description Where the next page begins; absent on the last. */
            next_cursor?: string;
        };
        PushAdded: {
            id: string;
        };
        PushKey: {
            key: string;
        };
        PushSubscription: {
            /** @description The browser's secret, base64. */
            auth: string;
            /** @description An https address of the browser's push service. */
            endpoint: string;
            /** @description The browser's public key, base64. */
            p256dh: string;
        };
        QuietHours: {
            /**
             * @description Local time.
             * @example 22:00
             */
            from: string;
            /**
             * @description Local time; may be earlier than from, then it is the next morning.
             * @example 08:00
             */
            to: string;
        };
        Refund: {
            /**
             * Format: int64
             * @description How much money goes back; staff only. Default: what was paid for the items.
             */
            amount?: number;
            /** @description Numbers of items. Default: all that are left, which ends the order. */
            items?: number[];
        };
        RefundDue: {
            /** Format: int64 */
            amount: number;
            /** Format: date-time */
            at: string;
            currency: string;
            /** Format: int64 */
            ledger_seq: number;
            payment_id: string;
            /** @example items_refunded */
            reason: string;
        };
        RefundPayout: {
            /**
             * Format: int64
             * @description In minor units of the currency.
             */
            amount: number;
            /** Format: date-time */
            created_at: string;
            /** @example EUR */
            currency: string;
            /** @description Of the last try. */
            error?: string;
            /** @example rfd_3k9q0a7c1v5m06f2w8d4xk1n7p9s */
            id: string;
            /** @example payment_late */
            reason: string;
            /** @description Of money that was given by hand. */
            reference?: string;
            /**
             * @description due: the provider has not taken it on yet. pending: it has, or a person has to hand it over. failed: the provider refuses, a person has to look.
             * @enum {string}
             */
            status: "due" | "pending" | "done" | "failed";
            /** Format: date-time */
            updated_at: string;
        };
        Refunded: {
            currency?: string;
            /** Format: int64 */
            ledger_seq: number;
            order: components["schemas"]["Order"];
            /**
             * Format: int64
             * @description What is due back by this call, in minor units of currency. It is on its way: the order's refunds tell of it.
             */
            refund: number;
        };
        Registration: {
            entry?: components["schemas"]["Entry"];
            order?: components["schemas"]["Order"];
            person: components["schemas"]["Person"];
            /**
             * @description Of the entry while it is live, else of the order, else of the latest entry.
             * @enum {string}
             */
            status: "held" | "confirmed" | "released" | "waiting" | "offered" | "accepted" | "declined" | "expired" | "left" | "removed" | "closed";
        };
        RegistrationList: {
            items: components["schemas"]["Registration"][];
            /** @description Where the next page begins; absent on the last. */
            next_cursor?: string;
        };
        Reissue: {
            /**
             * Format: int64
             * @description The version to replace, as the ticket says. So a repetition changes nothing more.
             * @example 0
             */
            version: number;
        };
        Replay: {
            /**
             * @description Of which event.
             * @example evt_3k9q0a7c1v5m
             */
            event_id: string;
            /**
             * Format: int64
             * @description From which change on; all that come after it are sent again too.
             */
            ledger_seq: number;
        };
        Replayed: {
            /** @enum {string} */
            status: "queued";
        };
        Revoked: {
            id: string;
            /** @enum {string} */
            status: "revoked";
        };
        Room: {
            /** Format: date-time */
            created_at: string;
            /** @example roo_3k9q0a7c1v5m */
            id: string;
            name: string;
            venue_id: string;
        };
        Row: {
            /**
             * @description Unique in its section.
             * @example A
             */
            name: string;
            /** @description Numbers rise by one, or by two throughout the row (odd or even). */
            seats: components["schemas"]["Seat"][];
        };
        ScanIn: {
            /**
             * Format: date-time
             * @description When, by the clock of the device.
             */
            at: string;
            gate?: string;
            /** @description Which list of the door. Default: the list that the gate belongs to, else the event's own. */
            list_id?: string;
            /** @description The device's own name for it. */
            scan_id: string;
            ticket_id?: string;
            /** @description What was scanned. This or ticket_id; neither, when it could not be read. */
            token?: string;
            /**
             * @description What the device said.
             * @enum {string}
             */
            verdict: "admit" | "exit" | "already_admitted" | "invalid" | "wrong_event" | "not_yet" | "too_late" | "wrong_list" | "not_inside";
        };
        ScanLog: {
            device_id: string;
            event_id: string;
            scans: components["schemas"]["ScanIn"][];
        };
        Seat: {
            /** @description A wheelchair space: given only to who asks for one. */
            accessible?: boolean;
            /** @description An aisle separates it from the next seat of the row. */
            aisle_after?: boolean;
            /** @description For who comes along, beside a wheelchair space. */
            companion?: boolean;
            /**
             * Format: int64
             * @description Unique in its row.
             */
            number: number;
            /** @description The view is not free: chosen last. */
            obstructed_view?: boolean;
            /**
             * @description Name of the tier that it is sold as.
             * @example Front
             */
            tier: string;
            /**
             * Format: int64
             * @description Position, to the right. Without x and y a row is drawn straight.
             */
            x?: number;
            /**
             * Format: int64
             * @description Position, away from the stage.
             */
            y?: number;
        };
        SeatChange: {
            /**
             * Format: int64
             * @description Its place in the plan, from 1.
             */
            seat: number;
            /** @enum {string} */
            state: "a" | "h" | "s" | "b" | "w";
        };
        SeatChanges: {
            /** @description false: it is too long ago to tell; read all seats again. */
            complete: boolean;
            /**
             * Format: int64
             * @description All changes up to here are told.
             */
            ledger_seq: number;
            seats: components["schemas"]["SeatChange"][];
        };
        SeatLayout: {
            event_id: string;
            /**
             * @description A seat's id is this and its place in the plan, from 1, in 16 digits.
             * @example sea_3k9q0a7c1v5m
             */
            seat_id_prefix: string;
            /**
             * Format: int64
             * @description How many there are.
             */
            seats: number;
            /** @description The best first. */
            sections: components["schemas"]["DocumentSection"][];
            /** @description Names of the plan's tiers to ids of the event's. */
            tier_ids: {
                [key: string]: string;
            };
            /** @description Names of the tiers, which rows name by their place in this list, from 0. */
            tiers: string[];
        };
        SeatReservation: {
            /** @description Where messages go. Required without a key. */
            email?: string;
            /** @description The language of messages, as in BCP 47. */
            locale?: string;
            /** @description Plain text. Required without a key. */
            name?: string;
            /** @description More seats, all or none with the one in the path. */
            seat_ids?: string[];
            /** @description As in an order. */
            user_id?: string;
        };
        SeatStatus: {
            event_id: string;
            /**
             * Format: int64
             * @description The ledger of the event as far as it was read. Changes after it are told by the changes call and the stream.
             */
            ledger_seq: number;
            /**
             * @description A letter for each seat, in the order of the plan: a available, h held, s sold, b blocked, w free and promised to the waitlist.
             * @example aahhsb
             */
            seats: string;
        };
        SeatWait: {
            /** @description Where messages go. Required without a key. */
            email?: string;
            /** @description Who comes along. Each takes a place. */
            guests?: components["schemas"]["Guest"][];
            /** @description The language of messages, as in BCP 47. Default: the first of Accept-Language for the public, else that of the server. */
            locale?: string;
            /** @description Plain text. Required without a key. */
            name?: string;
            /**
             * Format: int64
             * @description Priority in line; keys only. Default 0.
             */
            priority_class?: number;
            /**
             * Format: int64
             * @description How many seats. Those of a section or tier are side by side. Default 1.
             */
            quantity?: number;
            /** @description Which tier. Default: the event's first. */
            tier_id?: string;
            /** @description The caller's own name for the person, unique in the organization. With a key it may be left out when email is given; without a key it is refused, and the address names the person. */
            user_id?: string;
        };
        SeatWish: {
            /** @description Where messages go. Required without a key. */
            email?: string;
            /** @description Who comes along. Each takes a place. */
            guests?: components["schemas"]["Guest"][];
            /** @description The language of messages, as in BCP 47. Default: the first of Accept-Language for the public, else that of the server. */
            locale?: string;
            /** @description Plain text. Required without a key. */
            name?: string;
            /**
             * Format: int64
             * @description Priority in line; keys only. Default 0.
             */
            priority_class?: number;
            /**
             * Format: int64
             * @description How many seats. Those of a section or tier are side by side. Default 1.
             */
            quantity?: number;
            /** @description Any of these seats, the first the dearest. */
            seat_ids?: string[];
            /** @description Or seats of one of these sections, by name, the first the dearest. */
            sections?: string[];
            /** @description Which tier. Default: the event's first. */
            tier_id?: string;
            /** @description Or seats of one of these tiers. */
            tier_ids?: string[];
            /** @description The caller's own name for the person, unique in the organization. With a key it may be left out when email is given; without a key it is refused, and the address names the person. */
            user_id?: string;
        };
        SeatingIn: {
            /**
             * @description Id of a seating plan.
             * @example pla_3k9q0a7c1v5m
             */
            plan_id: string;
            /** @description Which tiers of the event the seats of sections are sold as. */
            sections?: components["schemas"]["SoldAs"][];
            /** @description The same for the other seats of tiers of the plan. What is named in neither keeps the name that it has in the plan. */
            tiers?: components["schemas"]["SoldAs"][];
            /**
             * Format: int64
             * @description Which version. Default: the newest.
             */
            version?: number;
        };
        SeatingPlan: {
            /** Format: date-time */
            created_at: string;
            /** @example pla_3k9q0a7c1v5m */
            id: string;
            name: string;
            room_id: string;
            /** Format: int64 */
            seats: number;
            /** Format: int64 */
            version: number;
        };
        SeatingPlanChange: {
            /** @description The plan as CSV, instead of sections. */
            csv?: string;
            /** @description What it is called. */
            name: string;
            /**
             * Format: int64
             * @description The version that the change began with.
             */
            replaces: number;
            /** @description The best first; in each the best row first. */
            sections?: components["schemas"]["Section"][];
        };
        SeatingPlanCheck: {
            /** @description The plan as it would be stored. */
            layout: components["schemas"]["Document"];
            /** Format: int64 */
            seats: number;
            /** @description How many seats each section has. */
            sections: {
                [key: string]: number;
            };
            /** @description How many seats each tier has. */
            tiers: {
                [key: string]: number;
            };
        };
        SeatingPlanLayout: {
            /** Format: date-time */
            created_at: string;
            /** @example pla_3k9q0a7c1v5m */
            id: string;
            layout: components["schemas"]["Document"];
            name: string;
            room_id: string;
            /** Format: int64 */
            seats: number;
            /** Format: int64 */
            version: number;
        };
        SeatingPlanList: {
            /** @description The first 200, by id. */
            items: components["schemas"]["SeatingPlan"][];
        };
        Section: {
            /**
             * @description Unique in the plan.
             * @example Stalls
             */
            name: string;
            /** @description The best first. */
            rows: components["schemas"]["Row"][];
        };
        Session: {
            /** @description What the browser called itself. */
            agent: string;
            /** Format: date-time */
            created_at: string;
            /** @description It is the one that asks. */
            current: boolean;
            /**
             * Format: date-time
             * @description When it ends unless it is used.
             */
            expires_at: string;
            /** @example ses_3k9q0a7c1v5m */
            id: string;
            /** @enum {string} */
            method: "link" | "setup" | "passkey";
            /**
             * Format: date-time
             * @description When it was last used, to within an hour.
             */
            seen_at: string;
        };
        SessionList: {
            items: components["schemas"]["Session"][];
        };
        Setup: {
            /** @description The address of the first owner. */
            email: string;
            /** @description What the first owner is called. */
            name: string;
            /** @description The name of a new organization. This or organization_id. */
            organization?: string;
            /** @description An organization that exists and has no members. This or organization. */
            organization_id?: string;
            /** @description What stands behind the # of the link that the server printed. */
            token: string;
        };
        SignInRequest: {
            /**
             * @description Where the link goes.
             * @example ada@example.org
             */
            email: string;
            /** @description A published event that asks for a confirmed address: the mail says so, and its link leads back there. */
            event_id?: string;
        };
        SoldAs: {
            /**
             * @description Of the section, or of the tier of the plan.
             * @example Balcony
             */
            name: string;
            /**
             * @description Name of the event's tier.
             * @example Standard
             */
            tier: string;
        };
        Standing: {
            currency?: string;
            entry_id?: string;
            /**
             * Format: date-time
             * @description When the offer can no longer be claimed, or the order no longer be paid.
             */
            expires_at?: string;
            /**
             * Format: int64
             * @description The number of the audit row of this change.
             * @example 43
             */
            ledger_seq: number;
            offer_id?: string;
            order_id?: string;
            /** @description While it is pending: the page on which it is paid, as in an order. */
            payment_url?: string;
            /**
             * Format: int64
             * @description Place in line, 1 for the head, where the event shows it exactly or to staff.
             */
            position?: number;
            /** @description Where the event shows bands. */
            position_band?: components["schemas"]["PositionBand"];
            /**
             * @description confirmed: has the place. waitlisted: stands in line. offered: came to the head of the line at once and has an open offer. pending: a claimed place that costs something and is to be paid until expires_at; the last three tell how such an order ended.
             * @enum {string}
             */
            status: "confirmed" | "waitlisted" | "offered" | "pending" | "cancelled" | "refunded" | "expired";
            /**
             * Format: int64
             * @description What a claimed place costs, in minor units of currency.
             */
            total?: number;
            /**
             * Format: int64
             * @description 1 and the guests.
             */
            units: number;
        };
        Suppressed: {
            /** @enum {string} */
            status: "suppressed" | "lifted";
        };
        SyncedLog: {
            items: components["schemas"]["SyncedScan"][];
        };
        SyncedScan: {
            scan_id: string;
            /**
             * @description conflict: the device has used this scan_id for another ticket. It was not stored.
             * @enum {string}
             */
            status: "stored" | "duplicate" | "conflict";
        };
        TestBulletin: {
            /** @description Who is written to, as it stands when the message goes out. */
            audience?: components["schemas"]["Audience"];
            /** @description Paragraphs of plain text; markup is shown as it is written. {name}, {title}, {starts}, {starts_short}, {location} and {organization} are filled in. */
            body: string[];
            /**
             * @description The language that it is written in; what stands around it is in the same.
             * @example en
             */
            locale: string;
            /**
             * Format: date-time
             * @description Not before then. Default: now.
             */
            send_at?: string;
            /** @description Also the heading. */
            subject: string;
            /** @description Your address. */
            to: string;
        };
        TestReminder: {
            /** @description Default en. */
            locale?: string;
            /** @description Your address. */
            to: string;
        };
        TestSent: {
            /** @enum {string} */
            status: "sent";
        };
        TestWording: {
            /** @description The label of the button. */
            action?: string;
            /** @description Paragraphs below it. */
            after?: string[];
            /** @description Paragraphs of plain text; markup is shown as it is written. */
            body?: string[];
            heading?: string;
            /** @example waitlist_offer */
            kind: string;
            /** @example en */
            locale: string;
            subject?: string;
            /** @description Your address. */
            to: string;
        };
        Ticket: {
            /** @description Path of the pass for Apple Wallet; absent where such passes are not set up. */
            apple_pass?: string;
            /** @description Who comes in with it. Unless it was set: the person who registered with the first, a guest with each other, or who it was transferred to. */
            attendee?: string;
            /** @description The address of who comes in with it. */
            attendee_email?: string;
            event_id: string;
            /** @description It is offered to the line for its money, and good until somebody has paid. */
            exchange?: components["schemas"]["TicketExchange"];
            /** @description Path of the link that adds it to Google Wallet; absent where that is not set up. */
            google_wallet?: string;
            /** @example tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01 */
            id: string;
            /** @description The same as a JSON Web Token, signed with EdDSA. */
            jwt?: string;
            /**
             * Format: int64
             * @description Of an answer to a change: the number of its audit row.
             */
            ledger_seq?: number;
            /** @description It is offered to somebody, who has not answered. */
            offered?: components["schemas"]["TicketOffered"];
            order_id: string;
            /** @description Path of the ticket to print. */
            pdf?: string;
            /** @description Path of the QR code as PNG. */
            qr_png?: string;
            /** @description Path of the QR code as SVG. */
            qr_svg?: string;
            /** @description The named seat; absent: any place of the tier. */
            seat?: string;
            tier_id: string;
            /**
             * @description What the QR code says: signed, base64url.
             * @example AQ0P6quJq83v0P6qvUAniavN7wACAAAAASF6YNX7yf6ylcTXJpaSBPgnRze4HGZxfgTzwzvI5wvu70crW2hx9wMMy2g51Nly9u2gxmiCwI4Tv_MKPxY-1wc
             */
            token?: string;
            /** @description Somebody else holds it: to the link of the order it shows neither a token nor a name. */
            transferred?: boolean;
            /**
             * Format: int64
             * @description How often it went to somebody else.
             */
            transfers?: number;
            /**
             * Format: int64
             * @description Its number within the order, from 1.
             */
            unit: number;
            /**
             * Format: int64
             * @description Raised when the ticket is reissued; tokens of older versions are void.
             */
            version: number;
        };
        TicketChange: {
            /** @description The name. Plain text. */
            attendee?: string;
            /** @description The address of who comes in. It gets no mail by itself. */
            attendee_email?: string;
        };
        TicketExchange: {
            id: string;
            /** @enum {string} */
            status: "open" | "matched";
        };
        TicketList: {
            /** @description One for each unit; none while the order is not confirmed. */
            items: components["schemas"]["Ticket"][];
        };
        TicketOffered: {
            /** Format: date-time */
            offered_at: string;
            /** @description The name or address of who may have it. */
            to: string;
            /** @example trf_3k9q0a7c1v5m06f2w8d4xk1n7p9s */
            transfer_id: string;
        };
        Tier: {
            /**
             * Format: int64
             * @description The least that is free in its pools.
             */
            available: number;
            /**
             * Format: int64
             * @description The least capacity of its pools.
             */
            capacity: number;
            /** @example EUR */
            currency?: string;
            hidden?: boolean;
            /** @example tir_3k9q0a7c1v5m06f2w8d4xk1n7p9s */
            id: string;
            /**
             * Format: int64
             * @description 0: no bound beside 100.
             */
            max_per_order: number;
            /** @example General */
            name: string;
            /** @description The pools that a place of this tier takes from. */
            pools: string[];
            /**
             * Format: int64
             * @description Of one unit, in minor units of currency; 0: free.
             */
            price: number;
            /**
             * Format: date-time
             * @description null: no bound.
             */
            sale_ends_at: string | null;
            /**
             * Format: date-time
             * @description null: no bound.
             */
            sale_starts_at: string | null;
            /** @description It is sold by seats. Then what is free is promised to the line only where somebody waits for that seat: the chart says which. */
            seated?: boolean;
            tax_included: boolean;
            /**
             * Format: int64
             * @description In basis points.
             */
            tax_rate_bp: number;
            /** Format: int64 */
            unit_gross: number;
            /**
             * Format: int64
             * @description Of one unit without a code: net, tax and what the buyer pays.
             */
            unit_net: number;
            /** Format: int64 */
            unit_tax: number;
            /**
             * Format: int64
             * @description Entries in this tier's line.
             */
            waiting: number;
        };
        TierChange: {
            /** @description May be named, and must then be the event's: an event has one currency. */
            currency?: string;
            /** @description Shown to staff and sold with an access code only. Default false. */
            hidden?: boolean;
            /** @description Which tier. Without one a tier is added, which takes from the event-wide pool and from those named. */
            id?: string;
            /**
             * Format: int64
             * @description Units of it in one order. Default 0: no bound beside 100.
             */
            max_per_order?: number;
            /** @description Required for a new tier. */
            name?: string;
            /** @description Of a new tier: names of shared pools that a place of it takes from as well. */
            pools?: string[];
            /**
             * Format: int64
             * @description Of one unit, in minor units (cents) of the event's currency. Default 0: free.
             */
            price?: number;
            /**
             * Format: date-time
             * @description The public can take none from then on. Default: no bound.
             */
            sale_ends_at?: string | null;
            /**
             * Format: date-time
             * @description The public can take none before. Default: no bound.
             */
            sale_starts_at?: string | null;
            /** @description Whether price contains the tax; else it comes on top. Default true. */
            tax_included?: boolean;
            /**
             * Format: int64
             * @description In basis points: 1900 is 19 %. Each unit is rounded by itself, half a minor unit up. Default 0.
             */
            tax_rate_bp?: number;
        };
        TierFigures: {
            /** Format: int64 */
            confirmed: number;
            /**
             * Format: int64
             * @description What the confirmed ones cost, in minor units of the event's currency.
             */
            gross: number;
            /**
             * Format: int64
             * @description In open offers and orders that are not paid yet.
             */
            held: number;
            tier_id: string;
        };
        Transfer: {
            /** Format: date-time */
            ended_at?: string;
            event_id: string;
            /** @description The name of who gives it. */
            from?: string;
            /** @example trf_3k9q0a7c1v5m06f2w8d4xk1n7p9s */
            id: string;
            /**
             * Format: int64
             * @description The number of the audit row of this change.
             */
            ledger_seq?: number;
            /** Format: date-time */
            offered_at: string;
            /**
             * @description Which of its two persons the caller is; absent for staff.
             * @enum {string}
             */
            role?: "from" | "to";
            /** @enum {string} */
            status: "offered" | "accepted" | "declined" | "cancelled";
            ticket_id: string;
            /** @description The name or address of who may have it. */
            to?: string;
            /** @description The ticket is no longer good, so nothing can come of an offer. */
            void?: boolean;
        };
        Unblocking: {
            /** @description Which of its seats. One that it gave back before is left alone. */
            seat_ids: string[];
        };
        Venue: {
            address: string;
            /** Format: date-time */
            created_at: string;
            /** @example ven_3k9q0a7c1v5m */
            id: string;
            name: string;
        };
        VenueList: {
            items: components["schemas"]["VenueWithRooms"][];
            /** @description Where the next page begins; absent on the last. */
            next_cursor?: string;
        };
        VenueWithRooms: {
            address: string;
            /** Format: date-time */
            created_at: string;
            /** @example ven_3k9q0a7c1v5m */
            id: string;
            name: string;
            /** @description The first 200, by id. */
            rooms: components["schemas"]["Room"][];
        };
        WaitlistIn: {
            /**
             * Format: int64
             * @description How long an offer stands. Default 21600, 6 hours.
             */
            claim_window_seconds?: number;
            /** @description Whether people can wait. Default true. */
            enabled?: boolean;
            /**
             * Format: int64
             * @description How many entries may wait. Default 0: no limit.
             */
            limit?: number;
            /**
             * @description When the party at the head does not fit: let units gather, or let the next that fits pass, each entry at most 3 times. Default bounded_skip.
             * @enum {string}
             */
            party_policy?: "strict" | "bounded_skip";
            /**
             * @description How people see their place. Default exact.
             * @enum {string}
             */
            position_display?: "exact" | "band" | "hidden";
            /**
             * Format: int64
             * @description What one step of priority class is worth: an entry of class c counts as if it had joined that much earlier, c times. Default 86400, one day.
             */
            priority_head_start_seconds?: number;
            /**
             * @description What the head of the line is given: an offer with a claim window, or the place at once. Default offer.
             * @enum {string}
             */
            promotion?: "offer" | "confirm";
            /** @description Claim windows do not start inside them. Default: none. The same time twice: none. */
            quiet_hours?: components["schemas"]["QuietHours"];
            /** @description Claim windows start inside quiet hours too. Default false. */
            time_critical?: boolean;
            /**
             * Format: int64
             * @description The time between waves. Default 0; more than 0 when wave_size is set.
             */
            wave_interval_seconds?: number;
            /**
             * Format: int64
             * @description How many offers go out in one wave. Default 0: no waves.
             */
            wave_size?: number;
        };
        WaitlistOut: {
            /** Format: int64 */
            claim_window_seconds: number;
            enabled: boolean;
            /**
             * Format: int64
             * @description 0: no limit.
             */
            limit: number;
            /** @enum {string} */
            party_policy: "strict" | "bounded_skip";
            /** @enum {string} */
            position_display: "exact" | "band" | "hidden";
            /** Format: int64 */
            priority_head_start_seconds: number;
            /** @enum {string} */
            promotion: "offer" | "confirm";
            /** @description null: none. */
            quiet_hours: components["schemas"]["QuietHours"];
            time_critical: boolean;
            /** Format: int64 */
            wave_interval_seconds: number;
            /**
             * Format: int64
             * @description 0: no waves.
             */
            wave_size: number;
        };
        WalletLink: {
            /** @description Where a browser adds it: an address of Google's that says all there is to say, signed. */
            url: string;
        };
        Webhook: {
            /** Format: date-time */
            created_at: string;
            description: string;
            disabled_reason?: string;
            /**
             * Format: date-time
             * @description The first failure since then; null: none.
             */
            failing_since: string | null;
            /** @example whk_3k9q0a7c1v5m */
            id: string;
            /**
             * Format: int64
             * @description Which secret signs.
             * @example 1
             */
            secret_version: number;
            /**
             * @description disabled: it took nothing for three days, or said that it is gone.
             * @enum {string}
             */
            state: "enabled" | "paused" | "disabled";
            /**
             * Format: date-time
             * @description When it last took a change; null: never.
             */
            succeeded_at: string | null;
            /** @description Empty: everything. */
            types: string[];
            url: string;
        };
        WebhookChange: {
            description?: string;
            /** @description false pauses it; true lets it go on where it was, at once. */
            enabled?: boolean;
            /** @description Replaces the list. */
            types?: string[];
            url?: string;
        };
        WebhookDeleted: {
            id: string;
            /** @enum {string} */
            status: "deleted";
        };
        WebhookDelivery: {
            /** Format: int64 */
            attempts: number;
            /**
             * @description The webhook-id that it was sent with.
             * @example chg_3k9q0a7c1v5m00000000000000016
             */
            change_id: string;
            /** @description Why the last attempt was none. */
            error?: string;
            event_id: string;
            /** Format: date-time */
            first_at: string;
            /** Format: date-time */
            last_at: string;
            /** Format: int64 */
            ledger_seq: number;
            /** @enum {string} */
            state: "delivered" | "retrying" | "failed";
            /**
             * Format: int64
             * @description Of the last answer; 0: there was none.
             */
            status: number;
            /** @example order.registered */
            type: string;
        };
        WebhookDeliveryList: {
            /** @description The latest first. What was delivered is kept for a week. */
            items: components["schemas"]["WebhookDelivery"][];
            /** @description Where the next page begins; absent on the last. */
            next_cursor?: string;
        };
        WebhookList: {
            items: components["schemas"]["Webhook"][];
        };
        WebhookReceipt: {
            /**
             * @description foreign: a payment of somebody else on the same account.
             * @enum {string}
             */
            status: "recorded" | "duplicate" | "ignored" | "foreign";
        };
        WebhookTest: {
            error?: string;
            /**
             * Format: int64
             * @description Of the answer; 0: there was none.
             */
            status: number;
            taken: boolean;
        };
        WebhookWithSecret: {
            /** Format: date-time */
            created_at: string;
            description: string;
            disabled_reason?: string;
            /**
             * Format: date-time
             * @description The first failure since then; null: none.
             */
            failing_since: string | null;
            /** @example whk_3k9q0a7c1v5m */
            id: string;
            /**
             * @description What signatures are checked with, as Standard Webhooks says. Shown here only.
             * @example whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=
             */
            secret: string;
            /**
             * Format: int64
             * @description Which secret signs.
             * @example 1
             */
            secret_version: number;
            /**
             * @description disabled: it took nothing for three days, or said that it is gone.
             * @enum {string}
             */
            state: "enabled" | "paused" | "disabled";
            /**
             * Format: date-time
             * @description When it last took a change; null: never.
             */
            succeeded_at: string | null;
            /** @description Empty: everything. */
            types: string[];
            url: string;
        };
        Wording: {
            /** @description The label of the button. */
            action?: string;
            /** @description Paragraphs below it. */
            after?: string[];
            /** @description Paragraphs of plain text; markup is shown as it is written. */
            body?: string[];
            /** @description Empty: of all events. */
            event_id: string;
            heading?: string;
            /** @example waitlist_offer */
            kind: string;
            /** @example en */
            locale: string;
            subject?: string;
        };
        WordingKind: {
            kind: string;
            /** @description Written in braces; count takes two forms, as in {count|# place|# places}. */
            placeholders: string[];
        };
        WordingList: {
            items: components["schemas"]["Wording"][];
            kinds: components["schemas"]["WordingKind"][];
            locales: string[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ready: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["APIKeyList"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "create-api-key": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Door, tablet 3",
                 *       "role": "door"
                 *     }
                 */
                "application/json": components["schemas"]["NewAPIKey"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedAPIKey"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `already_exists`: Already exists. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request; `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "revoke-api-key": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the key.
                 * @example key_3k9q0a7c1v5m
                 */
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_3k9q0a7c1v5m",
                     *       "status": "revoked"
                     *     }
                     */
                    "application/json": components["schemas"]["Revoked"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "send-sign-in-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.org"
                 *     }
                 */
                "application/json": components["schemas"]["SignInRequest"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "accepted"
                     *     }
                     */
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "sign-in-with-passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "challenge_id": "chl_3k9q0a7c1v5m",
                 *       "credential": {
                 *         "type": "public-key"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PasskeyAnswer"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "email": "ada@example.org",
                     *         "id": "acc_3k9q0a7c1v5m",
                     *         "locale": "en",
                     *         "name": "Ada Lovelace"
                     *       },
                     *       "kind": "person",
                     *       "memberships": [
                     *         {
                     *           "member_id": "mem_3k9q0a7c1v5m",
                     *           "organization": {
                     *             "color": "#0f766e",
                     *             "id": "org_3k9q0a7c1v5m",
                     *             "name": "Riverside Workshop",
                     *             "passkey_required": false
                     *           },
                     *           "passkey_required": false,
                     *           "role": "owner"
                     *         }
                     *       ],
                     *       "setup_required": false
                     *     }
                     */
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `passkey_invalid`: Not a passkey of this server. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `challenge_ended`: Asked too long ago. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "challenge-passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyChallenge"];
                };
            };
            /** @description `cross_origin`: Sent from another page. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "signed_out"
                     *     }
                     */
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            /** @description `cross_origin`: Sent from another page. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "ho_3k9q0a7c1v5mAQ0P6quJq83v0P6qvUAniavN7wACAAAAASF6YNX7yf6y"
                 *     }
                 */
                "application/json": components["schemas"]["OneTimeToken"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "email": "ada@example.org",
                     *         "id": "acc_3k9q0a7c1v5m",
                     *         "locale": "en",
                     *         "name": "Ada Lovelace"
                     *       },
                     *       "kind": "person",
                     *       "memberships": [
                     *         {
                     *           "member_id": "mem_3k9q0a7c1v5m",
                     *           "organization": {
                     *             "color": "#0f766e",
                     *             "id": "org_3k9q0a7c1v5m",
                     *             "name": "Riverside Workshop",
                     *             "passkey_required": false
                     *           },
                     *           "passkey_required": false,
                     *           "role": "owner"
                     *         }
                     *       ],
                     *       "setup_required": false
                     *     }
                     */
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `one_time_link_invalid`: Invalid link. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `one_time_link_ended`: Link used or expired. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-brand": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Brand"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "put-brand": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "address": "Pier 3, 20457 Hamburg",
                 *       "colour": "#1d4ed8",
                 *       "name": "Harbour Concerts"
                 *     }
                 */
                "application/json": components["schemas"]["Brand"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Brand"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request; `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-bulletin": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the message to guests.
                 * @example bul_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                bulletin_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bulletin"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "stop-bulletin": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the message to guests.
                 * @example bul_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                bulletin_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bulletin"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-changes": {
        parameters: {
            query?: {
                /** @description How many items a page has at most. Default 50. */
                limit?: number;
                /** @description The `next_cursor` of the answer before. Without it: from the beginning. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangePage"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `query_too_long`: Query too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request; `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "change-checkin-list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a list of the door. In a query: default is the event's own.
                 * @example lst_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                list_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "closes_at": "2027-11-11T22:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["ListChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `gate_taken`: The gate belongs to another list; `list_changed`: Changed meanwhile. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request; `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "check-in": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "device_id": "tablet-3",
                 *       "event_id": "evt_3k9q0a7c1v5m",
                 *       "gate": "North",
                 *       "scan_id": "000117",
                 *       "ticket_id": "tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01"
                 *     }
                 */
                "application/json": components["schemas"]["NewCheckin"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkin"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request; `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "override-check-in": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event_id": "evt_3k9q0a7c1v5m",
                 *       "gate": "North",
                 *       "reason": "Ticket was scanned by mistake, holder has an ID",
                 *       "ticket_id": "tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01"
                 *     }
                 */
                "application/json": components["schemas"]["NewOverride"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkin"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request; `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "sync-checkins": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "device_id": "tablet-3",
                 *       "event_id": "evt_3k9q0a7c1v5m",
                 *       "scans": [
                 *         {
                 *           "at": "2026-05-01T18:02:11Z",
                 *           "gate": "North",
                 *           "scan_id": "000118",
                 *           "ticket_id": "tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s02",
                 *           "verdict": "admit"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ScanLog"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SyncedLog"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request; `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-dead-letters": {
        parameters: {
            query?: {
                /** @description How many items a page has at most. Default 50. */
                limit?: number;
                /** @description The `next_cursor` of the page before. It is signed and belongs to this list. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeadLetterList"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `query_too_long`: Query too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request; `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "replay-dead-letter": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel": "mail",
                 *       "event_id": "evt_3k9q0a7c1v5m",
                 *       "message": "17"
                 *     }
                 */
                "application/json": components["schemas"]["DeliveryName"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LetterReplayed"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request; `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-events": {
        parameters: {
            query?: {
                /** @description How many items a page has at most. Default 50. */
                limit?: number;
                /** @description The `next_cursor` of the page before. It is signed and belongs to this list. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `query_too_long`: Query too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request; `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "create-event": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "capacity": 100,
                 *       "ends_at": "2027-11-11T20:00:00+01:00",
                 *       "location": "Old harbour, gate 2",
                 *       "max_guests": 3,
                 *       "publish": true,
                 *       "registration_cutoff": "2027-11-11T12:00:00+01:00",
                 *       "reminder_offsets_seconds": [
                 *         86400
                 *       ],
                 *       "starts_at": "2027-11-11T17:00:00+01:00",
                 *       "timezone": "Europe/Berlin",
                 *       "title": "Lantern walk",
                 *       "waitlist": {
                 *         "claim_window_seconds": 21600,
                 *         "limit": 500,
                 *         "party_policy": "bounded_skip",
                 *         "position_display": "exact",
                 *         "promotion": "offer",
                 *         "quiet_hours": {
                 *           "from": "22:00",
                 *           "to": "08:00"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewEvent"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "availability": {
                     *         "available": 37,
                     *         "blocked": 0,
                     *         "capacity": 100,
                     *         "confirmed": 62,
                     *         "held": 1,
                     *         "waiting": 0
                     *       },
                     *       "cancellation_cutoff": null,
                     *       "capacity": 100,
                     *       "created_at": "2027-09-01T08:00:00Z",
                     *       "description": "",
                     *       "doors_open_at": "2027-11-11T15:30:00Z",
                     *       "ends_at": "2027-11-11T19:00:00Z",
                     *       "id": "evt_3k9q0a7c1v5m",
                     *       "ledger_seq": 42,
                     *       "limit_per_person": 0,
                     *       "location": "Old harbour, gate 2",
                     *       "max_guests": 3,
                     *       "max_transfers": 1,
                     *       "pools": [
                     *         {
                     *           "available": 37,
                     *           "blocked": 0,
                     *           "capacity": 100,
                     *           "confirmed": 62,
                     *           "held": 1,
                     *           "id": "pol_3k9q0a7c1v5m06f2w8d4xk1n7p9r",
                     *           "name": "All places"
                     *         }
                     *       ],
                     *       "registration_cutoff": "2027-11-11T11:00:00Z",
                     *       "reminder_offsets_seconds": [
                     *         86400
                     *       ],
                     *       "starts_at": "2027-11-11T16:00:00Z",
                     *       "status": "published",
                     *       "tiers": [
                     *         {
                     *           "available": 37,
                     *           "capacity": 100,
                     *           "id": "tir_3k9q0a7c1v5m06f2w8d4xk1n7p9s",
                     *           "name": "General",
                     *           "pools": [
                     *             "pol_3k9q0a7c1v5m06f2w8d4xk1n7p9r"
                     *           ],
                     *           "waiting": 0
                     *         }
                     *       ],
                     *       "timezone": "Europe/Berlin",
                     *       "title": "Lantern walk",
                     *       "updated_at": "2027-10-30T10:11:12Z",
                     *       "waitlist": {
                     *         "claim_window_seconds": 21600,
                     *         "enabled": true,
                     *         "limit": 500,
                     *         "party_policy": "bounded_skip",
                     *         "position_display": "exact",
                     *         "priority_head_start_seconds": 86400,
                     *         "promotion": "offer",
                     *         "quiet_hours": {
                     *           "from": "22:00",
                     *           "to": "08:00"
                     *         },
                     *         "time_critical": false,
                     *         "wave_interval_seconds": 0,
                     *         "wave_size": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Event"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `already_exists`: Already exists. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `capacity_out_of_range`: Capacity out of range; `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request; `invalid_settings`: Invalid settings; `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-event": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "availability": {
                     *         "available": 37,
                     *         "blocked": 0,
                     *         "capacity": 100,
                     *         "confirmed": 62,
                     *         "held": 1,
                     *         "waiting": 0
                     *       },
                     *       "cancellation_cutoff": null,
                     *       "capacity": 100,
                     *       "created_at": "2027-09-01T08:00:00Z",
                     *       "description": "",
                     *       "doors_open_at": "2027-11-11T15:30:00Z",
                     *       "ends_at": "2027-11-11T19:00:00Z",
                     *       "id": "evt_3k9q0a7c1v5m",
                     *       "ledger_seq": 42,
                     *       "limit_per_person": 0,
                     *       "location": "Old harbour, gate 2",
                     *       "max_guests": 3,
                     *       "max_transfers": 1,
                     *       "pools": [
                     *         {
                     *           "available": 37,
                     *           "blocked": 0,
                     *           "capacity": 100,
                     *           "confirmed": 62,
                     *           "held": 1,
                     *           "id": "pol_3k9q0a7c1v5m06f2w8d4xk1n7p9r",
                     *           "name": "All places"
                     *         }
                     *       ],
                     *       "registration_cutoff": "2027-11-11T11:00:00Z",
                     *       "reminder_offsets_seconds": [
                     *         86400
                     *       ],
                     *       "starts_at": "2027-11-11T16:00:00Z",
                     *       "status": "published",
                     *       "tiers": [
                     *         {
                     *           "available": 37,
                     *           "capacity": 100,
                     *           "id": "tir_3k9q0a7c1v5m06f2w8d4xk1n7p9s",
                     *           "name": "General",
                     *           "pools": [
                     *             "pol_3k9q0a7c1v5m06f2w8d4xk1n7p9r"
                     *           ],
                     *           "waiting": 0
                     *         }
                     *       ],
                     *       "timezone": "Europe/Berlin",
                     *       "title": "Lantern walk",
                     *       "updated_at": "2027-10-30T10:11:12Z",
                     *       "waitlist": {
                     *         "claim_window_seconds": 21600,
                     *         "enabled": true,
                     *         "limit": 500,
                     *         "party_policy": "bounded_skip",
                     *         "position_display": "exact",
                     *         "priority_head_start_seconds": 86400,
                     *         "promotion": "offer",
                     *         "quiet_hours": {
                     *           "from": "22:00",
                     *           "to": "08:00"
                     *         },
                     *         "time_critical": false,
                     *         "wave_interval_seconds": 0,
                     *         "wave_size": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Event"];
                };
            };
            /** @description `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "change-event": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "capacity": 120,
                 *       "waitlist": {
                 *         "position_display": "band"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["EventChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "availability": {
                     *         "available": 37,
                     *         "blocked": 0,
                     *         "capacity": 100,
                     *         "confirmed": 62,
                     *         "held": 1,
                     *         "waiting": 0
                     *       },
                     *       "cancellation_cutoff": null,
                     *       "capacity": 100,
                     *       "created_at": "2027-09-01T08:00:00Z",
                     *       "description": "",
                     *       "doors_open_at": "2027-11-11T15:30:00Z",
                     *       "ends_at": "2027-11-11T19:00:00Z",
                     *       "id": "evt_3k9q0a7c1v5m",
                     *       "ledger_seq": 42,
                     *       "limit_per_person": 0,
                     *       "location": "Old harbour, gate 2",
                     *       "max_guests": 3,
                     *       "max_transfers": 1,
                     *       "pools": [
                     *         {
                     *           "available": 37,
                     *           "blocked": 0,
                     *           "capacity": 100,
                     *           "confirmed": 62,
                     *           "held": 1,
                     *           "id": "pol_3k9q0a7c1v5m06f2w8d4xk1n7p9r",
                     *           "name": "All places"
                     *         }
                     *       ],
                     *       "registration_cutoff": "2027-11-11T11:00:00Z",
                     *       "reminder_offsets_seconds": [
                     *         86400
                     *       ],
                     *       "starts_at": "2027-11-11T16:00:00Z",
                     *       "status": "published",
                     *       "tiers": [
                     *         {
                     *           "available": 37,
                     *           "capacity": 100,
                     *           "id": "tir_3k9q0a7c1v5m06f2w8d4xk1n7p9s",
                     *           "name": "General",
                     *           "pools": [
                     *             "pol_3k9q0a7c1v5m06f2w8d4xk1n7p9r"
                     *           ],
                     *           "waiting": 0
                     *         }
                     *       ],
                     *       "timezone": "Europe/Berlin",
                     *       "title": "Lantern walk",
                     *       "updated_at": "2027-10-30T10:11:12Z",
                     *       "waitlist": {
                     *         "claim_window_seconds": 21600,
                     *         "enabled": true,
                     *         "limit": 500,
                     *         "party_policy": "bounded_skip",
                     *         "position_display": "exact",
                     *         "priority_head_start_seconds": 86400,
                     *         "promotion": "offer",
                     *         "quiet_hours": {
                     *           "from": "22:00",
                     *           "to": "08:00"
                     *         },
                     *         "time_critical": false,
                     *         "wave_interval_seconds": 0,
                     *         "wave_size": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Event"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `event_cancelled`: The event is cancelled; `event_over`: The event is over; `settings_moved`: Changed meanwhile. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `capacity_out_of_range`: Capacity out of range; `invalid_request`: Invalid request; `invalid_settings`: Invalid settings. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "read-audit": {
        parameters: {
            query?: {
                /** @description How many items a page has at most. Default 50. */
                limit?: number;
                /** @description The `next_cursor` of the page before. It is signed and belongs to this list. */
                cursor?: string;
                /** @description Id of an order, block, entry, offer, transfer, exchange, seat, pool, or of the event itself. */
                subject?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `query_too_long`: Query too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-blocks": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockList"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "create-block": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "units": 4
                 *     }
                 */
                "application/json": components["schemas"]["NewBlock"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "event_id": "evt_3k9q0a7c1v5m",
                     *       "id": "blk_3k9q0a7c1v5m06f2w8d4xk1n7p9s",
                     *       "ledger_seq": 47,
                     *       "status": "held",
                     *       "tier_id": "tir_3k9q0a7c1v5m06f2w8d4xk1n7p9s",
                     *       "units": 4
                     *     }
                     */
                    "application/json": components["schemas"]["Block"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `event_cancelled`: The event is cancelled; `event_over`: The event is over; `not_enough_units`: Not enough free units; `seat_blocked`: Seat blocked; `seat_taken`: Seat not available; `seats_required`: Sold by seats. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "delete-block": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
                /**
                 * @description Id of the block.
                 * @example blk_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                block_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ledger_seq": 48,
                     *       "status": "released"
                     *     }
                     */
                    "application/json": components["schemas"]["Ended"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `event_cancelled`: The event is cancelled; `event_over`: The event is over. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "unblock-seats": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
                /**
                 * @description Id of the block.
                 * @example blk_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                block_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "seat_ids": [
                 *         "sea_3k9q0a7c1v5m0000000000000012"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Unblocking"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "event_id": "evt_3k9q0a7c1v5m",
                     *       "id": "blk_3k9q0a7c1v5m06f2w8d4xk1n7p9s",
                     *       "ledger_seq": 48,
                     *       "seat_ids": [
                     *         "sea_3k9q0a7c1v5m0000000000000011"
                     *       ],
                     *       "status": "held",
                     *       "units": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Block"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `event_cancelled`: The event is cancelled; `event_over`: The event is over. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-bulletins": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulletinList"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "create-bulletin": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "audience": {
                 *         "standing": "confirmed"
                 *       },
                 *       "body": [
                 *         "{name}, the side entrance is closed today. Please come through the yard."
                 *       ],
                 *       "locale": "en",
                 *       "subject": "Doors open at six"
                 *     }
                 */
                "application/json": components["schemas"]["NewBulletin"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bulletin"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `no_mail_server`: No mail server. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "preview-bulletin": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "audience": {
                 *         "standing": "confirmed"
                 *       },
                 *       "body": [
                 *         "{name}, the side entrance is closed today. Please come through the yard."
                 *       ],
                 *       "locale": "en",
                 *       "subject": "Doors open at six"
                 *     }
                 */
                "application/json": components["schemas"]["NewBulletin"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulletinPreview"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `no_mail_server`: No mail server. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "test-bulletin": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "audience": {
                 *         "standing": "confirmed"
                 *       },
                 *       "body": [
                 *         "{name}, the side entrance is closed today. Please come through the yard."
                 *       ],
                 *       "locale": "en",
                 *       "subject": "Doors open at six",
                 *       "to": "me@example.org"
                 *     }
                 */
                "application/json": components["schemas"]["TestBulletin"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestSent"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `no_mail_server`: No mail server. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `mail_not_taken`: The mail was not taken. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-checkin-bundle": {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the page before. It is signed and belongs to this list. */
                cursor?: string;
                /**
                 * @description Id of a list of the door. In a query: default is the event's own.
                 * @example lst_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                list_id?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bundle"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `query_too_long`: Query too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-checkin-lists": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lists"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "create-checkin-list": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "gates": [
                 *         "Lounge door"
                 *       ],
                 *       "name": "Lounge",
                 *       "opens_at": "2027-11-11T16:30:00Z",
                 *       "re_entry": "exit"
                 *     }
                 */
                "application/json": components["schemas"]["NewList"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `gate_taken`: The gate belongs to another list; `too_many_lists`: Too many lists. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "read-checkins": {
        parameters: {
            query?: {
                /** @description How many items a page has at most. Default 50. */
                limit?: number;
                /** @description The `next_cursor` of the page before. It is signed and belongs to this list. */
                cursor?: string;
                /**
                 * @description Id of a list of the door. In a query: default is the event's own.
                 * @example lst_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                list_id?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Attendance"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `query_too_long`: Query too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-codes": {
        parameters: {
            query?: {
                /** @description How many items a page has at most. Default 50. */
                limit?: number;
                /** @description The `next_cursor` of the page before. It is signed and belongs to this list. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodeList"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `query_too_long`: Query too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "create-code": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "EARLYBIRD",
                 *       "kind": "promo",
                 *       "max_uses": 100,
                 *       "percent_bp": 2500
                 *     }
                 */
                "application/json": components["schemas"]["NewCode"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Code"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `already_exists`: Already exists; `event_cancelled`: The event is cancelled; `event_over`: The event is over. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request; `invalid_settings`: Invalid settings. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-code": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
                /**
                 * @description Id of the promo or access code.
                 * @example cod_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                code_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Code"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "delete-code": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
                /**
                 * @description Id of the promo or access code.
                 * @example cod_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                code_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ledger_seq": 48,
                     *       "status": "disabled"
                     *     }
                     */
                    "application/json": components["schemas"]["Ended"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `event_cancelled`: The event is cancelled; `event_over`: The event is over. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "change-code": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
                /**
                 * @description Id of the promo or access code.
                 * @example cod_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                code_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "max_uses": 200
                 *     }
                 */
                "application/json": components["schemas"]["CodeTerms"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Code"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `event_cancelled`: The event is cancelled; `event_over`: The event is over. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request; `invalid_settings`: Invalid settings. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "try-code": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "EARLYBIRD"
                 *     }
                 */
                "application/json": components["schemas"]["CodeTyped"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodeWorth"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `code_not_valid`: The code is not valid now; `code_used_up`: The code is used up. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-exports": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportList"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "create-export": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "format": "csv",
                 *       "kind": "guests"
                 *     }
                 */
                "application/json": components["schemas"]["NewExport"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Export"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "read-figures": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Figures"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-guests": {
        parameters: {
            query?: {
                /** @description How many items a page has at most. Default 50. */
                limit?: number;
                /** @description The `next_cursor` of the page before. It is signed and belongs to this list. */
                cursor?: string;
                /** @description Words to search for. */
                q?: string;
                /** @description Only guests of this standing; who waits or is offered a place is found as such whatever else they have. */
                standing?: "confirmed" | "ticket_holder" | "offered" | "pending" | "waiting" | "ended";
                /** @description Which tier's line. Default: the event's first tier. */
                tier_id?: string;
                /** @description yes: somebody came in with a ticket of theirs. no: a ticket of theirs has not been used. */
                checked_in?: "yes" | "no";
            };
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventGuestList"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `query_too_long`: Query too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-guest": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
                /**
                 * @description The caller's own name for the person; `mail:` and the address in lower case for who registered without a key.
                 * @example u_1815
                 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuestRecord"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-imports": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportList"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "create-import": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "csv": "email,name,guests\nada@example.org,Ada Lovelace,Charles Babbage; Mary Somerville\n",
                 *       "dry_run": true
                 *     }
                 */
                "application/json": components["schemas"]["NewImport"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportReport"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "read-journal": {
        parameters: {
            query?: {
                /** @description How many items a page has at most. Default 50. */
                limit?: number;
                /** @description The `next_cursor` of the page before. It is signed and belongs to this list. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Journal"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `query_too_long`: Query too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "read-journal-csv": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv; charset=utf-8": string;
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-notices": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoticeList"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-orders": {
        parameters: {
            query?: {
                /** @description How many items a page has at most. Default 50. */
                limit?: number;
                /** @description The `next_cursor` of the page before. It is signed and belongs to this list. */
                cursor?: string;
                /** @description Which registrations. */
                status?: "confirmed" | "released";
                /** @description Words to search for. */
                q?: string;
                /** @description newest: the latest first. */
                sort?: "newest";
            };
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderList"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `query_too_long`: Query too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "place-order": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.org",
                 *       "items": [
                 *         {
                 *           "quantity": 2
                 *         },
                 *         {
                 *           "quantity": 1
                 *         }
                 *       ],
                 *       "name": "Ada Lovelace",
                 *       "user_id": "u_1815"
                 *     }
                 */
                "application/json": components["schemas"]["NewOrder"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlacedOrder"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `address_not_confirmed`: Address not confirmed; `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `code_not_valid`: The code is not valid now; `code_used_up`: The code is used up; `event_cancelled`: The event is cancelled; `event_not_published`: The event is not published; `event_over`: The event is over; `limit_per_person`: Limit per person reached; `not_together`: Not side by side; `registration_closed`: Registration is closed; `sale_not_open`: The sale is not open yet; `sale_over`: The sale is over; `seat_blocked`: Seat blocked; `seat_left_alone`: A seat would be left alone; `seat_taken`: Seat not available; `sold_out`: Sold out. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `code_not_applicable`: The code is for something else; `code_unknown`: No such code; `currency_mismatch`: Another currency; `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request; `limit_per_order`: Limit per order; `quantity_out_of_range`: Quantity out of range. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-overrides": {
        parameters: {
            query?: {
                /** @description How many items a page has at most. Default 50. */
                limit?: number;
                /** @description The `next_cursor` of the page before. It is signed and belongs to this list. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Overrides"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `query_too_long`: Query too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "erase-person": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
                /**
                 * @description The caller's own name for the person; `mail:` and the address in lower case for who registered without a key.
                 * @example u_1815
                 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ledger_seq": 62,
                     *       "status": "erased"
                     *     }
                     */
                    "application/json": components["schemas"]["Ended"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-contact": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
                /**
                 * @description The caller's own name for the person; `mail:` and the address in lower case for who registered without a key.
                 * @example u_1815
                 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactOut"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "put-contact": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
                /**
                 * @description The caller's own name for the person; `mail:` and the address in lower case for who registered without a key.
                 * @example u_1815
                 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channels": [
                 *         "mail",
                 *         "sms"
                 *       ],
                 *       "phone": "+4930123456",
                 *       "sms_consent": true,
                 *       "timezone": "Europe/Berlin"
                 *     }
                 */
                "application/json": components["schemas"]["Contact"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactOut"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-person-data": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
                /**
                 * @description The caller's own name for the person; `mail:` and the address in lower case for who registered without a key.
                 * @example u_1815
                 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonData"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "add-push-subscription": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
                /**
                 * @description The caller's own name for the person; `mail:` and the address in lower case for who registered without a key.
                 * @example u_1815
                 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "auth": "BTBZMqHH6r4Tts7J_aSIgg",
                 *       "endpoint": "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
                 *       "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
                 *     }
                 */
                "application/json": components["schemas"]["PushSubscription"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PushAdded"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-pool": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
                /**
                 * @description Id of the pool.
                 * @example pol_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                pool_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pool"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "change-pool": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
                /**
                 * @description Id of the pool.
                 * @example pol_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                pool_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "capacity": 60
                 *     }
                 */
                "application/json": components["schemas"]["PoolChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PoolChanged"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `event_cancelled`: The event is cancelled; `event_over`: The event is over. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `capacity_out_of_range`: Capacity out of range; `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-registrations": {
        parameters: {
            query?: {
                /** @description How many items a page has at most. Default 50. */
                limit?: number;
                /** @description The `next_cursor` of the page before. It is signed and belongs to this list. */
                cursor?: string;
                /** @description Which registrations. */
                status?: "confirmed" | "released";
            };
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegistrationList"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `query_too_long`: Query too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    register: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.org",
                 *       "guests": [
                 *         {
                 *           "name": "Grace Hopper"
                 *         }
                 *       ],
                 *       "join_waitlist": true,
                 *       "name": "Ada Lovelace",
                 *       "user_id": "u_1815"
                 *     }
                 */
                "application/json": components["schemas"]["NewRegistration"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ledger_seq": 43,
                     *       "order_id": "ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s",
                     *       "status": "confirmed",
                     *       "units": 2
                     *     }
                     */
                    "application/json": components["schemas"]["Standing"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `address_not_confirmed`: Address not confirmed; `class_not_allowed`: Priority class not allowed; `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `already_registered`: Already registered; `already_waiting`: Already in line; `event_cancelled`: The event is cancelled; `event_not_published`: The event is not published; `event_over`: The event is over; `limit_per_person`: Limit per person reached; `payment_required`: It has a price; `registration_closed`: Registration is closed; `seats_required`: Sold by seats; `sold_out`: Sold out; `waitlist_disabled`: The event keeps no line. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `waitlist_full`: The line is full. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `guests_over_limit`: Too many guests; `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request; `party_exceeds_capacity`: The party can never fit. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-registration": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
                /**
                 * @description The caller's own name for the person; `mail:` and the address in lower case for who registered without a key.
                 * @example u_1815
                 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Registration"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "cancel-registration": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
                /**
                 * @description The caller's own name for the person; `mail:` and the address in lower case for who registered without a key.
                 * @example u_1815
                 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ledger_seq": 44,
                     *       "status": "released"
                     *     }
                     */
                    "application/json": components["schemas"]["Ended"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cancellation_closed`: Cancellation is closed; `event_cancelled`: The event is cancelled; `event_over`: The event is over. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "test-reminder": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "to": "me@example.org"
                 *     }
                 */
                "application/json": components["schemas"]["TestReminder"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestSent"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `no_mail_server`: No mail server. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `mail_not_taken`: The mail was not taken. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-seats": {
        parameters: {
            query?: {
                /** @description A ledger seq, as a change answered it: the seats are shown at least as of then. Default: a moment ago. */
                at_least?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeatStatus"];
                };
            };
            /** @description `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `query_too_long`: Query too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-seat-changes": {
        parameters: {
            query?: {
                /** @description The `ledger_seq` that the caller knows the seats of. */
                since?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeatChanges"];
                };
            };
            /** @description `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `query_too_long`: Query too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-seat-layout": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeatLayout"];
                };
            };
            /** @description `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "reserve-seat": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
                /**
                 * @description Id of the seat.
                 * @example sea_3k9q0a7c1v5m0000000000000042
                 */
                seat_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.org",
                 *       "name": "Ada Lovelace"
                 *     }
                 */
                "application/json": components["schemas"]["SeatReservation"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlacedOrder"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `address_not_confirmed`: Address not confirmed; `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `event_cancelled`: The event is cancelled; `event_not_published`: The event is not published; `event_over`: The event is over; `limit_per_person`: Limit per person reached; `registration_closed`: Registration is closed; `sale_not_open`: The sale is not open yet; `sale_over`: The sale is over; `seat_blocked`: Seat blocked; `seat_left_alone`: A seat would be left alone; `seat_taken`: Seat not available; `sold_out`: Sold out. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request; `limit_per_order`: Limit per order; `quantity_out_of_range`: Quantity out of range. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "wait-for-seat": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
                /**
                 * @description Id of the seat.
                 * @example sea_3k9q0a7c1v5m0000000000000042
                 */
                seat_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.org",
                 *       "name": "Ada Lovelace"
                 *     }
                 */
                "application/json": components["schemas"]["SeatWait"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Standing"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `address_not_confirmed`: Address not confirmed; `class_not_allowed`: Priority class not allowed; `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `already_registered`: Already registered; `already_waiting`: Already in line; `event_cancelled`: The event is cancelled; `event_not_published`: The event is not published; `event_over`: The event is over; `limit_per_person`: Limit per person reached; `payment_required`: It has a price; `registration_closed`: Registration is closed; `seats_required`: Sold by seats; `waitlist_disabled`: The event keeps no line. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `waitlist_full`: The line is full. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `guests_over_limit`: Too many guests; `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request; `party_exceeds_capacity`: The party can never fit; `quantity_out_of_range`: Quantity out of range. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "wait-for-seats": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.org",
                 *       "name": "Ada Lovelace",
                 *       "quantity": 2,
                 *       "sections": [
                 *         "Stalls",
                 *         "Balcony"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["SeatWish"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Standing"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `address_not_confirmed`: Address not confirmed; `class_not_allowed`: Priority class not allowed; `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `already_registered`: Already registered; `already_waiting`: Already in line; `event_cancelled`: The event is cancelled; `event_not_published`: The event is not published; `event_over`: The event is over; `limit_per_person`: Limit per person reached; `payment_required`: It has a price; `registration_closed`: Registration is closed; `seats_required`: Sold by seats; `waitlist_disabled`: The event keeps no line. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `waitlist_full`: The line is full. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `guests_over_limit`: Too many guests; `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request; `party_exceeds_capacity`: The party can never fit; `quantity_out_of_range`: Quantity out of range. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "stream-event": {
        parameters: {
            query?: {
                /** @description The `ledger_seq` that the reader knows. */
                after_seq?: number;
                /** @description What to tell of. Default: all. */
                only?: "availability" | "seats";
            };
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `query_too_long`: Query too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "search-tickets": {
        parameters: {
            query?: {
                /** @description Words to search for. */
                q?: string;
                /**
                 * @description Id of a list of the door. In a query: default is the event's own.
                 * @example lst_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                list_id?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundTickets"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `query_too_long`: Query too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-waitlist": {
        parameters: {
            query?: {
                /** @description How many items a page has at most. Default 50. */
                limit?: number;
                /** @description The `next_cursor` of the page before. It is signed and belongs to this list. */
                cursor?: string;
                /** @description Which tier's line. Default: the event's first tier. */
                tier_id?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntryList"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `query_too_long`: Query too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "join-waitlist": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.org",
                 *       "name": "Ada Lovelace",
                 *       "user_id": "u_1815"
                 *     }
                 */
                "application/json": components["schemas"]["PartyIn"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entry_id": "wle_3k9q0a7c1v5m06f2w8d4xk1n7p9s",
                     *       "ledger_seq": 44,
                     *       "position": 3,
                     *       "status": "waitlisted",
                     *       "units": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Standing"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `address_not_confirmed`: Address not confirmed; `class_not_allowed`: Priority class not allowed; `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `already_registered`: Already registered; `already_waiting`: Already in line; `event_cancelled`: The event is cancelled; `event_not_published`: The event is not published; `event_over`: The event is over; `limit_per_person`: Limit per person reached; `payment_required`: It has a price; `registration_closed`: Registration is closed; `seats_required`: Sold by seats; `waitlist_disabled`: The event keeps no line. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `waitlist_full`: The line is full. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `guests_over_limit`: Too many guests; `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request; `party_exceeds_capacity`: The party can never fit. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-event-wordings": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WordingList"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "put-event-wording": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "body": [
                 *         "{name}, {count|# place is|# places are} yours until {deadline}."
                 *       ],
                 *       "kind": "waitlist_offer",
                 *       "locale": "en",
                 *       "subject": "Your turn at {title}"
                 *     }
                 */
                "application/json": components["schemas"]["NewWording"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Wording"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "preview-wording": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "body": [
                 *         "{name}, {count|# place is|# places are} yours until {deadline}."
                 *       ],
                 *       "kind": "waitlist_offer",
                 *       "locale": "en",
                 *       "subject": "Your turn at {title}"
                 *     }
                 */
                "application/json": components["schemas"]["NewWording"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preview"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "test-wording": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "body": [
                 *         "{name}, {count|# place is|# places are} yours until {deadline}."
                 *       ],
                 *       "kind": "waitlist_offer",
                 *       "locale": "en",
                 *       "subject": "Your turn at {title}",
                 *       "to": "me@example.org"
                 *     }
                 */
                "application/json": components["schemas"]["TestWording"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestSent"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `no_mail_server`: No mail server. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `mail_not_taken`: The mail was not taken. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "cancel-event": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "event_id": "evt_3k9q0a7c1v5m",
                     *       "ledger_seq": 61,
                     *       "status": "cancelled"
                     *     }
                     */
                    "application/json": components["schemas"]["EventState"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `event_cancelled`: The event is cancelled; `event_over`: The event is over. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "publish-event": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_3k9q0a7c1v5m
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "event_id": "evt_3k9q0a7c1v5m",
                     *       "ledger_seq": 2,
                     *       "status": "published"
                     *     }
                     */
                    "application/json": components["schemas"]["EventState"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `already_published`: Already published; `event_cancelled`: The event is cancelled; `event_over`: The event is over. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-exchange": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the exchange.
                 * @example exc_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                exchange_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Exchange"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "withdraw-exchange": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the exchange.
                 * @example exc_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                exchange_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Exchange"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `exchange_taken`: Somebody is about to take it. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `exchange_ended`: The exchange has ended. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-export": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the export.
                 * @example exp_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                export_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Export"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "cancel-export": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the export.
                 * @example exp_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                export_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Export"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-import": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the import.
                 * @example imp_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportReport"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "cancel-import": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the import.
                 * @example imp_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportReport"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "email": "ada@example.org",
                     *         "id": "acc_3k9q0a7c1v5m",
                     *         "locale": "en",
                     *         "name": "Ada Lovelace"
                     *       },
                     *       "kind": "person",
                     *       "memberships": [
                     *         {
                     *           "member_id": "mem_3k9q0a7c1v5m",
                     *           "organization": {
                     *             "color": "#0f766e",
                     *             "id": "org_3k9q0a7c1v5m",
                     *             "name": "Riverside Workshop",
                     *             "passkey_required": false
                     *           },
                     *           "passkey_required": false,
                     *           "role": "owner"
                     *         }
                     *       ],
                     *       "setup_required": false
                     *     }
                     */
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "change-me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "locale": "de",
                 *       "name": "Ada Lovelace"
                 *     }
                 */
                "application/json": components["schemas"]["MeChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "email": "ada@example.org",
                     *         "id": "acc_3k9q0a7c1v5m",
                     *         "locale": "en",
                     *         "name": "Ada Lovelace"
                     *       },
                     *       "kind": "person",
                     *       "memberships": [
                     *         {
                     *           "member_id": "mem_3k9q0a7c1v5m",
                     *           "organization": {
                     *             "color": "#0f766e",
                     *             "id": "org_3k9q0a7c1v5m",
                     *             "name": "Riverside Workshop",
                     *             "passkey_required": false
                     *           },
                     *           "passkey_required": false,
                     *           "role": "owner"
                     *         }
                     *       ],
                     *       "setup_required": false
                     *     }
                     */
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-my-contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MyContactList"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-my-data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MyData"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-my-entries": {
        parameters: {
            query?: {
                /** @description How many items a page has at most. Default 50. */
                limit?: number;
                /** @description The `next_cursor` of the page before. It is signed and belongs to this list. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MyEntryList"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `query_too_long`: Query too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "read-inbox": {
        parameters: {
            query?: {
                /** @description How many items a page has at most. Default 50. */
                limit?: number;
                /** @description The `next_cursor` of the page before. It is signed and belongs to this list. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Inbox"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `query_too_long`: Query too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-my-orders": {
        parameters: {
            query?: {
                /** @description How many items a page has at most. Default 50. */
                limit?: number;
                /** @description The `next_cursor` of the page before. It is signed and belongs to this list. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MyOrderList"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `query_too_long`: Query too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyList"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "add-passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "challenge_id": "chl_3k9q0a7c1v5m",
                 *       "credential": {
                 *         "type": "public-key"
                 *       },
                 *       "name": "Phone"
                 *     }
                 */
                "application/json": components["schemas"]["NewPasskey"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Passkey"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked; `passkey_invalid`: Not a passkey of this server. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `challenge_ended`: Asked too long ago. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "challenge-new-passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyChallenge"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `passkey_limit`: Enough passkeys. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "remove-passkey": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the passkey.
                 * @example psk_3k9q0a7c1v5m
                 */
                passkey_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "removed"
                     *     }
                     */
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-my-registrations": {
        parameters: {
            query?: {
                /** @description How many items a page has at most. Default 50. */
                limit?: number;
                /** @description The `next_cursor` of the page before. It is signed and belongs to this list. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MyRegistrationList"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `query_too_long`: Query too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "end-session": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the session.
                 * @example ses_3k9q0a7c1v5m
                 */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ended"
                     *     }
                     */
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "stream-me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-my-tickets": {
        parameters: {
            query?: {
                /** @description How many items a page has at most. Default 50. */
                limit?: number;
                /** @description The `next_cursor` of the page before. It is signed and belongs to this list. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MyTicketList"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `query_too_long`: Query too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "erase-me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.org"
                 *     }
                 */
                "application/json": components["schemas"]["EraseMe"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "events": 3,
                     *       "status": "erased"
                     *     }
                     */
                    "application/json": components["schemas"]["ErasedMe"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `last_owner`: The last owner; `paid_tickets`: Paid tickets of an event to come. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberList"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "invite-member": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "grace@example.org",
                 *       "name": "Grace Hopper",
                 *       "role": "box_office"
                 *     }
                 */
                "application/json": components["schemas"]["NewMember"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created_at": "2027-09-01T08:00:00Z",
                     *       "email": "grace@example.org",
                     *       "id": "mem_3k9q0a7c1v5m",
                     *       "name": "Grace Hopper",
                     *       "role": "box_office",
                     *       "signed_in": false
                     *     }
                     */
                    "application/json": components["schemas"]["Member"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `already_member`: Already a member. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request; `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "remove-member": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the member.
                 * @example mem_3k9q0a7c1v5m
                 */
                member_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "removed"
                     *     }
                     */
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `last_owner`: The last owner. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "change-member": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the member.
                 * @example mem_3k9q0a7c1v5m
                 */
                member_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "organizer"
                 *     }
                 */
                "application/json": components["schemas"]["MemberChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created_at": "2027-09-01T08:00:00Z",
                     *       "email": "grace@example.org",
                     *       "id": "mem_3k9q0a7c1v5m",
                     *       "name": "Grace Hopper",
                     *       "role": "box_office",
                     *       "signed_in": false
                     *     }
                     */
                    "application/json": components["schemas"]["Member"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `last_owner`: The last owner. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request; `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-offer": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the offer.
                 * @example off_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                offer_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Offer"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "accept-offer": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the offer.
                 * @example off_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                offer_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ledger_seq": 43,
                     *       "order_id": "ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s",
                     *       "status": "confirmed",
                     *       "units": 2
                     *     }
                     */
                    "application/json": components["schemas"]["Standing"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `event_cancelled`: The event is cancelled; `event_over`: The event is over; `registration_closed`: Registration is closed. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `offer_ended`: The offer has ended. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "decline-offer": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the offer.
                 * @example off_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                offer_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ledger_seq": 46,
                     *       "status": "declined"
                     *     }
                     */
                    "application/json": components["schemas"]["Ended"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `event_cancelled`: The event is cancelled; `event_over`: The event is over. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `offer_ended`: The offer has ended. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "extend-offer": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the offer.
                 * @example off_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                offer_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "by_seconds": 7200
                 *     }
                 */
                "application/json": components["schemas"]["Extension"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Extended"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `event_cancelled`: The event is cancelled; `event_over`: The event is over. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `offer_ended`: The offer has ended. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `extension_past_cutoff`: Past the registration cutoff; `extension_too_short`: Not an extension; `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-order": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the order.
                 * @example ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                order_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-exchanges": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the order.
                 * @example ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                order_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExchangeList"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-order-payments": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the order.
                 * @example ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                order_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payments"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-tickets": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the order.
                 * @example ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                order_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketList"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "print-tickets": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the order.
                 * @example ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                order_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `ticket_void`: The ticket is void. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "cancel-order": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the order.
                 * @example ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                order_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ledger_seq": 44,
                     *       "status": "released"
                     *     }
                     */
                    "application/json": components["schemas"]["Ended"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required; `refund_by_staff_only`: Refunds are the organizer's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cancellation_closed`: Cancellation is closed; `event_cancelled`: The event is cancelled; `event_over`: The event is over; `tickets_transferred`: Somebody else holds a ticket. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "checkout-order": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the order.
                 * @example ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                order_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "provider": "testpay"
                 *     }
                 */
                "application/json": components["schemas"]["NewCheckout"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `no_payment_provider`: No such payment provider; `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `order_not_payable`: The order cannot be paid. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `payment_provider_refuses`: The payment provider refuses. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `payment_provider_unavailable`: The payment provider does not answer; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "mark-order-paid": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the order.
                 * @example ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                order_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reference": "Receipt 2027-0142"
                 *     }
                 */
                "application/json": components["schemas"]["PaidByHand"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `order_paid`: The order is paid. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `amount_mismatch`: Another amount than the order's; `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "refund-order": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the order.
                 * @example ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                order_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "items": [
                 *         2
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Refund"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refunded"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required; `refund_by_staff_only`: Refunds are the organizer's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cancellation_closed`: Cancellation is closed; `event_cancelled`: The event is cancelled; `event_over`: The event is over; `order_pending`: The order is not confirmed; `tickets_transferred`: Somebody else holds a ticket. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `order_ended`: The order has ended. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request; `refund_exceeds_payment`: More than was paid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "color": "#0f766e",
                     *       "id": "org_3k9q0a7c1v5m",
                     *       "mail": "server",
                     *       "name": "Riverside Workshop",
                     *       "passkey_required": false
                     *     }
                     */
                    "application/json": components["schemas"]["OwnOrganization"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "change-organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "color": "#0f766e",
                 *       "name": "Riverside Workshop"
                 *     }
                 */
                "application/json": components["schemas"]["OrganizationChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "color": "#0f766e",
                     *       "id": "org_3k9q0a7c1v5m",
                     *       "mail": "server",
                     *       "name": "Riverside Workshop",
                     *       "passkey_required": false
                     *     }
                     */
                    "application/json": components["schemas"]["OwnOrganization"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request; `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-public-events": {
        parameters: {
            query?: {
                /** @description How many items a page has at most. Default 50. */
                limit?: number;
                /** @description The `next_cursor` of the page before. It is signed and belongs to this list. */
                cursor?: string;
                /** @description Words to search for. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicEventList"];
                };
            };
            /** @description `query_too_long`: Query too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-push-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "key": "BNcRd…"
                     *     }
                     */
                    "application/json": components["schemas"]["PushKey"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "mark-refund-given": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the refund.
                 * @example rfd_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                refund_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reference": "Transfer of 3 May"
                 *     }
                 */
                "application/json": components["schemas"]["GivenByHand"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundPayout"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `refund_not_by_hand`: Not given by hand. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request; `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "retry-refund": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the refund.
                 * @example rfd_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                refund_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundPayout"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `nothing_left_to_refund`: Nothing is left to give back; `refund_not_failed`: The refund has not failed. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request; `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-seating-plans": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the room.
                 * @example roo_3k9q0a7c1v5m
                 */
                room_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeatingPlanList"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "create-seating-plan": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the room.
                 * @example roo_3k9q0a7c1v5m
                 */
                room_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "csv": "section,row,number,tier,accessible\nStalls,A,1,Front,\nStalls,A,2,Front,\nStalls,B,1,Back,yes\n",
                 *       "name": "Theatre"
                 *     }
                 */
                "application/json": components["schemas"]["NewSeatingPlan"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeatingPlan"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `already_exists`: Already exists. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request; `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "check-seating-plan": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the room.
                 * @example roo_3k9q0a7c1v5m
                 */
                room_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "csv": "section,row,number,tier,accessible\nStalls,A,1,Front,\nStalls,A,2,Front,\nStalls,B,1,Back,yes\n",
                 *       "name": "Theatre"
                 *     }
                 */
                "application/json": components["schemas"]["NewSeatingPlan"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeatingPlanCheck"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request; `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-all-seating-plans": {
        parameters: {
            query?: {
                /** @description How many items a page has at most. Default 50. */
                limit?: number;
                /** @description The `next_cursor` of the page before. It is signed and belongs to this list. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlacedPlanList"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `query_too_long`: Query too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request; `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-seating-plan": {
        parameters: {
            query?: {
                /** @description Which version. Default: the newest. */
                version?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the seating plan.
                 * @example pla_3k9q0a7c1v5m
                 */
                plan_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeatingPlanLayout"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `query_too_long`: Query too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request; `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "change-seating-plan": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the seating plan.
                 * @example pla_3k9q0a7c1v5m
                 */
                plan_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "csv": "section,row,number,tier,accessible\nStalls,A,1,Front,\nStalls,A,2,Front,\nStalls,B,1,Back,yes\n",
                 *       "name": "Theatre",
                 *       "replaces": 1
                 *     }
                 */
                "application/json": components["schemas"]["SeatingPlanChange"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeatingPlan"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `already_exists`: Already exists. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request; `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "set-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.org",
                 *       "name": "Ada Lovelace",
                 *       "organization": "Riverside Workshop",
                 *       "token": "ho_3k9q0a7c1v5mAQ0P6quJq83v0P6qvUAniavN7wACAAAAASF6YNX7yf6y"
                 *     }
                 */
                "application/json": components["schemas"]["Setup"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "email": "ada@example.org",
                     *         "id": "acc_3k9q0a7c1v5m",
                     *         "locale": "en",
                     *         "name": "Ada Lovelace"
                     *       },
                     *       "kind": "person",
                     *       "memberships": [
                     *         {
                     *           "member_id": "mem_3k9q0a7c1v5m",
                     *           "organization": {
                     *             "color": "#0f766e",
                     *             "id": "org_3k9q0a7c1v5m",
                     *             "name": "Riverside Workshop",
                     *             "passkey_required": false
                     *           },
                     *           "passkey_required": false,
                     *           "role": "owner"
                     *         }
                     *       ],
                     *       "setup_required": false
                     *     }
                     */
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `one_time_link_invalid`: Invalid link. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `already_set_up`: Already set up. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `one_time_link_ended`: Link used or expired. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "suppress-address": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "address": "nobody@example.org",
                 *       "channel": "mail"
                 *     }
                 */
                "application/json": components["schemas"]["Address"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suppressed"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request; `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "lift-suppression": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "address": "nobody@example.org",
                 *       "channel": "mail"
                 *     }
                 */
                "application/json": components["schemas"]["Address"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suppressed"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request; `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-ticket": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the ticket.
                 * @example tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01
                 */
                ticket_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ticket"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `ticket_void`: The ticket is void. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "change-ticket": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the ticket.
                 * @example tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01
                 */
                ticket_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "attendee": "Grace Hopper",
                 *       "attendee_email": "grace@example.org"
                 *     }
                 */
                "application/json": components["schemas"]["TicketChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ticket"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `ticket_moved`: Somebody else holds the ticket; `ticket_void`: The ticket is void. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-google-wallet-link": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the ticket.
                 * @example tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01
                 */
                ticket_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://pay.google.com/gp/v/save/eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.e30.c2lnbmVk"
                     *     }
                     */
                    "application/json": components["schemas"]["WalletLink"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found; `wallet_not_configured`: No such passes here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `ticket_void`: The ticket is void. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-apple-pass": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the ticket.
                 * @example tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01
                 */
                ticket_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.apple.pkpass": string;
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found; `wallet_not_configured`: No such passes here. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `ticket_void`: The ticket is void. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-ticket-png": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the ticket.
                 * @example tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01
                 */
                ticket_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `ticket_void`: The ticket is void. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-ticket-svg": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the ticket.
                 * @example tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01
                 */
                ticket_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `ticket_void`: The ticket is void. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "print-ticket": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the ticket.
                 * @example tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01
                 */
                ticket_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `ticket_void`: The ticket is void. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "exchange-ticket": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the ticket.
                 * @example tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01
                 */
                ticket_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "event_id": "evt_3k9q0a7c1v5m",
                     *       "id": "exc_3k9q0a7c1v5m06f2w8d4xk1n7p9s",
                     *       "ledger_seq": 41,
                     *       "order_id": "ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s",
                     *       "status": "open",
                     *       "ticket_id": "tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01",
                     *       "unit": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Exchange"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required; `refund_by_staff_only`: Refunds are the organizer's. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cancellation_closed`: Cancellation is closed; `event_cancelled`: The event is cancelled; `event_over`: The event is over; `exchange_disabled`: The event takes no tickets back for the line; `exchange_not_bought`: Who holds it did not buy it; `exchange_together`: Registered together; `registration_closed`: Registration is closed; `ticket_moved`: Somebody else holds the ticket; `ticket_used`: The ticket was used; `ticket_void`: The ticket is void; `transfer_open`: The ticket is offered already; `waitlist_disabled`: The event keeps no line. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "reissue-ticket": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the ticket.
                 * @example tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01
                 */
                ticket_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 0
                 *     }
                 */
                "application/json": components["schemas"]["Reissue"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ticket"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `ticket_version`: Another version; `ticket_void`: The ticket is void. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "transfer-ticket": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the ticket.
                 * @example tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01
                 */
                ticket_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "grace@example.org",
                 *       "name": "Grace Hopper"
                 *     }
                 */
                "application/json": components["schemas"]["NewTransfer"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transfer"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `event_cancelled`: The event is cancelled; `event_over`: The event is over; `exchange_open`: The ticket is offered to the line; `ticket_moved`: Somebody else holds the ticket; `ticket_used`: The ticket was used; `ticket_void`: The ticket is void; `transfer_limit`: The ticket cannot change hands again; `transfer_open`: The ticket is offered already. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request; `transfer_to_self`: That is who holds it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-transfer": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the transfer.
                 * @example trf_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                transfer_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transfer"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "accept-transfer": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the transfer.
                 * @example trf_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                transfer_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "event_id": "evt_3k9q0a7c1v5m",
                     *       "id": "trf_3k9q0a7c1v5m06f2w8d4xk1n7p9s",
                     *       "offered_at": "0001-01-01T00:00:00Z",
                     *       "status": "accepted",
                     *       "ticket_id": "tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01"
                     *     }
                     */
                    "application/json": components["schemas"]["Transfer"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `event_cancelled`: The event is cancelled; `event_over`: The event is over; `ticket_moved`: Somebody else holds the ticket; `ticket_used`: The ticket was used; `ticket_void`: The ticket is void; `transfer_limit`: The ticket cannot change hands again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `transfer_ended`: The transfer has ended. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "cancel-transfer": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the transfer.
                 * @example trf_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                transfer_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transfer"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `transfer_ended`: The transfer has ended. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "decline-transfer": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the transfer.
                 * @example trf_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                transfer_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transfer"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `transfer_ended`: The transfer has ended. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-venues": {
        parameters: {
            query?: {
                /** @description How many items a page has at most. Default 50. */
                limit?: number;
                /** @description The `next_cursor` of the page before. It is signed and belongs to this list. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VenueList"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `query_too_long`: Query too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request; `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "create-venue": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "address": "Quay 3",
                 *       "name": "Old harbour"
                 *     }
                 */
                "application/json": components["schemas"]["NewVenue"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Venue"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `already_exists`: Already exists. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request; `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-venue": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the venue.
                 * @example ven_3k9q0a7c1v5m
                 */
                venue_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VenueWithRooms"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "create-room": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the venue.
                 * @example ven_3k9q0a7c1v5m
                 */
                venue_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Great hall"
                 *     }
                 */
                "application/json": components["schemas"]["NewRoom"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Room"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `already_exists`: Already exists. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request; `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-entry": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the place in line.
                 * @example wle_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                entry_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Entry"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "leave-waitlist": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the place in line.
                 * @example wle_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                entry_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ledger_seq": 45,
                     *       "status": "left"
                     *     }
                     */
                    "application/json": components["schemas"]["Ended"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `event_cancelled`: The event is cancelled; `event_over`: The event is over. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `entry_ended`: The place in line has ended. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-entry-history": {
        parameters: {
            query?: {
                /** @description How many items a page has at most. Default 50. */
                limit?: number;
                /** @description The `next_cursor` of the page before. It is signed and belongs to this list. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the place in line.
                 * @example wle_3k9q0a7c1v5m06f2w8d4xk1n7p9s
                 */
                entry_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "at": "2027-10-30T10:11:12Z",
                     *           "from": "waiting",
                     *           "other": "guest 4f2a91",
                     *           "own": false,
                     *           "position_after": 2,
                     *           "position_before": 3,
                     *           "reason": "left",
                     *           "seq": 51,
                     *           "text": "guest 4f2a91 left the line. You moved from place 3 to place 2.",
                     *           "to": "left"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["History"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `invalid_link`: Invalid link; `key_expired`: API key expired; `key_revoked`: API key revoked; `link_expired`: Link expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `query_too_long`: Query too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "create-webhook": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "types": [
                 *         "order.*",
                 *         "entry.offered"
                 *       ],
                 *       "url": "https://example.org/holdfast"
                 *     }
                 */
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `webhook_limit`: Too many endpoints. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request; `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-webhook": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the endpoint.
                 * @example whk_3k9q0a7c1v5m
                 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "delete-webhook": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the endpoint.
                 * @example whk_3k9q0a7c1v5m
                 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whk_3k9q0a7c1v5m",
                     *       "status": "deleted"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeleted"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "change-webhook": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the endpoint.
                 * @example whk_3k9q0a7c1v5m
                 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": true
                 *     }
                 */
                "application/json": components["schemas"]["WebhookChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request; `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-webhook-deliveries": {
        parameters: {
            query?: {
                /** @description How many items a page has at most. Default 50. */
                limit?: number;
                /** @description The `next_cursor` of the page before. It is signed and belongs to this list. */
                cursor?: string;
                /** @description Only these. */
                delivery_state?: "delivered" | "retrying" | "failed";
            };
            header?: never;
            path: {
                /**
                 * @description Id of the endpoint.
                 * @example whk_3k9q0a7c1v5m
                 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `query_too_long`: Query too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request; `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "replay-webhook": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the endpoint.
                 * @example whk_3k9q0a7c1v5m
                 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event_id": "evt_3k9q0a7c1v5m",
                 *       "ledger_seq": 17
                 *     }
                 */
                "application/json": components["schemas"]["Replay"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "queued"
                     *     }
                     */
                    "application/json": components["schemas"]["Replayed"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request; `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "rotate-webhook-secret": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the endpoint.
                 * @example whk_3k9q0a7c1v5m
                 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "secret_version": 1
                 *     }
                 */
                "application/json": components["schemas"]["NewSecret"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request; `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "test-webhook": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Id of the endpoint.
                 * @example whk_3k9q0a7c1v5m
                 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "taken": true
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookTest"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request; `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "receive-webhook": {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this request, so that it can be repeated safely: visible ASCII. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Name of the payment provider.
                 * @example stripe
                 */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description `true` when this is the stored answer to an earlier request with the same key. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "recorded"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookReceipt"];
                };
            };
            /** @description `webhook_malformed`: The webhook cannot be read; `webhook_signature`: The signature is wrong; `webhook_stale`: The signature is too old. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `no_payment_provider`: No such payment provider; `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `already_exists`: Already exists. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body_too_large`: Body too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `amount_mismatch`: Another amount than the order's; `idempotency_key_reused`: Idempotency key reused; `invalid_request`: Invalid request; `payment_unknown`: A payment for no order. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `payment_provider_unavailable`: The payment provider does not answer; `shutting_down`: Shutting down. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "list-wordings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WordingList"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "put-wording": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "body": [
                 *         "{name}, {count|# place is|# places are} yours until {deadline}."
                 *       ],
                 *       "kind": "waitlist_offer",
                 *       "locale": "en",
                 *       "subject": "Your turn at {title}"
                 *     }
                 */
                "application/json": components["schemas"]["NewWording"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Wording"];
                };
            };
            /** @description `malformed_json`: Malformed JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials_required`: Credentials required; `invalid_key`: Invalid API key; `key_expired`: API key expired; `key_revoked`: API key revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `cross_origin`: Sent from another page; `forbidden`: Not allowed; `passkey_required`: Passkey required. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid_request`: Invalid request; `organization_required`: Which organization?. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal_error`: Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `busy`: Busy; `outcome_unknown`: Outcome unknown; `shutting_down`: Shutting down; `unavailable`: Temporarily unavailable. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
