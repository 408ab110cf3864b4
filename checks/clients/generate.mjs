// Writes strict types for a client from `openapi.json` in the current folder: `openapi.ts` and `models.py`.
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTypes, { astToString } from 'openapi-typescript';
import { InputData, JSONSchemaInput, JSONSchemaStore, quicktype } from 'quicktype-core';

const document = JSON.parse(readFileSync('openapi.json', 'utf8'));
writeFileSync('openapi.ts', astToString(await openapiTypes(document)));

// Named at the top, because quicktype does not follow references with an escaped `/`.
const schemas = { Refusal: document.components.schemas.ErrorBody };
for (const { operationId, requestBody, responses } of Object.values(document.paths).flatMap(Object.values)) {
  if (operationId.endsWith('Alias')) continue;
  // A file has none.
  const answer = responses[200].content['application/json'];
  if (answer) schemas[`${operationId}Answer`] = answer.schema;
  if (requestBody) schemas[`${operationId}Request`] = requestBody.content['application/json'].schema;
}

class Store extends JSONSchemaStore {
  async fetch() {
    return { ...schemas, components: document.components };
  }
}
const source = new JSONSchemaInput(new Store());
for (const name of Object.keys(schemas)) await source.addSource({ name, uris: [`openapi.json#/${name}`] });
const inputData = new InputData();
inputData.addInput(source);
const { lines } = await quicktype({
  inputData,
  lang: 'python',
  combineClasses: false,
  rendererOptions: { 'python-version': '3.7' },
});
writeFileSync('models.py', lines.join('\n'));
