// Writes the typed client of the API from its document. The mark on top tells
// the house rules that nobody wrote the file by hand.
import { writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';

const to = process.argv[2] ?? 'src/lib/api/schema.d.ts';
const ast = await openapiTS(new URL('../../api/openapi.json', import.meta.url));
await writeFile(to, '// Code generated from api/openapi.json by web/scripts/client.mjs. DO NOT EDIT.\n\n' + astToString(ast));
