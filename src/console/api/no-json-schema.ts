/**
 * Stands in the console's build for the two modules of zod that turn schemas into JSON Schema: every schema brings them
 * along, and only the service's OpenAPI document needs them. A tenth of what the sign-in waits for.
 */
const absent = () => undefined;

export const createToJSONSchemaMethod = () => absent;
export const createStandardJSONSchemaMethod = () => absent;
export {
  absent as allProcessors,
  absent as extractDefs,
  absent as finalize,
  absent as handleUnrepresentable,
  absent as initializeContext,
  absent as processSchema,
  absent as toJSONSchema,
};
