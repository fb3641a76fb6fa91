// What the tests use of packages that have no types of their own.
declare module '@adobe/structured-data-validator' {
	type Issue = { severity: 'ERROR' | 'WARNING'; issueMessage: string; fieldNames?: string[]; path?: { type?: string; property?: string }[] };
	type Handler = new (of: { dataFormat: string; path: unknown[] }) => { validate(data: unknown): unknown };
	export default class Validator {
		constructor(vocabulary: object);
		registeredHandlers: Record<string, (() => Promise<{ default: Handler }>)[]>;
		validate(extracted: object): Promise<Issue[]>;
	}
}

declare module '@adobe/structured-data-validator/src/types/base.js' {
	export type Condition = (data: unknown) => unknown;
	export default class Base {
		constructor(of: { dataFormat: string; path: unknown[] });
		getConditions(data?: unknown): Condition[];
		required(name: string, type?: string): Condition;
		recommended(name: string, type?: string): Condition;
		validate(data: unknown): unknown;
	}
}

declare module '@marbec/web-auto-extractor' {
	export default class WebAutoExtractor {
		constructor(options: { addLocation?: boolean });
		parse(html: string): { jsonld: Record<string, unknown[]> };
	}
}
