// Lints api/openapi.json by the strict rules of Redocly's linter, which openapi-typescript
// brings in the version that package-lock.json has: the structure of OpenAPI 3.1, examples
// that are as their schemas say, references, and what a good document has.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';

const own = createRequire(import.meta.url);
const theirs = createRequire(own.resolve('openapi-typescript'));
const { BaseResolver, createConfig, lintDocument, makeDocumentFromString } = theirs('@redocly/openapi-core');

const file = new URL('../../api/openapi.json', import.meta.url).pathname;
const config = await createConfig({
	extends: ['recommended-strict'],
	// The frames of streams: OpenAPI 3.1 cannot say of text/event-stream what is in it.
	rules: { 'no-unused-components': 'off' }
});
const problems = await lintDocument({
	document: makeDocumentFromString(readFileSync(file, 'utf8'), file),
	externalRefResolver: new BaseResolver(config.resolve),
	config: config.styleguide
});
for (const { ruleId, message, location } of problems) {
	console.error(`api/openapi.json: ${ruleId}: ${message} ${location[0]?.pointer ?? ''}`);
}
process.exit(problems.length > 0 ? 1 : 0);
