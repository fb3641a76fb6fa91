import type { Schema } from '$lib/api/client';
import { hour, orEmpty, plainNumber, type Reading } from './reading';

/** The rules of the waitlist as they are typed. */
export interface WaitlistDraft {
	enabled: boolean;
	limit: string;
	promotion: 'offer' | 'confirm';
	/** How long an offer stands, in hours. */
	hours: string;
	party: 'strict' | 'bounded_skip';
	display: 'exact' | 'band' | 'hidden';
	waves: boolean;
	waveSize: string;
	waveMinutes: string;
	quiet: boolean;
	quietFrom: string;
	quietTo: string;
	timeCritical: boolean;
}

/** What a new event begins with. */
export function newWaitlist(): WaitlistDraft {
	return {
		enabled: true,
		limit: '',
		promotion: 'offer',
		hours: '6',
		party: 'bounded_skip',
		display: 'exact',
		waves: false,
		waveSize: '10',
		waveMinutes: '30',
		quiet: true,
		quietFrom: '22:00',
		quietTo: '08:00',
		timeCritical: false
	};
}

/** Rules as they could have been typed. */
export function waitlistOf(w: Schema['Event']['waitlist']): WaitlistDraft {
	return {
		enabled: w.enabled,
		limit: orEmpty(w.limit),
		promotion: w.promotion,
		hours: plainNumber(w.claim_window_seconds / hour),
		party: w.party_policy,
		display: w.position_display,
		waves: w.wave_size > 0,
		waveSize: orEmpty(w.wave_size) || '10',
		waveMinutes: orEmpty(w.wave_interval_seconds / 60) || '30',
		quiet: w.quiet_hours !== null,
		quietFrom: w.quiet_hours?.from ?? '22:00',
		quietTo: w.quiet_hours?.to ?? '08:00',
		timeCritical: w.time_critical
	};
}

/** What the rules say to the API. */
export function waitlistIn(r: Reading, waitlist: WaitlistDraft): Schema['WaitlistIn'] {
	return {
		enabled: waitlist.enabled,
		limit: r.optional('waitlist.limit', waitlist.limit),
		promotion: waitlist.promotion,
		claim_window_seconds: r.times('waitlist.claim_window_seconds', waitlist.hours, hour),
		party_policy: waitlist.party,
		position_display: waitlist.display,
		wave_size: waitlist.waves ? r.number('waitlist.wave_size', waitlist.waveSize, 1) : 0,
		wave_interval_seconds: waitlist.waves ? r.times('waitlist.wave_interval_seconds', waitlist.waveMinutes, 60) : 0,
		// The same time twice: none.
		quiet_hours: waitlist.quiet ? { from: waitlist.quietFrom, to: waitlist.quietTo } : { from: '00:00', to: '00:00' },
		time_critical: waitlist.timeCritical
	};
}
