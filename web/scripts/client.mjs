// Writes the typed client of the API from its document, beside the sources that
// use it. It is not kept in the repository: scripts/web makes it when it is wanted.
import { writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';

const to = 'src/lib/api/schema.d.ts';
const ast = await openapiTS(new URL('../../api/openapi.json', import.meta.url));
await writeFile(to, '// Code generated from api/openapi.json by web/scripts/client.mjs. DO NOT EDIT.\n\n' + astToString(ast));
