// @vitest-environment node
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';

// What pages say to search engines (internal/page), checked against the types that Google makes of
// the vocabulary of schema.org: the compiler knows which properties each type has, what they may
// be, and the members of enumerations.
type Document = { '@type': string; [property: string]: unknown };

const written = (name: string) =>
	JSON.parse(readFileSync(`${import.meta.dirname}/../../../../internal/page/testdata/linked/${name}.json`, 'utf8')) as Record<string, Document>;

const documents = { ...written('event'), ...written('others') };

const wrong: Record<string, Document> = {
	'a type that is not there': { '@context': 'https://schema.org', '@type': 'Evnt', name: 'x' },
	'a property that is not there': { '@context': 'https://schema.org', '@type': 'Event', tittle: 'x' },
	'a property of another type': { '@context': 'https://schema.org', '@type': 'Event', price: '1' },
	'no member of the enumeration': { '@context': 'https://schema.org', '@type': 'Event', eventStatus: 'https://schema.org/Cancelled' },
	'another thing than may be there': { '@context': 'https://schema.org', '@type': 'Event', location: { '@type': 'Offer', price: '1' } },
	'wrong in a list within': { '@context': 'https://schema.org', '@type': 'MusicEvent', offers: [{ '@type': 'Offer', availability: 'yes' }] },
	'a text for a truth': { '@context': 'https://schema.org', '@type': 'Event', isAccessibleForFree: 'yes' },
	'another vocabulary': { '@context': 'https://elsewhere.example', '@type': 'Event', name: 'x' }
};

/** What the compiler says of each document, by its name. */
function compiled(all: Record<string, Document>): Map<string, string[]> {
	const names = Object.keys(all);
	const path = (i: number) => `${import.meta.dirname}/linked-document-${i}.ts`;
	const source = (i: number) =>
		`import type { Event, Place, WithContext } from 'schema-dts';\nexport const said: WithContext<Event | Place> = ${JSON.stringify(all[names[i]!], null, '\t')};\n`;
	const sources = new Map(names.map((_, i) => [path(i), source(i)]));
	const options: ts.CompilerOptions = {
		strict: true,
		noEmit: true,
		skipLibCheck: true,
		target: ts.ScriptTarget.ES2022,
		module: ts.ModuleKind.ESNext,
		moduleResolution: ts.ModuleResolutionKind.Bundler,
		types: []
	};
	const host = ts.createCompilerHost(options);
	const { fileExists, readFile } = host;
	host.fileExists = (file) => sources.has(file) || fileExists(file);
	host.readFile = (file) => sources.get(file) ?? readFile(file);
	host.getSourceFile = (file, target) => {
		const text = host.readFile(file);
		return text === undefined ? undefined : ts.createSourceFile(file, text, target);
	};
	const program = ts.createProgram([...sources.keys()], options, host);
	expect(program.getOptionsDiagnostics()).toEqual([]);
	return new Map(
		names.map((name, i) => {
			const file = program.getSourceFile(path(i))!;
			const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
			return [name, found.map((d) => ts.flattenDiagnosticMessageText(d.messageText, '\n'))];
		})
	);
}

it('says only what schema.org has', () => {
	const said = compiled({ ...documents, ...wrong });
	for (const name of Object.keys(documents)) expect(said.get(name), name).toEqual([]);
	for (const name of Object.keys(wrong)) expect(said.get(name), name).not.toEqual([]);
});

it('covers events of all kinds, series and venues', () => {
	const types = new Set(Object.values(documents).map((d) => d['@type']));
	expect([...types]).toEqual(expect.arrayContaining(['Event', 'EventSeries', 'Place', 'MusicEvent', 'TheaterEvent', 'BusinessEvent', 'SocialEvent']));
	expect(Object.keys(documents).length).toBeGreaterThan(20);
});
