import { render, screen, fireEvent } from '@testing-library/svelte';
import { tick } from 'svelte';
import { beforeEach, describe, expect, it } from 'vitest';
import { Change } from '$lib/change.svelte';
import { core } from '$lib/translations/core';
import { serve } from '$lib/testing/page';
import Field from './Field.svelte';
import Select from './Select.svelte';

serve();
beforeEach(() => core.load());

const field = () => screen.getByLabelText<HTMLInputElement>('Places');
const invalid = () => field().getAttribute('aria-invalid') === 'true';

describe('what is wrong with a field', () => {
	it('goes when the field holds something else, and comes back when that is wrong in the same way', async () => {
		const change = new Change();
		render(Field, {
			props: {
				label: 'Places',
				value: 'many',
				get error() {
					return change.error('capacity');
				}
			}
		});
		change.refuseFields({ capacity: 'bad_format' });
		await tick();
		expect(invalid()).toBe(true);
		await fireEvent.input(field(), { target: { value: 'more' } });
		expect(invalid()).toBe(false);
		change.refuseFields({ capacity: 'bad_format' });
		await tick();
		expect(invalid(), 'it is wrong in the same way').toBe(true);
	});

	it('goes from a list when something else is chosen', async () => {
		const options = ['a', 'b'].map((value) => ({ value, label: value }));
		render(Select, { label: 'Places', value: 'a', options, error: 'Not this one' });
		expect(invalid()).toBe(true);
		await fireEvent.change(field(), { target: { value: 'b' } });
		expect(invalid()).toBe(false);
		expect(screen.queryByText('Not this one')).toBeNull();
	});

	it('is shown by one rule in every form', () => {
		const sources = import.meta.glob<string>('/src/**/*.svelte', { query: '?raw', import: 'default', eager: true });
		const marked = Object.entries(sources).filter(([, text]) => text.includes('aria-invalid={'));
		expect(marked.length).toBeGreaterThan(2);
		expect(marked.filter(([, text]) => !text.includes('new Complaint(')).map(([path]) => path)).toEqual([]);
	});
});
