import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Schema as API } from '$lib/api/client';

/** A JSON schema, as far as the API's document uses them. */
interface Schema {
	$ref?: string;
	type?: string | readonly string[];
	enum?: readonly unknown[];
	format?: string;
	properties?: Record<string, Schema>;
	required?: readonly string[];
	additionalProperties?: boolean | Schema;
	items?: Schema;
	minLength?: number;
	maxLength?: number;
	minItems?: number;
	maxItems?: number;
	minimum?: number;
	maximum?: number;
	examples?: readonly unknown[];
}
interface Content {
	content?: Record<string, { schema: Schema }>;
	description?: string;
}
interface Operation {
	parameters?: { in: string; name: string; required?: boolean; schema: Schema }[];
	requestBody?: Content & { required?: boolean };
	responses: Record<string, Content>;
}
interface Document {
	paths: Record<string, Record<string, Operation>>;
	components: { schemas: Record<string, Schema> };
}

const document = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../../../api/openapi.json'), 'utf8')) as Document;

function kindOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	return Number.isInteger(value) ? 'integer' : typeof value;
}

/** Returns what of a value differs from a schema; each line begins with where. */
function differences(value: unknown, schema: Schema, at: string): string[] {
	if (schema.$ref) return differences(value, document.components.schemas[schema.$ref.split('/').at(-1)!]!, at);
	const kind = kindOf(value);
	const allowed = schema.type === undefined ? [] : [schema.type].flat();
	if (allowed.length && !allowed.includes(kind) && !(kind === 'integer' && allowed.includes('number')))
		return [`${at} is ${kind}, not ${allowed.join(' or ')}`];
	if (schema.enum && !schema.enum.includes(value)) return [`${at} is ${JSON.stringify(value)}, not one of ${schema.enum.join(', ')}`];
	if (typeof value === 'string') return textDifferences(value, schema, at);
	if (typeof value === 'number') {
		return value < (schema.minimum ?? -Infinity) || value > (schema.maximum ?? Infinity) ? [`${at} is ${value}, out of range`] : [];
	}
	if (Array.isArray(value)) {
		const count = value.length < (schema.minItems ?? 0) || value.length > (schema.maxItems ?? Infinity) ? [`${at} has ${value.length} items`] : [];
		return [...count, ...value.flatMap((v, i) => (schema.items ? differences(v, schema.items, `${at}[${i}]`) : []))];
	}
	if (kind !== 'object') return [];
	const has = value as Record<string, unknown>;
	const missing = (schema.required ?? []).filter((name) => has[name] === undefined).map((name) => `${at}.${name} is missing`);
	const others = Object.entries(has).flatMap(([name, v]) => {
		if (v === undefined) return [];
		const property = schema.properties?.[name] ?? schema.additionalProperties ?? true;
		if (property === false) return [`${at}.${name} is unknown`];
		return property === true ? [] : differences(v, property, `${at}.${name}`);
	});
	return [...missing, ...others];
}

function textDifferences(value: string, schema: Schema, at: string): string[] {
	const chars = [...value].length;
	if (chars < (schema.minLength ?? 0) || chars > (schema.maxLength ?? Infinity)) return [`${at} has ${chars} characters`];
	if (schema.format === 'date-time' && Number.isNaN(Date.parse(value))) return [`${at} is not a time: ${value}`];
	return [];
}

/** Returns what of a value differs from the schema of that name. */
export function schemaDifferences(value: unknown, name: string): string[] {
	return differences(value, { $ref: `#/components/schemas/${name}` }, name);
}

function least(schema: Schema): unknown {
	if (schema.$ref) return least(document.components.schemas[schema.$ref.split('/').at(-1)!]!);
	const types = [schema.type].flat();
	if (types.includes('null')) return null;
	if (schema.enum) return schema.enum[0];
	switch (types[0]) {
		case 'object':
			return Object.fromEntries((schema.required ?? []).map((name) => [name, least(schema.properties![name]!)]));
		case 'array':
			return [];
		case 'boolean':
			return false;
		case 'string':
			return schema.examples?.[0] ?? (schema.format === 'date-time' ? '2026-06-01T10:00:00Z' : '');
		default:
			return schema.minimum ?? 0;
	}
}

/**
 * The least value that a schema of the API allows, for a fixture to say what matters of
 * it: a field that the API gets is there without anybody adding it to the fixtures.
 */
export function leastOf<N extends keyof API>(name: N): API[N] {
	return least({ $ref: `#/components/schemas/${name}` }) as API[N];
}

/** An operation of the API that a request is for. */
export interface Match {
	/** As the document names it: "POST /v1/orders/{order_id}:cancel". */
	name: string;
	path: Record<string, string>;
	operation: Operation;
}

const routes = Object.entries(document.paths).flatMap(([path, operations]) => {
	const names = [...path.matchAll(/\{(\w+)\}/g)].map((m) => m[1]!);
	const pattern = new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '([^/:]+)')}$`);
	return Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, names, pattern, operation }));
});

/** Reports whether the API has an operation of that name. */
export function hasOperation(name: string): boolean {
	return routes.some((r) => `${r.method} ${r.path}` === name);
}

/** Finds the operation that a request is for; undefined when the API has none. */
export function matchRequest(method: string, pathname: string): Match | undefined {
	for (const r of routes) {
		const found = r.method === method && r.pattern.exec(pathname);
		if (!found) continue;
		const path = Object.fromEntries(r.names.map((name, i) => [name, decodeURIComponent(found[i + 1]!)]));
		return { name: `${r.method} ${r.path}`, path, operation: r.operation };
	}
	return undefined;
}

/** Returns what of a request the API would refuse by its form. */
export function requestDifferences(m: Match, query: URLSearchParams, headers: Headers, body: unknown): string[] {
	const parameters = m.operation.parameters ?? [];
	const of = (where: string) => parameters.filter((p) => p.in === where).map((p) => p.name);
	const unknown = [...query.keys()].filter((name) => !of('query').includes(name)).map((name) => `${m.name}: query ${name} is unknown`);
	// Each POST that changes something has a key, so that a repetition changes nothing.
	const keyless = of('header').includes('Idempotency-Key') && !headers.has('Idempotency-Key') && !repeatable.includes(m.name);
	const schema = m.operation.requestBody?.content?.['application/json']?.schema;
	const form = schema && (body !== undefined || m.operation.requestBody?.required) ? differences(body, schema, m.name) : [];
	return [...unknown, ...(keyless ? [`${m.name}: Idempotency-Key is missing`] : []), ...form];
}
/** Scans have names of their own, which make them repeatable. */
const repeatable = ['POST /v1/checkins', 'POST /v1/checkins:override', 'POST /v1/checkins:sync'];

/** Returns what of an answer the API would never give. */
export function answerDifferences(m: Match, status: number, body: unknown): string[] {
	const response = m.operation.responses[String(status)];
	if (!response) return [`${m.name}: status ${status} is not documented`];
	const schema = Object.values(response.content ?? {})[0]?.schema;
	const code = status >= 400 ? (body as { code?: string }).code : undefined;
	const codes = code === undefined || response.description?.includes(`\`${code}\``) ? [] : [`${m.name}: ${status} ${code} is not documented`];
	return [...codes, ...(schema ? differences(body, schema, `${m.name} ${status}`) : [])];
}
