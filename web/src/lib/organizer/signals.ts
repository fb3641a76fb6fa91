import type { Schema } from '$lib/api/client';
import { takers as t } from '$lib/translations/takers';

/** How strangers of a network went about it, in parts that say something. */
export const wentAboutIt = (s: Schema['TakerSignals']): string[] =>
	[
		t('tries', { n: s.tries }),
		s.quick ? t('quick', { n: s.quick }) : '',
		s.reused ? t('reused', { n: s.reused }) : '',
		s.refusals_in_a_row > 1 ? t('refusals', { n: s.refusals_in_a_row }) : '',
		s.effort === 'usual' ? '' : t(`effort.${s.effort}`)
	].filter(Boolean);
