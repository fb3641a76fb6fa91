/**
 * Safe Markdown: a text becomes a small tree, and the tree becomes elements of
 * a component. No HTML is ever made or let through, so there is nothing to
 * sanitize. It knows paragraphs, headings, lists, quotes, rules, emphasis, code
 * and links to http, https, mailto and tel; everything else is shown as typed.
 */
export type Inline =
	| { kind: 'text'; text: string }
	| { kind: 'strong'; children: Inline[] }
	| { kind: 'em'; children: Inline[] }
	| { kind: 'code'; text: string }
	| { kind: 'link'; href: string; children: Inline[] }
	| { kind: 'break' };

export type Block =
	| { kind: 'p' | 'quote'; children: Inline[] }
	| { kind: 'heading'; level: 2 | 3; children: Inline[] }
	| { kind: 'ul' | 'ol'; items: Inline[][] }
	| { kind: 'rule' };

/** How deep emphasis may nest: deeper than anybody writes. */
const deepest = 4;

const inlinePattern =
	/`([^`]+)`|\*\*([^*]+(?:\*[^*]+\*[^*]*)*)\*\*|\*([^*\s][^*]*)\*|\b_([^_]+)_\b|\[([^\]]+)\]\(([^()\s]+(?:\([^()\s]*\)[^()\s]*)*)\)|(https?:\/\/[^\s<>]+[^\s<>.,;:!?)\]'"])|( {2,}\n|\\\n)/g;

/** The address when it is one that may be followed, else undefined. */
export function safeAddress(href: string): string | undefined {
	try {
		const u = new URL(href);
		return ['http:', 'https:', 'mailto:', 'tel:'].includes(u.protocol) ? u.href : undefined;
	} catch {
		return undefined;
	}
}

export function inline(text: string, depth = 0): Inline[] {
	const out: Inline[] = [];
	const plain = (s: string) => {
		if (s) out.push({ kind: 'text', text: s });
	};
	if (depth >= deepest) {
		plain(text);
		return out;
	}
	let last = 0;
	for (const m of text.matchAll(inlinePattern)) {
		plain(text.slice(last, m.index));
		last = m.index + m[0].length;
		const [whole, code, strong, star, under, label, target, bare, lineBreak] = m;
		if (code !== undefined) out.push({ kind: 'code', text: code });
		else if (strong !== undefined) out.push({ kind: 'strong', children: inline(strong, depth + 1) });
		else if (star !== undefined || under !== undefined) out.push({ kind: 'em', children: inline(star ?? under ?? '', depth + 1) });
		else if (lineBreak !== undefined) out.push({ kind: 'break' });
		else {
			const href = safeAddress(target ?? bare ?? '');
			if (!href) plain(whole);
			else if (label !== undefined) out.push({ kind: 'link', href, children: inline(label, depth + 1) });
			else out.push({ kind: 'link', href, children: [{ kind: 'text', text: whole }] });
		}
	}
	plain(text.slice(last));
	return out;
}

/** Reads a text block by block. */
export function markdown(source: string): Block[] {
	const out: Block[] = [];
	for (const part of source.replace(/\r\n?/g, '\n').split(/\n{2,}/)) {
		const text = part.replace(/^\n+|\s+$/g, '');
		if (!text.trim()) continue;
		const lines = text.split('\n');
		const heading = /^(#{1,6})\s+(.+)$/.exec(lines[0]!);
		if (heading) {
			out.push({ kind: 'heading', level: heading[1]!.length <= 2 ? 2 : 3, children: inline(heading[2]!.replace(/\s+#+$/, '')) });
			if (lines.length > 1) out.push(...markdown(lines.slice(1).join('\n')));
		} else if (/^(?:-{3,}|\*{3,}|_{3,})$/.test(text)) {
			out.push({ kind: 'rule' });
		} else if (lines.every((l) => /^\s*>/.test(l))) {
			out.push({ kind: 'quote', children: inline(lines.map((l) => l.replace(/^\s*>\s?/, '')).join('\n')) });
		} else {
			out.push(...paragraphsAndLists(lines));
		}
	}
	return out;
}

const bullet = /^\s{0,3}[-*+]\s+(.*)$/;
const numbered = /^\s{0,3}\d{1,9}[.)]\s+(.*)$/;

/** A block of lines in which a list may follow a paragraph without a gap. */
function paragraphsAndLists(lines: string[]): Block[] {
	const out: Block[] = [];
	let prose: string[] = [];
	const flush = () => {
		if (prose.length) out.push({ kind: 'p', children: inline(prose.join('\n')) });
		prose = [];
	};
	let list: { kind: 'ul' | 'ol'; items: string[] } | undefined;
	const end = () => {
		if (list) out.push({ kind: list.kind, items: list.items.map((i) => inline(i)) });
		list = undefined;
	};
	for (const l of lines) {
		const item = bullet.exec(l) ?? numbered.exec(l);
		if (item) {
			const kind = bullet.test(l) ? 'ul' : 'ol';
			flush();
			if (list?.kind !== kind) {
				end();
				list = { kind, items: [] };
			}
			list!.items.push(item[1]!);
		} else if (list && /^\s{2,}\S/.test(l)) {
			list.items[list.items.length - 1] += '\n' + l.trim();
		} else {
			end();
			prose.push(l);
		}
	}
	flush();
	end();
	return out;
}
