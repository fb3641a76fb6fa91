import { readFileSync } from 'node:fs';

/** A topic of texts, as its module in src/lib/translations exports it. */
const topicModule = /\/src\/lib\/translations\/(\w+)\.ts$/;
const topicExport = /import texts from '\.\/(\w+)\.json';[^]*\nexport const (\w+) = translations\(texts\);\n$/;

/** One language of a topic, a module that no file has. */
const dictionaryModule = /^(.*\/src\/lib\/translations\/\w+)\.ts\?language=(\w\w)$/;

/**
 * Each text of a topic, by key and by language.
 * @returns {Record<string, Record<string, unknown>>}
 */
function textsOf(/** @type {string} */ file) {
	return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * Divides the texts of each topic by language, so that a browser fetches only the
 * language that is spoken. What a topic's module makes of all its texts is made of
 * one module for each language instead, which is fetched when it is spoken.
 * @type {import('vite').Plugin}
 */
export const dictionaries = {
	name: 'dictionary-per-language',
	enforce: 'pre',
	load(id) {
		const [, path, language] = dictionaryModule.exec(id) ?? [];
		if (!path || !language) return;
		this.addWatchFile(`${path}.json`);
		const texts = Object.entries(textsOf(`${path}.json`));
		return `export default ${JSON.stringify(Object.fromEntries(texts.map(([key, text]) => [key, text[language]])))};`;
	},
	transform(code, id) {
		const [, file] = topicModule.exec(id) ?? [];
		if (!file || file === 'translations') return;
		const [, json, name] = topicExport.exec(code) ?? [];
		if (json !== file || !name) throw new Error(`${id} does not export the texts of ${file}.json as the other topics do`);
		const [text] = Object.values(textsOf(id.replace(/ts$/, 'json')));
		const fetches = Object.keys(text ?? {}).map((l) => `${l}: () => import('./${file}.ts?language=${l}')`);
		return { code: `import { fetched } from '$lib/i18n/translations';\nexport const ${name} = fetched({ ${fetches.join(', ')} });\n`, map: null };
	}
};
