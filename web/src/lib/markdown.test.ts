// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { inline, markdown, safeAddress } from './markdown';

const text = (s: string) => ({ kind: 'text', text: s });

describe('markdown', () => {
	it('reads blocks', () => {
		expect(markdown('# Title\nBody\n\n- one\n- two\n  more\n\n1. first\n\n> said\n\n---')).toEqual([
			{ kind: 'heading', level: 2, children: [text('Title')] },
			{ kind: 'p', children: [text('Body')] },
			{ kind: 'ul', items: [[text('one')], [text('two\nmore')]] },
			{ kind: 'ol', items: [[text('first')]] },
			{ kind: 'quote', children: [text('said')] },
			{ kind: 'rule' }
		]);
	});
	it('reads a list right after a paragraph', () => {
		expect(markdown('Bring:\n* a toaster\n* patience').map((b) => b.kind)).toEqual(['p', 'ul']);
	});
	it('reads emphasis, code and links', () => {
		expect(inline('a **b *c*** `d*` [e](https://x.example/) https://y.example/z.')).toEqual([
			text('a '),
			{ kind: 'strong', children: [text('b '), { kind: 'em', children: [text('c')] }] },
			text(' '),
			{ kind: 'code', text: 'd*' },
			text(' '),
			{ kind: 'link', href: 'https://x.example/', children: [text('e')] },
			text(' '),
			{ kind: 'link', href: 'https://y.example/z', children: [text('https://y.example/z')] },
			text('.')
		]);
	});
	it('lets no address through that could run something', () => {
		for (const bad of ['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,x', 'vbscript:x', '//x.example', '/relative', 'java\nscript:x']) {
			expect(safeAddress(bad)).toBeUndefined();
		}
		expect(inline('[x](javascript:alert(1))')).toEqual([text('[x](javascript:alert(1))')]);
	});
	it('shows HTML as it was typed', () => {
		expect(markdown('<img src=x onerror=alert(1)>')).toEqual([{ kind: 'p', children: [text('<img src=x onerror=alert(1)>')] }]);
	});
	it('ends on hostile input', () => {
		// The processor's time: the wall's depends on what else the machine does.
		const started = process.cpuUsage();
		markdown('*'.repeat(10_000));
		markdown('['.repeat(10_000));
		markdown('**a'.repeat(3_000));
		const used = process.cpuUsage(started);
		expect((used.user + used.system) / 1000).toBeLessThan(2_000);
	});
});
