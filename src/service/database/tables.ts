/** The tables by name, for Kysely: column to its type, as `parsers.ts` and `pg` deliver it. */
// An interface and not a type, so that each migration's tables can be named where they belong and merge here.
export interface Tables {}
